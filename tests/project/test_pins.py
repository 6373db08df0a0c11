"""The pins of `pyproject.toml` are exact, and stale ones are found."""

import re

import pytest

from tests.project.pins import PINS, ROOT, pinned, stale


def test_every_pin_is_one_exact_version() -> None:
    pins = pinned()
    assert [pin for pin in pins if not re.fullmatch(r"[a-z0-9.-]+==[\w.]+", pin)] == []
    assert len({pin.split("==")[0] for pin in pins}) == len(pins) > 0


def test_the_pins_are_found_where_they_are_written() -> None:
    match = PINS.search((ROOT / "pyproject.toml").read_text())
    assert match is not None
    assert re.findall(r'"(.+)"', match[0]) == pinned()


@pytest.mark.parametrize(
    ("pins", "resolved", "said"),
    [
        (["a==1"], ["a==1"], []),
        ([], ["a==1"], ["a==1 is missing"]),
        (["a==1", "b==2"], ["a==1"], ["b==2 is not used"]),
        (["b==2", "a==1"], ["a==1", "b==2"], ["the order of the pins"]),
    ],
)
def test_stale_pins_are_named(pins: list[str], resolved: list[str], said: list[str]) -> None:
    assert stale(pins, resolved) == said
