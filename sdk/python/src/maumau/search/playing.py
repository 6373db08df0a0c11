"""Play positions to the end with a fixed order of cards and a fast policy, and value positions."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

from arena.rules import Action, ActionKind, Choice, GameRules, Position, carry_out, choices
from arena.rules.cards import BITS, NO_SUIT, Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import Dealer, Fact
from arena.rules.ending import rank_places
from arena.rules.scoring import HandPoints

Policy = Callable[[Position, Random], Action]

MAX_PLIES: Final = 400
_PLAY: Final = ActionKind.PLAY  # access to enum members is slow in Python 3.11
_BELIEVE: Final = ActionKind.BELIEVE
_DOUBTS: Final = 0.4  # probability that `sensible` doubts a claim
_WILD: Final = 20  # penalty for playing a wild card, in card points
_STAYS: Final = 3  # bonus for each card of the suit that stays in the hand
_TRUE: Final = 50  # bonus for a true claim


class FixedDealer:
    """A dealer with a fixed random order of cards, so that several playouts get the same cards.

    `again` returns another dealer with the same order. `cards`: the number of cards in the pack.

    >>> first = FixedDealer(Random(1), 8)
    >>> first.again().take(0, 0xFF, 0, 0) == first.again().take(1, 0xFF, 0, 0)
    True
    """

    __slots__ = ("_cards", "_chance", "_epoch", "_left", "_orders")

    def __init__(self, chance: Random, cards: int) -> None:
        self._chance = chance
        self._cards = cards
        self._orders: list[list[Card]] = []  # by number of reshuffles
        self._epoch = 0
        self._left: list[Card] = self._order(0)

    def again(self) -> "FixedDealer":
        other = object.__new__(FixedDealer)
        other._chance, other._cards, other._orders = self._chance, self._cards, self._orders
        other._epoch, other._left = 0, self._orders[0].copy()
        return other

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        """Return the first card, in the current order, that is in the stock."""
        while self._left:
            card = self._left.pop()
            if stock >> card & 1:
                return card
        self.reshuffled(stock, deal, epoch)
        return self.take(who, stock, deal, epoch)

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Use the next random order from now on."""
        self._epoch += 1
        self._left = self._order(self._epoch).copy()

    def record(self, fact: Fact) -> None:
        """Ignore the fact: no log is written."""

    def _order(self, epoch: int) -> list[Card]:
        if epoch == len(self._orders):
            order = [Card(card) for card in range(self._cards)]
            self._chance.shuffle(order)
            self._orders.append(order)
        return self._orders[epoch]


def play_out(
    position: Position,
    dealer: Dealer,
    chance: Random,
    policy: "Policy | None" = None,
    plies: int = MAX_PLIES,
) -> None:
    """Play from a position to the end of the deal, or for at most `plies` decisions.

    `policy`: chooses the actions; by default `sensible`.
    """
    decide = policy or sensible
    deal = position.deal
    for _ in range(plies):
        if position.over or position.deal != deal:
            return
        carry_out(position, decide(position, chance), dealer)


def sensible(position: Position, chance: Random) -> Action:
    """Return the action that a simple bot would choose. This takes some microseconds.

    Play high points and long suits first and wild cards last, and name the longest suit.
    """
    legal = choices(position)
    first = legal[0]
    if first.kind is not _PLAY:
        if first.kind is _BELIEVE and chance.random() < _DOUBTS:
            return legal[1].plain
        return _naming(position, first, NO_CARD) if first.suits else first.plain
    if len(legal) == 1 and not first.suits and not first.claims:
        return _most(first)
    game, hand = position.game, position.hands[position.turn]
    worth, of_suit, suits = _tables(game)
    best, most = first, -1e9
    for choice in legal:
        if choice.kind is not _PLAY:
            break
        card = choice.card
        here = worth[card] + _STAYS * (hand & of_suit[suits[card]]).bit_count()
        if choice.claims:
            here += _TRUE * (choice.claims >> game.faces[card] & 1)
        if here > most:
            best, most = choice, here
    return _naming(position, best, best.card)


def _naming(position: Position, choice: Choice, card: int) -> Action:
    """Return an action of a choice that names the longest suit, plays many cards and claims the truth."""
    if not choice.suits and not choice.claims:
        return _most(choice)
    game, hand = position.game, position.hands[position.turn]
    claim = game.faces[card] if choice.claims and choice.claims >> game.faces[card] & 1 else -1
    suit = -1
    if choice.suits:
        left = hand & ~BITS[card] if card != NO_CARD else hand
        of_suit = _tables(game)[1]
        suit = max(range(NO_SUIT), key=lambda one: (left & of_suit[one]).bit_count())
    return _fill(choice, suit, claim)


def _most(choice: Choice) -> Action:
    return _fill(choice, -1, -1) if choice.most else choice.plain


@lru_cache(maxsize=65_536)
def _fill(choice: Choice, suit: int, claim: int) -> Action:
    more = tuple(members(choice.more))[-choice.most :] if choice.most else None
    return choice.fill(more=more, suit=None if suit < 0 else suit, claim=None if claim < 0 else claim)


@lru_cache(maxsize=64)
def _tables(game: GameRules) -> tuple[tuple[int, ...], tuple[CardSet, ...], tuple[int, ...]]:
    """Return the value of playing each card, the cards of each suit, and the suit of each card."""
    worth = tuple(-_WILD if game.wilds >> card & 1 else value for card, value in enumerate(game.values))
    of_suit = tuple(
        sum(BITS[card] for card, one in enumerate(game.suits) if one == suit) for suit in range(NO_SUIT + 1)
    )
    return worth, of_suit, game.suits


def score(position: Position, seat: int) -> float:
    """Return the value of a position for a seat, from 0 to 1.

    After the end of the game, the value is the arena's score. Between deals, estimate it from the totals;
    during a deal, from the numbers of cards in the hands.
    """
    if position.over:
        return _of_places(position.places, seat)
    if position.game.ruleset.deals and position.ply == position.dealt:
        return _of_totals(position, seat)
    counts = [hand.bit_count() for hand in position.hands]
    return (_of_places(rank_places([(count, 0) for count in counts]), seat) + 1) / 3


def _of_places(places: tuple[int, ...], seat: int) -> float:
    """Return the seat's score (k - place) / (k - 1) in a game with k seats; shared places are averaged."""
    mean = places[seat] + (places.count(places[seat]) - 1) / 2
    return (len(places) - mean) / (len(places) - 1)


def _of_totals(position: Position, seat: int) -> float:
    """Compare a seat's total with the mean of the other totals: from 0 (far behind) to 1 (far ahead)."""
    deals, others = position.game.ruleset.deals, position.game.seats - 1
    assert deals is not None
    lead = position.totals[seat] - (sum(position.totals) - position.totals[seat]) / others
    if deals.scoring.fewest_wins:
        lead = -lead
    cost = _cost(position.game)
    return 0.5 + 0.5 * lead / (abs(lead) + cost)


@lru_cache(maxsize=64)
def _cost(game: GameRules) -> float:
    """Return how much a deal typically changes a total."""
    deals = game.ruleset.deals
    counts = deals is not None and (
        isinstance(deals.scoring, HandPoints) or not hasattr(deals.scoring, "doubled_by")
    )
    mean = sum(game.values) / len(game.values)
    return game.hand * mean if counts and not (deals and deals.start) else 2.0
