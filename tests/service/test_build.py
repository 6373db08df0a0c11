"""What a bot's build line makes is made before it plays, when it has to be, and what goes wrong is told."""

import os
import platform
import re
import shutil
import struct
from pathlib import Path

import pytest

from arena.service.bots import Bot, resolve_bot
from arena.service.bots.build import build, check_container, must_be_built
from arena.service.bots.toolchains import TOOLS, check_tools
from arena.service.errors import BadBot, BadSettings
from arena.service.play import play_match
from arena.service.sandboxes import bot_spec, prepare, prepare_bot
from tests.service.conftest import HERE

ROOT = Path(__file__).parents[2]
MAKES = "mkdir -p build && cp source.py build/bot.py && echo built >> log.txt"
MACHINES = {"x86_64": 62, "aarch64": 183}
MANIFEST = 'command = ["python", "build/bot.py"]\nbuild = "{}"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot that is copied rather than compiled, but not there until then."""
    made = tmp_path / "made"
    made.mkdir()
    shutil.copy(HERE / "last.py", made / "source.py")
    (made / "bot.toml").write_text(MANIFEST.format(MAKES.replace("log.txt", str(tmp_path / "log.txt"))))
    return made


def write(folder: Path, build: str, **more: str) -> Bot:
    lines = "".join(f'{key} = "{value}"\n' for key, value in more.items())
    (folder / "bot.toml").write_text(MANIFEST.format(build) + lines)
    return resolve_bot(str(folder))


def elf(machine: int = MACHINES[platform.machine()], headers: tuple[int, ...] = ()) -> bytes:
    """The beginning of a program, with program headers of these kinds."""
    head = b"\x7fELF\x02\x01".ljust(18, b"\0") + struct.pack("<H", machine)
    head = head.ljust(32, b"\0") + struct.pack("<Q", 64)
    head = head.ljust(54, b"\0") + struct.pack("<HH", 56, len(headers))
    return head.ljust(64, b"\0") + b"".join(struct.pack("<I", kind).ljust(56, b"\0") for kind in headers)


def often(folder: Path) -> int:
    """How often it was built."""
    log = folder.parent / "log.txt"
    return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.mark.dear
def test_missing_results_are_built_once(folder: Path) -> None:
    said: list[str] = []
    before = resolve_bot(str(folder))
    bots = prepare([before, resolve_bot(str(HERE / "last.py"))], "process", said.append)
    assert [line.partition(":")[0] for line in said] == ["building made"]
    assert bots[0] == resolve_bot(str(folder)) != before
    assert bots[0].version != before.version
    assert play_match(bots, "mau-mau").games_with_fault == 0
    assert prepare(bots, "process", said.append) == bots
    assert often(folder) == 1


def test_outdated_results_are_built_again(folder: Path) -> None:
    made = prepare_bot(resolve_bot(str(folder)), "process")
    assert not must_be_built(made)
    os.utime(folder / "source.py", ns=(2**62, 2**62))
    assert must_be_built(made)
    prepare_bot(made, "process")
    assert often(folder) == 2


def test_idle_build_tool_runs_once(folder: Path) -> None:
    made = prepare_bot(resolve_bot(str(folder)), "process")
    os.utime(folder / "build" / "bot.py", ns=(0, 0))
    write(folder, "true")
    assert must_be_built(made)
    assert not must_be_built(prepare_bot(resolve_bot(made.source), "process"))


def test_unbuilt_bot_does_not_play(folder: Path) -> None:
    with pytest.raises(BadBot):
        bot_spec(resolve_bot(str(folder)), "process")


@pytest.mark.parametrize(
    ("build", "said", "told"),
    [
        ("echo one; echo two >&2; exit 3", "building made failed: .* ended with exit code 3", "  | two"),
        ("seq 100; false", "ended with exit code 1", "  | 100"),
        ("true", r"did not make build/bot\.py, which its command names", None),
        ("kill -9 $$", "was killed by signal 9", None),
        (r"printf '\\033[31mred'; false", "exit code 1", r"  | \x1b[31mred"),
    ],
)
def test_failed_build_shows_its_last_output(folder: Path, build: str, said: str, told: str | None) -> None:
    lines: list[str] = []
    with pytest.raises(BadBot, match=said):
        prepare_bot(write(folder, build), "process", lines.append)
    assert lines[-1] == told or told is None
    assert len(lines) <= 21


def test_endless_build_is_stopped(folder: Path) -> None:
    with pytest.raises(BadBot, match=r"took longer than 0\.2 s"):
        build(write(folder, "sleep 60 & sleep 60"), lambda _: None, timeout_s=0.2)


