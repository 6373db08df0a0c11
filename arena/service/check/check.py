"""The check of a bot, as whoever wants it sees it: started, told step by step, and reported."""

import shlex
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from threading import Event
from typing import Final

from arena.record.match import Clock
from arena.referee.process.codec import encode
from arena.referee.process.main_loop import UNAVAILABLE
from arena.referee.process.match_process import MatchProcess
from arena.rules import Ruleset, rulesets
from arena.sandbox.match_dir import run_directory, swept
from arena.sandbox.runners import runner as runner_named
from arena.service.bots import Bot
from arena.service.check.messages import END, CheckMessage, CheckProgress, read_line
from arena.service.check.report import TITLES, CheckStep, Report
from arena.service.check.request import DEFAULT, Bounds, CheckedGames, CheckRequest, Promised
from arena.service.common.clock_notation import format_clock
from arena.service.common.seeds import check_seed
from arena.service.errors import BadSettings, RunError
from arena.service.rulesets import find_ruleset
from arena.service.sandboxes import bot_spec
from arena.service.tournaments.setup.settings import CLOCK, runner_option
from arena.tournament.secrets import event_secret

MODULE: Final = "arena.service.check"
SEED: Final = "check"
_MB: Final = 1_000_000

OnStep = Callable[[CheckStep], None]
OnProgress = Callable[[CheckProgress], None]


def _nobody(_: object) -> None:
    """Nobody listens."""


def check(  # noqa: PLR0913 - all but the first are named
    bot: Bot,
    *,
    runner: str,
    rulesets: Sequence[str],
    on_step: OnStep = _nobody,
    on_progress: OnProgress = _nobody,
    seed: str = SEED,
    steps: Sequence[int] = (),
    clock: Clock | None = None,
    bounds: Bounds = DEFAULT,
    cancel: Event | None = None,
) -> Report:
    """Try whether a bot does what every bot has to, step by step (`report.TITLES`), in a process of its own.

    `rulesets`: names or files of house rules; none for those that the bot says it plays. `steps`: which are
    tried, none for all. The same seed deals the same cards. Raises BadBot, BadSettings, RunError, and
    MatchCancelled soon after `cancel` is set.
    """
    began = time.monotonic()
    check_seed(seed)
    _check_steps(steps)
    wanted = _wanted(bot, rulesets)
    order = CheckRequest(
        bot=bot_spec(bot, runner),
        rulesets=tuple(_played(ruleset) for ruleset in wanted.values()),
        secret=event_secret(seed).value.hex(),
        runner=runner,
        steps=tuple(sorted(set(steps))),
        clock=clock or CLOCK,
        bounds=bounds,
        promised=_promised(bot),
    )
    told: list[CheckStep] = []
    with closing(_carried_out(order, on_progress, cancel or Event())) as steps_told:
        for step, alone in steps_told:
            names = [name for name, one in wanted.items() if one.id == alone] or rulesets
            command = "" if step.passed else _command(bot, step.number, names, order, seed)
            told.append(replace(step, command=command))
            on_step(told[-1])
    tried = {step.number for step in told}
    return Report(
        bot=bot.name,
        version=bot.version,
        runner=runner,
        rulesets=tuple(played.key for played in order.rulesets),
        seed=seed,
        seconds=time.monotonic() - began,
        steps=tuple(told),
        not_tried=tuple(number for number in order.steps or TITLES if number not in tried),
    )


def _check_steps(steps: Sequence[int]) -> None:
    for step in steps:
        if step not in TITLES:
            raise BadSettings(f"there is no step {step}: they are numbered from 1 to {max(TITLES)}")


def _wanted(bot: Bot, names: Sequence[str]) -> Mapping[str, Ruleset]:
    """The rulesets by what they are called. Raises BadSettings."""
    given = list(names or bot.rulesets or (one.id for one in rulesets()))
    return {name: find_ruleset(name) for name in given}


def _played(ruleset: Ruleset) -> CheckedGames:
    return CheckedGames(ruleset.key, ruleset.house_rules)


def _promised(bot: Bot) -> Promised:
    said = bot.limits
    return Promised((said.memory_mb or 0) * _MB, said.decision_ms or 0.0, said.games or 0)


def _carried_out(order: CheckRequest, on_progress: OnProgress, cancel: Event) -> Generator[CheckMessage]:
    """The steps, each when it is done. Raises RunError, MatchCancelled."""
    with run_directory() as run, swept([runner_named(order.runner, run)]), MatchProcess(run, MODULE) as child:
        child.send(encode(order))
        for line in child.lines(cancel):
            said = read_line(line)
            if isinstance(said, CheckProgress):
                on_progress(said)
            elif said:
                yield said
            elif line == END:
                return
        if child.code == UNAVAILABLE:
            raise RunError(child.last_words)
        raise RunError(f"the check itself failed, {child.death()}")


def _command(bot: Bot, step: int, rulesets: Sequence[str], order: CheckRequest, seed: str) -> str:
    """The command line that repeats a step alone."""
    words = ["arena", "bot", "check", bot.source, "--step", str(step)]
    for name in rulesets:
        words += ["--ruleset", name]
    words += runner_option(order.runner)
    if order.clock != CLOCK:
        words += ["--clock", format_clock(order.clock)]
    return shlex.join([*words, "--seed", seed])
