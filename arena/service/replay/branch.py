"""`arena replay branch`: play on from a decision of a recorded game with another action."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.analysis.branch import (
    BranchValues,
    Continuations,
    PlayOn,
    Progress,
    compare_branches,
    play_fast,
)
from arena.analysis.calibration import calibration_of
from arena.record.decisions import SeatDecision
from arena.record.match import Clock
from arena.record.reader import GameLog
from arena.rules import action_named, notation
from arena.sandbox.protocol import Unavailable
from arena.service.bots import Bot
from arena.service.common.text import check_seed
from arena.service.errors import BadBot, BadSettings, RunError
from arena.service.replay.branch_seating import play_on, read_history
from arena.service.replay.decision import decision_at, find_action
from arena.service.reports.fault_counts import fault_text
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS

MIN_BOARDS: Final = 2
MAX_BOARDS: Final = 10_000


@dataclass(frozen=True, slots=True)
class BranchResult:
    """The comparison of another action with the played one, at one decision of a game.

    Actions are in log notation. `seat`: the seat that decided, from 0. `bots`: the bots that played on, in
    seat order; empty for the fast policy. `calibration_error`: see `Calibration.error`; None for bots.
    """

    game: str
    ruleset: str
    names: tuple[str, ...]
    ply: int
    seat: int
    played: str
    action: str
    bots: tuple[str, ...]
    boards: int
    values: BranchValues
    calibration_error: float | None


def branch(  # noqa: PLR0913 - all but the first are named
    log: GameLog,
    *,
    ply: int,
    action: str | None = None,
    bots: Sequence[Bot] = (),
    boards: int = 200,
    seed: str | None = None,
    clock: Clock = CLOCK,
    runner: str = RUNNERS[0],
    on_board: Progress = lambda done: None,
) -> BranchResult:
    """Play on from a decision, once after the played action and once after another one, on the same cards.

    Nothing is stored. `action`: the other action in log notation; None for the played one. `bots`: a bot for
    each seat, or one for all seats; empty for the fast policy. `boards`: the number of continuations, each
    with another order of the stock. `seed`: the same seed gives the same cards; None for the game's own.

    Raise BadSettings for an invalid argument, BadBot for a bot that cannot be started or is at fault,
    RunError if Docker does not work, BadLog for an invalid log.
    """
    seats = log.header.seats
    check_seed(seed)
    if not MIN_BOARDS <= boards <= MAX_BOARDS:
        raise BadSettings(f"cannot play {boards} boards; choose {MIN_BOARDS} to {MAX_BOARDS}")
    if len(bots) not in (0, 1, seats):
        raise BadSettings(f"the game has {seats} seats; name one bot for all of them, or {seats} bots")
    decision = decision_at(log, ply)
    position, played = decision.position, decision.played.action
    other = find_action(position, action or played)
    by_seat = [*bots] * (seats if len(bots) == 1 else 1)
    values = compare_branches(
        decision,
        other,
        action_named(position, played),
        boards,
        f"{log.header.game}/{ply}/{seed}",
        _play_by(log, decision, by_seat, clock, runner) if by_seat else play_fast,
        on_board,
    )
    return BranchResult(
        game=log.header.game,
        ruleset=log.header.ruleset,
        names=tuple(name.name for name in log.header.bots),
        ply=ply,
        seat=position.turn,
        played=played,
        action=notation(position.game.pack, other),
        bots=tuple(bot.name for bot in by_seat),
        boards=boards,
        values=values,
        calibration_error=None if bots else calibration_of(position.game.ruleset).error,
    )


def _play_by(log: GameLog, decision: SeatDecision, bots: Sequence[Bot], clock: Clock, runner: str) -> PlayOn:
    """Return a function that lets these bots play on, by seat. Raise BadBot if one cannot be started."""
    ready = {bot: bot_spec(prepare_bot(bot, runner), runner) for bot in dict.fromkeys(bots)}
    history = read_history(log, decision)

    def play(continuations: Continuations) -> None:
        try:
            fault = play_on(continuations, history, [ready[bot] for bot in bots], clock, runner)
        except Unavailable as why:
            raise RunError(str(why)) from why
        if fault:
            where, what = f"on seat {fault.seat + 1}", fault_text(fault.verdict, fault.detail)
            raise BadBot(f"{bots[fault.seat].name} failed {where} while it played on: {what}")

    return play
