"""The report of hostile bots and faults: figures of `tests.figures`, one subject a line."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.faults.catalogue import FAULTS
from tests.hostile.outcomes import Outcomes

Figure = Mapping[str, float | str]
Figures = Sequence[Figure]


@dataclass(frozen=True, slots=True)
class Subject:
    """A line of the report. `kept`: True if it is as promised."""

    title: str
    found: str
    promised: str = ""
    kept: bool = True


def report(found: Iterable[Subject], scale: str, outcomes: Outcomes) -> str:
    """Return the table, and below it the skipped tests with reasons."""
    rows = [
        f"| {one.title} | {one.found} | {one.promised} | {'yes' if one.kept else '**no**'} |" for one in found
    ]
    head = ["| subject | found | promised | as promised |", "|---|---|---|---|"]
    place = f"Scale {scale}, {os.cpu_count()} processors, {outcomes.tests} tests."
    return (
        "\n".join(["# Hostile bots and faults", "", place, "", *head, *rows, "", *_remarks(outcomes)]) + "\n"
    )


def _remarks(outcomes: Outcomes) -> Iterator[str]:
    yield "Not tried:"
    yield ""
    yield from (f"- {count} tests: {why}." for why, count in sorted(outcomes.skipped.items()))
    if outcomes.failed:
        yield ""
        yield "Failed:"
        yield ""
        yield from (f"- `{name}`" for name in outcomes.failed)


def subjects(kept: Figures, outcomes: Outcomes) -> list[Subject]:
    """Return the lines for all figures, and the result of the tests."""
    lines = [subject for make in _MAKERS for subject in make(kept)]
    failed = len(outcomes.failed)
    tests = f"{outcomes.tests - failed} of {outcomes.tests} passed, {outcomes.skipped.total()} skipped"
    return [*lines, Subject("tests", tests, "all pass", not failed and outcomes.tests > 0)]


def _of(kept: Figures, start: str) -> list[Figure]:
    return [one for one in kept if str(one["of"]).startswith(start)]


def _sum(kept: Figures, name: str) -> int:
    return round(sum(float(one.get(name, 0)) for one in kept))


def _hostile_bots(kept: Figures) -> Iterator[Subject]:
    for runner in ("process", "docker"):
        rows = [one for one in _of(kept, "hostile bot") if one["runner"] == runner]
        wrong = [f"{one['id']} {one['name']}" for one in rows if not one["as_expected"]]
        found = (
            f"{len(rows) - len(wrong)} of {len(rows)} as expected{': not ' * bool(wrong)}{', '.join(wrong)}"
        )
        yield Subject(f"hostile bots, {runner}", found, "all", bool(rows) and not wrong)


def _raw_attacks(kept: Figures) -> Iterator[Subject]:
    rows = [one for one in kept if one["of"] == "raw attacks"]
    crashes, tried = _sum(rows, "referee_crashes"), _sum(rows, "tried")
    yield Subject("raw attacks", f"{tried} tried, {crashes} referees crashed", "0", tried > 0 and not crashes)


def _spreads(kept: Figures) -> Iterator[Subject]:
    for of, title, most_ms in (
        ("delay of an honest bot", "delay of an honest bot in another match", None),
        ("deadline to verdict", "from the deadline to the verdict", 100),
        ("verdict to gone", "from the verdict to where nothing is left", 1_000),
    ):
        rows = _of(kept, of)
        if not rows:
            yield _unknown(title)
        for one in rows:
            values = ", ".join(f"{name} {float(one[name]):.1f}" for name in ("p50", "p99", "max"))
            found = f"{values} ms, of {one['of_them']}"
            in_time = most_ms is None or float(one["p99"]) <= most_ms
            yield Subject(f"{title}, {one['runner']}", found, f"{most_ms} ms" if most_ms else "", in_time)


def _kills(kept: Figures) -> Iterator[Subject]:
    for of, title in (
        ("kill rounds", "kill -9 at any moment"),
        ("kill at statements", "kill -9 at statements"),
    ):
        rows = _of(kept, of)
        rounds, lost, doubled = (_sum(rows, name) for name in ("rounds", "lost", "doubled"))
        found = f"{rounds} rounds, {lost} matches lost, {doubled} doubled"
        yield Subject(title, found, "0, 0", rounds > 0 and not lost and not doubled)


def _faults(kept: Figures) -> Iterator[Subject]:
    rows = _of(kept, "fault F")
    tried = {str(one["of"]).removeprefix("fault ") for one in rows}
    bad = {
        str(one["of"]).removeprefix("fault ") for one in rows if float(one["survived"]) < float(one["tried"])
    }
    untried = sorted(FAULTS.keys() - tried)
    found = f"{len(tried - bad)} of {len(tried)} survived{': not ' * bool(bad)}{', '.join(sorted(bad))}"
    found += f"; not tried: {', '.join(untried)}" if untried else ""
    yield Subject("faults", found, "all", bool(tried) and not bad and not untried)


def _archives(kept: Figures) -> Iterator[Subject]:
    rows = _of(kept, "bad archives")
    tried, refused = _sum(rows, "tried"), _sum(rows, "refused")
    yield Subject("bad archives", f"{refused} of {tried} refused", "all", tried == refused > 0)


def _changed(kept: Figures) -> Iterator[Subject]:
    for of in ("bytes", "rows"):
        rows = _of(kept, f"{of} ")
        changed = _sum(rows, "changed") + _sum(rows, "flipped")
        found = _sum(rows, "found")
        yield Subject(f"{of} changed", f"{found} of {changed} found", "all", changed == found > 0)


def _fuzzed(kept: Figures) -> Iterator[Subject]:
    rows = _of(kept, "fuzz")
    inputs = _sum(rows, "inputs")
    wrong = sum(_sum(rows, name) for name in ("wrong", "internal", "server_crashes"))
    found = f"{inputs:,} inputs to {len({one['of'] for one in rows})} readers, {wrong} INTERNAL or crashed"
    yield Subject("fuzzing", found, "0", inputs > 0 and not wrong)


def _leftovers(kept: Figures) -> Iterator[Subject]:
    rows = _of(kept, "leftovers")
    found = _sum(rows, "found")
    what = f"{found} containers, sockets, directories, users, processes after {len(rows)} events"
    yield Subject("leftovers", what, "0", bool(rows) and not found)


def _fairness(kept: Figures) -> Iterator[Subject]:
    rows = _of(kept, "fairness")
    if not rows:
        yield _unknown("fairness beside spinning processes")
    for one in rows:
        p50, p99 = (f"{(float(one[name]) - 1) * 100:+.0f} %" for name in ("p50", "p99"))
        told = "" if one["asserted"] else ", only told: too few idle processors"
        found = f"p50 {p50}, p99 {p99} of {one['moves']} moves on {one['cores']} processors{told}"
        yield Subject("fairness beside spinning processes", found, "p50 < +10 %, p99 < +50 %")


def _unknown(title: str) -> Subject:
    return Subject(title, "not measured", kept=False)


def _others(kept: Figures) -> Iterator[Subject]:
    """Yield figures without a promise as they are."""
    known = tuple(_KNOWN)
    for one in kept:
        if not str(one["of"]).startswith(known) and one["of"] != "raw attacks":
            values = ", ".join(f"{name} {_short(value)}" for name, value in one.items() if name != "of")
            yield Subject(str(one["of"]), values)


def _short(value: float | str) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


_KNOWN: Final = (
    *("hostile bot", "delay of an honest bot", "deadline to verdict", "verdict to gone", "kill ", "fault F"),
    *("bad archives", "bytes ", "rows ", "fuzz", "leftovers", "fairness"),
)
_MAKERS: Final[tuple[Callable[[Figures], Iterator[Subject]], ...]] = (
    *(_hostile_bots, _raw_attacks, _spreads, _kills, _faults, _archives),
    *(_changed, _fuzzed, _leftovers, _fairness, _others),
)
