"""The hostile bots: a folder each, and in its `expect.toml` what is to come of it.

id = "H13"
bot = "bots/crash_mid_game"  # where it is another than that of the folder: below `tests`
verdict = "DISCONNECT"       # of a game at least; of several: one of these
besides = ["OK"]             # what else its games may end with
detail = "code 139"          # in what its owner is told of a verdict
output = "about to die"      # in what its owner is shown that it printed
exit_code = 139              # where it is known: the stream may end a while before the bot
log = "ply"                  # in the log of a game
max_ms = 100                 # from the limit that it broke to the verdict; without one, from its start
runners = ["process", "docker"]
scale = "quick"              # the least at which it plays
in_containers = "full"       # the same for containers: where these are not what it is about
takes_cpu = true             # it burns processors: asserted only where each bot has its own
survives = "the opponent"    # what else must hold, in words; what always must, see promises.py

[event]                      # where it needs another; rows that need the same play together
boards = 1
in_flight = 4
clock = "10+0.1/60"
start_s = 10.0
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.record.match import Verdict
from tests.conftest import ScaleName

TESTS: Final = Path(__file__).parents[1]
BOTS: Final = Path(__file__).parent / "bots"
GOOD: Final = Path(__file__).parent / "good"
EXPECT: Final = "expect.toml"
SCALES: Final[tuple[ScaleName, ...]] = ("quick", "ci", "full")


@dataclass(frozen=True, slots=True)
class Setting:
    """What the tournament is like that a row plays in."""

    boards: int = 1
    in_flight: int = 4
    clock: str = "10+0.1/60"
    start_s: float = 10.0
    ruleset: str = "mau-mau"


@dataclass(frozen=True, slots=True)
class Row:
    """One hostile bot, and what is promised of it."""

    name: str
    id: str
    bot: Path  # its folder
    verdicts: frozenset[Verdict]  # one of these must be given
    besides: frozenset[Verdict]
    details: tuple[str, ...]  # one of these is told; none: nothing is asked of it
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


def read_row(folder: Path) -> Row:
    """The row of a folder. Raises ValueError for what no row has."""
    values = tomllib.loads((folder / EXPECT).read_text())
    values.pop("survives", None)  # for people
    event = Setting(**values.pop("event", {}))
    bot = TESTS / values.pop("bot") if "bot" in values else folder
    row = Row(
        name=folder.name,
        id=values.pop("id"),
        bot=bot,
        verdicts=frozenset(map(Verdict, _texts(values, "verdict"))),
        besides=frozenset(map(Verdict, _texts(values, "besides"))),
        details=_texts(values, "detail"),
        output=values.pop("output", ""),
        exit_code=values.pop("exit_code", None),
        log=values.pop("log", ""),
        max_ms=values.pop("max_ms", None),
        runners=tuple(values.pop("runners", ("process", "docker"))),
        scale=values.pop("scale", "ci"),
        in_containers=values.pop("in_containers", "ci"),
        takes_cpu=values.pop("takes_cpu", False),
        event=event,
    )
    if values or not {row.scale, row.in_containers} <= {*SCALES} or not row.verdicts:
        raise ValueError(f"{folder / EXPECT}: {', '.join(values) or 'a scale, or the verdict'}")
    return row


def _texts(values: dict[str, Any], key: str) -> tuple[str, ...]:
    """One text, or a list of them, or nothing."""
    found = values.pop(key, ())
    return (found,) if isinstance(found, str) else tuple(found)


def all_rows() -> tuple[Row, ...]:
    """Every row there is, by id."""
    return tuple(sorted((read_row(one.parent) for one in BOTS.glob(f"*/{EXPECT}")), key=lambda row: row.id))


def rows_of(runner: str, scale: ScaleName) -> tuple[Row, ...]:
    """The rows that are played by that runner at this scale."""
    most = SCALES.index(scale)
    return tuple(row for row in all_rows() if runner in row.runners and _least(row, runner) <= most)


def _least(row: Row, runner: str) -> int:
    return SCALES.index(row.in_containers if runner == "docker" else row.scale)


def by_event(rows: Iterable[Row]) -> Mapping[Setting, tuple[Row, ...]]:
    """The rows that play in one tournament."""
    found: dict[Setting, tuple[Row, ...]] = {}
    for row in rows:
        found[row.event] = (*found.get(row.event, ()), row)
    return found
