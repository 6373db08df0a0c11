"""All seats as agents of PettingZoo, which act in turn."""

from random import Random
from typing import Any, ClassVar

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv

from arena.rules import Ruleset
from arena.rules.dealer import SamplingDealer
from maumau.envs.encoding import VIEW, encoding_of
from maumau.envs.games import find_game
from maumau.envs.layout import layout_of
from maumau.envs.spaces import Observation, observation, observation_space
from maumau.envs.table import Table


class MaumauAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game with the agents `seat_0`, `seat_1` and so on. Each observation has a mask of legal actions.

    Rewards come when the game ends: 1 for the first place, -1 for the last, equal steps in between. Their sum
    is 0.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "maumau_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, ruleset: str | Ruleset, seats: int, encoding: str = VIEW, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = find_game(ruleset, seats)
        self.encoding = encoding_of(self.game, encoding)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_space = observation_space(self.encoding)
        self._action_spaces = {agent: Discrete(layout_of(self.game).size) for agent in self.possible_agents}
        self._chance = Random()

    def observation_space(self, agent: str) -> Dict:
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. `seed`: the same seed gives the same cards.

        None: continue the random numbers of the last seed, so the next game has other cards.
        """
        if seed is not None:
            self._chance = Random(seed)
        self._table = Table(self.game, SamplingDealer(self._chance))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.position.turn]

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent. Raise IllegalAction if the agent's mask forbids it.

        After the end of the game, `action` must be None.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.step(int(action))  # type: ignore[arg-type]  # None is only for agents that have ended
        self._cumulative_rewards[agent] = 0.0
        if self._table.position.over:
            self.rewards = dict(zip(self.possible_agents, self._table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self._table.position.turn]

    def observe(self, agent: str) -> Observation:
        return observation(self._table, self.encoding, self._seats[agent])

    def render(self) -> str:
        return self._table.text()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
