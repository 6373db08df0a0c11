"""The SDK's README: its programs run, and it names all members of views, choices and matches."""

import re
from pathlib import Path

import pytest

import maumau

README = (Path(__file__).parents[2] / "sdk" / "python" / "README.md").read_text()
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_runs(program: str) -> None:
    exec(compile(program, "README.md", "exec"), {"__name__": "readme"})


@pytest.mark.parametrize("kind", [maumau.View, maumau.Choice], ids=lambda kind: kind.__name__)
def test_tables_name_every_member(kind: type) -> None:
    tables = [line.split("|")[1] for line in README.splitlines() if line.startswith("|")]
    named = set(re.findall(r"`(?:match\.)?([a-z_]+)[`(]", " ".join(tables)))
    assert {name for name in dir(kind) if not name.startswith("_")} <= named


@pytest.mark.parametrize("kind", [maumau.Kind, maumau.Ask])
def test_every_kind_is_named(kind: type[maumau.Kind] | type[maumau.Ask]) -> None:
    assert {one.name for one in kind} <= set(re.findall(r"[A-Z_]{3,}", README))


@pytest.mark.parametrize(
    "kind", [maumau.View, maumau.Choice, maumau.MatchInfo], ids=lambda kind: kind.__name__
)
def test_every_member_has_a_docstring(kind: type) -> None:
    fields = getattr(kind, "__dataclass_fields__", {})
    for name in dir(kind):
        if not name.startswith("_") and name not in fields:
            assert getattr(kind, name).__doc__, name
