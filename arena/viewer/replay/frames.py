"""A game as a sequence of frames (pictures), one for each ply, for the terminal and for pages.

Hidden cards get into a frame only through `observe` and `redact`, for the visible seats.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from arena.record.format import BotFault, Decision, Play
from arena.record.match import Verdict
from arena.record.replay import Ply
from arena.rules import (
    ActionKind,
    Ask,
    Event,
    EventKind,
    GameRules,
    Position,
    Word,
    choices,
    observe,
    redact,
)
from arena.rules.announcements import ONLY_A_WORD
from arena.rules.cards import NO_SUIT, SUITS, Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.effects import MayGoOn
from arena.rules.events import ALL
from arena.rules.position import Observation
from arena.viewer.cards.glyphs import rank_name, translate_codes
from arena.viewer.printable import printable
from arena.viewer.replay.known_cards import Hands, KnownCards
from arena.viewer.replay.marks import Mark, Move, marks_of, moves_of
from arena.viewer.text import Motive, Wording, join_names, sentence

QUESTIONS: Final = {
    Ask.OVER: "game over",
    Ask.CUT: "keep the card?",
    Ask.TURN: "to play",
    Ask.DRAWN: "drew: may play or pass",
    Ask.DEBT: "answer or draw",
    Ask.PAID: "penalty drawn: may play or pass",
    Ask.MISS: "answer or be skipped",
    Ask.GO_ON: "may play again",
    Ask.CATCH: "catch or let pass",
    Ask.BELIEVE: "believe or doubt",
    Ask.NAME: "names a suit",
    Ask.DRAWN_SEVEN: "play a drawn card or draw on",
}


_UNABLE: Final = {
    Ask.TURN: "cannot play",
    Ask.COVER: "cannot cover",
    Ask.DRAWN: "cannot play the drawn card",
    Ask.PAID: "cannot play",
    Ask.DEBT: "cannot answer",
    Ask.MISS: "cannot answer",
    Ask.GO_ON: "cannot play again",
    Ask.DRAWN_SEVEN: "cannot answer with a drawn card",
}


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """One seat in a frame. `hand` is None if it is hidden; cards are in the log's notation."""

    name: str
    hand: tuple[str, ...] | None
    cards: int
    said: str  # its announcement, empty if none
    inside: bool  # still in the deal
    keeps_place: bool  # without cards, but may have to draw again
    out: int | None  # its place in this deal, from 1, if it went out
    gone: bool  # out of the game
    total: int
    place: int | None  # its place, once the game is over
    used_ms: float | None  # thinking time so far; None if it is hidden


@dataclass(frozen=True, slots=True)
class Note:
    """A bot's note about its decision."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The state of the game after the `ply`-th decision or fault, as shown. Seats are numbered from 0."""

    ply: int
    text: str  # what happened last, in one line
    marks: tuple[Mark, ...]
    moves: tuple[Move, ...]
    actor: int | None  # the seat that decided, None before the first decision
    seats: tuple[SeatFrame, ...]
    turn: int | None  # the seat to decide, None when the game is over
    question: str
    top: str | None
    recent: tuple[str, ...]  # the last cards of the discard pile, top last; face-down cards as claimed
    beneath: tuple[str | None, ...]  # the real cards of `recent`: see `PileCard`
    suit: str | None  # the suit to follow
    named: bool
    debt: int  # penalty cards of `turn`
    misses: int  # number of players who must still miss a turn
    forwards: bool  # play goes in the ruleset's first direction
    stock: int
    pile: int
    deal: int
    dealer: int
    met: str | None  # the card of the cut to decide about
    cut: tuple[str, ...]  # all cards of the cut
    note: Note | None


@dataclass(frozen=True, slots=True)
class Scene:
    """The facts from which a frame is made: a ply of the game and the visible state after it.

    `hands`: the visible hands, by seat. `motive`: of the decision, if the viewer may know it.
    """

    number: int  # of the ply
    decision: Decision | None
    events: tuple[Event, ...]  # redacted
    table: Observation
    hands: Hands
    motive: Motive | None = None


