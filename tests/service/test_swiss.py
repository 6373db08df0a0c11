"""Rounds are paired as they come, from what is stored, whoever plays them."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from arena.service.bots import Bot
from arena.service.errors import UserError
from arena.service.formats import SWISS
from arena.service.reports.pairings import RoundLine, pairings
from arena.service.reports.tournament_list import find_tournament, summaries
from arena.service.tournaments.edit import add_bots, end_tournament, permit_pairs, withdraw_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import ByeRequest, TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.records import Tournament
from arena.store.tournaments.list import progress
from arena.store.tournaments.pairings import byes, history
from arena.store.tournaments.schedule import pieces
from arena.tournament.history import ByeKind, History
from arena.tournament.pairing.pairing import PairingImpossible
from arena.tournament.pairing.swiss import swiss_round
from tests.conftest import Scale
from tests.factories.made_up_matches import (
    bots_in,
    by_chance,
    commit,
    new_queue,
    play_in_pieces,
    play_on,
    play_with_trouble,
)
from tests.factories.runs import run
from tests.store.samples import record

ZERO = "00" * 32
PARTS = 2


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bot, ...]:
    return bots_in(tmp_path_factory.mktemp("bots"), 14)


def swiss(*bots: Bot, **changes: object) -> TournamentSettings:
    settings = TournamentSettings(bots, boards=2, seed=ZERO, format=SWISS)
    return replace(settings, **changes)  # type: ignore[arg-type]  # different fields


def paired(store: Store, number: int) -> list[object]:
    """All that was paired, and the digest of all that was played."""
    with store.reading() as tx:
        found = progress(tx, number)
    return [*pairings(store, number), found.state, found.games_done, found.games_total, found.event_digest]


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_the_same_whether_disturbed_or_not(
    tmp_path: Path, field: tuple[Bot, ...], seats: int, scale: Scale
) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=100)):
        rng = Random(f"{seats} {seed}")
        bots = field[: rng.randint(*scale.pick(quick=(6, 8), ci=(7, 12), full=(7, 12)))]
        asked = (ByeRequest(2, rng.choice(bots).name), ByeRequest(4, rng.choice(bots).name, ByeKind.FULL))
        settings = swiss(*bots, seats=seats, rulesets=("mau-mau", "detailed"), rounds=3, byes=asked)
        found = []
        for how in ("undisturbed", "disturbed"):
            with open_store(sqlite_url(tmp_path / f"{how}{seed}.db")) as store:
                number = create(store, settings)
                if how == "undisturbed":
                    play_on(store, number, by_chance(seed))
                else:
                    play_in_pieces(store, number, by_chance(seed), rng)
                found.append(paired(store, number))
        assert found[0] == found[1]


def before(full: History, round: int, bots: int) -> History:
    """What was known when this round was paired: not yet who has a bye because the field is odd."""
    return History(
        bots,
        tuple(pairing for pairing in full.pairings if pairing.round < round),
        tuple(match for match in full.matches if match.round < round),
        tuple(
            bye
            for bye in full.byes
            if bye.round < round or (bye.round == round and bye.kind is not ByeKind.ALLOCATED)
        ),
    )


def check_pairings(store: Store, number: int, forbidden: tuple[tuple[int, int], ...]) -> int:
    """Every round is what the Dutch system makes of those before it; gives how many."""
    tournament = find_tournament(store, number)
    checked = 0
    for cycle in (1, 2):
        with store.reading() as tx:
            full = history(tx, number, cycle)
        events = [round.number for round in tournament.rounds if round.cycle == cycle and round.paired]
        for place, round in enumerate(events, 1):
            bots = sum(entrant.from_round <= round for entrant in tournament.entrants)
            expected = swiss_round(before(full, place, bots), 4, forbidden)
            assert expected.pairings == tuple(one for one in full.pairings if one.round == place)
            given = [one for one in full.byes if one.round == place and one.kind is ByeKind.ALLOCATED]
            assert given == ([expected.bye] if expected.bye else [])
            checked += 1
    return checked


@pytest.mark.dear
@pytest.mark.parametrize("part", range(PARTS))
def test_random_events_with_latecomers_withdrawals_byes_and_forfeits(
    store: Store, field: tuple[Bot, ...], part: int, scale: Scale
) -> None:
    checked = 0
    for seed in range(part, scale.pick(quick=2, ci=4, full=200), PARTS):
        rng = Random(seed)
        count = rng.randint(6, 10)
        names = [bot.name for bot in field[:count]]
        asked = {(rng.randint(1, 8), rng.choice(names)): rng.choice("FHZ") for _ in range(3)}
        settings = swiss(
            *field[:count],
            rulesets=("mau-mau", "detailed"),
            rounds=4,
            byes=tuple(ByeRequest(round, name, ByeKind(kind)) for (round, name), kind in asked.items()),
            forbidden=((names[0], names[1]),) if seed % 2 else (),
        )
        number = create(store, settings)
        play_with_trouble(store, number, rng, seed, [*field[count:]])
        tournament = find_tournament(store, number)
        _check_absences(store, number, tournament)
        checked += check_pairings(store, number, tournament.forbidden)
    assert checked > scale.pick(quick=5, ci=10, full=500)


@pytest.mark.dear
@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("seats", [3, 4])
def test_random_events_at_tables(store: Store, field: tuple[Bot, ...], seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=100)):
        rng = Random(f"{seats} {seed}")
        count = rng.randint(6, 10)
        number = create(store, swiss(*field[:count], seats=seats, rounds=5))
        play_with_trouble(store, number, rng, seed, [*field[count:]])
        _check_absences(store, number, find_tournament(store, number))
        lines = [line for line in pairings(store, number) if line.paired]
        sizes = {len(table.bots) for line in lines for table in line.tables}
        assert sizes <= {seats, seats - 1}
        _check_fits(lines)


def _check_fits(lines: list[RoundLine]) -> None:
    """What is said of each round: every two that meet are new to each other or a repeat."""
    met: list[tuple[str, ...]] = []
    for line in lines:
        assert line.fit is not None
        met += [two for table in line.tables for two in combinations(sorted(table.bots), 2)]
        ranges = [max(table.before) - min(table.before) for table in line.tables]
        assert line.fit.mean_range == pytest.approx(sum(ranges) / len(ranges))
    fits = [line.fit for line in lines if line.fit]
    assert sum(fit.meetings for fit in fits) == len(met)
    assert sum(fit.repeats for fit in fits) == len(met) - len({*met})


@pytest.mark.dear
def test_no_table_is_smaller_than_its_ruleset_allows(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, swiss(*field[:6], seats=3, rulesets=("german-bitter",), rounds=3))
    new_queue(store, number).take(1, ())
    withdraw_bot(store, number, "a")
    with pytest.raises(PairingImpossible, match="a table of 2, and german-bitter is for 3 or more"):
        play_on(store, number, by_chance(1))
    add_bots(store, number, [field[6]])
    play_on(store, number, by_chance(1))
    assert _state(store, number) == "over"


def _state(store: Store, number: int) -> str:
    return next(one.state for one in summaries(store) if one.id == number)


def _check_absences(store: Store, number: int, tournament: Tournament) -> None:
    """Nobody is paired before it entered or after it withdrew; whoever withdrew is absent for good."""
    with store.reading() as tx:
        out = {(bye.round, bye.bot) for bye in byes(tx, number)}
        tables = {(piece.round, bot) for piece in pieces(tx, number) for bot in piece.bots}
    assert not out & tables
    for round in tournament.rounds:
        for entrant in tournament.entrants:
            gone = entrant.withdrawn_after is not None and entrant.withdrawn_after < round.number
            there = (round.number, entrant.number) in tables
            if gone or entrant.from_round > round.number:
                assert not there
            elif round.paired:
                assert there or (round.number, entrant.number) in out


@pytest.mark.dear
def test_where_no_round_can_be_paired_it_stops_and_can_be_taken_up_again(
    store: Store, field: tuple[Bot, ...]
) -> None:
    never = (("a", "b"), ("a", "c"), ("a", "d"))
    number = create(store, swiss(*field[:4], forbidden=never, rounds=2))
    result = run(store, number)
    assert (result.finished, result.state, result.games) == (False, "interrupted", 0)
    assert "3 forbidden pairs" in result.stopped
    with pytest.raises(UserError, match="b and c are not forbidden"):
        permit_pairs(store, number, [("b", "c")])
    permit_pairs(store, number, [("b", "a")])
    assert find_tournament(store, number).forbidden == ((1, 3), (1, 4))
    with pytest.raises(PairingImpossible, match="round 2 cannot be paired"):
        play_on(store, number, by_chance(1))
    permit_pairs(store, number)
    play_on(store, number, by_chance(1))
    assert _state(store, number) == "over"
    assert [line.paired for line in pairings(store, number)] == [True, True]


def test_an_event_can_end_after_the_rounds_that_are_paired(store: Store, field: tuple[Bot, ...]) -> None:
    number = create(store, swiss(*field[:5], rounds=4, byes=(ByeRequest(4, "a"),)))
    (piece, _), *_ = new_queue(store, number).take(2, ())
    commit(store, piece, by_chance(1))
    end_tournament(store, number)
    assert [line.number for line in pairings(store, number)] == [1]
    play_on(store, number, by_chance(1))
    assert _state(store, number) == "over"
    with pytest.raises(UserError, match=f"tournament {number} cannot be changed"):
        end_tournament(store, number)


def test_a_swiss_is_numbered_by_rating_where_no_seed_asks_for_the_same_again(
    store: Store, field: tuple[Bot, ...]
) -> None:
    bots = field[:4]
    first = create(store, swiss(*bots, format="round-robin", boards=2))
    play_on(store, first, lambda piece: record(piece, piece.bots.index(max(piece.bots))))

    def order(seed: str | None) -> list[str]:
        found = find_tournament(store, create(store, swiss(field[5], *bots, seed=seed)))
        return [entrant.name for entrant in found.entrants]

    assert order(None) == ["d", "c", "b", "a", "f"]
    assert order(ZERO) == ["f", "a", "b", "c", "d"]
