"""The processes of a cluster, as somebody starts them who has `arena` on the path."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from arena.store.database.store import open_store, sqlite_url
from arena.store.results.ledger import find_broken_entry
from tests.faults.coordinator import games
from tests.web.waiting import until

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "tests" / "service" / "bots"
SEED = "5a" * 32
ARENA = (sys.executable, "-m", "arena")
# Bots that start in a moment.
FIELD = (str(ROOT / "tests/bots/first"), *(str(BOTS / f"{name}.py") for name in ("dice", "last", "middle")))
SLOW_START = "\n[limits]\nstart_ms = 60000\n"  # the machine has much else to do


@dataclass(slots=True)
class Running:
    """A process, and the lines that it has said so far."""

    process: "subprocess.Popen[str]"
    lines: list[str] = field(default_factory=list)

    @property
    def pid(self) -> int:
        return self.process.pid

    def said(self, text: str, times: int = 1) -> bool:
        return sum(text in line for line in self.lines) >= times

    def until_said(self, text: str, times: int = 1) -> None:
        """Wait for it; or for its end, which is wrong then."""
        try:
            until(lambda: self.said(text, times) or self.over)
        finally:
            assert self.said(text, times), self.lines

    @property
    def over(self) -> bool:
        return self.process.poll() is not None

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        """As the power fails: it and all that it has started in its session."""
        self.process.kill()
        self.process.wait()


@contextmanager
def started(command: Sequence[str], stdout: int | None = None) -> Iterator[Running]:
    """A process while the block lasts; what it says on stderr is kept."""
    with subprocess.Popen(
        command, stdout=stdout, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True
    ) as process:
        running = Running(process)
        reader = Thread(target=_read, args=(running,), daemon=True)
        reader.start()
        try:
            yield running
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
            reader.join(5)


def _read(running: Running) -> None:
    assert running.process.stderr
    for line in running.process.stderr:
        running.lines.append(line.rstrip("\n"))


@dataclass(slots=True)
class Cluster:
    """What was started, to be ended together."""

    stack: ExitStack
    options: tuple[str, ...] = ()  # of every command

    def scheduler(self, host: str, port: int, lease: float = 4, prefix: Sequence[str] = ()) -> Running:
        return self.begin(
            (*prefix, *ARENA, "scheduler", "--host", host, "--port", str(port), "--lease", str(lease)),
            "Scheduling at",
        )

    def worker(
        self, address: str, name: str, prefix: Sequence[str] = (), slots: int = 1, wait: bool = True
    ) -> Running:
        command = (*prefix, *ARENA, "worker", "--scheduler", address, "--name", name, "--slots", str(slots))
        return self.begin((*command, "--runner", "process"), "Playing for" if wait else "")

    def begin(self, command: Sequence[str], sign: str = "") -> Running:
        running = self.stack.enter_context(started((*command, *self.options)))
        if sign:
            running.until_said(sign)
        return running


@contextmanager
def cluster(*options: str) -> Iterator[Cluster]:
    """A cluster to be, of which nothing is left after the block."""
    with ExitStack() as stack:
        yield Cluster(stack, options)


@dataclass(slots=True)
class Run:
    """A tournament that is played by `arena run`."""

    running: Running
    out: Path

    def finished(self, matches: int) -> None:
        """Wait until so many are committed."""
        self.running.until_said("Finished ", matches)

    def result(self) -> dict[str, object]:
        self.running.process.wait(300)
        assert self.running.process.returncode == 0, self.running.lines
        found: dict[str, object] = json.loads(self.out.read_text())
        return found


@contextmanager
def playing(folder: Path, *words: str, prefix: Sequence[str] = ()) -> Iterator[Run]:
    """`arena run` with these words, in a database of that folder."""
    out = folder / "result.json"
    with out.open("w") as file:
        command = (*prefix, *ARENA, "run", *words, "--db", str(folder / "arena.db"), "--json")
        with started(command, stdout=file.fileno()) as running:
            yield Run(running, out)


def cup(folder: Path, boards: int, bots: Sequence[str] = FIELD, form: str = "round-robin") -> str:
    """The file of a tournament whose games are always the same."""
    path = folder / "cup.toml"
    path.write_text(
        f'name = "cup"\nformat = "{form}"\nbots = {json.dumps(list(bots))}\nboards = {boards}\n'
        f'clock = "none"\nseed = "{SEED}"\n{SLOW_START}'
    )
    return str(path)


def dask(address: str) -> tuple[str, ...]:
    return ("--executor", "dask", "--scheduler", address)


def in_order(folder: Path, number_of_games: int) -> None:
    """Every game is there once, and the ledger is whole."""
    url = sqlite_url(folder / "arena.db")
    found = games(url)
    assert len(found) == len({*found}) == number_of_games
    with open_store(url) as store, store.reading() as tx:
        assert find_broken_entry(tx) is None


Strike = Callable[[], None]
