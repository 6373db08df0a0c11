"""OpenSpiel's `crazy_eights` from outside, in the words of our engine (X-C8).

OpenSpiel numbers a card 4 × rank + suit; 52 is "draw", 53 "pass", and from 54 on a suit is named. Its players
count from 0 and one of them deals; our seats count from the dealer's next neighbour.
"""

from itertools import compress
from typing import Final, NamedTuple, Protocol, Self

from arena.rules.cards import RANKS, SUITS, Card, CardSet, Pack

DRAW: Final = 52
PASS: Final = 53
DEALER_IS: Final = 52  # of the first chance node: which player is the dealer
WORDS: Final = (
    *(rank + suit for rank in RANKS for suit in SUITS),
    "draw",
    "pass",
    *(f"name {suit}" for suit in SUITS),
)


class SpielState(Protocol):
    """The methods of an OpenSpiel state that are used here."""

    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int, /) -> None: ...
    def observation_tensor(self, player: int, /) -> list[float]: ...
    def get_dealer_deck(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def clone(self) -> Self: ...


class SpielGame(Protocol):
    """The methods of an OpenSpiel game that are used here."""

    def new_initial_state(self) -> SpielState: ...


class Shown(NamedTuple):
    """The state of a game with all cards open: cards in our numbers, choices in words and sorted."""

    asked: int | None  # seat; None when the game is over
    choices: tuple[str, ...]
    hands: tuple[CardSet, ...]
    stock: CardSet
    top: Card
    suit: int
    direction: int  # 1 or -1; 0 when the game is over: a last Ace turns it only in OpenSpiel
    owed: int  # cards that the seat asked must draw at once, of those there are


class Cards:
    """Converts card numbers between OpenSpiel and our engine."""

    def __init__(self, pack: Pack) -> None:
        self.ours = {WORDS.index(pack.name(Card(card))): Card(card) for card in pack.cards()}
        self.theirs = {card: number for number, card in self.ours.items()}
        self._bits = [1 << self.ours[number] for number in range(pack.size)]

    def held(self, counts: list[int] | list[float]) -> CardSet:
        """Return a set of cards from the number of cards by OpenSpiel's numbers."""
        return sum(compress(self._bits, counts))


def shown_by_spiel(state: SpielState, cards: Cards, dealer: int, seats: int) -> Shown:
    """Return the open state of an OpenSpiel game that is not dealing."""
    players = [(dealer + 1 + seat) % seats for seat in range(seats)]
    tensors = [state.observation_tensor(player) for player in players]
    table, over = tensors[0][2 * DRAW :], state.is_terminal()
    return Shown(
        None if over else players.index(state.current_player()),
        () if over else tuple(sorted(WORDS[number] for number in state.legal_actions())),
        tuple(cards.held(tensor[1 : 2 * DRAW : 2]) for tensor in tensors),
        cards.held(state.get_dealer_deck()),
        cards.ours[table.index(1.0)],
        table.index(1.0, DRAW) - DRAW,
        0 if over else _direction(table, seats),
        0 if over else _owed(state),
    )


def points_by_spiel(state: SpielState, dealer: int, seats: int) -> tuple[int, ...]:
    """Return the card points held at the end by our seats; OpenSpiel's are negative."""
    returns = state.returns()
    return tuple(-round(returns[(dealer + 1 + seat) % seats]) for seat in range(seats))


def _owed(state: SpielState) -> int:
    """Return the cards owed. OpenSpiel does not publish them, but a draw that ends the turn pays a debt."""
    if DRAW not in state.legal_actions():
        return 0
    after, drawn = state.clone(), 0
    after.apply_action(DRAW)
    while after.is_chance_node():
        after.apply_action(after.legal_actions()[0])
        drawn += 1
    return drawn if after.current_player() != state.current_player() else 0


def _direction(table: list[float], seats: int) -> int:
    """Return the direction, which ends the observation of a game with special cards."""
    return 1 if len(table) == 52 + 4 + 53 * (seats - 1) or table[-1] else -1
