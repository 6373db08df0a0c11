"""The outcome of a test run, from pytest's XML."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The number of tests, the failed ones by name, and the skipped ones by reason."""

    tests: int = 0
    failed: tuple[str, ...] = ()
    skipped: Counter[str] = field(default_factory=Counter)


def read_outcomes(path: Path) -> Outcomes:
    """Read the outcomes from a file of our own; untrusted XML would need more care."""
    cases = [*ElementTree.parse(path).iter("testcase")]
    failed = [one for one in cases if one.find("failure") is not None or one.find("error") is not None]
    reasons = [one.get("message", "") for case in cases for one in case.iter("skipped")]
    names = tuple(f"{one.get('classname')}.{one.get('name')}" for one in failed)
    return Outcomes(len(cases), names, Counter(reasons))
