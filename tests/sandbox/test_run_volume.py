"""The run volume of a referee in a container, and the engine's paths."""

from pathlib import Path

import pytest

from arena.sandbox.docker.cleanup import HOST, labels
from arena.sandbox.docker.leases import FOLDER, Leases
from arena.sandbox.match_dir import run_directory, sweep_directories
from arena.sandbox.run_volume import VARIABLE, BadRunVolume, EnginePaths, RunVolume


@pytest.fixture
def volume(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, f"matches:{tmp_path}")
    monkeypatch.delenv(FOLDER, raising=False)
    return tmp_path


def test_matches_and_leases_lie_in_the_volume(volume: Path) -> None:
    assert Leases.of_this_machine().folder == volume / "leases"
    with run_directory() as run:
        assert run.parent == volume
        sweep_directories()
        assert run.exists()
    left = volume / "arena-abcdefgh"
    left.mkdir()
    sweep_directories()
    assert list(volume.iterdir()) == []


def test_paths_are_below_the_mountpoint(volume: Path) -> None:
    outside = EnginePaths(RunVolume.from_environment(), Path("/var/lib/docker/volumes/matches/_data"))
    assert outside.path(volume / "arena-x" / "0-0-0") == Path(
        "/var/lib/docker/volumes/matches/_data/arena-x/0-0-0"
    )


def test_without_a_volume_paths_are_the_same(tmp_path: Path) -> None:
    assert EnginePaths().path(tmp_path) == tmp_path


def test_containers_are_labelled_with_the_volume(volume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new container of the referee has another host name and must find the old bots."""
    before = labels(volume, "1.1.1", "0-0-0")[HOST]
    monkeypatch.setattr("socket.gethostname", lambda: "0123456789ab")
    assert labels(volume, "1.1.1", "0-0-0")[HOST] == before == f"volume matches:{volume}/leases"


@pytest.mark.parametrize("wrong", ["matches", ":/run/arena-matches", "matches:run", "/run/arena-matches"])
def test_an_invalid_setting_says_how(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, wrong)
    with pytest.raises(BadRunVolume, match="is not NAME:FOLDER"):
        RunVolume.from_environment()
