"""The help of every command, as golden text in tests/golden/cli."""

from collections.abc import Callable

import pytest

from arena.cli.lazy import load_command
from arena.cli.panels import COMMAND_PANELS, OPTION_PANELS
from arena.sandbox.fork_server import fork_server
from tests.cli.arena import WIDTH, arena, commands, entries


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_help(
    command: list[str], capfd: pytest.CaptureFixture[str], check_golden: Callable[[str, str], None]
) -> None:
    code, out, err = arena(capfd, *command, "--help")
    assert (code, err) == (0, "")
    assert f"    arena {' '.join(command)}".rstrip() in out.partition("Examples:")[2]
    assert max(map(len, out.splitlines())) <= WIDTH
    check_golden(f"help/{'-'.join(command) or 'arena'}.txt", out)


def test_panels_name_only_options_and_commands_that_exist() -> None:
    options = {
        parameter.opts[0]
        for name, entry in entries()
        for parameter in load_command(name, entry.target).params
    }
    assert {name for names in OPTION_PANELS.values() for name in names} <= options
    listed = {command[-1] for command in commands() if command}
    assert {name for names in COMMAND_PANELS.values() for name in names} <= listed


@pytest.mark.parametrize("command", ["run", "play"])
def test_help_starts_no_fork_server(
    command: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[str] = []
    monkeypatch.setattr(fork_server, "start", lambda: starts.append(command))
    assert arena(capfd, command, "--help").code == arena(capfd, command, "-h").code == 0
    assert starts == []
    assert arena(capfd, command, "no-such-bot", "greedy").code == 4
    assert starts == [command]


def test_no_command_prints_help(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd).out == arena(capfd, "--help").out


def test_version(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "--version")
    assert code == 0
    assert out.startswith("arena 0.")
