"""A bot in Python that is forked behaves like one that is executed."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.process import ProcessBox, ProcessRunner
from arena.sandbox.protocol import Exit, Launch
from arena.sandbox.usage import with_home
from tests.web.waiting import is_running, until

SHOW = """
import atexit, gc, os, sys, threading, time
print(__name__, __file__, sys.argv, sys.path[0], os.getcwd(), gc.isenabled(), time.tzname)
print(*sorted(os.environ), sys.modules["__main__"].__file__, sorted(globals()))
print(os.getpid() == os.getsid(0), sorted(os.listdir("/proc/self/fd")), "\\u00fc")
print(*open("/proc/self/cmdline", "rb").read().rstrip(b"\\0").split(b"\\0")[1:])
print([line[:5] for line in open("/proc/self/environ", "rb").read().split(b"\\0") if b"HOME" in line])
atexit.register(print, "at exit")
threading.Timer(0.1, print, ["from a thread"]).start()
"""
PROGRAMS = {
    "shows": SHOW,
    "exits": "import sys; sys.exit(3)",
    "exits with a text": "import sys; sys.exit('enough')",
    "is killed": "import os; os.kill(os.getpid(), 11)",
    "raises": "def f():\n    raise ValueError('one\\ntwo')\nf()",
    "raises from": "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError('x') from e",
    "is no Python": "x = (",
}


def play(
    folder: Path, *arguments: str, is_measured: bool = False, act: Callable[[ProcessBox], None] | None = None
) -> tuple[Exit, list[str]]:
    """Run the script `bot.py` in a folder until it ends. `act` is called after its first output.

    `is_measured`: the bot is executed, not forked.
    """
    command = (sys.executable, "bot.py", *arguments)
    launch = Launch(command, str(folder), folder / "seat", "token", 10_000, is_measured=is_measured)

    async def run() -> tuple[Exit, list[str]]:
        box = await ProcessRunner(folder).start(launch)
        try:
            while act and not box.output():
                await asyncio.sleep(0.01)
            if act:
                act(box)
            how = await asyncio.wait_for(box.wait(), 30)
        finally:
            await box.close()
        return how, box.output().decode().splitlines()

    return asyncio.run(run())


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_forked_bot_behaves_like_an_executed_one(program: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PROGRAMS[program])
    forked = play(tmp_path, "one", "--two")
    executed = play(tmp_path, "one", "--two", is_measured=True)
    assert forked == executed
    assert forked != (Exit(0), [])


def test_a_measured_bot_is_executed(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import sys; print('arena' in sys.modules)")
    assert play(tmp_path) == (Exit(0), ["True"])
    assert play(tmp_path, is_measured=True) == (Exit(0), ["False"])


def test_a_module_of_the_bot_replaces_an_imported_one(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import json; print(json.ABOUT)")
    (tmp_path / "json.py").write_text("ABOUT = 'my own'")
    assert play(tmp_path) == (Exit(0), ["my own"])


def test_sweep_finds_a_process_that_a_forked_bot_has_forked(tmp_path: Path) -> None:
    code = """if True:
        import os, time
        if os.fork() == 0:
            os.setsid()
            print(os.getpid(), flush=True)
        time.sleep(60)
    """
    (tmp_path / "bot.py").write_text(code)
    found: list[int] = []

    def sweep(box: ProcessBox) -> None:
        found.extend(with_home(str(tmp_path)))
        ProcessRunner(tmp_path).sweep()

    how, [daemon] = play(tmp_path, act=sweep)
    assert how == Exit(137)
    assert len(found) == 2 and int(daemon) in found
    until(lambda: not is_running(int(daemon)))
