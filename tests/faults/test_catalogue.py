"""No fault of the platform is forgotten."""

import re
from collections import Counter
from pathlib import Path

from tests.faults.catalogue import FAULTS, NOT_HERE

TESTS = Path(__file__).parents[1]
MARK = re.compile(r'pytest\.mark\.fault\("(\w+)"\)')


def marks() -> Counter[str]:
    """How many tests, or files of tests, bring each fault about. They are read: to collect all takes long."""
    texts = (path.read_text() for path in sorted(TESTS.rglob("test_*.py")))
    return Counter(id for text in texts for id in MARK.findall(text))


def test_each_fault_is_brought_about_or_said_why_not() -> None:
    found = marks()
    assert found.keys() <= FAULTS.keys()
    assert sorted(found.keys() | NOT_HERE.keys()) == sorted(FAULTS)


def test_what_cannot_be_brought_about_here_is_not() -> None:
    assert not marks().keys() & NOT_HERE.keys()
