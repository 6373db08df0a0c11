"""`arena replay branch`: play on from a decision of a recorded game with another action."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
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
from arena.analysis.playouts import Playouts
from arena.analysis.views import seat_views
from arena.record.decisions import SeatDecision, read_messages
from arena.record.format import Play
from arena.record.match import Clock
from arena.record.reader import GameLog
from arena.record.replay import Ply
from arena.rules import Position, action_named, carry_out, notation
from arena.sandbox.protocol import Unavailable
from arena.service.bots import Bot
from arena.service.common.text import check_seed
from arena.service.errors import BadBot, BadSettings, RunError
from arena.service.replay.branch_seating import PastMessages, past_messages, play_on
from arena.service.replay.decision import decision_at, find_action, messages_up_to
from arena.service.reports.fault_counts import fault_text
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.viewer.replay.film import Film, film
from maumau.search import Knowledge

MIN_BOARDS: Final = 2
MAX_BOARDS: Final = 10_000


@dataclass(frozen=True, slots=True)
class BranchResult:
    """The comparison of the played action with another action. The actions are in log notation."""

    game: str
    ruleset: str
    names: tuple[str, ...]
    ply: int
    seat: int  # that decided, from 0
    played: str
    action: str
    bots: tuple[str, ...]  # that played on, in seat order; empty for the fast policy
    boards: int
    values: BranchValues
    calibration_error: float | None  # see `Calibration.error`; None for bots


def branch(  # noqa: PLR0913 - all but the first are named
    log: GameLog,
    *,
    ply: int,
    action: str | None = None,
    bots: Sequence[Bot] = (),
    boards: int = 200,
    seed: str | None = None,
    seat: int | None = None,
    clock: Clock = CLOCK,
    runner: str = RUNNERS[0],
    on_board: Progress = lambda done: None,
) -> BranchResult:
    """Compare two actions at a decision: play on after each of them, on the same cards. Nothing is stored.

    `action`: the action to compare with the played action, in log notation; None: the played action itself.
    `bots`: a bot for each seat, or one for all seats; empty for the fast policy (a simple player). `boards`:
    the number of continuations, each with another order of the stock. `seed`: the same seed (or None)
    always gives the same cards. `seat`: None to use the real hands, or the deciding seat (from 0) to use
    random hands for all other seats; then `bots` must be empty. `on_board`: called often with the number of
    finished continuations; an exception from it ends the comparison.

    Raise BadSettings for an invalid argument, BadBot for a bot that cannot be started or is at fault,
    RunError if Docker does not work, BadLog for an invalid log.
    """
    seats = log.header.seats
    check_seed(seed)
    if not MIN_BOARDS <= boards <= MAX_BOARDS:
        raise BadSettings(f"cannot play {boards} boards; choose {MIN_BOARDS} to {MAX_BOARDS}")
    if len(bots) not in (0, 1, seats):
        raise BadSettings(f"the game has {seats} seats; name one bot for all of them, or {seats} bots")
    messages = read_messages(log, range(seats))
    decision = messages_up_to(messages, ply).decisions[-1]
    position, played, key = decision.position, decision.played.action, f"{log.header.game}/{ply}/{seed}"
    if seat is not None and (bots or seat != position.turn):
        what = "bots cannot play on" if bots else f"ply {ply} is not a decision of seat {seat + 1}"
        raise BadSettings(f"{what} in the view of one seat; look at all hands instead")
    positions = [position] * boards if seat is None else _random_hands(log, decision, boards, key)
    other = find_action(positions[0], action or played)
    by_seat = [*bots] * (seats if len(bots) == 1 else 1)
    values = compare_branches(
        decision,
        other,
        action_named(positions[0], played),
        positions,
        key,
        _play_by(past_messages(log.header, messages, decision), by_seat, clock, runner)
        if by_seat
        else play_fast,
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


def first_continuation(
    log: GameLog, result: BranchResult, seed: str | None = None, seat: int | None = None
) -> Film:
    """Return a film (one picture per ply) of the first continuation after the other action.

    The film starts with the recorded game up to the decision, followed by the other action.

    `result`: the result of `branch`. `seed`, `seat`: the same as for `branch`. The film shows only what
    `seat` sees; None: all hands.
    """
    decision, key = decision_at(log, result.ply), f"{log.header.game}/{result.ply}/{seed}"
    [position] = [decision.position] if seat is None else _random_hands(log, decision, 1, key)
    calibration = calibration_of(position.game.ruleset)
    action = find_action(position, result.action)
    after, dealer, _ = Playouts([position], key, calibration).start(action, 0)

    def plies() -> Iterator[tuple[Position, Ply]]:
        decided = Play(result.seat, result.action, 0)
        yield after, Ply(result.ply, 0, decided, action, tuple(after.events))
        for number, text in enumerate(result.values.first, result.ply + 1):
            decided, played = Play(after.turn, text, 0), action_named(after, text)
            yield after, Ply(number, 0, decided, played, tuple(carry_out(after, played, dealer)))

    return film(log, seat, result.ply, plies())


def _random_hands(log: GameLog, decision: SeatDecision, number: int, seed: str) -> list[Position]:
    """Return `number` copies of the position at a decision, with random hidden cards.

    The hidden cards fit the knowledge of the deciding seat. The same `seed` gives the same positions.
    """
    (messages,) = read_messages(log, [decision.position.turn], before=decision.ply + 1)
    *_, (_, view) = seat_views(messages)
    knowledge, chance = Knowledge(view), Random(seed)
    return [knowledge.sample(chance) for _ in range(number)]


def _play_by(history: PastMessages, bots: Sequence[Bot], clock: Clock, runner: str) -> PlayOn:
    """Prepare bots, and return a function that lets them play the continuations of a game.

    `history`: everything that the seats received before the branch. `bots`: in seat order.

    Raise BadBot if a bot cannot be started. The returned function raises BadBot if a bot has a fault.
    """
    ready = {bot: bot_spec(prepare_bot(bot, runner), runner) for bot in dict.fromkeys(bots)}

    def play(continuations: Continuations) -> None:
        try:
            fault = play_on(continuations, history, [ready[bot] for bot in bots], clock, runner)
        except Unavailable as why:
            raise RunError(str(why)) from why
        if fault:
            where, what = f"on seat {fault.seat + 1}", fault_text(fault.verdict, fault.detail)
            raise BadBot(f"{bots[fault.seat].name} failed {where} while it played on: {what}")

    return play
