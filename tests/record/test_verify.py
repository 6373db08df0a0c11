"""`verify` accepts valid logs and names the first wrong record of others."""

from random import Random

import pytest

from arena.record import verify
from arena.record.format import FORMATS
from arena.record.match import Verdict
from arena.record.reader import log_lines
from arena.rules import rulesets
from tests.conftest import Scale
from tests.record.games import changed, golden, line_of, play, resealed, secret_of

RULES = [one.id for one in rulesets()]
PLAYERS = {one.id: one.players for one in rulesets()}
TABLES = [(one.id, seats) for one in rulesets() for seats in one.players]
# Short games with every kind of record and of action.
SHORT = ["mau-mau", "detailed", "points-150", "quick", "blind", "haft-khabis", "pesten"]


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_written_log_verifies(rules: str, seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=300)):
        log = play(rules, seats, seed)
        found = verify(log.data)
        assert found.ok, found.difference
        assert (found.game_digest, found.log_digest) == (log.game_digest, log.log_digest)
        assert found.plies == log.data.count(b'{"play"') + log.data.count(b'{"house"')


FAULTS = [
    (2, {0: (0, Verdict.NO_START)}),
    (2, {5: (1, Verdict.RESIGN)}),
    (3, {0: (2, Verdict.DISCONNECT)}),
    (3, {4: (1, Verdict.TIMEOUT)}),
    (4, {3: (0, Verdict.OOM), 7: (3, Verdict.PROTOCOL)}),
    (5, {1: (4, Verdict.ILLEGAL), 2: (0, Verdict.STALL), 9: (2, Verdict.STALL)}),
    (5, {1: (4, Verdict.ILLEGAL), 2: (0, Verdict.STALL), 9: (2, Verdict.STALL), 11: (1, Verdict.STALL)}),
]


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize(
    ("rules", "seats", "faults"),
    [
        (rules, seats, faults)
        for rules in RULES
        for seats, faults in FAULTS
        if PLAYERS[rules][0] <= seats <= PLAYERS[rules][1]
    ],
)
def test_game_with_faults_verifies(rules: str, seats: int, faults: dict[int, tuple[int, Verdict]]) -> None:
    log = play(rules, seats, 3, faults=faults)
    assert verify(log.data).ok, verify(log.data).difference
    assert log.data.count(b'{"fault"') == len(faults) or rules != "mau-mau"


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("rules", SHORT)
def test_every_changed_byte_is_found_with_its_record(rules: str, scale: Scale) -> None:
    """The named record is the changed one or the footer. At full scale every byte is changed."""
    data, chance = golden(rules).data, Random(rules)
    header, footer = data.index(b"\n"), data.count(b"\n")
    between = range(header + 1, data.rindex(b"\n", 0, -1) + 1)
    around = (place for place in range(len(data)) if place not in between)
    places = (
        *list(around)[:: scale.pick(quick=5, ci=2, full=1)],
        *between[:: scale.pick(quick=149, ci=101, full=1)],
    )
    changes = scale.pick(quick=1, ci=1, full=5)
    for place in sorted(places):
        line = data.count(b"\n", 0, place) + 1
        for other in chance.sample([value for value in range(256) if value != data[place]], changes):
            touched = bytearray(data)
            touched[place] = other
            found = verify(bytes(touched)).difference
            assert found, (place, other)
            assert found.record in {line, footer}, (place, other, found)


def test_estimates_verify_and_do_not_change_the_game() -> None:
    log, without = play("detailed", 2, 1, estimates=True), play("detailed", 2, 1)
    assert b'"win":0.63' in log.data
    assert verify(log.data).ok
    assert log.game_digest == without.game_digest
    assert log.log_digest != without.log_digest


def test_every_changed_byte_of_an_estimate_is_found_with_its_record(scale: Scale) -> None:
    data, chance = play("mau-mau", 2, 1, estimates=True).data, Random(1)
    changes = scale.pick(quick=8, ci=24, full=255)
    place = data.index(b',"win":0.63')
    line, footer = data.count(b"\n", 0, place) + 1, data.count(b"\n")
    for at in range(place, data.index(b"\n", place)):
        for other in chance.sample([value for value in range(256) if value != data[at]], changes):
            found = verify(data[:at] + bytes((other,)) + data[at + 1 :]).difference
            assert found
            assert found.record in {line, footer}, (at, other, found)


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [(1, '"ranks":"7', '"ranks":"3'), (3, '"seat":0', '"seat":1'), (20, "\n", " "), (20, "seat", "se\nt")],
)
def test_changed_record_is_blamed_not_the_one_it_spoils(line: int, old: str, new: str) -> None:
    lines = golden("mau-mau").data.decode().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    found = verify("".join(lines).encode()).difference
    assert found
    assert found.record == line


