"""What happened in this deal, as one seat can tell: who may hold what, from the events it was told."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.rules import Game, Word
from arena.rules.announcements import strongest_word
from arena.rules.cards import NO_SUIT, Card, CardSet
from arena.rules.effects import Cover, MayGoOn, OweCards, keeps_turn
from arena.rules.ruleset import Paid
from maumau.events import DrawReason, Event, EventKind

_DEALT: Final = 0  # when a card came to where it is: in dealing, or later, which every reshuffle makes later
_TURNED: Final = 1


@dataclass(slots=True, eq=False)
class Slot:
    """A card that this seat does not see. It lies where it does since `since`, and is none of `never`."""

    since: int
    never: CardSet = 0  # cards its holder would have had to play; all but the one that it is known to be

    def may_be(self, card: int, since: int) -> bool:
        """Whether it can be a card that came into the stock then."""
        return since <= self.since and not self.never >> card & 1


@dataclass(slots=True)
class Lying:
    """A card of the discard pile: the face that counts, the suit named with it, and what it is: `real`, or
    one that `holder` laid face down, which is any of those that he had by then: since `since` at the latest.
    """

    face: int
    real: int
    suit: int = NO_SUIT
    holder: int | None = None
    since: int = _DEALT
    face_down: bool = False


@dataclass(slots=True)
class Play:
    """The last play: of whom, which cards (by face), what stood said before it, and what was said with it."""

    seat: int
    faces: list[int]
    before: int
    word: int = Word.SILENT


@dataclass(slots=True)
class Account:
    """One deal up to now.

    Cards that nobody showed this seat lie in the stock, in other hands, or face down on the pile. Three
    things tell more of them than how many there are:

    * The pile that is reshuffled is known. Who drew before cannot hold a card that lay in it; with two at the
      table the other's whole hand is known then.
    * Who draws where the rules let nobody draw who could play held no card that fits.
    * A card that is kept in cutting, or taken back after a lie, was seen by all.
    """

    game: Game
    seat: int
    own: Sequence[int] = ()  # faces of what this seat laid face down, one after the other
    unseen: dict[int, list[int]] = field(init=False)  # by face: since when each copy may lie in the stock
    # Of others, those first that were there first; with what they laid face down and nobody showed.
    hands: list[list[Slot]] = field(init=False)
    shown: list[list[int]] = field(init=False)  # faces that others hold for all to know
    counts: list[int] = field(init=False)
    said: list[int] = field(init=False)
    pile: list[Lying] = field(default_factory=list)
    met: list[int] = field(default_factory=list)  # faces met in cutting
    decided: int = 0  # about how many of them it was decided
    drawn: list[int] = field(default_factory=list)  # faces that this seat has just drawn
    forgot: dict[int, int] = field(default_factory=dict)  # what was said on leaving one card, by seat
    finished: tuple[int, ...] = ()
    last: Play | None = None
    went_with: dict[int, tuple[Card, ...]] = field(default_factory=dict)  # who keeps his place without cards
    laid: int = 1
    draws: int = 0
    idle: int = 0
    epoch: int = 0
    decisions: int = 0  # about so many; it tells only how far off the end of a deal without end is
    _now: int = _DEALT
    _drawer: int = -1  # who drew last, if nothing was laid or passed since
    _covers: int = -1  # who has to cover the top
    _owed: int = 0  # cards, if somebody owes any; what is there to be drawn may be less
    _went_before: dict[int, tuple[Card, ...]] = field(
        default_factory=dict
    )  # as `went_with`, before the last play
    _own: Iterator[int] = field(init=False)

    def __post_init__(self) -> None:
        seats = range(self.game.seats)
        self.unseen = {face: [] for face in self.game.faces}
        for face in self.game.faces:
            self.unseen[face].append(_DEALT)
        self.hands = [[] for _ in seats]
        self.shown = [[] for _ in seats]
        self.counts = [0 for _ in seats]
        self.said = [int(Word.SILENT) for _ in seats]
        self._own = iter(self.own)

    def tell(self, events: Iterable[Event]) -> None:
        """These things happened next."""
        for event in events:
            learn = _LEARN.get(event.kind)
            if learn:
                learn(self, event)

    # ---- cards come and go ----

    def _see(self, face: int) -> None:
        """A card of the stock is seen: of equal ones the one that came there last."""
        copies = self.unseen[face]
        copies.remove(max(copies))

    def _take(self, event: Event) -> None:
        seat = _seat(event)
        self.counts[seat] += 1
        if event.card is None:
            self.hands[seat].append(Slot(self._now))
        else:
            self._see(event.card.code)

    def _give(self, seat: int, face: int) -> None:
        """Somebody shows a card of his hand and lays it."""
        self.counts[seat] -= 1
        if seat == self.seat:
            return
        if face in self.shown[seat]:
            self.shown[seat].remove(face)
            return
        self._forget(self.hands[seat], face)

    def _forget(self, slots: list[Slot], face: int) -> None:
        """One of these slots held this card. The one known to is taken for it, else the first that may have,
        and of equal cards the one that came into the stock last: so whatever it really was, what remains is
        possible.
        """
        copies = self.unseen[face]
        latest = max(slot.since for slot in slots)
        fitting = [slot for slot in slots if slot.may_be(face, min(copies))]
        slots.remove(next((slot for slot in fitting if slot.never == _all_but(face)), fitting[0]))
        copies.remove(max(since for since in copies if since <= latest))

    def _drew(self, event: Event) -> None:
        seat = _seat(event)
        if event.value == DrawReason.DRAW:
            self._could_not_play(seat)
            self.draws += bool(self.game.drawing)
            self.decisions += 1
        if event.value == DrawReason.CALL:
            self.forgot.pop(seat, None)
        if event.value in (DrawReason.CALL, DrawReason.LAST_CARD) and not self.counts[seat]:
            self.went_with = self._went_before  # the last card did not go out
        if event.card is not None:
            self.drawn.append(event.card.code)
        self.said[seat] = Word.SILENT
        self._take(event)
        self.idle = int(event.value == DrawReason.DEBT and self._pays_with_the_last())
        self._drawer, self._covers = seat, -1

    def _pays_with_the_last(self) -> bool:
        """Whether the last card is drawn for the last one owed, which counts as a pass."""
        self._owed -= 1
        if self._can_draw():
            return False
        paid, self._owed = not self._owed, 0
        return paid and bool(self.game.drawing)

    def _could_not_play(self, seat: int) -> None:
        """Who draws in his turn held nothing that fits, where the rules let nobody draw who could play."""
        game, top = self.game, self.pile[-1]
        effect = game.effects[top.face]
        must = self._covers == seat and isinstance(effect, Cover) and not effect.or_draw
        free = game.may_draw and not must
        if free or game.drawing or game.face_down or seat == self.seat:
            return
        for slot in self.hands[seat]:
            slot.never |= game.fits[top.face][top.suit]

    def _reshuffled(self, event: Event) -> None:
        """All but the top is the stock now: nobody who held his cards before can hold one of these."""
        self._now += 1
        self.epoch += 1
        for lying in self.pile[:-1]:
            if lying.holder is None:
                self.unseen[lying.real].append(self._now)
            else:
                self._lose(self.hands[lying.holder])
        del self.pile[:-1]

    def _lose(self, slots: list[Slot]) -> None:
        """One of these is in the stock, nobody knows which: the first is taken for it, and none is known."""
        slots[:] = [Slot(slot.since) for slot in slots[1:]]

    # ---- the cut and the first card ----

    def _cut_met(self, event: Event) -> None:
        self.met.append(_face(event))

    def _cut_again(self, event: Event) -> None:
        self.met.clear()
        self.epoch += 1

    def _cut_kept(self, event: Event) -> None:
        seat, face = _seat(event), _face(event)
        self._see(face)
        self.counts[seat] += 1
        self.decided += 1
        if seat != self.seat:
            self.shown[seat].append(face)

    def _cut_left(self, event: Event) -> None:
        self.decided += 1

    def _turned(self, event: Event) -> None:
        """A card turned up before goes back; nobody was dealt it."""
        if self.pile:
            self.unseen[self.pile.pop().face].append(_TURNED)
        self._now = _TURNED
        face = _face(event)
        self._see(face)
        wild = self.game.wilds >> face & 1
        self.pile.append(Lying(face, face, self.game.suits[face] if wild else NO_SUIT))
        if self.game.ruleset.turned_acts:
            self._owe(face)

    # ---- plays ----

    def _played(self, event: Event) -> None:
        seat, face = _seat(event), _face(event)
        more = self.last is not None and self.last.seat == seat and self.laid > len(self.last.faces)
        if more and self.last:
            self.last.faces.append(face)
        else:
            self.last = Play(seat, [face], self.said[seat])
            self.laid = event.value + 1
            self.decisions += 1
        self._give(seat, face)
        below = self.pile[-1]
        kept = self.game.keeping >> face & 1
        suit = self.game.suit_to_follow(Card(below.face), below.suit) if kept else NO_SUIT
        owed_for = self.game.effects[below.face]
        if self._drawer == seat and isinstance(owed_for, OweCards) and owed_for.rest_lapses:
            self._owed = 0  # what was not drawn
        self.pile.append(Lying(face, face, suit))
        self._moved()
        self._covers = seat if isinstance(self.game.effects[face], Cover) else -1
        if not event.value:
            self._owe(face)
            self._leaves_one(seat, Word.SILENT)
            if self.game.returns and not self.counts[seat]:
                self._went_before = self.went_with
                self.went_with = {**self.went_with, seat: tuple(map(Card, self.last.faces))}

    def _owe(self, face: int) -> None:
        """What the card on top makes somebody draw, as long as there is something to draw."""
        effect = self.game.effects[face]
        already, self._owed = self._owed, 0
        if isinstance(effect, OweCards) and self._can_draw():
            self._owed = already * effect.adds_up + effect.cards * (self.alike() if effect.each else 1)

    def alike(self) -> int:
        """Return how many cards of the last play do the same as its top."""
        if self.last is None:
            return 1
        alike = self.game.alike[self.last.faces[-1]]
        return sum(alike >> face & 1 for face in self.last.faces)

    def _moved(self) -> None:
        self.idle = self.draws = 0
        self.drawn.clear()
        self._drawer = -1

    def _leaves_one(self, seat: int, word: int) -> None:
        """Whether he may have to pay for a word: it is known when the card is that is left."""
        self.forgot.pop(seat, None)
        if self.counts[seat] == 1 and self.last and self.last.before != Word.MAU_MAU:
            self.forgot[seat] = word

    def _named(self, event: Event) -> None:
        self.pile[-1].suit = event.value

    def _spoken(self, event: Event) -> None:
        seat = _seat(event)
        self.said[seat] = event.value
        if self.last and self.last.seat == seat:
            self.last.word = event.value
            self._leaves_one(seat, event.value)

    def _passed(self, event: Event) -> None:
        """A pass for want of a play and of cards, which a draw or a play in the same turn rules out."""
        seat = _seat(event)
        goes_on = isinstance(self.game.effects[self.pile[-1].face], MayGoOn) and not self.idle
        goes_on = goes_on or self._only_about_a_word(seat)
        chosen = self._drawer == seat or (goes_on and self.last is not None and self.last.seat == seat)
        if self.game.ruleset.calls.paid is Paid.NEXT_MOVE:
            self.forgot.pop(seat, None)
        if self.game.drawing:
            self.idle = 0 if self._can_draw() else self.idle + 1
        elif not chosen:
            self.idle += 1
        self.decisions += 1
        self.draws = 0
        self.drawn.clear()
        self._drawer = -1

    def _only_about_a_word(self, seat: int) -> bool:
        """True if a pass only decides about a word, before the card that was laid does anything."""
        late = self.game.ruleset.calls.paid is Paid.NEXT_MOVE and seat in self.forgot
        if not late or self.counts[seat] != 1 or self.said[seat] <= strongest_word(self.game):
            return False
        others = (other for other in range(self.game.seats) if other != seat)
        inside = sum(self.counts[other] > 0 or other in self.went_with for other in others)
        return not keeps_turn(self.game.effects[self.pile[-1].face], self.alike(), inside)

    def _can_draw(self) -> bool:
        here = sum(self.counts) + len(self.pile)
        return here < self.game.pack.size or (len(self.pile) > 1 and self.game.reshuffles)

    def _out(self, event: Event) -> None:
        self.finished += (_seat(event),)

    # ---- face down ----

    def _claimed(self, event: Event) -> None:
        seat, face = _seat(event), _face(event)
        below = self.pile[-1]
        before = self.game.suit_to_follow(Card(below.face), below.suit)
        self.last = Play(seat, [face], self.said[seat])
        self.laid = 1
        self.counts[seat] -= 1
        self.decisions += 1
        lying = Lying(face, face, self.game.lying_suit(Card(face), before), face_down=True)
        if seat == self.seat:
            lying.real = next(self._own)
        else:
            self._hide_again(seat)
            lying.holder, lying.since = seat, self.hands[seat][-1].since
        self.pile.append(lying)
        self._moved()

    def _hide_again(self, seat: int) -> None:
        """It may be one of those that all had seen."""
        for face in self.shown[seat]:
            self.unseen[face].append(self._now)
            self.hands[seat].append(Slot(self._now, _all_but(face)))
        self.shown[seat].clear()

    def _decided(self, event: Event) -> None:
        self.decisions += 1

    def _turned_over(self, event: Event) -> None:
        """The top is shown for what it is."""
        face, top = _face(event), self.pile[-1]
        if top.holder is not None:
            self._forget(self.hands[top.holder], face)
        top.real, top.holder, top.face_down = face, None, False

    def _taken_back(self, event: Event) -> None:
        seat = _seat(event)
        self.pile.pop()
        self.counts[seat] += 1
        if seat != self.seat:
            self.shown[seat].append(_face(event))


_LEARN: Final[Mapping[EventKind, Callable[[Account, Event], None]]] = {
    EventKind.DEALT: Account._take,
    EventKind.TURNED: Account._turned,
    EventKind.DREW: Account._drew,
    EventKind.RESHUFFLED: Account._reshuffled,
    EventKind.PLAYED: Account._played,
    EventKind.SAID: Account._spoken,
    EventKind.NAMED: Account._named,
    EventKind.PASSED: Account._passed,
    EventKind.CUT_MET: Account._cut_met,
    EventKind.CUT_KEPT: Account._cut_kept,
    EventKind.CUT_LEFT: Account._cut_left,
    EventKind.CUT_AGAIN: Account._cut_again,
    EventKind.CATCHES: Account._decided,
    EventKind.LETS_PASS: Account._decided,
    EventKind.CLAIMED: Account._claimed,
    EventKind.BELIEVED: Account._decided,
    EventKind.DOUBTED: Account._decided,
    EventKind.SHOWN: Account._turned_over,
    EventKind.TAKEN_BACK: Account._taken_back,
    EventKind.OUT: Account._out,
}


def _all_but(face: int) -> CardSet:
    return ~(1 << face)


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def _face(event: Event) -> int:
    assert event.card is not None
    return event.card.code
