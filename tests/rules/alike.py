"""Plays two games that look alike to a seat side by side, as long as they do."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from arena.rules import (
    Action,
    Event,
    EventKind,
    IllegalAction,
    Position,
    Reason,
    action_named,
    apply,
    choices,
    notation,
)
from arena.rules.cards import Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import TABLE, Fact
from tests.rules.random_play import any_action

Look = Callable[[list[Event], list[Event]], None]


class RanOut(Exception):
    """The second game would have to take a card that the first did not take."""


class Diverged(Exception):
    """For the watching seat the two games can no longer be the same."""


@dataclass
class CoupledDealer:
    """Deals two games that differ only in cards hidden from one seat.

    The seat's own draws and the cards turned up are the same in both; all other cards are drawn freely.
    """

    chance: Random
    seat: int
    seen: list[Card] = field(default_factory=list)
    copying: bool = False

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        if not self.is_seen(who):
            return self.chance.choice(list(members(stock)))
        if not self.copying:
            self.seen.append(self.chance.choice(list(members(stock))))
            return self.seen[-1]
        if not self.seen:
            raise RanOut
        card = self.seen.pop(0)
        if not stock >> card & 1:
            raise Diverged
        return card

    def is_seen(self, who: int) -> bool:
        return who in (self.seat, TABLE) or who < TABLE

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        pass

    def record(self, fact: Fact) -> None:
        """Do nothing."""


def side_by_side(one: Position, two: Position, dealer: CoupledDealer, most: int, look: Look) -> int:
    """Play both games for at most this many plies and return the number played. `look` gets the events of
    both after each ply, and may raise Diverged.
    """
    first = one.ply
    with suppress(Diverged):
        while not one.over and one.ply < first + most:
            look(*_ply_of_both(one, two, dealer))
    return one.ply - first


def _ply_of_both(one: Position, two: Position, dealer: CoupledDealer) -> tuple[list[Event], list[Event]]:
    """Play one ply in both games, the same in public. Raise Diverged if the second game cannot."""
    action = any_action(dealer.chance, one)
    same = _counterpart(action, one, two, dealer.chance)
    dealer.copying, dealer.seen = False, []
    events = apply(one, action, dealer)
    dealer.copying = True
    try:
        return events, apply(two, same, dealer)
    except RanOut:
        assert is_public_difference(events, two.events)
        raise Diverged from None


def _counterpart(action: Action, one: Position, two: Position, chance: Random) -> Action:
    """Return the action of the second game that looks the same in public. Raise Diverged."""
    pack = one.game.pack
    if action.claim == NO_CARD:
        try:
            return action_named(two, notation(pack, action))
        except IllegalAction:
            raise Diverged from None
    cards = [choice.card for choice in choices(two) if choice.claims >> action.claim & 1]
    card = action.card if action.card in cards else chance.choice(cards)
    return replace(action, card=card)


def is_public_difference(first: list[Event], second: list[Event]) -> bool:
    """True if the rules reveal a difference: hands counted at the end of a deal, the price of a word too
    weak for the last card, or a face-down card that is shown.
    """
    counted = all(any(event.kind is EventKind.DEAL_OVER for event in events) for events in (first, second))
    return counted or _price_of_words(first) != _price_of_words(second) or _shown(first) != _shown(second)


def _price_of_words(events: list[Event]) -> int:
    return sum(event.kind is EventKind.DREW and event.value == Reason.CALL for event in events)


def _shown(events: list[Event]) -> list[int]:
    return [event.card for event in events if event.kind is EventKind.SHOWN]
