"""The request that the process of a bot check gets."""

from dataclasses import dataclass
from typing import Final

from arena.record.match import BotSpec, Clock
from arena.rules import Ruleset, ruleset_named
from arena.sandbox.docker.flags import MEMORY
from arena.service.tournaments.setup.settings import CLOCK


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a check. Memory and output are those of every match; the others limit the check itself."""

    start_s: float = 10.0  # from the start to the Hello
    memory: int = MEMORY  # bytes
    printed: int = 10_000_000  # bytes of output of one instance; more would cost it time
    quiet_s: float = 4.0  # the pause in which nothing is asked
    exit_s: float = 5.0  # from the end of its stream to its own
    table_s: float = 10.0  # of play in one seating; a slow bot is asked less
    speed_s: float = 1.5  # of each measurement


@dataclass(frozen=True, slots=True)
class Promised:
    """The promises in the bot's manifest; 0: none."""

    memory: int = 0  # bytes
    decision_ms: float = 0.0  # the mean over a game
    games: int = 0


DEFAULT: Final = Bounds()
NOTHING: Final = Promised()


@dataclass(frozen=True, slots=True)
class CheckedGames:
    """A ruleset by its key, with the text of house rules; empty for a built-in one."""

    key: str
    rules: str = ""

    @property
    def ruleset(self) -> Ruleset:
        return ruleset_named(self.key, self.rules)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """One check. `secret` (hex) deals all cards; `steps`: empty for all."""

    bot: BotSpec
    rulesets: tuple[CheckedGames, ...]
    secret: str
    runner: str
    steps: tuple[int, ...] = ()
    clock: Clock = CLOCK
    bounds: Bounds = DEFAULT
    promised: Promised = NOTHING
