"""Many machines: `uv run python -m tests.benchmarks.cluster [--workers 1,2,4] [--simulated 1,10,100]`.

Real: workers on this machine play matches; they share its cores, so this shows what is lost, not what many
machines win. Simulated: workers only wait, as long as a match takes, and deliver a record of a real match,
which is proved as ever; so up to a hundred fit here. What a match costs the scheduler and the coordinator is
their processors' time, which does not depend on that.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from arena.record.match import Clock, Limits, MatchRecord, MatchSpec
from arena.referee.process.codec import encode
from arena.referee.run import run_match
from arena.service.bots import resolve_bot
from arena.service.cluster.executor import ClusterExecutor
from arena.service.cluster.messages import Delivery
from arena.service.sandboxes import bot_spec
from tests.benchmarks.simulated_workers import TOKEN
from tests.cluster.processes import Running, cluster
from tests.web.waiting import children

SECONDS = 10.0  # that a simulated match takes
IDLE_S = 6.0
A_PROCESS = 25  # simulated workers
TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Row:
    """Results for a number of workers. Costs are processor time per match."""

    kind: str
    workers: int
    matches_per_second: float
    busy: float  # of all workers' time, that they had a match
    idle: float  # share of a core that the scheduler takes with no match at all: signs of life
    scheduler_us: float  # beyond that
    coordinator_us: float  # with those who prove


def match(boards: int) -> MatchSpec:
    """A match between two fast bots."""
    bots = tuple(bot_spec(resolve_bot(name), "process") for name in ("greedy", "counting"))
    return MatchSpec(
        id="1.1.1",
        ruleset="mau-mau@1",
        bots=bots,
        first_board=1,
        secrets=tuple(f"{board:064x}" for board in range(1, boards + 1)),
        key="07" * 32,
        clock=Clock(0, 0, 0),
        limits=Limits(start_ms=120_000),
    )


def real(workers: int, matches: int, spec: MatchSpec) -> Row:
    """Measure workers on this machine."""
    with cluster() as made:
        scheduler = made.scheduler("127.0.0.1", 0)
        address = scheduler.lines[0].split()[2]
        begun = [made.worker(address, f"w{index}", wait=False) for index in range(workers)]
        for worker in begun:
            worker.until_said("Playing for")
        return _measured("real", scheduler, workers, matches, spec)


def simulated(workers: int, matches: int, spec: MatchSpec, record: MatchRecord) -> Row:
    """Measure workers that only wait."""
    with cluster() as made, tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(encode(Delivery(TOKEN, record)))
        file.flush()
        scheduler = made.scheduler("127.0.0.1", 0, lease=60)
        address = scheduler.lines[0].split()[2]
        for first in range(0, workers, A_PROCESS):
            count = str(min(A_PROCESS, workers - first))
            words = ("-m", "tests.benchmarks.simulated_workers", address, count, str(SECONDS), file.name)
            made.begin((sys.executable, *words))
        return _measured("simulated", scheduler, workers, matches, spec)


def _measured(kind: str, scheduler: Running, workers: int, matches: int, spec: MatchSpec) -> Row:
    with ClusterExecutor(scheduler.lines[0].split()[2]) as crew:
        while crew.slots() < workers or len(crew.workers()) < workers:
            time.sleep(0.1)
        _play(crew, spec, min(matches, workers))  # so that all have begun, and those who prove too
        before = _spent(scheduler.pid)
        time.sleep(IDLE_S)
        idle = (_spent(scheduler.pid) - before) / IDLE_S
        before, begun = _spent(scheduler.pid), time.perf_counter()
        ours = _spent(os.getpid())
        _play(crew, spec, matches)
        seconds = time.perf_counter() - begun
        spent = _spent(scheduler.pid) - before - idle * seconds
        our = _spent(os.getpid()) - ours
    busy = matches * SECONDS / (seconds * workers) if kind == "simulated" else 1.0
    return Row(kind, workers, matches / seconds, busy, idle, spent / matches * 1e6, our / matches * 1e6)


def _play(crew: ClusterExecutor, spec: MatchSpec, matches: int) -> None:
    """Keep one more match running than there are slots, as a coordinator does."""
    stop, under_way, left = Event(), set[Future[MatchRecord]](), matches
    while left or under_way:
        for _ in range(min(left, crew.slots() + 1 - len(under_way))):
            under_way.add(crew.submit(run_match, spec, lambda _: None, stop))
            left -= 1
        over, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        for future in over:
            future.result()


def _spent(pid: int) -> float:
    """Return the processor seconds of a process and its children."""
    return sum(_of(one) for one in (pid, *_below(pid)))


def _of(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:13])) / TICK


def _below(pid: int) -> Iterator[int]:
    """Return the processes that verify records; a cluster's processes are not among them."""
    for child in children(pid):
        if b"multiprocessing" in Path(f"/proc/{child}/cmdline").read_bytes():
            yield child


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Return the rows as text."""
    yield "workers            matches/s   busy   scheduler idle   + µs/match   coordinator µs/match"
    for row in rows:
        busy = f"{row.busy:6.0%}" if row.kind == "simulated" else "     –"
        yield (
            f"{row.workers:>4} {row.kind:<12} {row.matches_per_second:>10.2f} {busy} "
            f"{row.idle:>16.1%} {row.scheduler_us:>12,.0f} {row.coordinator_us:>22,.0f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--workers", default="1,2,4", help="real ones")
    parser.add_argument("--simulated", default="1,10,100")
    parser.add_argument("--matches", type=int, default=24, help="for each number of real workers")
    parser.add_argument("--each", type=int, default=3, help="matches for each simulated worker")
    parser.add_argument("--boards", type=int, default=20, help="of a match, each in both seatings")
    asked = parser.parse_args()
    spec = match(asked.boards)
    record = run_match(spec)
    size = len(encode(Delivery(TOKEN, record)))
    print(f"{asked.boards} boards, {len(record.games)} games a match; a delivery has {size:,} bytes")
    rows = []
    for workers in map(int, filter(None, asked.workers.split(","))):
        rows.append(real(workers, asked.matches, spec))
        print(*table(rows[-1:]), sep="\n", file=sys.stderr)
    for workers in map(int, filter(None, asked.simulated.split(","))):
        rows.append(simulated(workers, asked.each * workers, spec, record))
        print(*table(rows[-1:]), sep="\n", file=sys.stderr)
    print(*table(rows), sep="\n")


if __name__ == "__main__":
    main()
