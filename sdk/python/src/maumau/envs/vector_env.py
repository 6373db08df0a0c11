"""Many games at once, as arrays of numpy."""

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from arena.rules import Ruleset
from arena.rules.dealer import SamplingDealer
from maumau.envs.encoding import VIEW, Vectors, encoding_of
from maumau.envs.games import find_game
from maumau.envs.table import Table


@dataclass(frozen=True, slots=True)
class Batch:
    """The observations of all games by their deciding seats. Each array has one row for each game."""

    observation: Vectors  # (games, size of the encoding)
    mask: NDArray[np.int8]  # (games, actions): 1 for legal actions
    seat: NDArray[np.int64]  # (games,): the seat that decides


class VectorEnv:
    """`games` games at once. Each step is one action of the deciding seat of every game.

    When a game ends, the next game starts at once.
    """

    def __init__(
        self, ruleset: str | Ruleset = "mau-mau", seats: int = 2, games: int = 256, encoding: str = VIEW
    ) -> None:
        self.game = find_game(ruleset, seats)
        self.games = games
        self.encoding = encoding_of(self.game, encoding)
        self._chance = Random()
        self._tables: list[Table] = []

    def reset(self, seed: int | None = None) -> Batch:
        """Start all games. `seed`: the same seed and actions give the same games; None: random games."""
        self._chance = Random(seed)
        self._tables = [Table(self.game, SamplingDealer(self._chance)) for _ in range(self.games)]
        return self._batch()

    def step(self, actions: NDArray[np.integer]) -> tuple[Batch, Vectors, NDArray[np.bool_]]:
        """Take one action in each game.

        Return the views of the next seats, the rewards as an array (games, seats), and for each game whether
        this action ended it. Rewards are 0 until the end of a game. Raise IllegalAction if an action is not
        legal. Earlier games in the batch have then already taken their actions.
        """
        rewards = np.zeros((self.games, self.game.seats), np.float32)
        ended = np.zeros(self.games, np.bool_)
        for at, (table, option) in enumerate(zip(self._tables, actions.tolist(), strict=True)):
            table.step(option)
            if table.position.over:
                rewards[at], ended[at] = table.rewards(), True
                self._tables[at] = Table(self.game, SamplingDealer(self._chance))
        return self._batch(), rewards, ended

    def _batch(self) -> Batch:
        tables, encoding = self._tables, self.encoding
        menus = [table.menu for table in tables]
        rows = [table.row(encoding, table.position.turn) for table in tables]
        return Batch(
            encoding.vectors(rows),
            np.frombuffer(b"".join([menu.mask for menu in menus]), np.int8).reshape(self.games, -1),
            np.array([table.position.turn for table in tables]),
        )
