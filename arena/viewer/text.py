"""What happened, in plain words: the events of one decision as one sentence."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from arena.rules import Game
from arena.rules.cards import SUITS, Card, Pack
from arena.rules.choices import NO_CARD, Word
from arena.rules.events import Event, EventKind, Reason, Termination, points_of
from arena.viewer.cards.glyphs import card_glyph, suit_name
from arena.viewer.printable import printable
from arena.viewer.units import counted, signed, unit


@dataclass(frozen=True, slots=True)
class Wording:
    """What a sentence needs besides the events: who sits where, the pack, the two words of the ruleset, what
    totals are, and by seat the card just laid face down, where that is known.
    """

    names: tuple[str, ...]
    pack: Pack
    word: str
    strong_word: str
    unit: str = "point"
    laid: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, names: Iterable[str]) -> "Wording":
        """The words for a game with these names at the table."""
        calls, deals = game.ruleset.calls, game.ruleset.deals
        words = (calls.word, calls.strong_word)
        return cls(tuple(names), game.pack, *words, unit(deals) if deals else "point")

    def card(self, card: int) -> str:
        return card_glyph(self.pack.name(Card(card)), self.pack.style)

    def suit(self, suit: int) -> str:
        return suit_name(SUITS[suit], self.pack.style)

    def said(self, word: Word) -> str:
        """What is said, empty for nothing."""
        return {Word.MAU_MAU: self.strong_word, Word.LAST_CARD: self.word}.get(word, "")


def seat_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names at a table, safe to show; of equal ones each gets its seat's number, counted from 1.

    >>> seat_names(["greedy", "random", "greedy"])
    ('greedy/1', 'random', 'greedy/3')
    """
    return tuple(
        printable(name, 32) + (f"/{seat}" if names.count(name) > 1 else "")
        for seat, name in enumerate(names, start=1)
    )


def sentence(events: Iterable[Event], wording: Wording) -> str:
    """One line for these events: "greedy plays 7♥, says Mau; counting draws 2 cards"."""
    parts: list[str] = []
    last = ""
    for subject, predicate in clauses(events, wording):
        joint = "" if not parts else ", " if subject and subject == last else "; "
        named = "" if subject and subject == last else f"{subject} " if subject else ""
        parts.append(f"{joint}{named}{predicate}")
        last = subject
    return "".join(parts)


