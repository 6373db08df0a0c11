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
    """A request to sit out a round of the tournament."""

    round: int
    bot: str  # its name in the tournament
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of a tournament. All its rounds are repeated under each ruleset, with all bots."""

    bots: tuple[Bot, ...]
    rulesets: tuple[str, ...] = ("mau-mau",)
    boards: int = BOARDS  # per match; each is played once in every seating
    # hex with 128 bits or more: the shuffle secret; other text: an open seed, which gives everybody the
    # cards; None: a secret is drawn
    seed: str | None = None
    clock: Clock = CLOCK
    limits: Limits = LIMITS
    runner: str = RUNNERS[0]
    rated: bool = True
    format: str = ROUND_ROBIN
    name: str = UNNAMED
    seats: int = SEATS  # at each table
    rounds: int | None = None  # of a Swiss, under each ruleset; None: the default of `swiss_rounds`
    pool: tuple[Bot, ...] = ()  # the opponents of `bots` in a gauntlet
    # pairs of names, as in the tournament, that never meet; only for Swiss tournaments
    forbidden: tuple[tuple[str, str], ...] = ()
    byes: tuple[ByeRequest, ...] = ()  # only for Swiss tournaments
    tie_breaks: tuple[str, ...] = ()  # codes in the order in which they apply; empty for the format's default

    @property
    def entrants(self) -> tuple[Bot, ...]:
        """All bots in the order of their entrant numbers: `bots`, then `pool` (a gauntlet's opponents)."""
        return self.bots + self.pool


def check_runner(name: str) -> None:
    """Raise BadSettings unless `name` is a known runner (a way to start bots): "process" or "docker"."""
    if name not in RUNNERS:
        raise BadSettings(f"unknown runner {name!r}; choose {' or '.join(RUNNERS)}")


def runner_option(name: str) -> list[str]:
    """Return the command-line words that choose this runner; empty for the default runner.

    >>> runner_option("docker"), runner_option("process")
    (['--runner', 'docker'], [])
    """
    return [] if name == RUNNERS[0] else ["--runner", name]


def playable(name: str, seats: int) -> Ruleset:
    """Return the ruleset with this name, after a check that `seats` players can play it.

    `name`: the ruleset's name, or the path of a file with house rules.

    Raise BadSettings if the ruleset is unknown, or cannot be played by `seats` players.
    """
    found = find_ruleset(name)
    fewest, most = found.players
    if not fewest <= seats <= most:
        raise BadSettings(f"{found.id} is for {fewest} to {most} players, not {seats}")
    return found


def plays(rulesets: Collection[str], name: str) -> bool:
    """True if a bot plays the ruleset `name`. Every bot plays house rules.

    `rulesets`: the rulesets in the bot's manifest; empty for all.
    """
    return not rulesets or is_file_name(name) or name.partition("@")[0] in rulesets


def ruleset_error(bot: Bot, name: str) -> str:
    """Return an error message if a bot does not play a ruleset, else an empty text."""
    if plays(bot.rulesets, name):
        return ""
    return f"{bot.name} does not play {name}: it declares {', '.join(bot.rulesets)}"


def path_error(bot: Bot) -> str:
    """Return an error message if a bot's path cannot be stored in the database, else an empty text."""
    return "" if is_utf8(bot.source) else f"the path of {bot.name} is not UTF-8, {bot.source!r}: rename it"
