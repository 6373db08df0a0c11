"""Deduce from the events of a deal which cards the other seats may hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from arena.rules import GameRules, Word
from arena.rules.announcements import strongest_word
from arena.rules.cards import NO_SUIT, Card, CardSet
from arena.rules.effects import Cover, MayGoOn, OweCards, keeps_turn
from arena.rules.ruleset import Paid
from maumau.events import DrawReason, Event, EventKind

_DEALT: Final = 0  # times when a card came to its place: 0 dealt, 1 first card up, then one per reshuffle
_TURNED: Final = 1


@dataclass(slots=True, eq=False)
class Slot:
    """A place for one unseen card in a hand, or for a card that a seat has played face down."""

    since: int  # when the card came there, see `_DEALT`
    never: CardSet = 0  # cards that its holder would have had to play; if the card is known, all other cards

    def may_be(self, card: int, since: int) -> bool:
        """True if this place can hold the card with the face `card`.

        `since`: when the card came into the stock. 0: before the deal, 1: when the first card was turned up,
        then one more for each reshuffle.
        """
        return since <= self.since and not self.never >> card & 1


@dataclass(slots=True)
class Lying:
    """A card of the discard pile, and this seat's knowledge about it."""

    face: int  # the face that counts
    real: int
    suit: int = NO_SUIT  # named with it
    holder: int | None = None  # if `real` is unknown: the seat that played it face down
    since: int = _DEALT  # `holder` has held it since then or earlier, see `_DEALT`
    face_down: bool = False


@dataclass(slots=True)
class Play:
    """The last play: its cards, and the announcements before it and with it."""

    seat: int
    faces: list[int]
    before: int  # the seat's announcement before the play
    word: int = Word.SILENT  # the announcement made with it