def listed(names: Sequence[str]) -> str:
    """Names as one says them.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


class Clause(NamedTuple):
    """Who does what; no subject: it happens at the table."""

    subject: str
    predicate: str


def clauses(events: Iterable[Event], wording: Wording) -> Iterator[Clause]:
    """The events one after the other, like ones in a row taken together."""
    for (kind, seat, _), group in groupby(events, _alike):
        alike = list(group)
        write = _SENTENCES[kind]
        subject = wording.names[seat] if seat < len(wording.names) and kind not in _OF_THE_TABLE else ""
        predicate = write(alike, wording)
        if predicate:
            yield Clause(subject, predicate)


def _alike(event: Event) -> tuple[EventKind, int, int]:
    """Runs of events taken together: a deal, cards that one seat draws for one reason, cards of one play."""
    if event.kind is EventKind.DEALT:
        return event.kind, 0, 0
    return event.kind, event.seat, event.value if event.kind is EventKind.DREW else 0


def _dealt(events: list[Event], wording: Wording) -> str:
    each = sorted(
        {sum(1 for event in events if event.seat == seat) for seat in {event.seat for event in events}}
    )
    return f"{' or '.join(map(str, each))} cards each"


_WHY_DRAWN: Final = {
    Reason.DRAW: "",
    Reason.DEBT: " for what was owed",
    Reason.CALL: " for the missing word",
    Reason.LAST_CARD: " because that card may not go out",
    Reason.OTHERS: "",
    Reason.DOUBT: " for the doubt",
}


def _drew(events: list[Event], wording: Wording) -> str:
    many = "a card" if len(events) == 1 else f"{len(events)} cards"
    seen = " ".join(wording.card(event.card) for event in events if event.card != NO_CARD)
    why = _WHY_DRAWN[Reason(events[0].value)]
    return f"draws {many}{f' ({seen})' if seen else ''}{why}"


def _played(events: list[Event], wording: Wording) -> str:
    return "plays " + listed([wording.card(event.card) for event in events])


def _said(events: list[Event], wording: Wording) -> str:
    said = wording.said(Word(events[0].value))
    return f"says “{said}”" if said else ""


_ENDS: Final = {
    Termination.WON: "",
    Termination.BLOCKED: ": nobody could play or draw",
    Termination.DECISIONS: ": 2,000 decisions",
    Termination.DEALS: ": 200 deals",
    Termination.FORFEIT: ": all others were at fault",
}


def _scored(events: list[Event], wording: Wording) -> str:
    points = points_of(events[0])
    if wording.unit == "point":
        return f"scores {signed(points)}"
    if wording.unit == "life":
        return "loses a life"
    return f"{'pays' if points < 0 else 'gets'} {counted(abs(points), wording.unit)}"


def _met(events: list[Event], wording: Wording) -> str:
    return f"meets {listed([wording.card(event.card) for event in events])} in cutting"


def _turned(events: list[Event], wording: Wording) -> str:
    """Cards that go back when they are turned up, and the one that stays."""
    *back, stays = [wording.card(event.card) for event in events]
    returned = f"{listed(back)} {'goes' if len(back) == 1 else 'go'} back, " if back else ""
    return f"{returned}{stays} is turned up"


def _claimed(events: list[Event], wording: Wording) -> str:
    [event] = events
    card = wording.laid.get(event.seat)
    what = card_glyph(card, wording.pack.style) if card else "a card"
    return f"lays {what} face down as “{wording.card(event.card)}”"


def _out(events: list[Event], wording: Wording) -> str:
    place = events[0].value
    return "is out of cards" if place <= 1 else f"is out of cards, number {place}"


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
    EventKind.DEAL: lambda events, wording: f"deal {events[0].value + 1} by {wording.names[events[0].seat]}",
    EventKind.DEALT: _dealt,
    EventKind.TURNED: _turned,
    EventKind.DREW: _drew,
    EventKind.RESHUFFLED: lambda events, _: f"the discard pile becomes the stock, {events[0].value} cards",
    EventKind.PLAYED: _played,
    EventKind.SAID: _said,
    EventKind.NAMED: lambda events, wording: f"names {wording.suit(events[0].value)}",
    EventKind.REVERSED: lambda events, _: (
        "play goes the other way round" if not events[0].value else "play goes the first way round"
    ),
    EventKind.SKIPPED: lambda *_: "misses the turn",
    EventKind.PASSED: lambda *_: "ends the turn",
    EventKind.CUT_MET: _met,
    EventKind.CUT_KEPT: lambda events, wording: f"keeps {wording.card(events[0].card)}",
    EventKind.CUT_LEFT: lambda events, wording: f"leaves {wording.card(events[0].card)}",
    EventKind.CUT_AGAIN: lambda *_: "all go back, the pack is shuffled and cut again",
    EventKind.CATCHES: lambda events, wording: f"tries to catch {wording.names[events[0].value]}",
    EventKind.LETS_PASS: lambda *_: "lets it pass",
    EventKind.CLAIMED: _claimed,
    EventKind.BELIEVED: lambda *_: "believes it",
    EventKind.DOUBTED: lambda *_: "doubts it",
    EventKind.SHOWN: lambda events, wording: f"shows {wording.card(events[0].card)}",
    EventKind.TAKEN_BACK: lambda *_: "takes it back",
    EventKind.OUT: _out,
    EventKind.DEAL_OVER: lambda events, _: f"the deal is over{_ENDS[Termination(events[0].value)]}",
    EventKind.SCORED: _scored,
    EventKind.ELIMINATED: lambda *_: "is out of the game",
    EventKind.GAME_OVER: lambda events, _: f"the game is over{_ENDS[Termination(events[0].value)]}",
    EventKind.FORFEITED: lambda *_: "was at fault",
}
