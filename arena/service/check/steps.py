"""The numbered steps: what each plays, and when it is passed."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, median, quantiles
from typing import Final

from arena.record.match import FaultRecord, Verdict
from arena.record.orders import OrderDealer
from arena.referee.net.listener import Pings
from arena.rules import Ask, Game, Ruleset, game_for, start
from arena.service.check.decision_kinds import kinds_in
from arena.service.check.request import CheckRequest
from arena.service.check.session import CheckTable, Host, Sitting, secret_of
from arena.service.reports.fault_counts import fault_text
from arena.viewer.printable import last_lines, printable
from arena.wire.decode import HelloInfo
from arena.wire.limits import MAX_GAMES

_LAST_LINES: Final = 20  # of what the bot printed
_MS: Final = 1000
_MB: Final = 1e6
_BOARDS: Final = 64
_MIN_DECISIONS: Final = 50  # at a table
_DECISIONS: Final = 200  # at a table where no game has ended yet
_MAX_DECISIONS: Final = 1_000  # at a table, whatever kinds were not asked by then
_OPENINGS: Final = 500  # boards that are looked at for one with a cut
_MAX_SIDE_BY_SIDE: Final = 4  # tables
_MAX_FAILURES: Final = 3  # rulesets that fail, until the others are left out
_SOME_MORE: Final = 5  # answers after the silence
_FEW: Final = 2  # numbers for the last games: the third game has one of them again
_MANY: Final = 64  # the games at once of every match
_MANY_BOARDS: Final = 2_000  # more than there is time for
_MIN_QUIET: Final = 0.9  # of the silence that was wanted
_MIN_RETRY_S: Final = 1.0  # with the answer to a ping: the machine may have other work
_PERCENT: Final = 100
_SOME_WAITS: Final = 2  # fewer have no percentiles

Tell = Callable[[int, int, str], None]  # of a step: how much is done, of how much, what is done now


@dataclass(frozen=True, slots=True)
class Finding:
    """What a step found. `alone`: the ruleset with which to repeat it. `ends_it`: no other step is tried."""

    passed: bool
    detail: str
    figures: Mapping[str, float] = field(default_factory=dict)
    request: str = ""
    output: str = ""
    alone: str = ""
    ends_it: bool = False


class Check:
    """One check: its tables, and what several steps want to know."""

    def __init__(self, order: CheckRequest, host: Host, tell: Tell) -> None:
        self.order = order
        self.rulesets = tuple(played.ruleset for played in order.rulesets)
        self.tell = tell
        self._host = host
        self._tables: list[CheckTable] = []
        self._greeting: CheckTable | None = None
        self._last_games: CheckTable | None = None

    async def play(self, sitting: Sitting) -> CheckTable:
        """A fresh instance of the bot plays."""
        table = CheckTable(self._host, sitting, f"t{len(self._tables)}")
        self._tables.append(table)
        await table.play()
        return table

    @property
    def first(self) -> Ruleset:
        return self.rulesets[0]

    @property
    def hello(self) -> HelloInfo:
        assert self._greeting and self._greeting.instance.hello
        return self._greeting.instance.hello

    async def greeting(self) -> CheckTable:
        """The bot starts, says Hello, and is asked nothing."""
        if self._greeting is None:
            self._greeting = await self.play(Sitting(game_for(self.first, self.first.players[0])))
        return self._greeting

    async def last_games(self) -> CheckTable:
        """A few games to their ends, two numbers for all of them; then the bot may end by itself."""
        if self._last_games is None:
            bounds = self.order.bounds
            self._last_games = await self.play(
                Sitting(
                    game_for(self.first, self.first.players[0]),
                    boards=6,
                    in_flight=_FEW,
                    numbers=_FEW,
                    to_end=_FEW + 1,
                    seconds=3 * bounds.table_s,
                    patience=bounds.exit_s,
                )
            )
        return self._last_games

    async def many(self, games: int, boards: int, seconds: float) -> CheckTable:
        """So many games at once."""
        game = game_for(self.first, self.first.players[0])
        return await self.play(Sitting(game, boards=boards, in_flight=games, seconds=seconds))

    @property
    def played(self) -> bool:
        """There was more than the greeting."""
        return len(self._tables) > 1

    def memory(self) -> int:
        """Bytes: the most of any instance so far."""
        return max((table.memory for table in self._tables), default=0)

    def printed(self) -> int:
        return max((table.printed for table in self._tables), default=0)

    def loudest(self) -> CheckTable:
        """The instance that printed most."""
        return max(self._tables, key=lambda table: table.printed)


# ---- 1, 2: it starts and says Hello ------------------------------------------------------------------------
async def starts(check: Check) -> Finding:
    table = await check.greeting()
    if not table.instance.connected:
        return replace(_at_fault(table), detail=_not_connected(table), ends_it=True)
    return Finding(True, f"connected {table.connect_s:.2f} s after its start", {"seconds": table.connect_s})


def _not_connected(table: CheckTable) -> str:
    """What is wrong, in words for who has not even opened the stream."""
    fault = table.fault
    assert fault
    if fault.exit_code is None and fault.limit_ms:
        return (
            f"{fault.verdict}: it runs, but did not connect to ARENA_TARGET within {fault.limit_ms / _MS:g} s"
        )
    return _describe_fault(fault)


async def says_hello(check: Check) -> Finding:
    table = await check.greeting()
    if table.fault:
        return replace(_at_fault(table), ends_it=True)
    hello = check.hello
    name, sdk = printable(hello.name, 32) or "no name", printable(hello.sdk, 40) or "no SDK"
    detail = f"protocol 1, {name}, {sdk}, {_games(hello.max_games)} at once"
    promised = check.order.promised.games
    figures = {"max_games": float(hello.max_games), "seconds": table.hello_s}
    if promised > hello.max_games:
        return Finding(False, f"{detail}; bot.toml promises {promised}", figures)
    return Finding(True, detail, figures)


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


# ---- 3, 4: every kind of decision --------------------------------------------------------------------------
async def decides_with_fewest(check: Check) -> Finding:
    return await _decides(check, [(one, one.players[0]) for one in check.rulesets])


async def decides_with_most(check: Check) -> Finding:
    return await _decides(check, [(one, one.players[1]) for one in check.rulesets])


async def _decides(check: Check, wanted: Sequence[tuple[Ruleset, int]]) -> Finding:
    """A table of each ruleset, several side by side; when some have failed, no more are begun."""
    side_by_side = asyncio.Semaphore(min(_MAX_SIDE_BY_SIDE, os.cpu_count() or 1))
    tables: dict[int, CheckTable] = {}

    async def one(place: int) -> None:
        async with side_by_side:
            if sum(table.fault is not None for table in tables.values()) < _MAX_FAILURES:
                check.tell(len(tables), len(wanted), wanted[place][0].id)
                tables[place] = await check.play(_check_all_kinds(check, *wanted[place]))

    async with asyncio.TaskGroup() as group:
        for place in range(len(wanted)):
            group.create_task(one(place))
    return _decided(wanted, [tables.get(place) for place in range(len(wanted))])


def _check_all_kinds(check: Check, ruleset: Ruleset, seats: int) -> Sitting:
    game = game_for(ruleset, seats)
    kinds = kinds_in(game)

    def enough(table: CheckTable) -> bool:
        least = _MIN_DECISIONS if table.over else _DECISIONS
        return table.decisions >= _MAX_DECISIONS or (kinds <= table.kinds and table.decisions >= least)

    return Sitting(
        game,
        seat=seats - 2,  # who cuts in the first deal
        boards=_BOARDS,
        first_board=_with_a_cut(game, bytes.fromhex(check.order.secret)) if game.ruleset.cut else 0,
        restless=True,
        seconds=check.order.bounds.table_s,
        enough=enough,
    )


def _with_a_cut(game: Game, secret: bytes) -> int:
    """The first board that begins with a question to who cuts: in most there is nothing to ask."""
    for board in range(_OPENINGS):
        dealer = OrderDealer(secret_of(secret, game.seats, board), game.pack.size)
        if start(game, dealer)[0].ask is Ask.CUT:
            return board
    return 0


def _decided(wanted: Sequence[tuple[Ruleset, int]], tables: Sequence[CheckTable | None]) -> Finding:
    played = [(one, table) for (one, _), table in zip(wanted, tables, strict=True) if table]
    failed = [(one, table) for one, table in played if table.fault]
    kinds = asked = 0
    never = []
    for one, table in played:
        there_are = kinds_in(table.sitting.game)
        kinds, asked = kinds + len(there_are), asked + len(there_are & table.kinds)
        never += [f"{one.id} {kind}" for kind in sorted(there_are - table.kinds)]
    decisions = sum(table.decisions for _, table in played)
    figures = {"rulesets": len(played), "kinds": kinds, "asked": asked, "decisions": decisions}
    figures |= {"games": sum(table.over for _, table in played)}
    if failed:
        ruleset, table = failed[0]
        others = ", ".join(one.id for one, _ in failed[1:])
        left = len(wanted) - len(played)
        detail = f"{ruleset.id}: {_describe_fault(table.fault)}"
        detail += f"; also failed: {others}" if others else ""
        detail += f"; {_rulesets(left)} not tried" if left else ""
        return replace(_at_fault(table), detail=detail, figures=figures, alone=ruleset.id)
    detail = f"{_rulesets(len(played))}, asked {asked} of {kinds} kinds, {decisions:,} times"
    return Finding(True, f"{detail}; never asked: {', '.join(never)}" if never else detail, figures)


def _rulesets(number: int) -> str:
    return "1 ruleset" if number == 1 else f"{number} rulesets"


# ---- 5: many games at once ---------------------------------------------------------------------------------
async def many_games(check: Check) -> Finding:
    greeting = await check.greeting()
    if greeting.fault:
        return replace(_at_fault(greeting), ends_it=True)
    most = min(check.hello.max_games, MAX_GAMES)
    table = await check.many(most, most + most // 4, check.order.bounds.table_s)
    figures = {"at_once": table.stream.at_once, "games": table.over, "decisions": table.decisions}
    if table.fault:
        detail = _describe_fault(table.fault)
        if table.fault.verdict is Verdict.TIMEOUT:
            detail += (
                f"; {table.stream.at_once} questions were open: answer what is decided before the rest is, "
            )
            detail += "or say in Hello that fewer games can be played at once"
        return replace(_at_fault(table), detail=detail, figures=figures)
    return Finding(
        table.stream.at_once == most,
        f"{table.stream.at_once} of {_games(most)} at once, {table.over} played to the end",
        figures,
    )


# ---- 6: slow opponents -------------------------------------------------------------------------------------
async def long_silence(check: Check) -> Finding:
    """Nothing is asked for seconds, only the connection whether it lives; then it goes on."""
    wanted = check.order.bounds.quiet_s
    patience = max(wanted / 2, _MIN_RETRY_S)

    def enough(table: CheckTable) -> bool:
        return table.after_silence >= _SOME_MORE

    table = await check.play(
        Sitting(
            game_for(check.first, check.first.players[0]),
            boards=4,
            in_flight=1,
            seconds=check.order.bounds.table_s,
            enough=enough,
            quiet_s=wanted,
            pings=Pings(every_s=wanted / 4, patience_s=patience, others_s=patience),
        )
    )
    quiet = table.stream.longest_quiet
    figures = {"quiet_s": quiet}
    if table.fault:
        detail = _describe_fault(table.fault)
        if quiet < _MIN_QUIET * wanted:
            detail = f"while nothing was asked for {wanted:g} s: {detail}"
        if table.fault.verdict is Verdict.DISCONNECT and not table.fault.exit_code:
            detail += ", or left a ping of HTTP/2 unanswered"
        return replace(_at_fault(table), detail=detail, figures=figures)
    if quiet < _MIN_QUIET * wanted:
        answers = f"{table.decisions} answers in {table.over} games"
        return Finding(False, f"it was never left waiting for {wanted:g} s: {answers}", figures)
    went_on = table.after_silence > 0
    detail = "then it went on" if went_on else "then nothing more came"
    return Finding(went_on, f"nothing was asked for {quiet:.1f} s, {detail}", figures)


# ---- 7, 8: the end -----------------------------------------------------------------------------------------
async def games_end(check: Check) -> Finding:
    table = await check.last_games()
    figures = {"games": table.over}
    if table.fault:
        return replace(_at_fault(table), figures=figures)
    ended = f"{table.over} of {table.sitting.boards} games ended"
    if table.over < table.sitting.to_end:
        return Finding(False, ended, figures)
    return Finding(True, f"{ended}, their numbers used again", figures)


async def ends(check: Check) -> Finding:
    """After the stream is closed the bot ends by itself with code 0, and nothing of it is left."""
    table = await check.last_games()
    if table.fault:
        return Finding(False, f"not seen, as its last games failed: {_describe_fault(table.fault)}")
    box, patience = table.guard.box, check.order.bounds.exit_s
    assert box
    output = _last_lines(table.output)
    if box.exit is None:
        return Finding(False, f"still runs {patience:g} s after its stream was closed", output=output)
    figures = {"seconds": box.exit_s, "code": box.exit.code}
    ended = f"ended {box.exit_s:.2f} s after its stream with code {box.exit.code}"
    if box.exit.code:
        return Finding(False, f"{ended}, not 0", figures, output=output)
    if box.left:
        left = "; ".join(printable(line, 60) for line in box.left)
        return Finding(False, f"{ended}, but it left running: {left}", figures, output=output)
    return Finding(True, ended, figures)


# ---- 9, 10: what it needs ----------------------------------------------------------------------------------
async def memory_and_output(check: Check) -> Finding:
    """Of all that was played before; if nothing was, of as many games at once as in every match."""
    greeting = await check.greeting()
    if greeting.fault:
        return replace(_at_fault(greeting), ends_it=True)
    if not check.played:
        await check.many(_MANY, 2 * _MANY, check.order.bounds.table_s)
    bounds = check.order.bounds
    most = min(filter(None, (bounds.memory, check.order.promised.memory)))
    memory, printed = check.memory(), check.printed()
    figures = {"memory": memory, "most_memory": most, "printed": printed}
    used = f"{memory / _MB:.0f} MB" if memory else "memory cannot be seen here"
    detail = f"{used} at most, of {most / _MB:.0f} MB; printed {_bytes(printed)}"
    if printed > bounds.printed:
        output = _last_lines(check.loudest().output)
        return Finding(False, f"{detail}, more than {_bytes(bounds.printed)}", figures, output=output)
    return Finding(memory <= most, detail, figures)


def _bytes(number: int) -> str:
    return f"{number / _MB:.1f} MB" if number >= _MB else f"{number:,} bytes"


async def speed(check: Check) -> Finding:
    """How long a decision takes; how many a second there are, of one game and of many."""
    seconds = check.order.bounds.speed_s
    alone = await check.many(1, _MANY_BOARDS, seconds)
    if alone.fault:
        return _at_fault(alone)
    many = await check.many(_MANY, _MANY_BOARDS, seconds)
    if many.fault:
        return _at_fault(many)
    waits = [wait * _MS for wait in alone.waits]
    if not waits:
        return Finding(False, f"it answered nothing within {seconds:g} s")
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
    promised = check.order.promised.decision_ms
    if promised and figures["mean_ms"] > promised:
        mean_ms = figures["mean_ms"]
        return Finding(False, f"{detail}; mean {mean_ms:.2f} ms, bot.toml promises {promised:g} ms", figures)
    return Finding(True, detail, figures)


def _percentile(values: Sequence[float], percent: int) -> float:
    if len(values) < _SOME_WAITS:
        return values[0]
    return quantiles(values, n=_PERCENT, method="inclusive")[percent - 1]


def _per_second(table: CheckTable) -> float:
    elapsed = table.last_s - table.first_s
    return table.decisions / elapsed if elapsed > 0 else 0.0


# ---- failures ----------------------------------------------------------------------------------------------
def _at_fault(table: CheckTable) -> Finding:
    """The bot was at fault at this table."""
    fault = table.fault
    assert fault
    return Finding(
        False,
        _describe_fault(fault),
        request=table.request(),
        output=_last_lines(table.output),
        alone=table.sitting.game.ruleset.id if table.instance.was_ready else "",
        ends_it=fault.verdict in (Verdict.TIMEOUT, Verdict.NO_START),
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


STEPS: Final[Mapping[int, Callable[[Check], Awaitable[Finding]]]] = {
    1: starts,
    2: says_hello,
    3: decides_with_fewest,
    4: decides_with_most,
    5: many_games,
    6: long_silence,
    7: games_end,
    8: ends,
    9: memory_and_output,
    10: speed,
}
