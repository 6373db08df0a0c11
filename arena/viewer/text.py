"""Describe game events in plain words: one sentence for each decision."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final, NamedTuple

from arena.rules import GameRules
from arena.rules.cards import NO_SUIT, SUITS, Card, Pack
from arena.rules.choices import NO_CARD, NO_SEAT, Action, ActionKind, Word
from arena.rules.events import Event, EventKind, Reason, Termination, points_of
from arena.viewer.cards.glyphs import card_glyph, suit_name
from arena.viewer.printable import printable
from arena.viewer.units import ordinal, signed, total_text, unit


class Motive(NamedTuple):
    """A seat's reason for not playing a card: the seat could not play, or chose not to."""

    seat: int
    unable: str  # words if it could not, such as "cannot play"; empty if it chose not to


@dataclass(frozen=True, slots=True)
class Wording:
    """The words that describe a game: names of players and cards, announcements, the unit of totals."""

    names: tuple[str, ...]
    pack: Pack
    word: str  # the announcement with one card left
    strong_word: str
    unit: str = "point"  # of the totals
    # by seat: the real card that it has just laid face down, if known
    laid: Mapping[int, str] = field(default_factory=dict)
    motive: Motive | None = None  # the reason for the described decision, if known

    @classmethod
    def of(cls, game: GameRules, names: Iterable[str]) -> "Wording":
        """Return the wording for this game. `names`: the players' names, in seat order."""
        calls, deals = game.ruleset.calls, game.ruleset.deals
        words = (calls.word, calls.strong_word)
        return cls(tuple(names), game.pack, *words, unit(deals) if deals else "point")

    def card(self, card: int) -> str:
        return card_glyph(self.pack.name(Card(card)), self.pack.style)

    def suit(self, suit: int) -> str:
        return suit_name(SUITS[suit], self.pack.style)

    def announcement(self, word: Word) -> str:
        """Return the word that a player says for this announcement; empty for silence."""
        return {Word.MAU_MAU: self.strong_word, Word.LAST_CARD: self.word}.get(word, "")

    def explain(self, seat: int, deed: str, details: str = "") -> str:
        """Return a phrase about what a player does, with their motive (why they play no card) if it is known.

        For example, "draws a card" becomes "cannot play, draws a card". `deed`: the phrase without motive.
        `details`: text to append, such as " (penalty)".
        """
        if self.motive is None or self.motive.seat != seat:
            return deed + details
        unable = self.motive.unable
        return f"{unable}, {deed}{details}" if unable else f"{deed} by choice{details}"


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of players in seat order, made printable. Equal names get the number of their seat
    (from 1).

    >>> seat_names(["greedy", "random", "greedy"])
    ('greedy/1', 'random', 'greedy/3')
    """
    return tuple(
        printable(name, 32) + (f"/{seat}" if names.count(name) > 1 else "")
        for seat, name in enumerate(names, start=1)
    )


def sentence(events: Iterable[Event], wording: Wording) -> str:
    """Return one sentence about these events, such as "greedy plays 7♥; counting draws 2 cards"."""
    by_subject = groupby(clauses(events, wording), lambda clause: clause.subject)
    return "; ".join(
        f"{subject} {predicates}".lstrip()
        for subject, predicates in (
            (subject, ", ".join(clause.predicate for clause in group)) for subject, group in by_subject
        )
    )


_PLAIN_ACTIONS: Final = {
    ActionKind.DRAW: "draws a card",
    ActionKind.TAKE_DEBT: "draws the penalty",
    ActionKind.MISS_TURN: "is skipped",
    ActionKind.KEEP_CUT: "keeps the card",
    ActionKind.LEAVE_CUT: "leaves the card",
    ActionKind.CATCH: "says the missing word first",
}
_EVENT_OF_ACTION: Final = {
    ActionKind.PASS: EventKind.PASSED,
    ActionKind.LET_PASS: EventKind.LETS_PASS,
    ActionKind.BELIEVE: EventKind.BELIEVED,
    ActionKind.DOUBT: EventKind.DOUBTED,
}


def describe_action(action: Action, seat: int, wording: Wording) -> str:
    """Return what a seat does with an action, without its consequences: "plays J♥, names clubs"."""
    if action.kind in _PLAIN_ACTIONS:
        return _PLAIN_ACTIONS[action.kind]
    aim = "" if action.target == NO_SEAT else f" at {wording.names[action.target]}"
    if action.claim != NO_CARD:
        wording = replace(wording, laid={seat: wording.pack.name(action.card)})
    return ", ".join(clause.predicate for clause in clauses(_events_of(action, seat), wording)) + aim


def _events_of(action: Action, seat: int) -> Iterator[Event]:
    """Yield the events that an action itself consists of, without its consequences."""
    if action.kind in _EVENT_OF_ACTION:
        yield Event(_EVENT_OF_ACTION[action.kind], seat)
    elif action.claim != NO_CARD:
        yield Event(EventKind.CLAIMED, seat, action.claim)
    elif action.kind is ActionKind.PLAY:
        yield from (Event(EventKind.PLAYED, seat, card) for card in (action.card, *action.more))
    if action.word is not Word.SILENT:
        yield Event(EventKind.SAID, seat, value=action.word)
    if action.suit != NO_SUIT:
        yield Event(EventKind.NAMED, seat, value=action.suit)


def join_names(names: Sequence[str], joint: str = "and") -> str:
    """Join names with commas; before the last name, with the word `joint`.

    >>> join_names(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = names
    return f"{', '.join(first)} {joint} {last}" if first else last


class Clause(NamedTuple):
    """A part of a sentence about events. `subject`: the player's name; empty for events without a player."""

    subject: str
    predicate: str


def clauses(events: Iterable[Event], wording: Wording) -> Iterator[Clause]:
    """Yield clauses that describe the events. Similar events in a row share one clause.

    The first clause about a seat contains its motive (why it did not play a card).
    """
    events = list(events)
    game_over = any(event.kind is EventKind.GAME_OVER for event in events)
    for (kind, seat, _), group in groupby(events, _group_key):
        if game_over and kind is EventKind.DEAL_OVER:
            continue
        alike = list(group)
        write = _SENTENCES[kind]
        subject = wording.names[seat] if seat < len(wording.names) and kind not in _OF_THE_TABLE else ""
        predicate = write(alike, wording)
        if wording.motive and wording.motive.seat == seat:
            wording = replace(wording, motive=None)
        if predicate:
            yield Clause(subject, predicate)


def _group_key(event: Event) -> tuple[EventKind, int, int]:
    """Return a key that is equal for events that share one clause, such as all cards of one play."""
    if event.kind is EventKind.DEALT:
        return event.kind, 0, 0
    return event.kind, event.seat, event.value if event.kind is EventKind.DREW else 0


def _deal_cards(events: list[Event], wording: Wording) -> str:
    each = sorted(
        {sum(1 for event in events if event.seat == seat) for seat in {event.seat for event in events}}
    )
    return f"{' or '.join(map(str, each))} {'card' if each == [1] else 'cards'} each"


_DRAW_REASONS: Final = {
    Reason.DRAW: "",
    Reason.DEBT: " (penalty)",
    Reason.CALL: " (missing word)",
    Reason.LAST_CARD: " (that card may not go out)",
    Reason.OTHERS: "",
    Reason.DOUBT: " (penalty)",
}


def _draw(events: list[Event], wording: Wording) -> str:
    reason = _DRAW_REASONS[Reason(events[0].value)]
    many = "a card" if len(events) == 1 else f"{len(events)}" if reason else f"{len(events)} cards"
    cards = " ".join(wording.card(event.card) for event in events if event.card != NO_CARD)
    return wording.explain(events[0].seat, f"draws {many}{reason}", f": {cards}" if cards else "")


def _play(events: list[Event], wording: Wording) -> str:
    return "plays " + join_names([wording.card(event.card) for event in events])


def _say(events: list[Event], wording: Wording) -> str:
    announcement = wording.announcement(Word(events[0].value))
    return f"says “{announcement}”" if announcement else ""


_ENDS: Final = {
    Termination.WON: "",
    Termination.BLOCKED: ": nobody can play or draw",
    Termination.DECISIONS: ": 2,000 decisions",
    Termination.DEALS: ": 200 deals",
    Termination.FORFEIT: ": all others are at fault",
}


def _score(events: list[Event], wording: Wording) -> str:
    points = points_of(events[0])
    if wording.unit == "point":
        return f"scores {signed(points)}"
    if wording.unit == "life":
        return "loses a life"
    return f"{'pays' if points < 0 else 'gets'} {total_text(abs(points), wording.unit)}"


def _cut(events: list[Event], wording: Wording) -> str:
    return f"cuts the pack at {join_names([wording.card(event.card) for event in events])}"


def _turn_up(events: list[Event], wording: Wording) -> str:
    """Return a phrase about the first card of the discard pile, such as "7♥ goes back, K♠ turned up"."""
    *back, stays = [wording.card(event.card) for event in events]
    returned = f"{join_names(back)} {'goes' if len(back) == 1 else 'go'} back, " if back else ""
    return f"{returned}{stays} turned up"


def _claim(events: list[Event], wording: Wording) -> str:
    [event] = events
    card = wording.laid.get(event.seat)
    what = card_glyph(card, wording.pack.style) if card else "a card"
    return f"lays {what} face down as “{wording.card(event.card)}”"


def _go_out(events: list[Event], wording: Wording) -> str:
    place = events[0].value
    return "goes out" if place <= 1 else f"goes out {ordinal(place)}"


def _end_game(events: list[Event], wording: Wording) -> str:
    reason = _ENDS[Termination(events[0].value)]
    return f"game over{reason}" if reason else ""


_Write = Callable[[list[Event], Wording], str]

_OF_THE_TABLE: Final = frozenset(
    {
        EventKind.DEAL,
        EventKind.DEALT,
        EventKind.TURNED,
        EventKind.RESHUFFLED,
        EventKind.REVERSED,
        EventKind.CUT_AGAIN,
        EventKind.DEAL_OVER,
        EventKind.GAME_OVER,
    }
)

_SENTENCES: Final[dict[EventKind, _Write]] = {
    EventKind.DEAL: lambda events, wording: (
        f"Deal {events[0].value + 1} (dealer: {wording.names[events[0].seat]})"
    ),
    EventKind.DEALT: _deal_cards,
    EventKind.TURNED: _turn_up,
    EventKind.DREW: _draw,
    EventKind.RESHUFFLED: lambda events, _: (
        f"discard pile reshuffled into the stock ({events[0].value} cards)"
    ),
    EventKind.PLAYED: _play,
    EventKind.SAID: _say,
    EventKind.NAMED: lambda events, wording: f"names {wording.suit(events[0].value)}",
    EventKind.REVERSED: lambda events, _: "direction restored" if events[0].value else "direction reversed",
    EventKind.SKIPPED: lambda events, wording: wording.explain(events[0].seat, "is skipped"),
    EventKind.PASSED: lambda events, wording: wording.explain(events[0].seat, "ends the turn"),
    EventKind.CUT_MET: _cut,
    EventKind.CUT_KEPT: lambda events, wording: f"keeps {wording.card(events[0].card)}",
    EventKind.CUT_LEFT: lambda events, wording: f"leaves {wording.card(events[0].card)}",
    EventKind.CUT_AGAIN: lambda *_: "all cards go back, the pack is shuffled and cut again",
    EventKind.CATCHES: lambda events, wording: f"tries to catch {wording.names[events[0].value]}",
    EventKind.LETS_PASS: lambda *_: "lets it pass",
    EventKind.CLAIMED: _claim,
    EventKind.BELIEVED: lambda *_: "believes it",
    EventKind.DOUBTED: lambda *_: "doubts it",
    EventKind.SHOWN: lambda events, wording: f"shows {wording.card(events[0].card)}",
    EventKind.TAKEN_BACK: lambda *_: "takes it back",
    EventKind.OUT: _go_out,
    EventKind.DEAL_OVER: lambda events, _: f"deal over{_ENDS[Termination(events[0].value)]}",
    EventKind.SCORED: _score,
    EventKind.ELIMINATED: lambda *_: "is out of the game",
    EventKind.GAME_OVER: _end_game,
    EventKind.FORFEITED: lambda *_: "is at fault",
}
