"""The request that is sent to the process of a bot check."""

from dataclasses import dataclass
from typing import Final

from arena.record.match import BotSpec, Clock
from arena.rules import Ruleset, ruleset_named
from arena.sandbox.docker.flags import MEMORY
from arena.service.tournaments.setup.settings import CLOCK


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """The limits of a bot check. Its memory and output limits are the same as in every match."""

    start_s: float = 10.0  # time from the bot's start to its Hello
    memory: int = MEMORY  # bytes
    printed: int = 10_000_000  # bytes that one instance may print; a bot that prints more loses time
    quiet_s: float = 4.0  # length of the pause in which the bot is asked nothing
    exit_s: float = 5.0  # time from the end of the stream to the end of the bot
    table_s: float = 10.0  # playing time in one seating; a slow bot is asked less
    speed_s: float = 1.5  # time of each measurement of speed


@dataclass(frozen=True, slots=True)
class PromisedLimits:
    """The limits that the bot's manifest promises to keep; 0 means no promise."""

    memory: int = 0  # bytes
    decision_ms: float = 0.0  # mean time of a decision
    games: int = 0  # how many the bot plays at once


DEFAULT: Final = CheckLimits()
NOTHING: Final = PromisedLimits()


@dataclass(frozen=True, slots=True)
class CheckedRuleset:
    """A ruleset under which the bot is checked: its id and version, and the text if it is house rules."""

    key: str  # its id and version, such as "mau-mau@1"
    rules: str = ""  # the text of house rules; empty for a built-in ruleset

    @property
    def ruleset(self) -> Ruleset:
        return ruleset_named(self.key, self.rules)


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """The request for one bot check: the bot, rulesets, runner, steps, time control and limits."""

    bot: BotSpec
    rulesets: tuple[CheckedRuleset, ...]
    secret: str  # hex; the key that all cards are dealt from
    runner: str
    steps: tuple[int, ...] = ()  # the numbers of the steps; empty for all
    clock: Clock = CLOCK
    bounds: CheckLimits = DEFAULT  # the limits that hold for every bot
    promised: PromisedLimits = NOTHING  # the limits that this bot's manifest promises to keep