def test_build_output_is_limited(folder: Path) -> None:
    lines: list[str] = []
    with pytest.raises(BadBot, match="exit code 1"):
        prepare_bot(
            write(folder, "head -c 3000000 /dev/zero | tr '\\\\0' x; exit 1"), "process", lines.append
        )
    assert max(map(len, lines)) < 400


def test_a_missing_toolchain_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(BadBot, match="made needs Go; found none: `go` is not on PATH; install Go"):
        prepare_bot(write(folder, "go build -o build/bot ."), "process")


@pytest.mark.dear
@pytest.mark.parametrize("program", ["go", "cargo", "npm", "mvn", "cmake"])
def test_an_old_toolchain_is_named_before_the_build(
    folder: Path, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examples name the version that they need."""
    if shutil.which(program) is None:
        pytest.skip(f"needs {program}")
    monkeypatch.setenv("GOTOOLCHAIN", "local")
    tool = TOOLS[program]
    [example] = (ROOT / "example_bots").glob(f"*_greedy/{tool.manifest}")
    (floor,) = re.findall(tool.min_version, example.read_text())
    (folder / tool.manifest).write_text(example.read_text())
    check_tools(write(folder, f"{program} x"))
    (folder / tool.manifest).write_text(example.read_text().replace(floor, "99.1"))
    lines: list[str] = []
    needs = rf"made needs {re.escape(tool.name)} 99\.1 or newer; found \d+\.\d+[\d.]*; install"
    with pytest.raises(BadBot, match=needs):
        prepare_bot(write(folder, f"{program} x"), "process", lines.append)
    assert lines == []


def test_a_missing_program_is_named(folder: Path) -> None:
    (folder / "bot.toml").write_text('command = ["no-such-program", "x"]')
    with pytest.raises(BadBot, match="is started with `no-such-program`, which is not on PATH; install it"):
        prepare_bot(resolve_bot(str(folder)), "process")
    (folder / "bot.toml").write_text('command = ["python", "-u", "nowhere.py"]')
    with pytest.raises(BadBot, match=r"missing file nowhere\.py"):
        prepare_bot(resolve_bot(str(folder)), "process")
    (folder / "bot.toml").write_text('command = ["./x"]')
    with pytest.raises(BadBot, match="missing file x"):
        prepare_bot(resolve_bot(str(folder)), "process")


def test_nothing_is_built_for_a_container(folder: Path) -> None:
    made = write(folder, f"touch {folder / 'touched'}", language="go")
    with pytest.raises(BadBot, match=r"names the missing file build/bot\.py; build it first: \(cd .* touch"):
        prepare_bot(made, "docker")
    (folder / "Dockerfile").write_text("FROM scratch\nCOPY build/bot.py /bot/\n")
    with pytest.raises(BadBot, match=r"copies the missing file build/bot\.py; build it first: \(cd .* touch"):
        prepare_bot(resolve_bot(str(folder)), "docker")
    assert not (folder / "touched").exists()


@pytest.mark.parametrize(
    ("command", "content", "said"),
    [
        (
            '["perl", "x"]',
            b"",
            "is started with `perl` and has no Dockerfile",
        ),
        ('["./x"]', b"#!/bin/sh\n", r"made: \./x is not a Linux program"),
        ('["./x"]', b"\x7fELF\x01\x01", "x is not a program for "),
        ('["./x"]', b"\x7fELF\x02\x01", "x is damaged"),
        ('["./x"]', elf(machine=40), "x is built for another processor, and this arena runs on"),
        ('["./x"]', elf(headers=(1, 3)), "x needs shared libraries"),
    ],
)
def test_bots_without_a_possible_container(command: str, content: bytes, said: str, folder: Path) -> None:
    (folder / "x").write_bytes(content)
    (folder / "bot.toml").write_text(f'language = "c"\ncommand = {command}\n')
    with pytest.raises(BadBot, match=said):
        check_container(resolve_bot(str(folder)), print)


def test_bots_with_a_container_without_dockerfile(folder: Path) -> None:
    (folder / "x").write_bytes(elf(headers=(1, 1)))
    for command in ('["./x"]', '["python", "x.py"]', '["node", "x.js"]', '["java", "-jar", "x.jar"]'):
        for name in ("x.py", "x.js", "x.jar"):
            (folder / name).touch()
        (folder / "bot.toml").write_text(f"command = {command}\n")
        check_container(resolve_bot(str(folder)), print)


def test_an_image_needs_a_container(folder: Path) -> None:
    image = Bot("mine", "0" * 64, ("x",), Path("/"), "image:mine", image="sha256:00")
    with pytest.raises(BadSettings):
        prepare_bot(image, "process")