@dataclass(slots=True)
class Account:
    """The knowledge of one seat about the cards of the current deal.

    Unseen cards are in the stock, in other hands, or face down on the pile. Three facts restrict their
    places:

    - The whole pile is known when it is reshuffled. So a card that was already in a hand is not one of the
      reshuffled cards. With two players, the opponent's whole hand is then known.
    - If the rules forbid drawing with a playable card, a player who draws has no card that fits.
    - All players see a card that is kept when cutting, or taken back after a false claim.
    """

    game: GameRules
    seat: int
    own: Sequence[int] = ()  # faces of the cards that this seat played face down, in order
    unseen: dict[int, list[int]] = field(init=False)  # by face: when each copy came to the stock
    # Unseen cards of other seats, the oldest first, including unrevealed face-down plays.
    hands: list[list[Slot]] = field(init=False)
    shown: list[list[int]] = field(init=False)  # faces in other hands that all players have seen
    counts: list[int] = field(init=False)
    said: list[int] = field(init=False)
    pile: list[Lying] = field(default_factory=list)
    met: list[int] = field(default_factory=list)  # faces seen when cutting
    decided: int = 0  # number of cards in `met` that the cutter has decided about
    drawn: list[int] = field(default_factory=list)  # faces just drawn by this seat
    forgot: dict[int, int] = field(default_factory=dict)  # the word said when leaving one card, by seat
    finished: tuple[int, ...] = ()
    last: Play | None = None
    last_plays: dict[int, tuple[Card, ...]] = field(default_factory=dict)  # seats inside without cards
    laid: int = 1
    draws: int = 0
    idle: int = 0
    epoch: int = 0
    decisions: int = 0  # approximate; only used for the limit of decisions in a deal
    _now: int = _DEALT
    _drawer: int = -1  # the seat that drew last, if no play or pass followed
    _covers: int = -1  # the seat that must cover the top card, -1 if none
    _owed: int = 0  # number of cards owed; fewer may be left to draw
    _last_plays_before: dict[int, tuple[Card, ...]] = field(
        default_factory=dict
    )  # as `last_plays`, before the last play
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

    def follow(self, events: Iterable[Event]) -> None:
        """Update the account by further events of the deal."""
        for event in events:
            learn = _LEARN.get(event.kind)
            if learn:
                learn(self, event)

    # ---- cards come and go ----

    def _remove_from_stock(self, face: int) -> None:
        """Remove a seen card from the stock; of several copies, the copy that came there last."""
        copies = self.unseen[face]
        copies.remove(max(copies))

    def _take(self, event: Event) -> None:
        seat = _seat(event)
        self.counts[seat] += 1
        if event.card is None:
            self.hands[seat].append(Slot(self._now))
        else:
            self._remove_from_stock(event.card.code)

    def _remove_played_card(self, seat: int, face: int) -> None:
        """Remove a played card from a seat's hand."""
        self.counts[seat] -= 1
        if seat == self.seat:
            return
        if face in self.shown[seat]:
            self.shown[seat].remove(face)
            return
        self._remove_slot(self.hands[seat], face)

    def _remove_slot(self, slots: list[Slot], face: int) -> None:
        """Remove the place of a played card from the places of a hand.

        Prefer a place that is known to hold this card, else the first place that may hold it.
        """
        copies = self.unseen[face]
        latest = max(slot.since for slot in slots)
        fitting = [slot for slot in slots if slot.may_be(face, min(copies))]
        slots.remove(next((slot for slot in fitting if slot.never == _all_but(face)), fitting[0]))
        # Assume the copy that came into the stock last, so that the other places stay possible.
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
            self.last_plays = self._last_plays_before  # the last card was not played to go out
        if event.card is not None:
            self.drawn.append(event.card.code)
        self.said[seat] = Word.SILENT
        self._take(event)
        self.idle = int(event.value == DrawReason.DEBT and self._pays_last_card())
        self._drawer, self._covers = seat, -1

    def _pays_last_card(self) -> bool:
        """Count one card as paid for a debt. True if the debt is now paid and no card is left to draw.

        Always False in rulesets without drawing one card at a time (`OneByOne`).
        """
        self._owed -= 1
        if self._can_draw():
            return False
        paid, self._owed = not self._owed, 0
        return paid and bool(self.game.drawing)

    def _could_not_play(self, seat: int) -> None:
        """If the rules forbid drawing with a card that fits, record that a drawing seat has none."""
        game, top = self.game, self.pile[-1]
        effect = game.effects[top.face]
        must = self._covers == seat and isinstance(effect, Cover) and not effect.or_draw
        free = game.may_draw and not must
        if free or game.drawing or game.face_down or seat == self.seat:
            return
        for slot in self.hands[seat]:
            slot.never |= game.fits[top.face][top.suit]

    def _reshuffled(self, event: Event) -> None:
        """Move all cards of the pile but the top into the stock."""
        self._now += 1
        self.epoch += 1
        for lying in self.pile[:-1]:
            if lying.holder is None:
                self.unseen[lying.real].append(self._now)
            else:
                self._move_one_to_stock(self.hands[lying.holder])
        del self.pile[:-1]

    def _move_one_to_stock(self, slots: list[Slot]) -> None:
        """Remove a place from a hand, because a card played face down from it goes into the stock.

        It may be any of the hand's unknown cards. So only the age of the other cards is still known.
        """
        slots[:] = [Slot(slot.since) for slot in slots[1:]]  # only the age of the others is still known

    # ---- the cut and the first card ----

    def _cut_met(self, event: Event) -> None:
        self.met.append(_face(event))

    def _cut_again(self, event: Event) -> None:
        self.met.clear()
        self.epoch += 1

    def _cut_kept(self, event: Event) -> None:
        seat, face = _seat(event), _face(event)
        self._remove_from_stock(face)
        self.counts[seat] += 1
        self.decided += 1
        if seat != self.seat:
            self.shown[seat].append(face)

    def _cut_left(self, event: Event) -> None:
        self.decided += 1

    def _turned(self, event: Event) -> None:
        """Turn up the first card of the pile. A card turned up before returns to the stock."""
        if self.pile:
            self.unseen[self.pile.pop().face].append(_TURNED)
        self._now = _TURNED
        face = _face(event)
        self._remove_from_stock(face)
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
        self._remove_played_card(seat, face)
        below = self.pile[-1]
        kept = self.game.keeping >> face & 1
        suit = self.game.suit_to_follow(Card(below.face), below.suit) if kept else NO_SUIT
        owed_for = self.game.effects[below.face]
        if self._drawer == seat and isinstance(owed_for, OweCards) and owed_for.rest_lapses:
            self._owed = 0  # the cards not yet drawn are no longer owed
        self.pile.append(Lying(face, face, suit))
        self._moved()
        self._covers = seat if isinstance(self.game.effects[face], Cover) else -1
        if not event.value:
            self._owe(face)
            self._leaves_one(seat, Word.SILENT)
            if self.game.returns and not self.counts[seat]:
                self._last_plays_before = self.last_plays
                self.last_plays = {**self.last_plays, seat: tuple(map(Card, self.last.faces))}

    def _owe(self, face: int) -> None:
        """Set how many cards are owed after this card was laid; 0 if there is no card to draw."""
        effect = self.game.effects[face]
        already, self._owed = self._owed, 0
        if isinstance(effect, OweCards) and self._can_draw():
            self._owed = already * effect.adds_up + effect.cards * (self.alike() if effect.each else 1)

    def alike(self) -> int:
        """Return how many cards of the last play have the same effect as its top card."""
        if self.last is None:
            return 1
        alike = self.game.alike[self.last.faces[-1]]
        return sum(alike >> face & 1 for face in self.last.faces)

    def _moved(self) -> None:
        self.idle = self.draws = 0
        self.drawn.clear()
        self._drawer = -1

    def _leaves_one(self, seat: int, word: int) -> None:
        """If a seat has one card left, record its announcement. A missing word may cost cards.

        `word`: the announced word; `Word.SILENT` if the seat announced nothing.
        """
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
        """Record a pass, and count the passes in a row by players who neither drew nor played."""
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
        """True if the seat has played a card, and its next question is only about an announcement."""
        late = self.game.ruleset.calls.paid is Paid.NEXT_MOVE and seat in self.forgot
        if not late or self.counts[seat] != 1 or self.said[seat] <= strongest_word(self.game):
            return False
        others = (other for other in range(self.game.seats) if other != seat)
        inside = sum(self.counts[other] > 0 or other in self.last_plays for other in others)
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
        lying = Lying(face, face, self.game.suit_after_lay(Card(face), before), face_down=True)
        if seat == self.seat:
            lying.real = next(self._own)
        else:
            self._hide_again(seat)
            lying.holder, lying.since = seat, self.hands[seat][-1].since
        self.pile.append(lying)
        self._moved()

    def _hide_again(self, seat: int) -> None:
        """Make a seat's known cards unknown again, because it may have played one of them face down."""
        for face in self.shown[seat]:
            self.unseen[face].append(self._now)
            self.hands[seat].append(Slot(self._now, _all_but(face)))
        self.shown[seat].clear()

    def _decided(self, event: Event) -> None:
        self.decisions += 1

    def _turned_over(self, event: Event) -> None:
        """Turn the top card of the pile face up."""
        face, top = _face(event), self.pile[-1]
        if top.holder is not None:
            self._remove_slot(self.hands[top.holder], face)
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
