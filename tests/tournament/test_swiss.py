"""Swiss pairings keep their rules in random tournaments."""

import subprocess
import sys

import pytest

from arena.tournament.history import BadHistory, Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.swiss import SwissRound, max_rounds, safe_rounds, swiss_round
from arena.tournament.trf import trf_of, trf_text
from tests.conftest import Scale
from tests.tournament.random_swiss import RandomSwiss, met, without_second_bye
from tests.tournament.results import match
from tests.tournament.trf_reader import history_of, read_trf

PARTS = 5  # of tests with many tournaments


def random_swiss(seed: int) -> RandomSwiss:
    """Return tournament `seed`: 6 to 60 bots, 3 to 9 rounds, one in four without trouble."""
    bots = 6 + seed * 7 % 55
    return RandomSwiss(
        seed=seed,
        rounds=3 + seed % 7,
        bots=bots,
        late=seed % 3,
        trouble=(0.0, 0.03, 0.06, 0.1)[seed % 4],
        forbidden=((1, 2), (3, 5)) if seed % 5 == 0 else (),
    )


def check_round(history: History, paired: SwissRound, forbidden: tuple[tuple[int, int], ...]) -> None:
    """Check the rules of every round."""
    at_tables = [bot for pairing in paired.pairings for bot in pairing.bots]
    sits_out = [paired.bye.bot] if paired.bye else []
    assert sorted(at_tables + sits_out) == list(history.present()), "everybody present once, nobody else"
    pairs = {(min(pairing.bots), max(pairing.bots)) for pairing in paired.pairings}
    assert not pairs & met(history), "nobody meets an opponent again"
    assert not pairs & set(forbidden)
    assert not set(sits_out) & without_second_bye(history), "no second bye"
    assert len(sits_out) == len(history.present()) % 2
    assert [pairing.number for pairing in paired.pairings] == list(range(1, len(pairs) + 1))
    assert {pairing.round for pairing in paired.pairings} == {history.coming}


@pytest.mark.parametrize("part", range(PARTS))
def test_random_tournaments_keep_the_rules(part: int, scale: Scale) -> None:
    seeds = range(part, scale.pick(quick=5, ci=10, full=500), PARTS)
    rounds = 0
    for seed in seeds:
        tournament = random_swiss(seed)
        for history, paired in tournament.play():
            check_round(history, paired, tournament.forbidden)
            rounds += 1
    assert rounds >= 3 * len(seeds)


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("part", range(PARTS))
def test_exported_tournament_gives_the_same_pairings(part: int, scale: Scale) -> None:
    for seed in range(550 + part, 550 + scale.pick(quick=5, ci=5, full=100), PARTS):
        tournament = random_swiss(seed)
        for history, paired in tournament.play():
            names = {bot: f"bot {bot}" for bot in range(1, history.bots + 1)}
            text = trf_text(trf_of(history, names, title="Evening", rounds=tournament.rounds))
            again = history_of(read_trf(text))
            assert swiss_round(again, tournament.rounds, tournament.forbidden) == paired


def test_order_of_the_history_does_not_matter() -> None:
    tournament = RandomSwiss(4, 6, 11, trouble=0.1)
    for history, paired in tournament.play():
        turned = History(history.bots, history.pairings[::-1], history.matches[::-1], history.byes[::-1])
        assert swiss_round(turned, 6) == paired


@pytest.mark.dear
def test_two_processes_pair_the_same() -> None:
    code = "from tests.tournament.random_swiss import RandomSwiss; print(*RandomSwiss(3, 4, 9).play())"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert "SwissRound" in printed.pop()


@pytest.mark.dear
def test_safe_rounds_can_all_be_paired(scale: Scale) -> None:
    for bots in range(2, scale.pick(quick=12, ci=18, full=40)):
        rounds = safe_rounds(bots)
        assert len(list(RandomSwiss(bots, rounds, bots, trouble=0).play())) == rounds


def test_no_field_has_more_than_max_rounds(scale: Scale) -> None:
    for bots in range(2, 9):
        for seed in range(scale.pick(quick=1, ci=2, full=2)):
            played = len(list(RandomSwiss(seed, 20, bots, trouble=0).play()))
            assert played <= max_rounds(bots)
    assert (max_rounds(8), max_rounds(9)) == (7, 9)


def test_field_of_four_is_refused_after_three_rounds() -> None:
    tournament = RandomSwiss(1, 5, 4, trouble=0)
    assert len(list(tournament.play())) == 3
    with pytest.raises(PairingImpossible, match="round 4"):
        swiss_round(tournament.history, 5)


def test_refusal_names_forbidden_pairs_and_absent_bots() -> None:
    history = History(3, byes=(Bye(1, 3, ByeKind.HALF),))
    with pytest.raises(PairingImpossible, match=r"1 forbidden pairs.*absent bots"):
        swiss_round(history, 3, [(2, 1)])
    assert len(swiss_round(history, 3, [(2, 9)]).pairings) == 1, "9 has not entered yet"


def test_forfeits_do_not_count_as_played() -> None:
    pairing = Pairing(1, 1, (1, 2))
    again = swiss_round(History(2, (pairing,), (match(pairing, (1, "-")),)), 2)
    assert {frozenset(each.bots) for each in again.pairings} == {frozenset((1, 2))}
    with pytest.raises(PairingImpossible):
        swiss_round(History(2, (pairing,), (match(pairing, (1, 0)),)), 2)


def test_lowest_bot_has_the_bye_for_a_point() -> None:
    paired = swiss_round(History(5), 3)
    assert paired.bye == Bye(1, 5, ByeKind.ALLOCATED)
    assert paired.bye.points == 1


def test_latecomer_has_missed_its_rounds() -> None:
    first = swiss_round(History(4), 3)
    matches = tuple(match(pairing, (1, 0)) for pairing in first.pairings)
    history = History(5, first.pairings, matches)
    written = History(5, first.pairings, matches, (Bye(1, 5, ByeKind.ZERO),))
    assert swiss_round(history, 3) == swiss_round(written, 3)
    assert history.points()[5] == 0


@pytest.mark.parametrize(
    ("history", "rounds"),
    [(History(1), 3), (History(2, byes=(Bye(1, 1, ByeKind.ZERO),)), 3), (History(2), 0)],
)
def test_unpairable_rounds_are_refused(history: History, rounds: int) -> None:
    with pytest.raises(PairingImpossible):
        swiss_round(history, rounds)


TABLE = Pairing(1, 1, (1, 2))


@pytest.mark.parametrize(
    "history",
    [
        History(4, (TABLE,)),
        History(4, (TABLE,), (match(Pairing(1, 1, (1, 3)), (1, 0)),)),
        History(1, (TABLE,), (match(TABLE, (1, 0)),)),
        History(4, (TABLE,), (match(TABLE, (1, 0)),), (Bye(1, 2, ByeKind.HALF),)),
        History(4, byes=(Bye(2, 2, ByeKind.HALF),)),
    ],
)
def test_contradictory_histories_are_refused(history: History) -> None:
    with pytest.raises(BadHistory):
        swiss_round(history, 5)
