"""The pins of `pyproject.toml` are exact, and stale ones are found."""

import re

import pytest

from tests.project.pins import PINS, ROOT, pinned, report


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
        (["a==1"], ["a==1"], ""),
        ([], ["a==1"], "missing: a==1\n"),
        (["a==1", "b==2"], ["a==1"], "not used: b==2\n"),
    ],
)
def test_stale_pins_are_named(
    pins: list[str], resolved: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(pins, resolved) == (1 if said else 0)
    assert capsys.readouterr().out == said
