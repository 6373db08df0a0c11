"""The settings of a tournament."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from arena.record.match import Clock, Limits
from arena.rules import Ruleset
from arena.service.bots import Bot
from arena.service.common.text import is_utf8
from arena.service.errors import BadSettings
from arena.service.formats import ROUND_ROBIN
from arena.service.rulesets import find_ruleset, is_file_name
from arena.tournament.history import ByeKind
from arena.wire.limits import MAX_GAMES

UNNAMED: Final = "tournament"  # the default name
RUNNERS: Final = ("process", "docker")
SEATS: Final = 2
MAX_NAME: Final = 64  # characters
MAX_ROUNDS: Final = 1_000
WISHES: Final = {"full": ByeKind.FULL, "half": ByeKind.HALF, "zero": ByeKind.ZERO}
BOARDS: Final = 50
MAX_BOARDS: Final = 1_000_000
CLOCK: Final = Clock()
LIMITS: Final = Limits()
LIMITS_BETWEEN: Final = {
    "in_flight": (1, MAX_GAMES),
    "start_ms": (100, 3_600_000),
    "output_bytes": (0, 1 << 20),
    "printed_bytes": (1 << 16, 1 << 30),
    "game_note_bytes": (0, 1 << 20),
    "memory_bytes": (1 << 28, 1 << 36),
}


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """A bot's request to sit out a round. Round number and name are those of the tables."""

    round: int
    bot: str
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of a tournament. In every ruleset the whole field plays the format once.

    `seed`: 128 bits or more as hex are the secret, any other text is an open seed, None draws a secret.
    `pool`: the opponents of a gauntlet's `bots`. `rounds`: of a Swiss, per ruleset; None for `swiss_rounds`.
    `byes` and `forbidden` are for a Swiss. `tie_breaks`: codes; empty for the format's own.
    """

    bots: tuple[Bot, ...]
    rulesets: tuple[str, ...] = ("mau-mau",)
    boards: int = BOARDS  # of each match, each played in every seating
    seed: str | None = None
    clock: Clock = CLOCK
    limits: Limits = LIMITS
    runner: str = RUNNERS[0]
    rated: bool = True
    format: str = ROUND_ROBIN
    name: str = UNNAMED
    seats: int = SEATS  # at each table
    rounds: int | None = None
    pool: tuple[Bot, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()  # names, as in the tables, that never meet
    byes: tuple[ByeRequest, ...] = ()
    tie_breaks: tuple[str, ...] = ()

    @property
    def entrants(self) -> tuple[Bot, ...]:
        """Return all bots in the order of their numbers: in a gauntlet the newcomers first."""
        return self.bots + self.pool


def check_runner(name: str) -> None:
    """Raise BadSettings for an unknown runner."""
    if name not in RUNNERS:
        raise BadSettings(f"unknown runner {name!r}; choose {' or '.join(RUNNERS)}")


def runner_option(name: str) -> list[str]:
    """Return the command-line option for this runner; none for the default.

    >>> runner_option("docker"), runner_option("process")
    (['--runner', 'docker'], [])
    """
    return [] if name == RUNNERS[0] else ["--runner", name]


def playable(name: str, seats: int) -> Ruleset:
    """Return the ruleset of that name or file, if it is for this number of players. Raises BadSettings."""
    found = find_ruleset(name)
    fewest, most = found.players
    if not fewest <= seats <= most:
        raise BadSettings(f"{found.id} is for {fewest} to {most} players, not {seats}")
    return found


def plays(rulesets: Collection[str], name: str) -> bool:
    """True if a bot that declares these rulesets plays this one; house rules cannot be declared."""
    return not rulesets or is_file_name(name) or name.partition("@")[0] in rulesets


def not_played(bot: Bot, name: str) -> str:
    """Return what is wrong if a bot does not declare this ruleset."""
    if plays(bot.rulesets, name):
        return ""
    return f"{bot.name} does not play {name}: it declares {', '.join(bot.rulesets)}"


def not_kept(bot: Bot) -> str:
    """Return what is wrong if a bot's path cannot be stored."""
    return "" if is_utf8(bot.source) else f"the path of {bot.name} is not UTF-8, {bot.source!r}: rename it"
