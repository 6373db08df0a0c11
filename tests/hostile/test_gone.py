"""The time from a verdict until everything of the bot is removed."""

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.record.match import Clock, MatchSpec, Verdict
from arena.referee.faults import DetectedFault
from arena.referee.live.progress import ProgressPipe
from arena.referee.match import seating
from arena.referee.match.instance import Instance
from arena.referee.match.piece import play_piece
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.protocol import Runner
from arena.sandbox.runners import runners
from tests.conftest import Scale
from tests.docker.matches import in_containers
from tests.hostile.place import place
from tests.hostile.promises import record_spread
from tests.referee.lateness import lateness
from tests.referee.matches import match

pytestmark = pytest.mark.dear

GONE_MS = 1_000
HURRIED = Clock(300, 0, 300)


class Timed(Instance):
    """An instance that measures its end."""

    took_ms: list[float]
    _judged: float | None = None

    def lose(self, fault: DetectedFault, in_game: int | None = None) -> None:
        self._judged = self._judged or time.monotonic()
        super().lose(fault, in_game)

    async def live(self, runner: Runner) -> None:
        await super().live(runner)
        if self._judged:
            self.took_ms.append((time.monotonic() - self._judged) * 1_000)


@pytest.fixture
def took_ms(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Return the measured times of all judged bots."""
    monkeypatch.setattr(seating, "Instance", Timed)
    Timed.took_ms = []
    with place():
        yield Timed.took_ms


def play(spec: MatchSpec) -> set[Verdict]:
    """Play a match in this process and return the verdicts of the first bot."""
    with run_directory() as run, clean_up_after(runners(spec, run)), Path(os.devnull).open("wb") as nobody:
        progress = ProgressPipe(spec.id, 1, nobody.fileno(), [0.0] * len(spec.bots))
        record = asyncio.run(play_piece(spec, run, None, progress))
    return {seat.verdict for game in record.games for seat in game.seats if seat.bot == 0}


def judged(spec: MatchSpec, matches: int, took_ms: list[float], runner: str) -> None:
    with lateness() as machine, ThreadPoolExecutor(1) as pool:
        found = set().union(*pool.map(play, [spec] * matches))
    assert Verdict.TIMEOUT in found
    took_ms.sort()
    record_spread("verdict to gone", runner, took_ms)
    assert took_ms[0] < GONE_MS + machine.ms  # the others say how busy the machine is


SPEC = match("silent", "first", boards=3, in_flight=1, clock=HURRIED)


def test_a_process_is_gone(took_ms: list[float], scale: Scale) -> None:
    judged(SPEC, scale.pick(quick=1, ci=1, full=20), took_ms, "process")


@pytest.mark.usefixtures("engine")
def test_a_container_is_gone(took_ms: list[float], scale: Scale) -> None:
    judged(in_containers(SPEC, "gone"), scale.pick(quick=1, ci=1, full=20), took_ms, "docker")
