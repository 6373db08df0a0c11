"""Logs as files: what was played and written once is played, written and verified so for ever.

In `golden` every ruleset at its smallest and its largest table, in short games that show what it has; in
`golden/first` the logs that were kept before there were all rulesets, which no change may ever touch.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from arena.record import GameLog, read_log, verify
from arena.record.replay import replay
from arena.rules import Event, EventKind, Position, Reason, rulesets
from arena.rules.cards import Card
from arena.rules.effects import OweCards
from tests.record.games import FIRST, GOLDEN, first, golden

FOLDER: Final = Path(__file__).with_name("golden")
CASES: Final = [pytest.param(rules, seats, id=f"{rules}-{seats}") for rules, seats in GOLDEN]

# What a game of each ruleset shows: events, asked questions, and what `_more` adds to them.
SHOWN: Final = {
    "mau-mau": {"DREW DEBT", "SKIPPED", "NAMED", "SAID", "COVER"},
    "mau-mau-stacking": {"CUT_MET", "CUT_KEPT", "DEBT passed on", "MISS", "SKIPPED"},
    "neuner": {"XX", "9 NAMED", "SAID"},
    "prsi": {"DEBT passed on", "DREW DEBT", "SKIPPED", "Q NAMED", "J NAMED"},
    "prsi-kings": {"K", "DREW DEBT", "DREW OTHERS", "comes back"},
    "quick": {"several", "DREW DEBT", "SKIPPED"},
    "blind": {"BELIEVED", "DOUBTED", "TAKEN_BACK", "a true card doubted", "NAMED"},
    "haft-khabis": {"DREW OTHERS", "REVERSED", "COVER", "SKIPPED", "SAID"},
    "pesten": {"XX", "DREW DEBT", "GO_ON", "REVERSED", "DREW LAST_CARD"},
    "pesten-royal": {"XX", "NAME", "NAMED", "GO_ON", "DREW CALL"},
    "puque": {"SAID", "SKIPPED", "SCORED", "COVER"},
    "czech-fool": {"6", "PAID", "Q NAMED", "SKIPPED", "DEBT passed on"},
    "pharaoh-101": {"KS", "REVERSED", "SCORED", "PAID"},
    "faraon": {"several", "a debt cancelled", "MISS", "OUT", "SCORED"},
    "faraon-bells": {"several", "DRAWN_SEVEN", "SKIPPED", "OUT", "SCORED"},
    "tschau-sepp": {"6", "DREW DEBT", "SKIPPED", "SAID"},
    "detailed": {"CUT_MET", "2C", "REVERSED", "DEBT passed on", "SAID"},
    "detailed-thunderback": {"CUT_MET", "2C", "REVERSED", "SCORED"},
    "german": {"REVERSED", "DREW CALL", "COVER", "SCORED"},
    "german-regional": {"GO_ON", "MISS", "REVERSED", "DREW DEBT", "SCORED"},
    "german-wins": {"REVERSED", "SCORED", "COVER"},
    "german-chips": {"REVERSED", "SCORED", "COVER"},
    "german-bitter": {"OUT", "REVERSED", "DREW DEBT", "SKIPPED"},
    "points-150": {"CATCHES", "LETS_PASS", "REVERSED", "SCORED"},
    "crazy-eights": {"NAME", "PASSED", "NAMED"},
    "crazy-eights-special": {"NAME", "PASSED", "REVERSED", "SKIPPED", "DREW DEBT"},
}


def log_of(rules: str, seats: int) -> Path:
    return FOLDER / f"{rules}-{seats}.jsonl"


@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_the_golden_game_is_played_and_written_again(
    rules: str, seats: int, request: pytest.FixtureRequest
) -> None:
    written = golden(rules, seats).data
    if request.config.getoption("--update-golden"):
        log_of(rules, seats).write_bytes(written)
    assert written == log_of(rules, seats).read_bytes()


@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_the_golden_log_verifies(rules: str, seats: int) -> None:
    assert verify(log_of(rules, seats).read_bytes()).ok


@pytest.mark.parametrize(("rules", "seats"), CASES)
def test_the_golden_game_shows_what_its_ruleset_has(rules: str, seats: int) -> None:
    assert SHOWN[rules] <= set(happenings(read_log(log_of(rules, seats).read_bytes())))


def test_there_are_two_of_each_ruleset_and_no_other() -> None:
    tables = {log_of(one.id, seats).name for one in rulesets() for seats in one.players}
    assert {path.name for path in FOLDER.glob("*.jsonl")} == tables
    assert {one.id for one in rulesets()} == SHOWN.keys()


@pytest.mark.parametrize("rules", FIRST)
def test_a_log_that_was_written_before_still_verifies(rules: str) -> None:
    data = (FOLDER / "first" / f"{rules}.jsonl").read_bytes()
    assert verify(data).ok
    assert first(rules).data == data


def happenings(log: GameLog) -> Iterator[str]:
    """What happens in a game: questions, events, and cards that do something."""
    played, debt, empty = replay(log), 0, 0
    for ply in played:
        yield from happened(played.position, ply.events, debt, empty)
        debt, empty = played.position.debt, without_cards(played.position)


def without_cards(position: Position) -> int:
    """The seats that hold no card, as a bit mask."""
    return sum(1 << seat for seat, hand in enumerate(position.hands) if not hand)


def happened(position: Position, events: Sequence[Event], debt: int, empty: int) -> Iterator[str]:
    """What a ply led to; before it `debt` was owed, and the seats `empty` held no card."""
    yield position.ask.name
    kinds = [event.kind for event in events]
    yield from (kind.name for kind in kinds)
    yield from (f"DREW {Reason(event.value).name}" for event in events if event.kind is EventKind.DREW)
    yield from _about_cards(position, events, debt)
    if position.debt > debt > 0:
        yield "DEBT passed on"
    if any(event.kind is EventKind.DREW and empty >> event.seat & 1 for event in events):
        yield "comes back"
    if EventKind.DOUBTED in kinds and EventKind.SHOWN in kinds and EventKind.TAKEN_BACK not in kinds:
        yield "a true card doubted"


def _about_cards(position: Position, events: Sequence[Event], debt: int) -> Iterator[str]:
    game, kinds = position.game, [event.kind for event in events]
    for event in events:
        if event.kind not in (EventKind.PLAYED, EventKind.CLAIMED):
            continue
        yield game.pack.name(Card(event.card))
        yield game.pack.rank(Card(event.card))
        if event.value:
            yield "several"
        if EventKind.NAMED in kinds:
            yield f"{game.pack.rank(Card(event.card))} NAMED"
        if debt and not isinstance(game.effects[event.card], OweCards):
            yield "a debt cancelled"
