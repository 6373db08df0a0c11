"""All rulesets as Python games of OpenSpiel.

The first chance nodes choose a seed, from which all cards of the game come. So a game can be repeated from
its history. But a search from a state sees the cards that will really be drawn later.
"""

from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from arena.rules import Event, GameRules, Ruleset, redact, rulesets
from arena.rules.apply import MAX_DECISIONS
from arena.rules.cards import SUITS
from arena.rules.dealer import SamplingDealer
from arena.rules.ending import MAX_DEALS
from maumau.envs.encoding import VIEW, encoding_of
from maumau.envs.games import find_game
from maumau.envs.layout import layout_of
from maumau.envs.menus import Part
from maumau.envs.table import Table

PREFIX: Final = "maumau_"
_SEED_DIGITS: Final = 4  # chance nodes at the start of a game
_DIGIT: Final = 256  # outcomes of each


def register() -> tuple[str, ...]:
    """Register every ruleset as a game with the parameter `players`, and return the games' names."""
    known, names = set(pyspiel.registered_names()), []
    for ruleset in rulesets():
        kind = _game_type(ruleset)
        if kind.short_name not in known:
            # A class, because OpenSpiel crashes at the end of the program if its last reference is to an
            # object that can be freed.
            members = {"ruleset": ruleset, "kind": kind}
            pyspiel.register_game(kind, type(MaumauGame.__name__, (MaumauGame,), members))
        names.append(kind.short_name)
    return tuple(names)


def _game_type(ruleset: Ruleset) -> pyspiel.GameType:
    fewest, most = ruleset.players
    return pyspiel.GameType(
        short_name=PREFIX + ruleset.id.replace("-", "_"),
        long_name=ruleset.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": fewest},
    )


class MaumauGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A ruleset for one number of players. Other environments have the same actions and observations."""

    ruleset: Ruleset
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = {"players": self.ruleset.players[0]} | (params or {})
        self.rules = find_game(self.ruleset, values["players"])
        parts = len(Part) + len(SUITS) * self.rules.pack.copies  # at most, as each further card is a part
        deals = MAX_DEALS if self.ruleset.deals else 1
        info = pyspiel.GameInfo(
            num_distinct_actions=layout_of(self.rules).size,
            max_chance_outcomes=_DIGIT,
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=parts * MAX_DECISIONS * deals,
        )
        super().__init__(self.kind, info, values)

    def new_initial_state(self) -> "MaumauState":
        return MaumauState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "MaumauObserver":
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return MaumauObserver(self.rules, recalls)


class Playing:
    """The data of a `MaumauState`: seed, table and events. OpenSpiel copies them with the state."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.seed: tuple[int, ...] = ()
        self.table: Table | None = None
        self.events: list[Event] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> "Playing":
        other = Playing(self.rules)
        other.seed, other.events = self.seed, self.events.copy()
        other.table = self.table and self.table.copy()
        return other


class MaumauState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. Until the seed is complete, it is a chance node."""

    def __init__(self, game: MaumauGame) -> None:
        super().__init__(game)
        self.playing = Playing(game.rules)

    def current_player(self) -> int:
        table = self.playing.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if table.position.over else table.position.turn

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.playing.table.menu.options()) if self.playing.table else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(digit, 1 / _DIGIT) for digit in range(_DIGIT)]

    def _apply_action(self, action: int) -> None:
        playing = self.playing
        if playing.table:
            before = playing.table.events
            playing.table.step(action)
            if playing.table.events is not before:
                playing.events += playing.table.events
            return
        playing.seed += (action,)
        if len(playing.seed) == _SEED_DIGITS:
            playing.table = Table(playing.rules, SamplingDealer(Random(bytes(playing.seed))))
            playing.events += playing.table.events

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player < 0 else layout_of(self.playing.rules).names[action]

    def is_terminal(self) -> bool:
        return self.playing.table is not None and self.playing.table.position.over

    def returns(self) -> list[float]:
        """Return the rewards of a finished game, otherwise zeros."""
        playing = self.playing
        return (
            list(playing.table.rewards())
            if playing.table and self.is_terminal()
            else [0.0] * playing.rules.seats
        )

    def __str__(self) -> str:
        return self.playing.table.text() if self.playing.table else f"seed {self.playing.seed}"


class MaumauObserver:
    """A player's observation: the encoded view as `tensor`, and a text.

    `recalls`: the text lists all events of the game that the player saw.
    """

    def __init__(self, rules: GameRules, recalls: bool) -> None:
        self._encoding = encoding_of(rules, VIEW)
        self._recalls = recalls
        self.tensor = np.zeros(self._encoding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: MaumauState, player: int) -> None:
        """Set `tensor` to a player's view of a state; to zeros before the cards are dealt."""
        table = state.playing.table
        self.tensor[:] = self._encoding.vectors([table.row(self._encoding, player)])[0] if table else 0

    def string_from(self, state: MaumauState, player: int) -> str:
        table, events = state.playing.table, state.playing.events
        if table is None:
            return "not dealt"
        seen = table.row(self._encoding, player).hex()
        if not self._recalls:
            return seen
        return " ".join([seen, *(":".join(map(str, map(int, redact(event, player)))) for event in events)])
