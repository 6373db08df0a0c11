"""The numbered steps of a bot check: what each step plays, and when the bot passes it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, median, quantiles
from typing import Final

from arena.record.match import FaultRecord, Verdict
from arena.record.orders import OrderDealer
from arena.referee.net.listener import Pings
from arena.rules import Ask, GameRules, Ruleset, game_for, start
from arena.service.check.decision_kinds import kinds_in
from arena.service.check.seating import CheckContext, CheckSeating, Plan
from arena.service.reports.fault_counts import fault_text
from arena.viewer.printable import last_lines, printable
from arena.viewer.units import plural
from arena.wire.decode import HelloInfo
from arena.wire.limits import MAX_GAMES

_LAST_LINES: Final = 20  # lines of the bot's output that are shown
_MS: Final = 1000
_MB: Final = 1e6
_BOARDS: Final = 64
_MIN_DECISIONS: Final = 50  # in a seating
_DECISIONS: Final = 200  # in a seating where no game has ended yet
_MAX_DECISIONS: Final = 1_000  # in a seating, whatever kinds are missing
_OPENINGS: Final = 500  # boards that are searched for one with a question about the cut
_MAX_PARALLEL: Final = 4  # seatings
_MAX_FAILURES: Final = 3  # failed rulesets after which the other rulesets are not tried
_AFTER_PAUSE: Final = 5  # answers
_FEW: Final = 2  # game numbers for the last games, so that the third game reuses one
_MANY: Final = 64  # games at once, as in every match
_MANY_BOARDS: Final = 2_000  # more than there is time for
_MIN_PAUSE: Final = 0.9  # share of the planned pause that must pass
_MIN_PING_TIMEOUT_S: Final = 1.0  # not less, because the machine may be busy
_PERCENT: Final = 100
_MIN_SAMPLES: Final = 2  # for percentiles

OnPart = Callable[[int, int, str], None]  # parts done, all parts, the current part


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a step, as the step's function returns it.

    The check adds the number, title and time of the step (see `CheckStep`).
    """

    passed: bool
    detail: str
    figures: Mapping[str, float] = field(default_factory=dict)
    request: str = ""
    output: str = ""
    alone: str = ""  # the id of the ruleset that suffices to repeat the step; empty if all are needed
    ends_check: bool = False  # True if the bot failed so badly that no further step makes sense


class CheckRun:
    """One bot check with all its seatings (runs of the bot), which several steps can share."""

    def __init__(self, host: CheckContext, on_part: OnPart) -> None:
        self.request = host.request
        self.bounds = host.request.bounds
        self.rulesets = tuple(games.ruleset for games in host.request.rulesets)
        self.first = game_for(self.rulesets[0], self.rulesets[0].players[0])
        self.on_part = on_part
        self.host = host
        self.seatings: list[CheckSeating] = []
        self._greeting: CheckSeating | None = None
        self._last_games: CheckSeating | None = None

    async def play(self, plan: Plan) -> CheckSeating:
        """Start the bot's program, let it play the games of a plan, and return the record of how it did."""
        seating = CheckSeating(self.host, plan)
        self.seatings.append(seating)
        await seating.play()
        return seating

    @property
    def hello(self) -> HelloInfo:
        assert self._greeting and self._greeting.instance.hello
        return self._greeting.instance.hello

    async def greeting(self) -> CheckSeating:
        """Return the seating in which the bot only starts and says Hello.

        The first call plays this seating, later calls return it again.
        """
        if self._greeting is None:
            self._greeting = await self.play(Plan(self.first))
        return self._greeting

    async def last_games(self) -> CheckSeating:
        """Return the seating in which the bot plays a few games to their end, and its program then exits.

        The first call plays this seating, later calls return it again. There are fewer game numbers than
        games, in order to test that the bot accepts the number of a finished game for a new game.
        """
        if self._last_games is None:
            self._last_games = await self.play(
                Plan(
                    self.first,
                    boards=6,
                    in_flight=_FEW,
                    numbers=_FEW,
                    games_to_end=_FEW + 1,
                    seconds=3 * self.bounds.table_s,
                    exit_timeout_s=self.bounds.exit_s,
                )
            )
        return self._last_games

    async def play_many(self, games: int, boards: int, seconds: float) -> CheckSeating:
        """Play `boards` boards, `games` at a time, for at most `seconds`. Return the finished seating."""
        return await self.play(Plan(self.first, boards=boards, in_flight=games, seconds=seconds))


