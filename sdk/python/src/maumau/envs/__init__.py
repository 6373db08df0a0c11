"""Environments for learning, for all rulesets, house rules and numbers of seats.

    env = maumau.envs.aec("mau-mau", seats=3)                  # PettingZoo: every seat is an agent
    env = maumau.envs.single("mau-mau", opponents=["greedy"])  # Gymnasium: one seat against bots
    env = maumau.envs.vector("mau-mau", seats=2, games=256)    # arrays of numpy: many games at once
    maumau.envs.register_openspiel()                           # OpenSpiel: pyspiel.load_game("maumau_prsi")

`pip install 'maumau[learn]'` installs what they need; OpenSpiel is a package of its own. All have the same
actions (`maumau.envs.layout`) and the same encoding of what a seat sees (`maumau.envs.encoding`).
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.rules import Ruleset
    from maumau.bots import Bot
    from maumau.choices import Choice
    from maumau.envs.gymnasium_env import MaumauEnv
    from maumau.envs.imitation import Step
    from maumau.envs.pettingzoo_env import MaumauAEC
    from maumau.envs.vector_env import VectorEnv
    from maumau.views import View


def aec(
    ruleset: "str | Ruleset" = "mau-mau",
    seats: int = 2,
    encoding: str = "view-1",
    render_mode: str | None = None,
) -> "MaumauAEC":
    """Return a game as an AEC environment of PettingZoo, in which every seat is an agent.

    `ruleset`: its name, or a file of house rules. `encoding`: "view-1", or "open-1" with all hands.

    Raise ImportError without PettingZoo, UnknownRuleset, BadRuleset, WrongNumberOfPlayers, or ValueError for
    an unknown encoding. `single` and `vector` raise similar errors.
    """
    from maumau.envs.pettingzoo_env import MaumauAEC

    return MaumauAEC(ruleset, seats, encoding, render_mode)


def single(
    ruleset: "str | Ruleset" = "mau-mau",
    opponents: "Sequence[str | Bot | type[Bot]]" = ("greedy",),
    seat: int | None = None,
    encoding: str = "view-1",
    render_mode: str | None = None,
) -> "MaumauEnv":
    """Return a game as an environment of Gymnasium: the agent has one seat, Python bots the others.

    `opponents`: one bot for each other seat: a name such as "greedy", a file, or a bot. `seat`: the agent's
    seat; None for a random one in each game. `ruleset`, `encoding`: see `aec`.
    """
    from maumau.envs.gymnasium_env import MaumauEnv

    return MaumauEnv(ruleset, opponents, seat, encoding, render_mode)


def vector(
    ruleset: "str | Ruleset" = "mau-mau", seats: int = 2, games: int = 256, encoding: str = "view-1"
) -> "VectorEnv":
    """Return an environment of many games at once, with arrays of numpy.

    In each step, every game takes one action. `ruleset`, `encoding`: see `aec`.
    """
    from maumau.envs.vector_env import VectorEnv

    return VectorEnv(ruleset, seats, games, encoding)


def register_openspiel() -> tuple[str, ...]:
    """Register every ruleset as a game of OpenSpiel, and return the games' names, such as "maumau_prsi".

    Raise ImportError without OpenSpiel.
    """
    from maumau.envs.openspiel_games import register

    return register()


def steps(view: "View", choice: "Choice") -> "Iterator[Step]":
    """Yield each part of a recorded decision as a training example: view, legal actions, action taken.

    The view is in the encoding `view-1`, the legal actions are a mask. `maumau.data` reads recorded
    decisions.

    `choice`: a choice of `view.legal`, perhaps refined.
    """
    from maumau.envs.imitation import steps

    return steps(view, choice)
