"""What help says, and how fast."""

import resource
import subprocess
import sys

import pytest

from tests.cli.arena import WIDTH, arena, commands

MAX_SECONDS = 0.4


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_help_has_examples_and_fits(command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, *command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith("Usage: arena")
    assert f"    arena {' '.join(command)}".rstrip() in out.partition("Examples:")[2]
    assert max(map(len, out.splitlines())) <= WIDTH
    assert "\x1b" not in out


def test_without_a_command_there_is_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd).out == arena(capfd, "--help").out


def test_the_version(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "--version")
    assert code == 0
    assert out.startswith("arena 0.")


@pytest.mark.dear
def test_help_answers_at_once() -> None:
    """Seconds of processor time, the best of three: others use this machine too."""
    command = [sys.executable, "-c", "from arena.cli.main import main; main()", "--help"]
    assert min(processor_seconds(command) for _ in range(3)) <= MAX_SECONDS


def processor_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
