"""The help of every command, as golden text in tests/golden/cli."""

from collections.abc import Callable

import pytest

from tests.cli.arena import WIDTH, arena, commands


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_help(
    command: list[str], capfd: pytest.CaptureFixture[str], check_golden: Callable[[str, str], None]
) -> None:
    code, out, err = arena(capfd, *command, "--help")
    assert (code, err) == (0, "")
    assert f"    arena {' '.join(command)}".rstrip() in out.partition("Examples:")[2]
    assert max(map(len, out.splitlines())) <= WIDTH
    check_golden(f"help/{'-'.join(command) or 'arena'}.txt", out)


def test_no_command_prints_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd).out == arena(capfd, "--help").out


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "--version")
    assert code == 0
    assert out.startswith("arena 0.")
