"""Swiss at tables: seating, byes, repeated meetings and the spread of points."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.swiss_tables import TableFit, swiss_table_round, table_fit, table_sizes
from arena.tournament.results import MatchResult, game_scores
from tests.conftest import Scale
from tests.tournament.results import match

# bots, seats, rounds, limit of repeats, meetings, limit of the range of points at a table
TOURNAMENTS = [
    (16, 4, 5, 16, 120, 1.2),
    (20, 4, 5, 10, 150, 1.1),
    (24, 3, 6, 5, 144, 0.8),
    (30, 4, 6, 8, 252, 0.9),
    (32, 4, 6, 10, 288, 0.9),
    (40, 5, 6, 20, 480, 1.1),
    (64, 4, 7, 5, 672, 0.5),
]


class Played(NamedTuple):
    """A round that was paired, and how well."""

    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    fit: TableFit


def pair(history: History, seats: int) -> Played:
    pairings, byes = swiss_table_round(history, seats, b"seed")
    met = {two for table in history.pairings for two in combinations(sorted(table.bots), 2)}
    return Played(pairings, byes, table_fit([table.bots for table in pairings], history.points(), met))


def play(bots: int, seats: int, rounds: int, seed: int = 1) -> list[Played]:
    """Play a tournament of bots of different strength; return its rounds."""
    rng = Random(seed)
    strength = [rng.gauss(0, 1) for _ in range(bots + 1)]
    pairings: list[Pairing] = []
    matches: list[MatchResult] = []
    byes: list[Bye] = []
    found = []
    for _ in range(rounds):
        history = History(bots, tuple(pairings), tuple(matches), tuple(byes))
        found.append(pair(history, seats))
        pairings += found[-1].pairings
        byes += found[-1].byes
        for pairing in found[-1].pairings:
            luck = {bot: strength[bot] + rng.gauss(0, 1) for bot in pairing.bots}
            places = [1 + sum(luck[other] > luck[bot] for other in pairing.bots) for bot in pairing.bots]
            matches.append(match(pairing, game_scores(places)))
    return found


@pytest.mark.parametrize(("bots", "seats", "rounds", "repeats", "meetings", "apart"), TOURNAMENTS)
def test_repeats_are_few_and_tables_close(
    bots: int, seats: int, rounds: int, repeats: int, meetings: int, apart: float, scale: Scale
) -> None:
    now = scale.pick(quick=3, ci=rounds, full=rounds)
    found = play(bots, seats, now)
    assert sum(each.fit.repeats for each in found) <= repeats
    assert sum(each.fit.meetings for each in found) * rounds == meetings * now
    assert sum(each.fit.mean_range for each in found) <= apart * now


@pytest.mark.dear
def test_every_bot_has_one_table_or_a_bye() -> None:
    for bots, seats in ((14, 4), (5, 4), (7, 5), (23, 5), (9, 3)):
        for number, each in enumerate(play(bots, seats, 2), 1):
            seated = [bot for pairing in each.pairings for bot in pairing.bots]
            assert sorted(seated + [bye.bot for bye in each.byes]) == list(range(1, bots + 1))
            assert tuple(len(pairing.bots) for pairing in each.pairings) == table_sizes(bots, seats)
            assert {pairing.round for pairing in each.pairings} == {number}


def test_byes_are_shared() -> None:
    byes = [bye for each in play(5, 4, 5) for bye in each.byes]
    assert sorted(bye.bot for bye in byes) == [1, 2, 3, 4, 5]
    assert {bye.points for bye in byes} == {Fraction(1, 2)}


@pytest.mark.parametrize(
    ("bots", "seats", "sizes"),
    [
        (12, 4, (4, 4, 4)),
        (13, 4, (4, 3, 3, 3)),
        (5, 4, (4,)),
        (6, 4, (3, 3)),
        (2, 3, (2,)),
        (7, 3, (3, 2, 2)),
        (6, 5, (5,)),
        (7, 5, (5,)),
        (11, 5, (5, 5)),
        (12, 5, (4, 4, 4)),
    ],
)
def test_field_is_cut_into_tables(bots: int, seats: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(bots, seats) == sizes


def test_only_fields_that_cannot_be_cut_have_byes() -> None:
    for seats in (3, 4, 5):
        for bots in range(seats, 101):
            cut = any((bots - small * (seats - 1)) % seats == 0 for small in range(bots // (seats - 1) + 1))
            assert (sum(table_sizes(bots, seats)) == bots) == cut


@pytest.mark.dear
def test_same_history_and_seed_give_the_same_round() -> None:
    assert play(14, 4, 3) == play(14, 4, 3)
    rounds = {swiss_table_round(History(12), 4, bytes([seed])) for seed in range(5)}
    assert len(rounds) == 5


def test_tables_are_ordered_by_points() -> None:
    first = play(64, 4, 2)
    pairings = first[0].pairings
    won = {bot: place for pairing in pairings for place, bot in enumerate(pairing.bots)}
    matches = tuple(match(pairing, game_scores((1, 2, 3, 4))) for pairing in pairings)
    second = pair(History(64, pairings, matches), 4)
    assert [{won[bot] for bot in pairing.bots} for pairing in second.pairings] == [
        {place} for place in range(4) for _ in range(4)
    ]
    assert second.fit.repeats == second.fit.mean_range == 0


def test_absent_bots_have_no_table() -> None:
    history = History(13, byes=(Bye(1, 2, ByeKind.ZERO), Bye(1, 9, ByeKind.ZERO)))
    seated = {bot for pairing in pair(history, 4).pairings for bot in pairing.bots}
    assert seated == set(range(1, 14)) - {2, 9}


@pytest.mark.parametrize(("bots", "seats"), [(1, 3), (2, 4), (3, 5), (8, 2)])
def test_too_small_fields_are_refused(bots: int, seats: int) -> None:
    with pytest.raises(PairingImpossible):
        swiss_table_round(History(bots), seats, b"")
