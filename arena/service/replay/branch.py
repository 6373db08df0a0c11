"""`arena replay branch`: play on from a decision of a recorded game with another action."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Final

from arena.analysis.branch import BotSeat, BranchTable, BranchValues, Progress, compare_branches
from arena.analysis.calibration import calibration_of
from arena.record.decisions import SeatDecision, read_messages
from arena.record.reader import GameLog
from arena.rules import action_named, notation
from arena.service.bots.registered import Look
from arena.service.common.text import check_seed
from arena.service.errors import BadBot, BadSettings
from arena.service.replay.decision import decision_at, find_action
from arena.service.simulation import script_of
from maumau.bots import Bot
from maumau.failures import BotError
from maumau.simulating import load

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
    bots: Sequence[str] = (),
    boards: int = 200,
    seed: str | None = None,
    look: Look | None = None,
    on_board: Progress = lambda done: None,
) -> BranchResult:
    """Play on from a decision, once after the played action and once after another one, on the same cards.

    Nothing is stored. `action`: the other action in log notation; None for the played one. `bots`: a Python
    bot for each seat, or one for all seats; empty for the fast policy. `boards`: the number of continuations,
    each with another order of the stock. `seed`: the same seed gives the same cards; None for the game's own.
    `look`: a function that finds registered bots.

    Raise BadSettings for an invalid argument, UnknownBot or BadBot for a bot that cannot play, BadLog for an
    invalid log.
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
    try:
        with redirect_stdout(sys.stderr), _table(log, decision, by_seat, look) as table:
            values = compare_branches(
                decision,
                other,
                action_named(position, played),
                boards,
                f"{log.header.game}/{ply}/{seed}",
                table,
                on_board,
            )
    except BotError as error:
        name = by_seat[error.view.seat] if error.view else " or ".join(dict.fromkeys(by_seat))
        cause = error.__cause__ or error
        raise BadBot(f"{name} failed while it played on: {type(cause).__name__}: {cause}") from error
    return BranchResult(
        game=log.header.game,
        ruleset=log.header.ruleset,
        names=tuple(name.name for name in log.header.bots),
        ply=ply,
        seat=position.turn,
        played=played,
        action=notation(position.game.pack, other),
        bots=tuple(by_seat),
        boards=boards,
        values=values,
        calibration_error=None if bots else calibration_of(position.game.ruleset).error,
    )


@contextmanager
def _table(
    log: GameLog, decision: SeatDecision, names: Sequence[str], look: Look | None
) -> Iterator[BranchTable | None]:
    """Yield the bots on their seats. Each has got the messages that its seat received before the decision.

    Yield None if `names` is empty.
    """
    if not names:
        yield None
        return
    players = {name: _load(name, look) for name in names}
    messages = read_messages(log, range(log.header.seats), before=decision.ply)
    with ExitStack() as stack:
        seats = [
            stack.enter_context(closing(BotSeat(players[name], one)))
            for name, one in zip(names, messages, strict=True)
        ]
        yield BranchTable(seats, decision.at_fault)


def _load(name: str, look: Look | None) -> Bot | type[Bot]:
    """Load a Python bot into this process. Raise BadSettings for other bots, BadBot if loading fails."""
    try:
        script = script_of(name, look)
    except BadSettings:
        raise BadSettings(f"{name} cannot play on: it is not a Python file; see `arena replay ask`") from None
    try:
        return load(str(script), name)
    except (Exception, SystemExit) as error:
        raise BadBot(f"{name} cannot be loaded: {type(error).__name__}: {error}") from error
