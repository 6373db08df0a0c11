"""Without an engine one line says what to do, and nothing is started."""

from pathlib import Path

import pytest

from tests.cli.arena import arena


@pytest.mark.parametrize("host", ["unix:///nowhere.sock", "tcp://127.0.0.1:1", "nonsense"])
@pytest.mark.parametrize("command", ["run", "play"])
def test_one_line_says_what_to_do(
    host: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOCKER_HOST", host)
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "arena.db"))
    code, out, err = arena(capfd, command, "greedy", "random", "--runner", "docker")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"arena: no Docker engine answers at {host} ")
    assert "start it" in err and "--runner process" in err
    assert list(tmp_path.iterdir()) == []
