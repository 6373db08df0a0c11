"""No fault of the platform is forgotten."""

import re
from collections import Counter
from pathlib import Path

from tests.faults.catalogue import FAULTS

TESTS = Path(__file__).parents[1]
MARK = re.compile(r'pytest\.mark\.fault\("(\w+)"\)')


def marks() -> Counter[str]:
    """How many tests, or files of tests, bring each fault about. They are read: to collect all takes long."""
    texts = (path.read_text() for path in sorted(TESTS.rglob("test_*.py")))
    return Counter(id for text in texts for id in MARK.findall(text))


def test_each_fault_is_brought_about() -> None:
    assert sorted(marks()) == sorted(FAULTS)
