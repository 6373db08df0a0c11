"""The hostile bots and what must come of them, read from `expected.toml`."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.record.match import Verdict
from tests.conftest import ScaleName

ROOT: Final = Path(__file__).parents[2]
BOTS: Final = Path(__file__).parent / "bots"
EXPECTED: Final = Path(__file__).parent / "expected.toml"
SCALES: Final[tuple[ScaleName, ...]] = ("quick", "ci", "full")
BOTH: Final = ("process", "docker")

CLOCK: Final = "10+0.1/60"

Program = tuple[str, ...]  # a module and its arguments


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of the tournament that a hostile bot plays in."""

    boards: int = 1
    in_flight: int = 4
    clock: str = CLOCK
    start_s: float = 10.0
    ruleset: str = "mau-mau"

    @property
    def waits(self) -> bool:
        """True if the bots mostly wait for a time limit, which is why it is short."""
        return self.clock != CLOCK


@dataclass(frozen=True, slots=True)
class Row:
    """One hostile bot and its expectations; the fields are explained in `expected.toml`."""

    name: str
    id: str
    program: Program
    verdicts: frozenset[Verdict]
    besides: frozenset[Verdict]
    details: tuple[str, ...]
    output: str
    exit_code: int | None
    log: str
    max_ms: float | None
    runners: tuple[str, ...]
    scale: ScaleName
    in_containers: ScaleName
    takes_cpu: bool
    event: Setting

    @property
    def allowed(self) -> frozenset[Verdict]:
        """All verdicts that its games may end with."""
        return self.verdicts | self.besides


def hostile(name: str) -> Program:
    """Return the program of a module in `tests/hostile/bots`."""
    return (f"tests.hostile.bots.{name}",)


def good(name: str) -> Program:
    """Return the program of a module in `tests/hostile/good`."""
    return (f"tests.hostile.good.{name}",)


def _row(name: str, values: dict[str, Any]) -> Row:
    """Make a row. Raise ValueError for an unknown field or a missing verdict."""
    values.pop("survives", None)
    runners = tuple(values.pop("runners", BOTH))
    row = Row(
        name=name,
        id=values.pop("id"),
        program=_program(name, values.pop("bot", ""), values.pop("attack", "")),
        verdicts=frozenset(map(Verdict, _texts(values, "verdict"))),
        besides=frozenset(map(Verdict, _texts(values, "besides"))),
        details=_texts(values, "detail"),
        output=values.pop("output", ""),
        exit_code=values.pop("exit_code", None),
        log=values.pop("log", ""),
        max_ms=values.pop("max_ms", None),
        runners=runners,
        scale=values.pop("scale", "ci"),
        in_containers=values.pop("in_containers", "full" if "process" in runners else "ci"),
        takes_cpu=values.pop("takes_cpu", False),
        event=Setting(**values.pop("event", {})),
    )
    if values or not {row.scale, row.in_containers} <= {*SCALES} or not row.verdicts:
        raise ValueError(f"{EXPECTED}, {name}: {', '.join(values) or 'a scale, or the verdict'}")
    return row


def _program(name: str, module: str, attack: str) -> Program:
    if attack:
        return ("tests.hostile.attacks.catalogue", attack)
    return (f"tests.{module}",) if module else hostile(name)


def _texts(values: dict[str, Any], key: str) -> tuple[str, ...]:
    """Return a field that holds one text, a list of them, or nothing."""
    texts = values.pop(key, ())
    return (texts,) if isinstance(texts, str) else tuple(texts)


def all_rows() -> tuple[Row, ...]:
    """Return every row, by id."""
    table = tomllib.loads(EXPECTED.read_text())
    return tuple(sorted((_row(name, values) for name, values in table.items()), key=lambda row: row.id))


def row_named(name: str) -> Row:
    return next(row for row in all_rows() if row.name == name)


def rows_of(runner: str, scale: ScaleName) -> tuple[Row, ...]:
    """Return the rows that are played by a runner at a scale."""
    most = SCALES.index(scale)
    return tuple(row for row in all_rows() if runner in row.runners and _min_scale(row, runner) <= most)


def _min_scale(row: Row, runner: str) -> int:
    return SCALES.index(row.in_containers if runner == "docker" else row.scale)


def by_setting(rows: Iterable[Row]) -> Mapping[tuple[Setting, bool], tuple[Row, ...]]:
    """Group the rows that play in one tournament.

    Bots that take processors from everybody play apart: next to other matches they would cost those time.
    """
    groups: dict[tuple[Setting, bool], tuple[Row, ...]] = {}
    for row in rows:
        key = row.event, row.takes_cpu
        groups[key] = (*groups.get(key, ()), row)
    return groups