# ---- 1, 2: start and Hello ----
async def check_start(check: CheckRun) -> StepResult:
    seating = await check.greeting()
    if not seating.instance.connected:
        return replace(_at_fault(seating), detail=_not_connected(seating), ends_check=True)
    return StepResult(
        True, f"connected {seating.connect_s:.2f} s after its start", {"seconds": seating.connect_s}
    )


def _not_connected(seating: CheckSeating) -> str:
    """Return why a bot did not open its stream to the referee."""
    fault = seating.fault
    assert fault
    if fault.exit_code is None and fault.limit_ms:
        return (
            f"{fault.verdict}: it runs, but did not connect to ARENA_TARGET within {fault.limit_ms / _MS:g} s"
        )
    return _describe_fault(fault)


async def check_hello(check: CheckRun) -> StepResult:
    seating = await check.greeting()
    if seating.fault:
        return replace(_at_fault(seating), ends_check=True)
    hello = check.hello
    name, sdk = printable(hello.name, 32) or "no name", printable(hello.sdk, 40) or "no SDK"
    detail = f"protocol 1, {name}, {sdk}, {plural(hello.max_games, 'game')} at once"
    promised = check.request.promised.games
    figures = {"max_games": float(hello.max_games), "seconds": seating.hello_s}
    if promised > hello.max_games:
        return StepResult(False, f"{detail}; bot.toml promises {promised}", figures)
    return StepResult(True, detail, figures)


# ---- 3, 4: every kind of decision ----
async def check_fewest_players(check: CheckRun) -> StepResult:
    return await _check_decisions(check, [(one, one.players[0]) for one in check.rulesets])


async def check_most_players(check: CheckRun) -> StepResult:
    return await _check_decisions(check, [(one, one.players[1]) for one in check.rulesets])


async def _check_decisions(check: CheckRun, wanted: Sequence[tuple[Ruleset, int]]) -> StepResult:
    """Play several rulesets at once, until every kind of decision has occurred in each. Return the step's
    result.

    `wanted`: the rulesets, each with its number of players.
    """
    slots = asyncio.Semaphore(min(_MAX_PARALLEL, os.cpu_count() or 1))
    seatings: dict[int, CheckSeating] = {}

    async def play(number: int) -> None:
        async with slots:
            if sum(seating.fault is not None for seating in seatings.values()) < _MAX_FAILURES:
                check.on_part(len(seatings), len(wanted), wanted[number][0].id)
                seatings[number] = await check.play(_plan_all_kinds(check, *wanted[number]))

    async with asyncio.TaskGroup() as group:
        for number in range(len(wanted)):
            group.create_task(play(number))
    return _decided(wanted, [seatings.get(number) for number in range(len(wanted))])


def _plan_all_kinds(check: CheckRun, ruleset: Ruleset, seats: int) -> Plan:
    game = game_for(ruleset, seats)
    kinds = kinds_in(game)

    def enough(seating: CheckSeating) -> bool:
        least = _MIN_DECISIONS if seating.ended else _DECISIONS
        is_complete = kinds <= seating.kinds and seating.decisions >= least
        return is_complete or seating.decisions >= _MAX_DECISIONS

    return Plan(
        game,
        seat=seats - 2,  # this seat cuts in the first deal
        boards=_BOARDS,
        first_board=_board_with_cut(game, check.host) if game.ruleset.cut else 0,
        random_opponents=True,
        seconds=check.bounds.table_s,
        enough=enough,
    )


def _board_with_cut(game: GameRules, host: CheckContext) -> int:
    """Return the number of the first board that starts with a question to cut the pack.

    Return 0 if none of the first `_OPENINGS` boards does.
    """
    for board in range(_OPENINGS):
        dealer = OrderDealer(host.secret_of(game.seats, board), game.pack.size)
        if start(game, dealer)[0].ask is Ask.CUT:
            return board
    return 0


def _decided(wanted: Sequence[tuple[Ruleset, int]], seatings: Sequence[CheckSeating | None]) -> StepResult:
    played = [
        (ruleset.id, seating) for (ruleset, _), seating in zip(wanted, seatings, strict=True) if seating
    ]
    failed = [(ruleset, seating) for ruleset, seating in played if seating.fault]
    kinds = asked = 0
    never = []
    for ruleset, seating in played:
        possible = kinds_in(seating.plan.game)
        kinds, asked = kinds + len(possible), asked + len(possible & seating.kinds)
        never += [f"{ruleset} {kind}" for kind in sorted(possible - seating.kinds)]
    decisions = sum(seating.decisions for _, seating in played)
    figures = {"rulesets": len(played), "kinds": kinds, "asked": asked, "decisions": decisions}
    figures |= {"games": sum(seating.ended for _, seating in played)}
    if failed:
        ruleset, seating = failed[0]
        others = ", ".join(ruleset for ruleset, _ in failed[1:])
        left = len(wanted) - len(played)
        detail = f"{ruleset}: {_describe_fault(seating.fault)}"
        detail += f"; also failed: {others}" if others else ""
        detail += f"; {plural(left, 'ruleset')} not tried" if left else ""
        return replace(_at_fault(seating), detail=detail, figures=figures, alone=ruleset)
    detail = f"{plural(len(played), 'ruleset')}, asked {asked} of {kinds} kinds, {decisions:,} times"
    return StepResult(True, f"{detail}; never asked: {', '.join(never)}" if never else detail, figures)


