"""The report shows figures and missed promises."""

from collections import Counter
from pathlib import Path

import pytest

from tests.figures import VARIABLE, figures, read
from tests.hostile.__main__ import suites
from tests.hostile.outcomes import Outcomes, read_outcomes
from tests.hostile.report import report, subjects

XML = """<testsuites><testsuite>
<testcase classname="tests.a" name="test_one"/>
<testcase classname="tests.a" name="test_two"><failure message="no"/></testcase>
<testcase classname="tests.b" name="test_three"><skipped message="no engine"/></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "figures"))
    return tmp_path / "figures"


def line_of(title: str, path: Path) -> str:
    text = report(subjects(read(path), Outcomes(1)), "ci", Outcomes(1))
    return next(line for line in text.splitlines() if line.startswith(f"| {title} |"))


def test_rows_are_counted_for_each_runner(kept: Path) -> None:
    figures("hostile bot", id="H01", name="one", runner="docker", tried=1, as_expected=True)
    figures("hostile bot", id="H02", name="two", runner="docker", tried=1, as_expected=False)
    assert line_of("hostile bots, docker", kept).endswith("1 of 2 as expected: not H02 two | all | **no** |")
    assert line_of("hostile bots, process", kept).endswith("0 of 0 as expected | all | **no** |")


def test_sums_and_promises(kept: Path) -> None:
    figures("bad archives", tried=20, refused=20)
    figures("bad archives", tried=1, refused=1)
    figures("kill rounds", rounds=50, lost=0, doubled=1)
    figures("something new", value=1.23456)
    assert line_of("bad archives", kept).endswith("| 21 of 21 refused | all | yes |")
    assert line_of("kill -9 at any moment", kept).endswith("1 doubled | 0, 0 | **no** |")
    figures("deadline to verdict", runner="docker", of_them=500, p50=2.0, p99=101.0, max=120.0)
    assert line_of("from the deadline to the verdict, docker", kept).endswith("| 100 ms | **no** |")
    assert line_of("something new", kept) == "| something new | value 1.235 |  | yes |"


def test_missing_figures_are_shown(kept: Path) -> None:
    kept.touch()
    for title in ("raw attacks", "from the deadline to the verdict", "fairness beside spinning processes"):
        assert line_of(title, kept).endswith("| **no** |")


def test_skipped_tests_have_reasons(tmp_path: Path) -> None:
    (tmp_path / "results.xml").write_text(XML)
    outcomes = read_outcomes(tmp_path / "results.xml")
    assert outcomes == Outcomes(3, ("tests.a.test_two",), Counter({"no engine": 1}))
    text = report(subjects([], outcomes), "ci", outcomes)
    assert "- 1 tests: no engine." in text and "- `tests.a.test_two`" in text


def test_every_suite_with_figures_is_run() -> None:
    found = set(suites())
    assert {"tests/hostile", "tests/faults", "tests/service/test_archives.py"} <= found
