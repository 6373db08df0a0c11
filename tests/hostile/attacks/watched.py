"""A match whose process is looked at while it runs: its memory, its time, its open files."""

import os
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.run import run_match
from arena.sandbox.fork_server import fork_server
from arena.sandbox.usage import peak_memory
from tests.web.waiting import children, is_arena

EVERY_S = 0.02
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
STARTS = (MatchEventKind.STARTED, MatchEventKind.RESTARTED)
_starting = threading.Lock()  # processes are told apart by when they came


@dataclass(slots=True)
class Seen:
    """What the process of a match took at most, and how often one was started."""

    memory_mb: float = 0.0
    files: int = 0
    cpu_s: float = 0.0
    runs: int = 0

    def heard(self, event: MatchEvent) -> None:
        self.runs += event.kind in STARTS

    def look(self, process: Path) -> None:
        """Look once more. A process that is gone is not seen any more."""
        with suppress(OSError):
            self.memory_mb = max(self.memory_mb, peak_memory(int(process.name)) / 1_048_576)
            self.files = max(self.files, len(os.listdir(process / "fd")))
            times = (process / "stat").read_text().rpartition(")")[2].split()[11:13]
            self.cpu_s = max(self.cpu_s, sum(map(int, times)) * TICK_S)


def watched(spec: MatchSpec) -> tuple[MatchRecord, Seen]:
    """Play a match, and look at its process."""
    seen = Seen()
    with ThreadPoolExecutor(1) as pool:
        with _starting:
            before = _referees()
            match = pool.submit(run_match, spec, seen.heard)
            process = _new(before, match)
        while not wait((match,), EVERY_S).done:
            seen.look(process)
        return match.result(), seen


def _new(before: set[Path], match: Future[MatchRecord]) -> Path:
    """The process that was not there before."""
    while not (new := _referees() - before) and not wait((match,), EVERY_S).done:
        pass
    return new.pop() if new else Path("/proc/0")


def _referees() -> set[Path]:
    """Processes of matches that this process has started."""
    return {Path(f"/proc/{pid}") for pid in children(fork_server.pid or 0) if is_arena(pid)}