# ---- 5: many games at once ----
async def check_many_games(check: CheckRun) -> StepResult:
    greeting = await check.greeting()
    if greeting.fault:
        return replace(_at_fault(greeting), ends_check=True)
    most = min(check.hello.max_games, MAX_GAMES)
    seating = await check.play_many(most, most + most // 4, check.bounds.table_s)
    figures = {"at_once": seating.stream.at_once, "games": seating.ended, "decisions": seating.decisions}
    if seating.fault:
        detail = _describe_fault(seating.fault)
        if seating.fault.verdict is Verdict.TIMEOUT:
            detail += (
                f"; {seating.stream.at_once} questions were open: answer what is decided before the rest is, "
            )
            detail += "or say in Hello that fewer games can be played at once"
        return replace(_at_fault(seating), detail=detail, figures=figures)
    return StepResult(
        seating.stream.at_once == most,
        f"{seating.stream.at_once} of {plural(most, 'game')} at once, {seating.ended} played to the end",
        figures,
    )


# ---- 6: slow opponents ----
async def check_pause(check: CheckRun) -> StepResult:
    """Check that the bot still answers after some seconds without a question.

    During this pause, the referee pings the bot's connection.
    """
    wanted = check.bounds.quiet_s
    ping_timeout_s = max(wanted / 2, _MIN_PING_TIMEOUT_S)
    seating = await check.play(
        Plan(
            check.first,
            boards=4,
            in_flight=1,
            seconds=check.bounds.table_s,
            enough=lambda seating: seating.after_pause >= _AFTER_PAUSE,
            pause_s=wanted,
            pings=Pings(every_s=wanted / 4, timeout_s=ping_timeout_s, others_s=ping_timeout_s),
        )
    )
    quiet = seating.stream.longest_quiet
    figures = {"quiet_s": quiet}
    if seating.fault:
        detail = _describe_fault(seating.fault)
        if quiet < _MIN_PAUSE * wanted:
            detail = f"while nothing was asked for {wanted:g} s: {detail}"
        if seating.fault.verdict is Verdict.DISCONNECT and not seating.fault.exit_code:
            detail += ", or left a ping of HTTP/2 unanswered"
        return replace(_at_fault(seating), detail=detail, figures=figures)
    if quiet < _MIN_PAUSE * wanted:
        answers = f"{seating.decisions} answers in {seating.ended} games"
        return StepResult(False, f"it was never left waiting for {wanted:g} s: {answers}", figures)
    went_on = seating.after_pause > 0
    detail = "then it went on" if went_on else "then nothing more came"
    return StepResult(went_on, f"nothing was asked for {quiet:.1f} s, {detail}", figures)


# ---- 7, 8: the end ----
async def check_game_ends(check: CheckRun) -> StepResult:
    seating = await check.last_games()
    figures = {"games": seating.ended}
    if seating.fault:
        return replace(_at_fault(seating), figures=figures)
    ended = f"{seating.ended} of {seating.plan.boards} games ended"
    if seating.ended < seating.plan.games_to_end:
        return StepResult(False, ended, figures)
    return StepResult(True, f"{ended}, their numbers used again", figures)


async def check_exit(check: CheckRun) -> StepResult:
    """Close the bot's stream. Check that the bot then ends with code 0 and leaves no process running."""
    seating = await check.last_games()
    if seating.fault:
        return StepResult(False, f"not seen, as its last games failed: {_describe_fault(seating.fault)}")
    bot, timeout_s = seating.instance, check.bounds.exit_s
    output = _last_lines(seating.output)
    if bot.exit is None:
        return StepResult(False, f"still runs {timeout_s:g} s after its stream was closed", output=output)
    figures = {"seconds": bot.exit_s, "code": bot.exit.code}
    ended = f"ended {bot.exit_s:.2f} s after its stream with code {bot.exit.code}"
    if bot.exit.code:
        return StepResult(False, f"{ended}, not 0", figures, output=output)
    if bot.left:
        left = "; ".join(printable(line, 60) for line in bot.left)
        return StepResult(False, f"{ended}, but it left running: {left}", figures, output=output)
    return StepResult(True, ended, figures)


# ---- 9, 10: memory, output, speed ----
async def check_memory_and_output(check: CheckRun) -> StepResult:
    """Check that the bot's memory and output stayed within the limits in all earlier steps.

    If no earlier step has played games, play some first.
    """
    greeting = await check.greeting()
    if greeting.fault:
        return replace(_at_fault(greeting), ends_check=True)
    if check.seatings == [greeting]:
        await check.play_many(_MANY, 2 * _MANY, check.bounds.table_s)
    bounds = check.bounds
    limit = min(filter(None, (bounds.memory, check.request.promised.memory)))
    memory = max(seating.memory for seating in check.seatings)
    loudest = max(check.seatings, key=lambda seating: seating.printed)
    printed = loudest.printed
    figures = {"memory": memory, "most_memory": limit, "printed": printed}
    used = f"{memory / _MB:.0f} MB" if memory else "memory cannot be seen here"
    detail = f"{used} at most, of {limit / _MB:.0f} MB; printed {_bytes(printed)}"
    if printed > bounds.printed:
        output = _last_lines(loudest.output)
        return StepResult(False, f"{detail}, more than {_bytes(bounds.printed)}", figures, output=output)
    return StepResult(memory <= limit, detail, figures)


def _bytes(number: int) -> str:
    return f"{number / _MB:.1f} MB" if number >= _MB else f"{number:,} bytes"


async def check_speed(check: CheckRun) -> StepResult:
    """Measure the time of a decision, and the decisions per second with one game and with many games at once.

    The bot fails if it has a fault, or if its mean time is longer than its manifest promises.
    """
    seconds = check.bounds.speed_s
    alone = await check.play_many(1, _MANY_BOARDS, seconds)
    if alone.fault:
        return _at_fault(alone)
    many = await check.play_many(_MANY, _MANY_BOARDS, seconds)
    if many.fault:
        return _at_fault(many)
    waits = [wait * _MS for wait in alone.waits]
    if not waits:
        return StepResult(False, f"it answered nothing within {seconds:g} s")
    figures = {
        "median_ms": median(waits),
        "p99_ms": _percentile(waits, 99),
        "mean_ms": mean(waits),
        "per_second_1": _per_second(alone),
        "per_second_64": _per_second(many),
    }
    detail = (
        f"median {figures['median_ms']:.2f} ms, p99 {figures['p99_ms']:.2f} ms; "
        f"{figures['per_second_1']:,.0f} decisions/s at 1 game, "
        f"{figures['per_second_64']:,.0f} at {many.stream.at_once}"
    )
    promised = check.request.promised.decision_ms
    if promised and figures["mean_ms"] > promised:
        mean_ms = figures["mean_ms"]
        return StepResult(
            False, f"{detail}; mean {mean_ms:.2f} ms, bot.toml promises {promised:g} ms", figures
        )
    return StepResult(True, detail, figures)


def _percentile(values: Sequence[float], percent: int) -> float:
    if len(values) < _MIN_SAMPLES:
        return values[0]
    return quantiles(values, n=_PERCENT, method="inclusive")[percent - 1]


def _per_second(seating: CheckSeating) -> float:
    elapsed = seating.last_s - seating.first_s
    return seating.decisions / elapsed if elapsed > 0 else 0.0


# ---- failures ----
def _at_fault(seating: CheckSeating) -> StepResult:
    """Return the result of a step that failed because of the bot's fault in this seating."""
    fault = seating.fault
    assert fault
    return StepResult(
        False,
        _describe_fault(fault),
        request=seating.request(),
        output=_last_lines(seating.output),
        alone=seating.plan.game.ruleset.id if seating.instance.was_ready else "",
        ends_check=fault.verdict in (Verdict.TIMEOUT, Verdict.NO_START),
    )


def _describe_fault(fault: FaultRecord | None) -> str:
    assert fault
    code = (
        ""
        if fault.exit_code is None or "exited with code" in fault.detail
        else f", exit code {fault.exit_code}"
    )
    return f"{printable(fault_text(fault.verdict, fault.detail), 300)}{code}"


def _last_lines(output: bytes) -> str:
    return "\n".join(last_lines(output, _LAST_LINES))


STEPS: Final[Mapping[int, Callable[[CheckRun], Awaitable[StepResult]]]] = {
    1: check_start,
    2: check_hello,
    3: check_fewest_players,
    4: check_most_players,
    5: check_many_games,
    6: check_pause,
    7: check_game_ends,
    8: check_exit,
    9: check_memory_and_output,
    10: check_speed,
}
