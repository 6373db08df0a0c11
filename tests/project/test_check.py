"""A few failed tests run again alone and are reported as flaky."""

from pathlib import Path

import pytest

from tests.check import run_tests

ONCE = """
from pathlib import Path
def test_unlucky():
    mark = Path(__file__).with_name("mark")
    known = mark.exists()
    mark.touch()
    assert known
"""
EVER = "def test_wrong():\n    assert False\n"


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(
    ("texts", "rerun", "code"),
    [
        ((ONCE,), 1, 0),
        ((ONCE,), 0, 1),
        ((ONCE, ONCE), 1, 1),
        ((ONCE, EVER), 2, 1),
        ((EVER,), 2, 1),
        (("import nothing_of_this_name",), 2, 2),
        (("",), 2, 5),
    ],
    ids=["unlucky", "strict", "too_many", "one_is_wrong", "wrong", "broken", "none"],
)
def test_rerun(
    texts: tuple[str, ...], rerun: int, code: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for number, text in enumerate(texts):
        folder = tmp_path / f"part{number}"
        folder.mkdir()
        (folder / f"test_part{number}.py").write_text(text)
    settings = tmp_path / "pytest.ini"
    settings.write_text("[pytest]\naddopts = -p no:schemathesis -p no:anyio\n")  # slow to import
    done = run_tests(["-q", "-c", str(settings), "--rootdir", str(tmp_path), str(tmp_path)], rerun)
    assert done.code == code
    assert ("flaky" in capfd.readouterr().out) is (rerun > 0 and code == 0)