class Camera:
    """Makes the frames of one game, in order. They show the hands, notes and thinking
    times of the visible seats.
    """

    def __init__(self, game: GameRules, names: Iterable[str], visible: frozenset[int]) -> None:
        self._pack = game.pack
        self._effects = game.effects
        self._returns = bool(game.ruleset.returns)
        self._wording = Wording.of(game, names)
        self._visible = tuple(sorted(visible))
        self._used = [0.0] * game.seats
        self._known = KnownCards(game.pack)
        self._before: Observation | None = None
        self._motive: Motive | None = None  # of the next decision, unless it is a play

    def take(self, position: Position, ply: Ply, places: tuple[int, ...] = ()) -> Frame:
        """Return the frame after this ply. `places`: each seat's place if the game is over,
        otherwise empty.
        """
        table = observe(position, self._visible[0] if self._visible else position.turn)
        hands = {seat: self._hand(observe(position, seat).hand) for seat in self._visible}
        events = tuple(self._redact(event) for event in ply.events)
        motive, self._motive = self._motive, self._find_motive(position)
        return self.picture(Scene(ply.number, ply.decision, events, table, hands, motive), places)

    def picture(self, scene: Scene, places: tuple[int, ...] = ()) -> Frame:
        """Return the frame that shows this scene. `places`: each seat's place if the game is over, otherwise
        empty.
        """
        events, table = scene.events, scene.table
        actor = scene.decision.seat if scene.decision else None
        note = self._take_note(scene.decision)
        self._known.follow(events, scene.hands)
        pile = self._known.pile
        before, self._before = self._before or table._replace(debt=0), table
        back = self._returned_seats(before, scene)
        state = {
            Mark.CHAIN: table.debt > before.debt > 0,
            Mark.BACK: bool(back),
            Mark.BLUFF: self._known.bluffed,
            Mark.END: bool(places),
        }
        return Frame(
            ply=scene.number,
            text=self._describe(scene) + self._describe_consequence(scene, before, back, places),
            marks=marks_of(events, state),
            moves=moves_of(events, self._pack),
            actor=actor,
            seats=tuple(self._seat(scene, seat, places) for seat in range(len(table.counts))),
            turn=None if places else table.turn,
            question=QUESTIONS[Ask.OVER] if places else self._question(table),
            top=self._name(table.top),
            recent=tuple(card.claimed for card in pile),
            beneath=tuple(card.real for card in pile),
            suit=None if table.suit == NO_SUIT else SUITS[table.suit],
            named=table.named,
            debt=table.debt,
            misses=table.misses,
            forwards=table.clockwise,
            stock=table.stock,
            pile=table.pile,
            deal=table.deal,
            dealer=table.dealer,
            met=self._name(table.met),
            cut=tuple(self._known.cut),
            note=note,
        )

    def _find_motive(self, position: Position) -> Motive | None:
        """Return why the asked seat will not play a card, if it does not. It follows from its hand, so only
        viewers who see the hand may know it.
        """
        legal = {choice.kind for choice in choices(position)}
        only_a_word = position.ask is Ask.GO_ON and position.allowed == ONLY_A_WORD
        if position.turn not in self._visible or position.ask not in _UNABLE or only_a_word:
            return None
        if ActionKind.PLAY in legal:
            return Motive(position.turn, "")
        nothing_to_draw = position.ask in (Ask.TURN, Ask.COVER) and ActionKind.DRAW not in legal
        return Motive(position.turn, _UNABLE[position.ask] + (" or draw" if nothing_to_draw else ""))

    def _question(self, table: Observation) -> str:
        """Return the question to the current player in words. It may concern an announcement alone."""
        effect = None if table.top == NO_CARD else self._effects[table.top]
        if table.ask is Ask.COVER:
            return f"must cover its {rank_name(self._pack.name(Card(table.top))[0], self._pack.style)}"
        if table.ask is Ask.GO_ON and not isinstance(effect, MayGoOn):
            return f"may still say “{self._wording.word}”"
        return QUESTIONS[table.ask]

    def _take_note(self, decision: Decision | None) -> Note | None:
        """Add a bot's thinking time to its total, and return the bot's note if its seat is visible."""
        if not isinstance(decision, Play):
            return None
        self._used[decision.seat] += decision.ms
        if not decision.note or decision.seat not in self._visible:
            return None
        return Note(decision.seat, printable(translate_codes(decision.note, self._pack.style)))

    def _redact(self, event: Event) -> Event:
        """Return an event without its card, unless at least one of the visible seats may see the card."""
        versions = [redact(event, seat) for seat in self._visible or (ALL,)]
        return max(versions, key=lambda version: version.card != NO_CARD)

    def _seat(self, scene: Scene, seat: int, places: tuple[int, ...]) -> SeatFrame:
        table = scene.table
        inside = bool(table.inside >> seat & 1)
        return SeatFrame(
            name=self._wording.names[seat],
            hand=scene.hands.get(seat),
            cards=table.counts[seat],
            said=self._wording.announcement(Word(table.said[seat])),
            inside=inside,
            keeps_place=self._returns and inside and not table.counts[seat] and not places,
            out=self._known.deal_places.get(seat),
            gone=seat in self._known.eliminated,
            total=table.totals[seat],
            place=places[seat] if places else None,
            used_ms=self._used[seat] if seat in scene.hands else None,
        )

    def _hand(self, cards: CardSet) -> tuple[str, ...]:
        return tuple(self._pack.name(card) for card in members(cards))

    def _name(self, card: int) -> str | None:
        return None if card == NO_CARD else self._pack.name(Card(card))

    def _describe(self, scene: Scene) -> str:
        if isinstance(scene.decision, BotFault):
            return f"{self._wording.names[scene.decision.seat]}: {Verdict(scene.decision.verdict).words}"
        return sentence(scene.events, replace(self._wording, laid=self._known.laid, motive=scene.motive))

    def _returned_seats(self, before: Observation, scene: Scene) -> tuple[int, ...]:
        """Return the seats that had no cards before this ply, stayed in the deal and now have cards again."""
        if not self._returns or any(event.kind is EventKind.DEAL for event in scene.events):
            return ()
        counts = zip(before.counts, scene.table.counts, strict=True)
        return tuple(seat for seat, (had, has) in enumerate(counts) if has and not had)

    def _describe_consequence(
        self, scene: Scene, before: Observation, back: tuple[int, ...], places: tuple[int, ...]
    ) -> str:
        names = self._wording.names
        if places:
            return describe_winners(names, places)
        if isinstance(scene.decision, BotFault):
            return "; the fallback player takes over"
        return "".join(_consequences(names, before, scene, back, self._question(scene.table)))


