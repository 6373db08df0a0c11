"""The same game with other seat numbers, or with exchanged cards that a seat cannot see."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from arena.rules import Action, Event, EventKind, Position
from arena.rules.cards import Card, CardSet, members
from arena.rules.choices import NO_CARD, NO_SEAT
from arena.rules.dealer import Dealer, Fact
from arena.rules.events import ALL
from arena.rules.face_down import really_on_top
from arena.rules.turns import set_order


# ---- other numbers for the seats ---------------------------------------------------------------------------
class Turned:
    """Renumbers seats: seat s becomes seat s + by."""

    def __init__(self, seats: int, by: int) -> None:
        self.seats = seats
        self.by = by

    def seat(self, seat: int) -> int:
        return seat if seat in (NO_SEAT, ALL) or seat < 0 else (seat + self.by) % self.seats

    def mask(self, seats: int) -> int:
        return sum(1 << self.seat(seat) for seat in members(seats))

    def position(self, position: Position) -> Position:
        other = position.copy()
        for name in ("hands", "said", "totals", "points", "outs", "places"):
            by_seat = getattr(position, name)
            kept = [by_seat[(seat - self.by) % self.seats] for seat in range(len(by_seat))]
            setattr(other, name, type(by_seat)(kept))
        for name in ("turn", "dealer", "target"):
            setattr(other, name, self.seat(getattr(position, name)))
        for name in ("inside", "alive", "forgot"):
            setattr(other, name, self.mask(getattr(position, name)))
        set_order(other)
        other.finished = tuple(map(self.seat, position.finished))
        other.last_plays = {self.seat(seat): cards for seat, cards in position.last_plays.items()}
        if position.suspected:
            action = self.action(position.suspected.action)
            other.suspected = position.suspected._replace(
                seat=self.seat(position.suspected.seat), action=action
            )
        if position.claimed:
            other.claimed = position.claimed._replace(seat=self.seat(position.claimed.seat))
        other.legal = None
        return other

    def action(self, action: Action) -> Action:
        return replace(action, target=self.seat(action.target))

    def events(self, events: Sequence[Event]) -> list[Event]:
        return [self._event(event) for event in events]

    def _event(self, event: Event) -> Event:
        value = self.seat(event.value) if event.kind is EventKind.CATCHES else event.value
        return event._replace(seat=self.seat(event.seat), value=value)


class TurnedDealer:
    """Deals to the renumbered seats the cards that the dealer has for the old ones."""

    def __init__(self, dealer: Dealer, turned: Turned) -> None:
        self._dealer = dealer
        self._turned = turned

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        seat = who if who < 0 else (who - self._turned.by) % self._turned.seats
        return self._dealer.take(seat, stock, deal, epoch)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._dealer.reshuffled(stock, deal, epoch)

    def record(self, fact: Fact) -> None:
        """Do nothing."""


# ---- other cards where a seat cannot see them --------------------------------------------------------------
class Unseen:
    """Tracks the cards of the discard pile that each seat has not seen: those laid face down by others."""

    def __init__(self, seats: int) -> None:
        self._by_seat = [0] * seats
        self._laid_down: list[Card] = []  # and not taken back, since the last reshuffle

    def of(self, seat: int) -> CardSet:
        return self._by_seat[seat]

    def follow(self, action: Action, events: Sequence[Event]) -> None:
        """Update after an action and its events."""
        for event in events:
            if event.kind is EventKind.CLAIMED:
                self._laid(event.seat, action.card)
            elif event.kind is EventKind.SHOWN:
                self._by_seat = [cards & ~(1 << event.card) for cards in self._by_seat]
            elif event.kind is EventKind.TAKEN_BACK:
                self._laid_down.pop()
            elif event.kind is EventKind.RESHUFFLED:
                self._keep(self._laid_down[-1:])
            elif event.kind is EventKind.DEAL:
                self._keep([])

    def _keep(self, cards: list[Card]) -> None:
        self._laid_down = cards
        left = sum(1 << card for card in cards)
        self._by_seat = [unseen & left for unseen in self._by_seat]

    def _laid(self, seat: int, card: Card) -> None:
        self._laid_down.append(card)
        self._by_seat = [
            cards if other == seat else cards | 1 << card for other, cards in enumerate(self._by_seat)
        ]


def exchanged(position: Position, seat: int, unseen: CardSet, chance: Random) -> Position:
    """Return a position that looks the same to a seat; cards that it cannot see change places."""
    met = sum(1 << card for card in position.met)
    top = 0 if position.top == NO_CARD else 1 << really_on_top(position)
    seen = (position.hands[seat] | position.pile | top | met) & ~unseen
    hidden = list(members(position.game.cards & ~seen))
    places = chance.sample(hidden, len(hidden))
    new = dict(zip(hidden, places, strict=True))
    return _with_cards(position, lambda card: new.get(card, card))


def _with_cards(position: Position, new: Callable[[Card], Card]) -> Position:
    def cards(some: CardSet) -> CardSet:
        return sum(1 << new(card) for card in members(some))

    other = position.copy()
    other.hands = [cards(hand) for hand in position.hands]
    other.stock, other.pile = cards(position.stock), cards(position.pile)
    other.hidden = new(position.hidden)
    if position.hidden == NO_CARD and position.top != NO_CARD:
        other.top = new(position.top)
    if position.claimed:
        before = position.claimed
        under = before.top if before.hidden != NO_CARD else new(before.top)
        other.claimed = before._replace(card=new(before.card), top=under, hidden=new(before.hidden))
    if position.allowed > 0:
        other.allowed = cards(position.allowed)
    other.legal = None
    return other


def public(action: Action) -> Action:
    """Return the public part of an action: not the card that lies face down."""
    return action if action.claim == NO_CARD else replace(action, card=NO_CARD)
