"""Check a bot step by step in a process of its own."""

import shlex
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from threading import Event
from typing import Final

from arena.record.match import Clock
from arena.referee.process.codec import encode
from arena.referee.process.match_process import UNAVAILABLE, MatchProcess
from arena.rules import Ruleset, rulesets
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.runners import runner as runner_named
from arena.service.bots import Bot
from arena.service.check.report import END, CheckMessage, CheckProgress, CheckStep, Report, read_line
from arena.service.check.request import DEFAULT, CheckedRuleset, CheckLimits, CheckRequest, PromisedLimits
from arena.service.common.step_titles import CHECKS
from arena.service.common.text import check_seed, format_clock
from arena.service.errors import BadSettings, RunError
from arena.service.rulesets import find_ruleset
from arena.service.sandboxes import bot_spec
from arena.service.tournaments.setup.settings import CLOCK, runner_option
from arena.tournament.secrets import tournament_secret

MODULE: Final = "arena.service.check.check_main"
SEED: Final = "check"
_MB: Final = 1_000_000

OnStep = Callable[[CheckStep], None]
OnProgress = Callable[[CheckProgress], None]


def check(  # noqa: PLR0913 - all but the first are named
    bot: Bot,
    *,
    runner: str,
    rulesets: Sequence[str],
    on_step: OnStep = lambda step: None,
    on_progress: OnProgress = lambda progress: None,
    seed: str = SEED,
    steps: Sequence[int] = (),
    clock: Clock | None = None,
    bounds: CheckLimits = DEFAULT,
    cancel: Event | None = None,
) -> Report:
    """Run the bot check in a process of its own and return its report.

    - `runner`: how the bot's program is run, "process" or "docker".
    - `rulesets`: names of rulesets, or files of house rules; empty for those in the bot's manifest.
    - `on_step`: called with each finished step.
    - `on_progress`: called with the progress within a step.
    - `seed`: the same seed deals the same cards.
    - `steps`: the numbers of the steps to run; empty for all.
    - `clock`: the bot's time control; None for the default.
    - `bounds`: the limits to check.

    Raise BadBot if the bot is unusable, BadSettings for an empty seed or an unknown step or ruleset, RunError
    if the check itself fails. Raise MatchCancelled soon after `cancel` is set.
    """
    started = time.monotonic()
    check_seed(seed)
    _check_steps(steps)
    chosen = _rulesets(bot, rulesets)
    request = CheckRequest(
        bot=bot_spec(bot, runner),
        rulesets=tuple(CheckedRuleset(ruleset.key, ruleset.house_rules) for ruleset in chosen.values()),
        secret=tournament_secret(seed).value.hex(),
        runner=runner,
        steps=tuple(sorted(set(steps))),
        clock=clock or CLOCK,
        bounds=bounds,
        promised=_promised(bot),
    )
    done: list[CheckStep] = []
    with closing(_run(request, on_progress, cancel or Event())) as messages:
        for step, alone in messages:
            names = [name for name, ruleset in chosen.items() if ruleset.id == alone] or rulesets
            command = "" if step.passed else _command(bot, step.number, names, request, seed)
            done.append(replace(step, command=command))
            on_step(done[-1])
    tried = {step.number for step in done}
    return Report(
        bot=bot.name,
        version=bot.version,
        runner=runner,
        rulesets=tuple(games.key for games in request.rulesets),
        seed=seed,
        seconds=time.monotonic() - started,
        steps=tuple(done),
        not_tried=tuple(number for number in request.steps or CHECKS if number not in tried),
    )


def _check_steps(steps: Sequence[int]) -> None:
    for step in steps:
        if step not in CHECKS:
            raise BadSettings(f"there is no step {step}: they are numbered from 1 to {max(CHECKS)}")


def _rulesets(bot: Bot, names: Sequence[str]) -> Mapping[str, Ruleset]:
    """Return the rulesets that `names` contains, keyed by name.

    If `names` is empty, return the rulesets in the bot's manifest; if the manifest names none, return all.
    Raise BadSettings if a name is unknown.
    """
    return {name: find_ruleset(name) for name in names or bot.rulesets or [one.id for one in rulesets()]}


def _promised(bot: Bot) -> PromisedLimits:
    limits = bot.limits
    return PromisedLimits((limits.memory_mb or 0) * _MB, limits.decision_ms or 0.0, limits.games or 0)


def _run(request: CheckRequest, on_progress: OnProgress, cancel: Event) -> Generator[CheckMessage]:
    """Start the process of the check, and yield a message for each finished step.

    Raise RunError if the process fails, MatchCancelled soon after `cancel` is set.
    """
    with (
        run_directory() as run,
        clean_up_after([runner_named(request.runner, run)]),
        MatchProcess(run, MODULE) as process,
    ):
        process.send(encode(request))
        for line in process.lines(cancel):
            message = read_line(line)
            if isinstance(message, CheckProgress):
                on_progress(message)
            elif message:
                yield message
            elif line == END:
                return
        if process.code == UNAVAILABLE:
            raise RunError(process.last_words)
        raise RunError(f"the check itself failed, {process.death()}")


def _command(bot: Bot, step: int, rulesets: Sequence[str], request: CheckRequest, seed: str) -> str:
    """Return the command line with which a user can repeat only this step."""
    words = ["arena", "bot", "check", bot.source, "--step", str(step)]
    for name in rulesets:
        words += ["--ruleset", name]
    words += runner_option(request.runner)
    if request.clock != CLOCK:
        words += ["--clock", format_clock(request.clock)]
    return shlex.join([*words, "--seed", seed])
