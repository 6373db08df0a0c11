"""An instance finds nothing that an earlier one left: in both seatings of a board the same bot plays."""

import asyncio
import json
import os
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING

import pytest

from arena.record.match import BotSpec
from arena.referee.run import run_match
from arena.sandbox.docker.images import bot_image
from arena.sandbox.docker.page_cache import evictions
from arena.sandbox.docker.runner import DockerRunner
from arena.sandbox.protocol import Launch
from tests.docker.boxes import bot, launch
from tests.figures import figures
from tests.referee.matches import match

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.alone, pytest.mark.dear]

BITS = 64
BOT = Path(__file__).with_name("leftovers.py")
NOBODY_WROTE = {"pages": "1" * BITS, "other": "0" * BITS}
EVICTS = """
import os
for folder, _, names in os.walk("/"):
    for name in names if not folder.startswith(("/proc", "/sys", "/dev")) else ():
        path = os.path.join(folder, name)
        if os.path.isfile(path) and not os.path.islink(path):
            file = os.open(path, os.O_RDONLY)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(file)
"""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a Python image with an 8 MB file that only this test reads."""
    ballast = tmp_path_factory.mktemp("bot") / "ballast"
    ballast.write_bytes(os.urandom(8 << 20))
    return bot_image([("bot.py", BOT), ("ballast", ballast)]).id


class Series:
    """Instances of one bot in turn, as in the seatings of a match."""

    def __init__(self, folder: Path, image: str) -> None:
        self._folder = folder
        self._image = image
        self._runner = DockerRunner(folder, "test")

    def close(self) -> None:
        self._runner.sweep()

    def play(self, *arguments: str) -> str:
        """Run an instance to its end and return its output."""
        what = launch("", self._folder, output_bytes=20_000)
        what = replace(what, image=self._image, command=("python", "/bot/bot.py", *arguments))
        try:
            return asyncio.run(self._play(what))
        finally:
            what.seat.rmdir()

    async def _play(self, what: Launch) -> str:
        box = await self._runner.start(what)
        try:
            await asyncio.wait_for(box.wait(), 120)
        finally:
            await box.close()
        return box.output().decode()

    def bits_by_method(self) -> dict[str, str]:
        """Return the bits that an instance finds, by method."""
        bits_by_method: dict[str, str] = json.loads(self.play("read"))
        return bits_by_method


@pytest.fixture
def series(tmp_path: Path, image: str) -> Iterator[Series]:
    made = Series(tmp_path, image)
    yield made
    made.close()


@contextmanager
def unbounded(engine: "APIClient", image: str, code: str, memory: int | None = None) -> Iterator[None]:
    """Run Python code in a container of the image without a system call filter."""
    config = engine.create_host_config(
        security_opt=["seccomp=unconfined"], init=True, mem_limit=memory, memswap_limit=memory
    )
    command = ["python", "-c", code]
    made = engine.create_container(image, command, host_config=config, network_disabled=True)["Id"]
    try:
        engine.start(made)
        assert engine.wait(made)["StatusCode"] == 0, engine.logs(made)
        yield
    finally:
        engine.remove_container(made, force=True)


def leaked(bits_by_method: dict[str, str], bits: str) -> dict[str, str]:
    """Return the bits that differ from those read without a writer, by method."""
    for way, read in bits_by_method.items():
        right = sum(one == other for one, other in zip(read, bits, strict=True))
        figures("left behind", way=way, bits_found=right if len({*read}) > 1 else 0)
    nobody = {way: NOBODY_WROTE["pages" if way.startswith("pages") else "other"] for way in bits_by_method}
    return {way: read for way, read in bits_by_method.items() if read != nobody[way]}


@pytest.mark.full
def test_an_instance_finds_nothing_that_an_earlier_one_left(
    series: Series, engine: "APIClient", image: str
) -> None:
    """At first nothing of the image is cached, so the bot could own pages."""

    def tried() -> dict[str, str]:
        with unbounded(engine, image, EVICTS):
            pass
        bits = f"{randbits(BITS):0{BITS}b}"
        assert series.play("write", bits) == "written\n"
        bits_by_method = series.bits_by_method()
        assert len(bits_by_method) >= 4
        return {f"{way} for {bits}": read for way, read in leaked(bits_by_method, bits).items()}

    for _ in range(10):
        assert {} in unless_disturbed(tried)


def unless_disturbed(tried: Callable[[], dict[str, str]]) -> list[dict[str, str]]:
    """Try up to three times until nothing leaks: other tests share files and evict pages."""
    leaks = [tried()]
    while leaks[-1] and len(leaks) < 3:
        leaks.append(tried())
    return leaks


def test_a_bot_finds_nothing_of_its_earlier_seating(engine: "APIClient", image: str) -> None:
    """It never says Hello, so the output of each seating is stored."""

    def tried() -> dict[str, str]:
        with unbounded(engine, image, EVICTS):
            pass
        bits = f"{randbits(BITS):0{BITS}b}"
        spec = match("first", "first", boards=1, runner="docker", start_ms=120_000)
        writes = BotSpec("writes", "0" * 64, ("python", "/bot/bot.py", "both", bits), "", image)
        record = run_match(replace(spec, bots=(writes, bot("first"))))
        printed = [b64decode(fault.output).decode().splitlines() for fault in record.faults]
        assert [lines[-1] for lines in printed] == ["written"] * 2
        return leaked(json.loads(printed[1][0]), bits)

    assert {} in unless_disturbed(tried)


@pytest.mark.full
def test_pages_that_the_machine_evicted_are_read_again(
    series: Series, engine: "APIClient", image: str
) -> None:
    """Evict with `fadvise`, and by memory pressure in another container."""
    code = f"{EVICTS}\nopen('/bot/ballast', 'rb').read(1 << 20)\nos.system('cat /usr/bin/* > /dev/null')"

    def tried() -> dict[str, str]:
        assert series.bits_by_method()
        before = evictions()
        with unbounded(engine, image, code, memory=24 << 20):
            assert evictions() != before
        with unbounded(engine, image, EVICTS):
            return leaked(series.bits_by_method(), "0" * BITS)

    assert {} in unless_disturbed(tried)
