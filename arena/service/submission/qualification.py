"""The qualification of a submitted bot: unrated matches against builtin bots, always on the same boards."""

import os
import shlex
from base64 import b64decode
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from threading import Event
from typing import Final, NamedTuple

from arena.record.match import BLAMELESS, MatchRecord, Verdict
from arena.referee.run import run_match
from arena.rules import ruleset
from arena.service.bots import Bot, resolve_bot
from arena.service.common.text import secret_of
from arena.service.errors import RunError
from arena.service.play import match_to_play
from arena.service.reports.fault_counts import fault_text
from arena.service.submission.trial import Failure
from arena.service.tournaments.setup.settings import runner_option
from arena.store.bots.submissions import QualificationResult
from arena.viewer.printable import printable

OPPONENTS: Final = ("builtin:random", "builtin:greedy")
BOARDS: Final = 2  # each in every seating
SEED: Final = "qualify"
PROCESS: Final = "process"
ALLOWED: Final = (*BLAMELESS, Verdict.RESIGN)


class MatchDone(NamedTuple):
    """A qualification match that has ended."""

    done: int  # number of matches that have ended, including this one
    total: int  # number of all matches
    figures: QualificationResult


class _QualificationTable(NamedTuple):
    ruleset: str
    opponent: str
    bots: tuple[Bot, ...]


def qualify(
    bot: Bot,
    rulesets: Sequence[str],
    runner: str,
    on_match: Callable[[MatchDone], None],
    cancel: Event,
    jobs: int | None = None,
) -> tuple[tuple[QualificationResult, ...], Failure | None]:
    """Play a bot's qualification matches, until all are played or the bot has a fault.

    Return a result for each ended match, and the failure (None if the bot qualifies).

    `on_match` is called after each match. `cancel`: set it to stop all matches; this function also sets it,
    after a fault or an error. `jobs`: how many matches to play at once; None: one per processor core.

    Raise RunError if the arena cannot play a match, MatchCancelled if the caller cancelled.
    """
    tables = [_table(bot, name, opponent) for name in rulesets for opponent in OPPONENTS]
    results: dict[int, QualificationResult] = {}  # by the index of the table
    with ThreadPoolExecutor(jobs or len(os.sched_getaffinity(0))) as pool:
        playing = {pool.submit(_play, table, runner, cancel): at for at, table in enumerate(tables)}
        try:
            for future in as_completed(playing):
                at, record = playing[future], future.result()
                results[at] = _figures(tables[at], record)
                on_match(MatchDone(len(results), len(tables), results[at]))
                if results[at].faults:
                    return _in_order(results), _failure(tables[at], results[at], record, runner)
        finally:
            if len(results) < len(tables):
                cancel.set()  # the matches that are still played
            for future in playing:
                future.cancel()
    return _in_order(results), None


def _in_order(results: dict[int, QualificationResult]) -> tuple[QualificationResult, ...]:
    return tuple(results[at] for at in sorted(results))


def _table(bot: Bot, name: str, opponent: str) -> _QualificationTable:
    """Return the bots and ruleset of a qualification match: the bot against copies of the bot `opponent`.

    `name`: the name of the ruleset.
    """
    fewest, _ = ruleset(name).players
    # Builtin bots are trusted.
    builtin = replace(resolve_bot(opponent), runner=PROCESS)
    return _QualificationTable(name, opponent, (bot, *[builtin] * (fewest - 1)))


def _play(table: _QualificationTable, runner: str, cancel: Event) -> MatchRecord:
    """Play a qualification match, and return its record. Raise RunError if the arena could not play it."""
    spec = match_to_play(table.bots, table.ruleset, BOARDS, secret_of(SEED), runner=runner)
    record = run_match(spec, cancel=cancel)
    verdicts = {seat.verdict for game in record.games for seat in game.seats}
    if verdicts & {Verdict.INTERNAL, Verdict.VOID}:
        raise RunError(
            f"a match in {table.ruleset} against {table.opponent} could not be played, which is "
            "not the bot's fault; try again"
        )
    return record


def _figures(table: _QualificationTable, record: MatchRecord) -> QualificationResult:
    seats = [seat for game in record.games for seat in game.seats if seat.bot == 0]
    return QualificationResult(
        ruleset=ruleset(table.ruleset).key,
        opponent=table.bots[1].name,
        games=len(seats),
        score=sum(seat.score for seat in seats),
        faults=sum(seat.verdict not in ALLOWED for seat in seats),
        decisions=sum(seat.decisions for seat in seats),
        time_ms=sum(seat.time_ms for seat in seats),
    )


def _failure(
    table: _QualificationTable, figures: QualificationResult, record: MatchRecord, runner: str
) -> Failure:
    fault = next((one for one in record.faults if one.bot == 0 and not one.is_warning), None)
    what = printable(fault_text(fault.verdict, fault.detail)) if fault else "a fault"
    where = f"{table.ruleset} against {table.bots[1].name}"
    bots = [table.bots[0].source, *[table.opponent] * (len(table.bots) - 1)]
    words = ["arena", "play", *bots, "-r", table.ruleset, "-n", str(BOARDS), "--seed", SEED]
    words += runner_option(runner)
    return Failure(
        f"{what}, in {figures.faults} of {figures.games} games of {where}",
        b64decode(fault.output) if fault else b"",
        shlex.join(words),
    )
