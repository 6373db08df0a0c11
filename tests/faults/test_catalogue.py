"""Every fault of the catalogue has a test."""

import re
from collections import Counter
from pathlib import Path

from tests.faults.catalogue import FAULTS

TESTS = Path(__file__).parents[1]
MARK = re.compile(r'pytest\.mark\.fault\("(\w+)"\)')


def marks() -> Counter[str]:
    """Return how often each fault is marked in test files; they are parsed, because collecting takes long."""
    texts = (path.read_text() for path in sorted(TESTS.rglob("test_*.py")))
    return Counter(id for text in texts for id in MARK.findall(text))


def test_each_fault_has_a_test() -> None:
    assert sorted(marks()) == sorted(FAULTS)
