"""Any folder that a bot leaves can be removed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox.match_dir import sweep_directories
from arena.sandbox.remove_tree import remove_folder

DEEPER_THAN_PYTHON_CALLS = 1_500
NO_POWER = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]


@pytest.fixture
def litter(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder that is removed after the test; pytest could not remove it."""
    folder = tmp_path / "litter"
    folder.mkdir()
    yield folder
    subprocess.run(["rm", "-rf", tmp_path], check=True)


def dig(folder: Path, name: str) -> None:
    """Make nested folders, with a file in the last."""
    here = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(DEEPER_THAN_PYTHON_CALLS):
            os.mkdir(name)
            os.chdir(name)
        Path("file").touch()
    finally:
        os.chdir(here)


@pytest.mark.dear
@pytest.mark.parametrize("name", ["d", "d" * 200])
def test_deeply_nested_folders(litter: Path, name: str) -> None:
    dig(litter, name)
    remove_folder(litter)
    assert not litter.exists()


@pytest.mark.dear
def test_the_sweep_removes_all_folders(tmp_path: Path, litter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    deep, next_one = tmp_path / "arena-1deep567", tmp_path / "arena-2next567"
    litter.rename(deep)
    dig(deep, "d")
    next_one.mkdir()
    sweep_directories()
    assert not deep.exists()
    assert not next_one.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="setpriv is Linux")
def test_read_only_folders(litter: Path) -> None:
    """Caches of some languages in the home folder are read-only."""
    (litter / "cache" / "module").mkdir(parents=True)
    (litter / "cache" / "module" / "file").touch()
    for folder in (litter / "cache" / "module", litter / "cache", litter):
        folder.chmod(0o555)
    code = "import sys; from arena.sandbox.remove_tree import *; remove_folder(Path(sys.argv[1]))"
    powerless = () if os.getuid() else NO_POWER  # nothing is read-only for root
    subprocess.run([*powerless, sys.executable, "-c", code, str(litter)], check=True)
    assert not litter.exists()


def test_targets_of_links_stay(litter: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").touch()
    (litter / "link").symlink_to(elsewhere)
    remove_folder(litter)
    assert not litter.exists()

    (tmp_path / "link").symlink_to(elsewhere)
    remove_folder(tmp_path / "link")
    assert (elsewhere / "file").exists()


def test_a_missing_folder_is_not_an_error(tmp_path: Path) -> None:
    remove_folder(tmp_path / "gone")
