"""FIDE's tie-breaks in Mario Held's exercises for arbiters (see vectors/README.md).

The published values follow the rules of 2023. Since March 2026 the virtual opponent of an unplayed round has
at most the points of the real one, or half a point per round without one (C.07 art. 16.4). The values that
this changes are listed, worked out by hand.
"""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from arena.tournament.history import History
from arena.tournament.standings.standings import Standing, standings
from tests.tournament.trf_reader import history_of, read_trf

FOLDER = Path(__file__).parent / "vectors"

# Swiss of 16, five rounds: exercises 1 to 13, 27 and 32; by player.
PUBLISHED = {
    "BH": "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
    "BH/C1": "11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11",
    "SB": "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
    "WIN": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "PS": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
}
# 4 (3.5 points) and 6 (3) had a bye: 2.5 instead. 11 (2.5) won by forfeit against 9 (1.5): 1.5 instead.
SINCE_2026 = {
    "BH": {4: "14", 6: "11.5", 11: "12.5"},
    "BH/C1": {6: "10.5", 11: "11"},  # 4's bye is the value that is cut
    "SB": {4: "9.25", 6: "6", 11: "4.75"},
    "WIN": {},
    "PS": {},
}
# Ranks by points and direct encounter: exercises 25 (nine rounds) and 26.
ENCOUNTERS_9 = (3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6)
ENCOUNTERS_ROUND_ROBIN = (1, 2, 2, 6, 5, 4)
SONNEBORN_BERGER_ROUND_ROBIN = "9.25 6.25 6.25 4.25 3.25 2.25"  # exercise 14


@cache
def published(name: str) -> History:
    return history_of(read_trf((FOLDER / f"exercises_{name}.trf").read_text()))


def table(name: str, *tie_breaks: str) -> dict[int, Standing]:
    """Return the standings of a published tournament, by player."""
    history = published(name)
    lines = standings(
        range(1, history.bots + 1),
        history.matches,
        history.byes,
        tie_breaks=tie_breaks,
        round_robin=name == "round_robin",
    )
    return {line.total.bot: line for line in lines}


@pytest.mark.parametrize("code", PUBLISHED)
def test_a_swiss_tournament(code: str) -> None:
    expected = dict(enumerate(map(Fraction, PUBLISHED[code].split()), 1))
    expected |= {player: Fraction(value) for player, value in SINCE_2026[code].items()}
    lines = table("swiss_5", "PTS", code)
    assert {player: lines[player].value(code) for player in sorted(lines)} == expected


def test_direct_encounters_if_not_all_have_met() -> None:
    lines = table("swiss_5", "PTS", "DE")
    assert {lines[player].rank for player in (1, 3, 4, 16)} == {2}  # exercise 23
    assert {lines[player].rank for player in (5, 8, 11)} == {7}  # exercise 24


def test_direct_encounters_after_nine_rounds() -> None:
    lines = table("swiss_9", "PTS", "DE")
    assert tuple(lines[player].rank for player in sorted(lines)) == ENCOUNTERS_9


def test_a_round_robin_with_a_forfeit() -> None:
    lines = table("round_robin", "PTS", "DE", "SB")
    scores = tuple(map(Fraction, SONNEBORN_BERGER_ROUND_ROBIN.split()))
    assert tuple(lines[player].value("SB") for player in sorted(lines)) == scores
    by_encounter = table("round_robin", "PTS", "DE")
    assert tuple(by_encounter[player].rank for player in sorted(lines)) == ENCOUNTERS_ROUND_ROBIN
