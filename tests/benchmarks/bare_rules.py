"""Mau-Mau for two with bit masks, as small as `tests.benchmarks.bare` allows.

A 7 makes the next player draw two, an 8 gives another turn, a Jack fits everything and names a suit.
"""

from random import Random
from typing import Final

from arena.rules.cards import members

RANKS: Final = 8  # 7 8 9 10 J Q K A
CARDS: Final = 4 * RANKS
HAND: Final = 5
SEVEN, EIGHT, JACK = 0, 1, 4
DRAW, PASS, NAME = CARDS, CARDS + 1, CARDS + 2  # actions that are no card; a suit is NAME + suit
MAX_PLIES: Final = 500

_SUIT_MASKS: Final = [(1 << RANKS) - 1 << RANKS * suit for suit in range(4)]
_RANK_MASKS: Final = [sum(1 << RANKS * suit + rank for suit in range(4)) for rank in range(RANKS)]


class BareGame:
    """One game without hidden cards. `legal` and `apply` do not check their arguments."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.order = list(range(CARDS))
        Random(number).shuffle(self.order)
        self.stock = self.order.copy()
        self.hands = [0, 0]
        for _ in range(HAND):
            for seat in (0, 1):
                self.hands[seat] |= 1 << self.stock.pop()
        self.top = self.stock.pop()
        self.suit = self.top // RANKS
        self.pile: list[int] = []
        self.turn = self.debt = 0
        self.drew = self.names = self.over = False
        self.actions: list[int] = []

    def legal(self) -> list[int]:
        if self.names:
            return [NAME, NAME + 1, NAME + 2, NAME + 3]
        if self.debt:
            fits = _RANK_MASKS[SEVEN]
        else:
            fits = _SUIT_MASKS[self.suit] | _RANK_MASKS[self.top % RANKS] | _RANK_MASKS[JACK]
        return [*members(self.hands[self.turn] & fits), PASS if self.drew else DRAW]

    def apply(self, action: int) -> None:
        self.actions.append(action)
        if action < CARDS:
            self._play(action)
        elif action == DRAW and not self.debt:
            self._draw(1)
            self.drew = True
        elif action == DRAW:
            self._draw(self.debt)
            self.debt = 0
            self.turn ^= 1
        elif action == PASS:
            self.drew = False
            self.turn ^= 1
        else:
            self.suit, self.names = action - NAME, False
            self.turn ^= 1
        self.over = self.over or len(self.actions) >= MAX_PLIES

    def _play(self, card: int) -> None:
        self.drew = False
        self.hands[self.turn] ^= 1 << card
        self.pile.append(self.top)
        self.top, self.suit = card, card // RANKS
        self.over = not self.hands[self.turn]
        rank = card % RANKS
        if rank == SEVEN:
            self.debt += 2
        if rank == JACK:
            self.names = not self.over
        elif rank != EIGHT:
            self.turn ^= 1

    def _draw(self, count: int) -> None:
        for _ in range(count):
            if not self.stock:
                self.stock, self.pile = self.pile, []
                Random(len(self.actions)).shuffle(self.stock)
            if self.stock:
                self.hands[self.turn] |= 1 << self.stock.pop()
