"""Find stale generated files, and the command line that does it."""

import sys
from pathlib import Path

import pytest

from tests.project.made import command, differing


def make(folder: Path) -> None:
    (folder / "v1").mkdir()
    for name in ("same", "other", "missing"):
        (folder / "v1" / name).write_text(name)


def test_files_that_differ_or_are_missing_are_stale(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "v1" / "missing").unlink()
    (tmp_path / "v1" / "other").write_text("OTHER")
    (tmp_path / "v1" / "hand-made").touch()
    assert differing(make, tmp_path) == ["v1/other", "v1/missing"]


@pytest.mark.parametrize(
    ("words", "stale", "code", "said", "written"),
    [
        ([], [], 0, "", 0),
        ([], ["a", "b"], 1, "not current: a\nnot current: b\n", 0),
        (["--write"], ["a"], 0, "", 1),
        (["--rewrite"], ["a"], 2, "how it is called\n", 0),
        (["--write", "x"], ["a"], 2, "how it is called\n", 0),
    ],
)
def test_the_command_line(
    words: list[str],
    stale: list[str],
    code: int,
    said: str,
    written: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    writes: list[None] = []
    monkeypatch.setattr(sys, "argv", ["-m", *words])
    assert command("how it is called", lambda: stale, write=lambda: writes.append(None)) == code
    assert (capsys.readouterr().out, len(writes)) == (said, written)