@pytest.mark.parametrize("rules", SHORT)
def test_removed_doubled_or_swapped_records_are_found(rules: str, scale: Scale) -> None:
    lines = golden(rules).data.splitlines(keepends=True)
    for here in range(0, len(lines), scale.pick(quick=11, ci=6, full=1)):
        swapped = [*lines[:here], *reversed(lines[here : here + 2]), *lines[here + 2 :]]
        for other in (
            [*lines[:here], *lines[here + 1 :]],
            [*lines[:here], lines[here], *lines[here:]],
            swapped,
        ):
            assert other == lines or not verify(b"".join(other)).ok


DATA = golden("mau-mau").data
TAKE, PLAY, DRAW = line_of(DATA, "take"), line_of(DATA, "play"), line_of(DATA, "take", 15)
LAST = len(DATA.splitlines())
SECRET = secret_of(99).hex()


@pytest.mark.parametrize(
    ("line", "kind", "old", "new"),
    [
        (TAKE, "take", "8S", "8C"),
        (DRAW, "take", "TD", "8C"),
        (TAKE + 15, "starter", "7H", "8C"),
        (PLAY, "play", "7D", "7S"),
        (LAST, "footer", SECRET, SECRET[::-1]),
        (LAST, "footer", '"places":[', '"places":[9'),
        (LAST, "footer", '"termination":"WON"', '"termination":"BLOCKED"'),
        (1, "header", "mau-mau@1", "mau-mau@2"),
        (1, "header", '"game":"game-1"', '"game":"game-2"'),
    ],
)
def test_forgery_with_new_digests_is_found(line: int, kind: str, old: str, new: str) -> None:
    """The bytes are consistent, but they contradict the rules or the secret."""
    found = verify(changed(DATA, line, old, new)).difference
    assert found
    assert (kind == "play" and found.record > line) or found.kind in {kind, "footer"}


@pytest.mark.parametrize(
    ("rules", "seats", "kind", "old", "new"),
    [
        ("detailed", 2, "kept", '"card":"2C"', '"card":"5D"'),
        ("detailed", 2, "left", '"seat":0', '"seat":1'),
        ("detailed", 2, "score", "[42,-10]", "[42,-11]"),
        ("detailed", 2, "score", '"WON"', '"BLOCKED"'),
        ("blind", 2, "back", '"card":"JS"', '"card":"TD"'),
    ],
)
def test_wrong_or_missing_fact_is_found(rules: str, seats: int, kind: str, old: str, new: str) -> None:
    data = golden(rules, seats).data
    line, lines = line_of(data, kind), log_lines(data)
    found = verify(changed(data, line, old, new)).difference
    assert found
    assert (found.record, found.kind) == (line, kind)
    without = resealed(lines[: line - 1] + lines[line:])
    found = verify(without).difference
    assert found
    assert found.record == line
    assert golden(rules, seats).game_digest.encode() in without  # the rules imply the record


def test_facts_in_format_1_are_found() -> None:
    data = golden("detailed", 2).data
    found = verify(changed(data, 1, *reversed(FORMATS))).difference
    assert found
    assert (found.record, found.kind) == (line_of(data, "left"), "left")


def test_wrong_fallback_action_is_found() -> None:
    data = play("mau-mau", 3, 0, faults={2: (1, Verdict.TIMEOUT)}).data
    line = line_of(data, "house", 2)
    action = data.decode().splitlines()[line - 1].split('"action":"')[1].split('"')[0]
    found = verify(changed(data, line, f'"{action}"', '"draw"' if action != "draw" else '"pass"')).difference
    assert found
    assert found.record == line
    assert found.kind == "house"


@pytest.mark.parametrize("member", ["game_digest", "sums"])
def test_wrong_check_in_the_footer_is_found(member: str) -> None:
    head, _, tail = DATA.partition(f'"{member}":"'.encode())
    found = verify(head + f'"{member}":"00'.encode() + tail[2:]).difference
    assert found
    assert (found.record, found.kind) == (LAST, "footer")


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"\xff" * 100, b"{}\n{}\n", DATA[:1000], DATA[1000:], DATA * 2]
)
def test_other_bytes_do_not_verify(data: bytes) -> None:
    assert not verify(data).ok
