"""A game as a sequence of frames (pictures), one for each ply, for the terminal and for pages."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from arena.record.format import BotFault, Decision, Play
from arena.record.match import Verdict
from arena.record.replay import Ply
from arena.rules import Ask, Event, EventKind, GameRules, Position, Word, observe, redact
from arena.rules.cards import NO_SUIT, SUITS, Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.effects import MayGoOn
from arena.rules.events import ALL, Termination, points_of
from arena.rules.position import Observation
from arena.viewer.cards.glyphs import rank_name, translate_codes
from arena.viewer.printable import printable
from arena.viewer.replay.captions import QUESTIONS, consequences, describe_winners, find_motive
from arena.viewer.replay.known_cards import KnownCards
from arena.viewer.replay.marks import Mark, Move, marks_of, moves_of
from arena.viewer.replay.scene import Scene
from arena.viewer.text import Motive, Wording, sentence


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """One seat in a frame (picture) of a game."""

    name: str
    hand: tuple[str, ...] | None  # in the log's notation; None if it is hidden
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
    """A bot's note about its decision, and the bot's own estimate of its chance to win. One of them may be
    missing.
    """

    seat: int
    text: str
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible state of the game after a decision or fault."""

    ply: int
    text: str  # what happened last, in one line
    brief: str  # `text` without the end of a deal and its scores
    scores: tuple[int | None, ...]  # by seat, what the deal that ended changed its total by; empty if none
    marks: tuple[Mark, ...]
    moves: tuple[Move, ...]
    actor: int | None  # the seat that decided, None before the first decision
    seats: tuple[SeatFrame, ...]  # by number, from 0
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


class Camera:
    """A maker of frames (pictures) from the plies of one game, in order.

    The frames show hands, notes and thinking times of only the visible seats.
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
        """Return the frame (picture) after this ply.

        `places`: each seat's place if the game has ended, otherwise empty.
        """
        table = observe(position, self._visible[0] if self._visible else position.turn)
        hands = {seat: self._hand(observe(position, seat).hand) for seat in self._visible}
        events = tuple(self._redact(event) for event in ply.events)
        motive, self._motive = self._motive, find_motive(position, self._visible)
        return self.picture(Scene(ply.number, ply.decision, events, table, hands, motive), places)

    def picture(self, scene: Scene, places: tuple[int, ...] = ()) -> Frame:
        """Return the frame (picture) of this scene (a ply with the visible state after it).

        `places`: each seat's place if the game has ended, otherwise empty.
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
        unscored = [event for event in events if not _is_result(event)]
        consequence = self._describe_consequence(scene, before, back, places)
        return Frame(
            ply=scene.number,
            text=self._describe(scene, events) + consequence,
            brief=self._describe(scene, unscored) + consequence,
            scores=_scores(events, len(table.counts)),
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

    def _question(self, table: Observation) -> str:
        """Return the question to the current player in words, such as "to play"."""
        effect = None if table.top == NO_CARD else self._effects[table.top]
        if table.ask is Ask.COVER:
            return f"must cover the {rank_name(self._pack.name(Card(table.top))[0], self._pack.style)}"
        if table.ask is Ask.GO_ON and not isinstance(effect, MayGoOn):
            return f"may still say “{self._wording.word}”"
        return QUESTIONS[table.ask]

    def _take_note(self, decision: Decision | None) -> Note | None:
        """Add a decision's thinking time to its bot's total, and return the bot's note.

        Return None if the bot wrote no note, or if its notes are hidden.
        """
        if not isinstance(decision, Play):
            return None
        self._used[decision.seat] += decision.ms
        if not (decision.note or decision.win is not None) or decision.seat not in self._visible:
            return None
        text = printable(translate_codes(decision.note, self._pack.style))
        return Note(decision.seat, text, decision.win)

    def _redact(self, event: Event) -> Event:
        """Return an event, without its card if the viewer may not see the card."""
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

    def _describe(self, scene: Scene, events: Iterable[Event]) -> str:
        if isinstance(scene.decision, BotFault):
            return f"{self._wording.names[scene.decision.seat]}: {Verdict(scene.decision.verdict).words}"
        return sentence(events, replace(self._wording, laid=self._known.laid, motive=scene.motive))

    def _returned_seats(self, before: Observation, scene: Scene) -> tuple[int, ...]:
        """Return the seats that had no cards before this ply and have some now, in the same deal."""
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
        return "".join(consequences(names, before, scene, back, self._question(scene.table)))


def _is_result(event: Event) -> bool:
    """True if an event only reports the points or the winner of a deal."""
    won = event.kind is EventKind.DEAL_OVER and event.value == Termination.WON
    return won or event.kind is EventKind.SCORED


def _scores(events: Iterable[Event], seats: int) -> tuple[int | None, ...]:
    """Return the points that each seat gets in these events; None for a seat that gets no points. Empty if no
    seat scored.
    """
    changes = {event.seat: points_of(event) for event in events if event.kind is EventKind.SCORED}
    return tuple(changes.get(seat) for seat in range(seats)) if changes else ()
