"""One seat as an environment of Gymnasium; named bots play the other seats."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gymnasium import Env
from gymnasium.spaces import Discrete

from arena.analysis.views import SeatSession
from arena.rules import Event, IllegalAction, Ruleset, choices, observe
from arena.rules.dealer import SamplingDealer
from arena.wire.limits import SEED_BYTES
from maumau.bots import Bot
from maumau.envs.encoding import VIEW, encoding_of
from maumau.envs.games import find_game
from maumau.envs.layout import layout_of
from maumau.envs.spaces import Observation, observation, observation_space
from maumau.envs.table import Table
from maumau.simulating import load_player

_LOSS: Final = -1.0


class MaumauEnv(Env[dict[str, Any], Any]):
    """A game in which one seat is the agent.

    The reward comes when the game ends: 1 for the first place, -1 for the last, equal steps in between. An
    illegal action ends the game as a loss. Each observation has a mask of legal actions.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as in Env

    def __init__(
        self,
        ruleset: str | Ruleset,
        opponents: Sequence[str | Bot | type[Bot]],
        seat: int | None = None,
        encoding: str = VIEW,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(ruleset, len(opponents) + 1)
        self.encoding = encoding_of(self.game, encoding)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.encoding)
        self.action_space = Discrete(layout_of(self.game).size)
        self._seat = seat
        self._bots = [load_player(one) for one in opponents]
        self._players: dict[int, SeatSession] = {}  # by seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game. The agent's seat is random unless one was given."""
        super().reset(seed=seed)
        self.close()
        chance = Random(int(self.np_random.integers(2**63)))
        seats = self.game.seats
        self.seat = chance.randrange(seats) if self._seat is None else self._seat
        others = [seat for seat in range(seats) if seat != self.seat]
        for bot, seat in zip(self._bots, others, strict=True):
            self._players[seat] = SeatSession(bot, self.game, seat, chance.randbytes(SEED_BYTES))
        self._table = Table(self.game, SamplingDealer(chance))
        self._news = {seat: list(self._table.events) for seat in others}
        self._let_others_play()
        return self._observe(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; then the other seats play until the agent must decide again."""
        table = self._table
        before = table.events
        try:
            table.step(int(action))
        except IllegalAction as problem:
            return self._observe(), _LOSS, True, False, {"illegal": str(problem)}
        if table.events is not before:
            self._let_others_play(table.events)
        reward = table.rewards()[self.seat] if table.position.over else 0.0
        return self._observe(), reward, table.position.over, False, {}

    def render(self) -> str:
        return self._table.text()

    def close(self) -> None:
        """End the sessions of the other bots."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def _observe(self) -> Observation:
        return observation(self._table, self.encoding, self.seat)

    def _let_others_play(self, events: Sequence[Event] = ()) -> None:
        """Let the bots play until the agent must decide or the game has ended.

        `events`: the events of the agent's last action.
        """
        position = self._table.position
        while True:
            for news in self._news.values():
                news.extend(events)
            if position.over or position.turn == self.seat:
                return
            seat = position.turn
            asked = self._news[seat], observe(position, seat), choices(position)
            self._table.play(self._players[seat].ask(position.ply, *asked))
            self._news[seat] = []
            events = self._table.events
