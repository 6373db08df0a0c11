"""`arena bot check --positions`: ask a bot about all positions of a suite."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from arena.record.match import Clock, Limits
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.protocol import Unavailable
from arena.sandbox.runners import runner as runner_named
from arena.service.bots import Bot
from arena.service.check.report import CheckStep, Report
from arena.service.errors import RunError
from arena.service.replay.conversation import AskedBotFault, Conversation, Opinion
from arena.service.replay.positions import SuitePosition
from arena.service.reports.fault_counts import fault_text
from arena.service.sandboxes import bot_spec
from arena.service.tournaments.setup.settings import CLOCK
from arena.viewer.cards.glyphs import translate_codes
from arena.viewer.printable import last_lines

MAX_LINES: Final = 20  # of the bot's output

OnStep = Callable[[CheckStep], None]


@dataclass(frozen=True, slots=True)
class PositionStep(CheckStep):
    """The result for one position. `answer`: the bot's action in log notation; empty after a fault."""

    answer: str = ""


def check_positions(
    bot: Bot,
    positions: Sequence[SuitePosition],
    runner: str,
    clock: Clock | None = None,
    on_step: OnStep = lambda step: None,
) -> Report:
    """Ask a bot for its action in each position. Return a report with one step (result) for each position.

    A position is a decision of one seat in a game. Before it, the bot gets all messages that this seat got.
    The bot starts once for all positions with the same rules and number of seats, and again after a fault.
    It plays several positions at once. `bot`: must be prepared (see `prepare_bot`). `on_step`: called with
    each result.

    Raise BadBot if the bot cannot be started, BadSettings for invalid settings, RunError if Docker does not
    work.
    """
    started = time.monotonic()
    suite = _Suite(bot, runner, clock or CLOCK, on_step)
    try:
        asyncio.run(suite.ask(positions))
    except Unavailable as why:
        raise RunError(str(why)) from why
    return Report(
        bot=bot.name,
        version=bot.version,
        runner=runner,
        rulesets=tuple(dict.fromkeys(one.messages.game.ruleset.key for one in positions)),
        seed="",
        seconds=time.monotonic() - started,
        steps=tuple(sorted(suite.steps, key=lambda step: step.number)),
    )


_Numbered = tuple[int, SuitePosition]  # number in the suite, from 1


class _Suite:
    """The questions to a bot about the positions of a suite (a list of positions), and their results."""

    def __init__(self, bot: Bot, runner: str, clock: Clock, on_step: OnStep) -> None:
        self.steps: list[PositionStep] = []
        self._spec = bot_spec(bot, runner)
        self._runner = self._spec.runner or runner
        self._clock = clock
        self._on_step = on_step

    async def ask(self, positions: Sequence[SuitePosition]) -> None:
        with (
            run_directory() as run,
            clean_up_after([runner_named(self._runner, run, "positions")]) as (started_by,),
        ):
            for group in _groups(positions):
                left, at_once = group, Limits().in_flight
                while left:
                    games = [one.asked for _, one in left]
                    talk = Conversation(games, self._clock, last_only=True, at_once=at_once)
                    await talk.run(self._spec, started_by, run)
                    left = self._add_results(left, talk)
                    at_once = 1 if talk.is_unclear else at_once

    def _add_results(self, asked: list[_Numbered], talk: Conversation) -> list[_Numbered]:
        """Add the bot's answers as results. Return the positions that must be asked again.

        `asked`: the positions of the conversation `talk`, with their numbers. A fault of the bot is the
        result of the position at which it happened. If the bot did not start, all positions get the fault.
        """
        for (number, position), answer in zip(asked, talk.opinions, strict=False):
            self._add(_answered(number, position, answer))
        left = asked[len(talk.opinions) :]
        if talk.trouble and left and not talk.is_unclear:
            failed = left[:1] if talk.was_ready else left  # it would not start the next time either
            for number, position in failed:
                self._add(_at_fault(number, position, talk.trouble))
            left = left[len(failed) :]
        return left

    def _add(self, step: PositionStep) -> None:
        self.steps.append(step)
        self._on_step(step)


def _groups(positions: Sequence[SuitePosition]) -> Iterator[list[_Numbered]]:
    """Yield the positions with their numbers, grouped by rules and number of seats."""

    def rules(one: _Numbered) -> tuple[str, int]:
        game = one[1].messages.game
        return game.ruleset.hash, game.seats

    for _, group in groupby(sorted(enumerate(positions, 1), key=rules), key=rules):
        yield list(group)


def _answered(number: int, position: SuitePosition, answer: Opinion) -> PositionStep:
    passed = position.passes(answer.would)
    style = position.messages.game.pack.style
    detail = translate_codes(answer.would, style)
    if answer.would in position.avoid:
        detail += ", which is to be avoided"
    elif not passed:
        detail += f", not {translate_codes(' or '.join(position.accept), style)}"
    output = "" if passed else _last_lines(answer.output)
    seconds = answer.ms / 1000
    return PositionStep(
        number, position.name, passed, seconds, {}, detail, output=output, answer=answer.would
    )


def _at_fault(number: int, position: SuitePosition, trouble: AskedBotFault) -> PositionStep:
    at = f"ply {trouble.ply}: " if trouble.ply else ""
    detail = at + fault_text(trouble.verdict, trouble.detail)
    return PositionStep(number, position.name, False, 0.0, {}, detail, output=_last_lines(trouble.output))


def _last_lines(output: str) -> str:
    return "\n".join(last_lines(output, MAX_LINES))
