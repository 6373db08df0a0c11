"""The process runner: the bot's environment, its output, and complete removal."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.process import ProcessBox, ProcessRunner
from arena.sandbox.protocol import CannotStart, Exit, Launch
from arena.sandbox.runners import UnknownRunner, runner
from arena.sandbox.usage import with_home

Act = Callable[[ProcessBox], None]
STAYS = "\nimport time\nwhile True: time.sleep(60)"  # whichever of its processes is killed first


def run(code: str, folder: Path, act: Act | None = None, output_bytes: int = 1_000) -> tuple[Exit, bytes]:
    """Run Python code as a bot until it ends, or until `act` ends it after its first output."""
    seat = folder / "seat"
    seat.mkdir()
    launch = Launch((sys.executable, "-c", code), str(folder), seat, "token-of-the-bot", output_bytes)

    async def play() -> tuple[Exit, bytes]:
        box = await ProcessRunner(folder).start(launch)
        try:
            if act:
                while not box.output():
                    await asyncio.sleep(0.01)
                act(box)
            how = await asyncio.wait_for(box.wait(), 30)
        finally:
            await box.close()
        return how, box.output()

    return asyncio.run(play())


def test_environment_is_only_what_a_bot_needs(tmp_path: Path) -> None:
    _, output = run("import os; print(*sorted(os.environ), os.getcwd())", tmp_path)
    names = "ARENA_TARGET ARENA_TOKEN HOME LANG PATH TMPDIR TZ"
    assert output.decode().replace(" LC_CTYPE", "").strip() == f"{names} {tmp_path}"


def test_target_is_the_socket_in_the_seat_directory(tmp_path: Path) -> None:
    _, output = run("import os; print(os.environ['ARENA_TARGET'])", tmp_path)
    assert output.decode().strip() == f"unix://{tmp_path}/seat/referee.sock"


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [("pass", 0), ("import sys; sys.exit(3)", 3), ("import os; os.kill(os.getpid(), 11)", 139)],
)
def test_exit_code(tmp_path: Path, code: str, exit_code: int) -> None:
    assert run(code, tmp_path)[0] == Exit(exit_code)


def test_stdout_and_stderr_are_kept_in_order(tmp_path: Path) -> None:
    code = "import os; os.write(1, b'one '); os.write(2, b'two '); os.write(1, b'three')"
    assert run(code, tmp_path)[1] == b"one two three"


def test_output_is_limited(tmp_path: Path) -> None:
    code = "import os\nfor _ in range(100): os.write(1, b'x' * 100_000)\nos.write(1, b'end')"
    _, output = run(code, tmp_path, output_bytes=10)
    assert output.startswith(b"xxxxx\n[") and output.endswith(b"]\nxxend")


def test_a_flood_is_reported(tmp_path: Path) -> None:
    seat = tmp_path / "seat"
    seat.mkdir()
    command = (sys.executable, "-c", "import os\nwhile True: os.write(1, b'x' * 65_536)")

    async def play() -> int:
        box = await ProcessRunner(tmp_path).start(
            Launch(command, str(tmp_path), seat, "", 10, max_printed=100_000)
        )
        try:
            await asyncio.wait_for(box.wait_for_flood(), 60)
        finally:
            await box.close()
        return (await box.usage()).printed

    assert asyncio.run(play()) > 100_000


def test_kill_ends_the_whole_session(tmp_path: Path) -> None:
    code = "import subprocess as s; print(s.Popen(['sleep', '60']).pid, flush=True)" + STAYS
    how, output = run(code, tmp_path, act=ProcessBox.kill)
    assert how == Exit(137)
    assert ends(int(output))


def test_sweep_finds_processes_outside_the_session(tmp_path: Path) -> None:
    code = (
        "import subprocess as s; print(s.Popen(['sleep', '60'], start_new_session=True).pid, flush=True)"
        + STAYS
    )
    how, output = run(code, tmp_path, act=lambda _: ProcessRunner(tmp_path).sweep())
    assert how == Exit(137)
    assert ends(int(output))


def test_sweep_finds_starting_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A starting process shows no environment for a moment, so the first look finds only its parent."""
    code = "import subprocess as s; print(s.Popen(['sleep', '60'], start_new_session=True).pid, flush=True)"
    looks: list[list[int]] = []

    def look(mark: str) -> list[int]:
        looks.append(with_home(mark))
        return looks[-1][: 1 if len(looks) == 1 else None]

    monkeypatch.setattr("arena.sandbox.process.with_home", look)
    _, output = run(code + STAYS, tmp_path, act=lambda _: ProcessRunner(tmp_path).sweep())
    assert len(looks[0]) > 1
    assert ends(int(output))


def test_nothing_is_left(tmp_path: Path) -> None:
    run("import pathlib; (pathlib.Path.home() / 'litter').write_text('x')", tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["seat"]


@pytest.mark.dear
def test_removing_files_does_not_block_the_loop(tmp_path: Path) -> None:
    """Removing many files takes long, and the clocks of other bots run."""
    write = "from pathlib import Path\nfor n in range(20_000): (Path.home() / str(n)).touch()"
    (seat := tmp_path / "seat").mkdir()

    async def play() -> bool:
        box = await ProcessRunner(tmp_path).start(
            Launch((sys.executable, "-c", write), str(tmp_path), seat, "", 10)
        )
        await box.wait()
        (home,) = tmp_path.glob("home-*")
        with os.scandir(home) as entries:
            first, *_, last = (Path(entry) for entry in entries)
        closing = asyncio.create_task(box.close())
        seen = False
        while not closing.done():
            seen = seen or (not first.exists() and last.exists())
            await asyncio.sleep(0)
        await closing
        assert not home.exists()
        return seen

    assert asyncio.run(play())


@pytest.mark.parametrize("command", [("/no/such/program",), ("bad\0name",)])
def test_an_invalid_command_says_why(tmp_path: Path, command: tuple[str, ...]) -> None:
    launch = Launch(command, str(tmp_path), tmp_path, "", 100)
    with pytest.raises(CannotStart):
        asyncio.run(ProcessRunner(tmp_path).start(launch))
    assert not list(tmp_path.iterdir())


def test_description(tmp_path: Path) -> None:
    assert "nothing keeps them" in runner("process", tmp_path).describe()
    with pytest.raises(UnknownRunner, match="process"):
        runner("magic", tmp_path)


def ends(pid: int) -> bool:
    """Return True if a killed process ends soon."""
    deadline = time.monotonic() + 30
    while running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not running(pid)


def running(pid: int) -> bool:
    """Return True if a process runs; a zombie does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # before it was opened, or before it was read
        return False
    return status != "Z" and os.path.exists(f"/proc/{pid}")
