"""Rules as scenarios: text files that play parts of games, one action or check a line.

    == the next player draws two unasked, even with a Seven [W-7 X-W7 X-DEBT]
    table: mau-mau: 7H KD QD / 7C TS / TD KC; pile 8H; draws 9C QH
    may: 7H
    7H -> hand_0 QD KD; hand_1 7C 9C QH TS; pile 8H 7H; turn 1; ask paid
    may: 7C, QH, pass

A scenario has a title and the ids of its rules. Its lines begin with:

    table    set up a table as `set_up` does: rulesets, hands by seat, fields of the position
    start    start a game instead: rulesets, number of players, cards drawn
    may      all choices of the asked seat; `offers` and `lacks` check for one of them
    is       some fields of the position
    events   the events of these kinds; `all` for every kind
    cards    numbers of cards; `outcome` the result; `illegal` actions that are refused

A line without such a word is one or more actions; all their changes follow after `->`. `won` is short for
`ask over; termination won`, `-` for an empty text. A ruleset may have options: "german+PRSI-RETURN". `with`
repeats the scenario for each row of values below it, which replace their names in braces. An indented line
continues the one before. Tests that need more are Python files next to the scenarios.
"""

from ast import literal_eval
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from arena.rules import EventKind, IllegalAction, outcome
from tests.rules.table import Table, set_up, started
from tests.rules.words import State

TEXTS: Final = ("hand", "said", "pile", "suit", "ask", "hidden", "met", "termination", "stock", "draws")
WON: Final = {"ask": "over", "termination": "won"}


class Line(NamedTuple):
    """A line: its number in the file, the word before the colon (empty for actions), the rest."""

    number: int
    word: str
    text: str


class Scenario(NamedTuple):
    """One scenario with all values filled in."""

    path: Path
    title: str
    rules: tuple[str, ...]
    ruleset: str
    lines: tuple[Line, ...]

    def run(self) -> None:
        """Play the scenario. Raise AssertionError with the file and line of a difference."""
        table: Table | None = None
        for line in self.lines:
            try:
                if line.word in _OPENINGS:
                    table = _OPENINGS[line.word](self.ruleset, line.text)
                else:
                    assert table, "the scenario has no table"
                    _CHECKS[line.word](table, line.text)
            except AssertionError as wrong:
                wrong.add_note(f"{self.path.name}, line {line.number}: {line.text}")
                raise


def read_scenarios(path: Path) -> Iterator[Scenario]:
    """Yield the scenarios of a file, one for each ruleset and each row of values."""
    title, lines = "", list[Line]()
    for line in _lines(path):
        if line.word == "==":
            yield from _filled(path, title, lines)
            title, lines = line.text, []
        else:
            lines.append(line)
    yield from _filled(path, title, lines)


def _lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file, without comments and with continuations joined."""
    line: Line | None = None
    for number, text in enumerate(path.read_text().splitlines(), 1):
        if text.startswith("    "):
            assert line, f"{path.name}, line {number}: nothing to continue"
            separator = "\n" if line.word == "with" else " "
            line = line._replace(text=line.text + separator + text.strip())
        elif text and not text.startswith("#"):
            if line:
                yield line
            word, _, rest = text.partition(" ") if text.startswith("==") else text.partition(":")
            is_action = word not in {"==", "with", *_OPENINGS, *_CHECKS}
            line = Line(number, "", text) if is_action else Line(number, word, rest.strip())
    if line:
        yield line


def _filled(path: Path, title: str, lines: list[Line]) -> Iterator[Scenario]:
    title, _, rules = title.rstrip("]").partition(" [")
    tables = [_rows(line.text) for line in lines if line.word == "with"]
    steps = [line for line in lines if line.word != "with"]
    if not steps:
        return
    for rows in product(*tables):
        values = {name: value for row in rows for name, value in row.items()}
        filled = [line._replace(text=_fill(line.text, values)) for line in steps]
        rulesets = filled[0].text.partition(":")[0]
        for ruleset in rulesets.split(", "):
            yield Scenario(path, title, tuple(rules.split()), ruleset, tuple(filled))


def _rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a `with` line by name."""
    names, *rows = text.split("\n")
    columns = names.split(", ")
    return [dict(zip(columns, map(str.strip, row.split("|")), strict=True)) for row in rows]


def _fill(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", "" if value == "-" and not text.endswith(f"{{{name}}}") else value)
    return text


def _fields(text: str) -> State:
    """Return fields by name: "turn 1; ask paid"."""
    fields: State = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, _, value = part.partition(" ")
        if part == "won":
            fields |= WON
        elif name.partition("_")[0] in TEXTS and name != "said":
            fields[name] = "" if value == "-" else value
        else:
            fields[name] = literal_eval(value)
    return fields


def _set_up(ruleset: str, text: str) -> Table:
    hands, _, fields = text.partition(":")[2].partition(";")
    named = {"pile": "", **_fields(fields)}
    return set_up(ruleset, [hand.strip(" -") for hand in hands.split("/")], **named)  # type: ignore[arg-type]


def _start(ruleset: str, text: str) -> Table:
    seats, _, draws = text.partition(":")[2].partition(";")
    return started(ruleset, int(seats), draws.strip())


def _act(table: Table, text: str) -> None:
    actions, arrow, fields = text.partition(" -> ")
    changed = table.act(*actions.split(", "))
    assert not arrow or changed == _fields(fields)


def _may(table: Table, text: str) -> None:
    assert table.choices == ("" if text == "-" else text)


def _is(table: Table, text: str) -> None:
    table.expect(**_fields(text))


def _events(table: Table, text: str) -> None:
    names, _, events = text.partition(" ")
    kinds = [] if names == "all" else [EventKind[name] for name in names.split("+")]
    assert ", ".join(table.event_texts(*kinds)) == events.strip(" -")


def _offers(table: Table, text: str) -> None:
    assert text in table.choices.split(", ")


def _lacks(table: Table, text: str) -> None:
    assert text not in table.choices.split(", ")


def _cards(table: Table, text: str) -> None:
    position, pack = table.position, table.pack
    numbers = {
        "hands": [hand.bit_count() for hand in position.hands],
        "stock": position.stock.bit_count(),
        "pack": pack.size,
        "ranks": pack.ranks if pack.copies == 1 and not pack.jokers else "",
    }
    for name, value in (part.strip().split(" ", 1) for part in text.split(";")):
        assert numbers[name] == (value if name == "ranks" else literal_eval(value))


def _outcome(table: Table, text: str) -> None:
    places, points, termination = outcome(table.position)
    actual = {"places": places, "points": points, "termination": termination.name.lower()}
    assert actual == _fields(text)


def _illegal(table: Table, text: str) -> None:
    with pytest.raises(IllegalAction):
        table.act(text)


_OPENINGS: Final[dict[str, Callable[[str, str], Table]]] = {"table": _set_up, "start": _start}
_CHECKS: Final[dict[str, Callable[[Table, str], None]]] = {
    "": _act,
    "may": _may,
    "offers": _offers,
    "lacks": _lacks,
    "illegal": _illegal,
    "cards": _cards,
    "outcome": _outcome,
    "is": _is,
    "events": _events,
}
