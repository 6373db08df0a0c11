"""What is to be checked, as plain data: it goes to the process that does it."""

from dataclasses import dataclass
from typing import Final

from arena.record.match import BotSpec, Clock
from arena.rules import Ruleset, ruleset_named
from arena.sandbox.docker.flags import MEMORY
from arena.service.tournaments.setup.settings import CLOCK


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long, how much. What a bot may use is what every match allows it; the others bound the check."""

    start_s: float = 10.0  # from the start to the Hello
    memory: int = MEMORY  # bytes
    printed: int = 10_000_000  # bytes of output of one instance: more would cost it its own time
    quiet_s: float = 4.0  # that nothing is asked
    exit_s: float = 5.0  # from the end of its stream to its own
    table_s: float = 10.0  # of play at one table; a slow bot is asked less
    speed_s: float = 1.5  # of each measurement


@dataclass(frozen=True, slots=True)
class Promised:
    """What the bot's own manifest promises; 0: nothing."""

    memory: int = 0  # bytes
    decision_ms: float = 0.0  # the mean over a game
    games: int = 0


DEFAULT: Final = Bounds()
NOTHING: Final = Promised()


@dataclass(frozen=True, slots=True)
class CheckedGames:
    """A ruleset: its key, and what house rules state; that is empty for a fixed one."""

    key: str
    rules: str = ""

    @property
    def ruleset(self) -> Ruleset:
        return ruleset_named(self.key, self.rules)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """One check. `secret` (hex) deals all cards; `steps`: which are wanted, empty for all."""

    bot: BotSpec
    rulesets: tuple[CheckedGames, ...]
    secret: str
    runner: str
    steps: tuple[int, ...] = ()
    clock: Clock = CLOCK
    bounds: Bounds = DEFAULT
    promised: Promised = NOTHING