def describe_winners(names: tuple[str, ...], places: tuple[int, ...]) -> str:
    """Return words about who wins, to append to the sentence about the last ply."""
    first = [name for name, place in zip(names, places, strict=True) if place == 1]
    return f" – {join_names(first)} {'wins the game' if len(first) == 1 else 'share first place'}"


def _consequences(
    names: tuple[str, ...], before: Observation, scene: Scene, back: tuple[int, ...], question: str
) -> Iterator[str]:
    """Yield words about the consequences of a ply.

    `before`: the visible state before it. `back`: the seats that had no cards and now have cards again.
    `question`: to the next player.
    """
    table = scene.table
    player = names[table.turn]
    if back:
        yield f"; {join_names([names[seat] for seat in back])} {'is' if len(back) == 1 else 'are'} back"
    if table.debt > before.debt:
        yield f"; {player} must answer or draw {table.debt}"
    if table.ask is Ask.MISS:
        yield f"; {player} must answer or is skipped" + (
            f" ({table.misses} turns)" if table.misses > 1 else ""
        )
    if table.ask is Ask.COVER:
        yield ", must be covered"
    if _has_another_turn(scene):
        yield f"; {player} {'plays again' if table.ask is Ask.TURN else question}"


def _has_another_turn(scene: Scene) -> bool:
    """True if the seat that has just played a card may play another one before any other seat."""
    kinds = {event.kind for event in scene.events}
    again = scene.decision is not None and scene.decision.seat == scene.table.turn
    played = EventKind.PLAYED in kinds and EventKind.DEAL not in kinds
    return again and played and scene.table.ask in (Ask.TURN, Ask.GO_ON)
