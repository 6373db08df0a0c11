"""What a tournament is to be."""

from dataclasses import dataclass
from typing import Final

from arena.record.match import Clock, Limits
from arena.rules import Ruleset
from arena.service.bots import Bot
from arena.service.errors import BadSettings
from arena.service.formats import ROUND_ROBIN
from arena.service.rulesets import find_ruleset
from arena.tournament.history import ByeKind
from arena.wire.limits import MAX_GAMES

RUNNERS: Final = ("process", "docker")
SEATS: Final = 2
MOST_NAME: Final = 64  # characters
MOST_ROUNDS: Final = 1_000
WISHES: Final = {"full": ByeKind.FULL, "half": ByeKind.HALF, "zero": ByeKind.ZERO}
BOARDS: Final = 50
MOST_BOARDS: Final = 1_000_000
CLOCK: Final = Clock()
LIMITS: Final = Limits()
LIMITS_BETWEEN: Final = {
    "in_flight": (1, MAX_GAMES),
    "start_ms": (100, 3_600_000),
    "output_bytes": (0, 1 << 20),
}


@dataclass(frozen=True, slots=True)
class ByeRequest:
    """A round that a bot asks to sit out. The round is numbered and the bot called as in the tables."""

    round: int
    bot: str
    kind: ByeKind = ByeKind.HALF


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """A tournament to be set up. In every ruleset the whole field plays the format once.

    `seed`: hex of at least 128 bits is the event's secret, any other text makes an open seed, None draws one.
    `pool`: whom the `bots` of a gauntlet meet. `rounds`: of a Swiss, in each ruleset; None for the usual
    number, `swiss_rounds`. `byes` and `forbidden` are for a Swiss. `tie_breaks`: codes; without any the
    format's own list.
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
    name: str = "tournament"
    seats: int = SEATS  # at each table
    rounds: int | None = None
    pool: tuple[Bot, ...] = ()
    forbidden: tuple[tuple[str, str], ...] = ()  # names, as in the tables, that never meet
    byes: tuple[ByeRequest, ...] = ()
    tie_breaks: tuple[str, ...] = ()

    @property
    def entrants(self) -> tuple[Bot, ...]:
        """Everybody who plays, in the order they are numbered: of a gauntlet the newcomers first."""
        return self.bots + self.pool


def check_seed(seed: str | None) -> None:
    """Raises BadSettings for a seed that is none."""
    if seed is not None and not seed.strip():
        raise BadSettings("a seed cannot be empty: leave it out, and one is drawn")


def check_runner(name: str) -> None:
    """Raises BadSettings if there is no runner of that name."""
    _one_of("runner", name, RUNNERS)


def playable(name: str, seats: int) -> Ruleset:
    """The ruleset of that name or file, if so many can play it. Raises BadSettings."""
    found = find_ruleset(name)
    fewest, most = found.players
    if not fewest <= seats <= most:
        raise BadSettings(f"{found.id} is for {fewest} to {most} players, not {seats}")
    return found


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadSettings(f"there is no {what} {value!r}, only {', '.join(allowed)}")
