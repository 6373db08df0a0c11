"""A game as a sequence of pictures, one for each ply: the one computation behind the terminal and the pages.

What a picture shows of hidden cards comes through `observe` and `redact` only, for the seats that are shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from arena.record.format import BotFault, Decision, Play
from arena.record.match import Verdict
from arena.record.replay import Ply
from arena.rules import Ask, Event, EventKind, Game, Position, Word, observe, redact
from arena.rules.cards import NO_SUIT, SUITS, Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.effects import MayGoOn
from arena.rules.events import ALL
from arena.rules.observation import Observation
from arena.viewer.cards.glyphs import translate_codes
from arena.viewer.printable import printable
from arena.viewer.replay.consequence import consequence, winners
from arena.viewer.replay.known_cards import Followed, Hands
from arena.viewer.replay.marks import Mark, marks_of
from arena.viewer.replay.moves import Move, moves_of
from arena.viewer.text import Wording, sentence

QUESTIONS: Final = {
    Ask.OVER: "the game is over",
    Ask.CUT: "keep the card met?",
    Ask.TURN: "to play",
    Ask.DRAWN: "drew: play or pass",
    Ask.COVER: "must cover the card",
    Ask.DEBT: "answer or draw",
    Ask.PAID: "paid: play or pass",
    Ask.MISS: "answer or miss the turn",
    Ask.GO_ON: "may play again",
    Ask.CATCH: "catch or let pass",
    Ask.BELIEVE: "believe or doubt",
    Ask.NAME: "to name a suit",
    Ask.DRAWN_SEVEN: "play what was drawn, or draw on",
}


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """One seat of a picture. `hand` is None where it is hidden; cards are in the log's notation."""

    name: str
    hand: tuple[str, ...] | None
    cards: int
    said: str  # the word that stands, empty if none
    inside: bool  # still in the deal
    keeps_place: bool  # without a card, but still in turn: may be made to draw
    out: int | None  # as which it went out of this deal, from 1
    gone: bool  # out of the game
    total: int
    place: int | None  # at the end of the game
    used_ms: float | None  # thinking time charged so far; None where it is not shown


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot wrote beside its decision."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after the `ply`-th decision or fault. Seats are numbered from 0; JSON-able as it is."""

    ply: int
    text: str  # what happened last, in one line
    marks: tuple[Mark, ...]
    moves: tuple[Move, ...]
    actor: int | None  # the seat that decided, None before the first decision
    seats: tuple[SeatFrame, ...]
    turn: int | None  # the seat that is asked, None when the game is over
    question: str
    top: str | None
    recent: tuple[str, ...]  # the last cards of the discard pile, the top last; those face down as called
    beneath: tuple[str | None, ...]  # for each of `recent` what it really is: see `Lying`
    suit: str | None  # the suit to follow
    named: bool
    debt: int  # cards owed by `turn`
    misses: int  # turns that are still to be missed
    forwards: bool  # play goes in the ruleset's first direction
    stock: int
    pile: int
    deal: int
    dealer: int
    met: str | None  # the card met in cutting that is asked about
    cut: tuple[str, ...]  # all cards met in cutting that still lie there
    note: Note | None


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known of the table after a ply. `hands` by the seats that are shown, as on the cards."""

    number: int  # of the ply
    decision: Decision | None
    events: tuple[Event, ...]  # as they may be known
    table: Observation
    hands: Hands


class Camera:
    """Takes the pictures of one game in order, showing the cards of some seats: all, one, or none.

    Notes and thinking times are shown of the same seats only.
    """

    def __init__(self, game: Game, names: Iterable[str], shown: frozenset[int]) -> None:
        self._pack = game.pack
        self._effects = game.effects
        self._returns = bool(game.ruleset.returns)
        self._wording = Wording.of(game, names)
        self._shown = tuple(sorted(shown))
        self._used = [0.0] * game.seats
        self._followed = Followed(game.pack)
        self._before: Observation | None = None

    def take(self, position: Position, ply: Ply, places: tuple[int, ...] = ()) -> Frame:
        """The next picture, of the position after this ply; `places` by seat if the game is now over."""
        table = observe(position, self._shown[0] if self._shown else position.turn)
        hands = {seat: self._hand(observe(position, seat).hand) for seat in self._shown}
        seen = tuple(self._redacted(event) for event in ply.events)
        return self.picture(Scene(ply.number, ply.decision, seen, table, hands), places)

    def picture(self, scene: Scene, places: tuple[int, ...] = ()) -> Frame:
        """The next picture, of what is known."""
        seen, table = scene.events, scene.table
        actor = scene.decision.seat if scene.decision else None
        note = self._written(scene.decision)
        self._followed.follow(seen, scene.hands)
        pile = self._followed.pile
        before, self._before = self._before or table._replace(debt=0), table
        back = self._back(before, scene)
        state = {
            Mark.CHAIN: table.debt > before.debt > 0,
            Mark.BACK: bool(back),
            Mark.BLUFF: self._followed.bluffed,
            Mark.END: bool(places),
        }
        return Frame(
            ply=scene.number,
            text=self._happened(scene) + self._follows(scene, before, back, places),
            marks=marks_of(seen, state),
            moves=moves_of(seen, self._pack),
            actor=actor,
            seats=tuple(self._seat(scene, seat, places) for seat in range(len(table.counts))),
            turn=None if places else table.turn,
            question=QUESTIONS[Ask.OVER] if places else self._question(table),
            top=self._name(table.top),
            recent=tuple(lying.card for lying in pile),
            beneath=tuple(lying.beneath for lying in pile),
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
            cut=tuple(self._followed.met),
            note=note,
        )

    def _question(self, table: Observation) -> str:
        """What is asked; after a card that does not let its player go on, only about the word."""
        effect = None if table.top == NO_CARD else self._effects[table.top]
        if table.ask is Ask.GO_ON and not isinstance(effect, MayGoOn):
            return f"may still say “{self._wording.word}”"
        return QUESTIONS[table.ask]

    def _written(self, decision: Decision | None) -> Note | None:
        """The note and the time of a decision, where it is a bot's."""
        if not isinstance(decision, Play):
            return None
        self._used[decision.seat] += decision.ms
        if not decision.note or decision.seat not in self._shown:
            return None
        return Note(decision.seat, printable(translate_codes(decision.note, self._pack.style)))

    def _redacted(self, event: Event) -> Event:
        """The event as the best informed of the seats shown learns it."""
        told = [redact(event, seat) for seat in self._shown or (ALL,)]
        return max(told, key=lambda known: known.card != NO_CARD)

    def _seat(self, scene: Scene, seat: int, places: tuple[int, ...]) -> SeatFrame:
        table = scene.table
        inside = bool(table.inside >> seat & 1)
        return SeatFrame(
            name=self._wording.names[seat],
            hand=scene.hands.get(seat),
            cards=table.counts[seat],
            said=self._wording.said(Word(table.said[seat])),
            inside=inside,
            keeps_place=self._returns and inside and not table.counts[seat] and not places,
            out=self._followed.outs.get(seat),
            gone=seat in self._followed.gone,
            total=table.totals[seat],
            place=places[seat] if places else None,
            used_ms=self._used[seat] if seat in scene.hands else None,
        )

    def _hand(self, cards: CardSet) -> tuple[str, ...]:
        return tuple(self._pack.name(card) for card in members(cards))

    def _name(self, card: int) -> str | None:
        return None if card == NO_CARD else self._pack.name(Card(card))

    def _happened(self, scene: Scene) -> str:
        if isinstance(scene.decision, BotFault):
            return f"{self._wording.names[scene.decision.seat]}: {Verdict(scene.decision.verdict).words}"
        return sentence(scene.events, replace(self._wording, laid=self._followed.laid))

    def _back(self, before: Observation, scene: Scene) -> tuple[int, ...]:
        """The seats that had no card, kept their place and have cards again."""
        if not self._returns or any(event.kind is EventKind.DEAL for event in scene.events):
            return ()
        counts = zip(before.counts, scene.table.counts, strict=True)
        return tuple(seat for seat, (had, has) in enumerate(counts) if has and not had)

    def _follows(
        self, scene: Scene, before: Observation, back: tuple[int, ...], places: tuple[int, ...]
    ) -> str:
        names = self._wording.names
        if places:
            return winners(names, places)
        if isinstance(scene.decision, BotFault):
            return "; the house plays on for it"
        return consequence(names, before, scene.table, back)
