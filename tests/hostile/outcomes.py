"""How a run of the tests ended, read from the XML that pytest writes."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The tests that ran, those that failed by name, and how many were skipped for which reason."""

    tests: int = 0
    failed: tuple[str, ...] = ()
    skipped: Counter[str] = field(default_factory=Counter)


def read_outcomes(path: Path) -> Outcomes:
    """The outcomes in a file of ours: XML of others would be read with more caution."""
    cases = [*ElementTree.parse(path).iter("testcase")]
    failed = [one for one in cases if one.find("failure") is not None or one.find("error") is not None]
    reasons = [one.get("message", "") for case in cases for one in case.iter("skipped")]
    names = tuple(f"{one.get('classname')}.{one.get('name')}" for one in failed)
    return Outcomes(len(cases), names, Counter(reasons))
