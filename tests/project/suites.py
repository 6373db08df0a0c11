"""A pytest plugin for the gate (`-p tests.project.suites`): seconds for each suite, and no skipped test."""

from collections import Counter, defaultdict
from pathlib import PurePosixPath

import pytest

_seconds: defaultdict[str, float] = defaultdict(float)
_tests: Counter[str] = Counter()
_skipped: list[str] = []


def suite(nodeid: str) -> str:
    """Return the folder that a test is counted under.

    >>> suite("tests/rules/test_table.py::test_cards[2]"), suite("arena/rules/cards.py::arena.rules.cards")
    ('tests/rules', 'arena/rules')
    """
    return "/".join(PurePosixPath(nodeid.partition("::")[0]).parts[:2])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[suite(report.nodeid)] += report.duration
    _tests[suite(report.nodeid)] += report.when == "call"
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if a test was skipped: the gate installs everything that tests need."""
    if _skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section("seconds per suite")
    for name, seconds in sorted(_seconds.items(), key=lambda item: -item[1]):
        terminalreporter.write_line(f"{seconds:8.1f} s  {_tests[name]:5} tests  {name}")
    for nodeid in _skipped:
        terminalreporter.write_line(f"skipped, which the gate does not allow: {nodeid}", red=True)
