"""Swiss rounds: what every tournament keeps to, whatever happens in it."""

import subprocess
import sys

import pytest

from arena.tournament.history import BadHistory, Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.swiss import SwissRound, most_rounds, safe_rounds, swiss_round
from arena.tournament.trf import trf_of, trf_text
from tests.conftest import Scale
from tests.tournament.event import SwissEvent, met, without_second_bye
from tests.tournament.results import match
from tests.tournament.trf_reader import history_of, read_trf

PARTS = 5  # that tests of many tournaments are cut into


def event(seed: int) -> SwissEvent:
    """Tournament number `seed`: 6 to 60 bots, odd and even, 3 to 9 rounds, one in four without trouble."""
    bots = 6 + seed * 7 % 55
    return SwissEvent(
        seed=seed,
        rounds=3 + seed % 7,
        bots=bots,
        late=seed % 3,
        trouble=(0.0, 0.03, 0.06, 0.1)[seed % 4],
        forbidden=((1, 2), (3, 5)) if seed % 5 == 0 else (),
    )


def look_at(history: History, paired: SwissRound, forbidden: tuple[tuple[int, int], ...]) -> None:
    """The rules that hold in every round."""
    seated = [bot for pairing in paired.pairings for bot in pairing.bots]
    sits_out = [paired.bye.bot] if paired.bye else []
    assert sorted(seated + sits_out) == list(history.present()), "everybody present once, nobody else"
    pairs = {(min(pairing.bots), max(pairing.bots)) for pairing in paired.pairings}
    assert not pairs & met(history), "nobody meets an opponent again"
    assert not pairs & set(forbidden)
    assert not set(sits_out) & without_second_bye(history), "no second bye"
    assert len(sits_out) == len(history.present()) % 2
    assert [pairing.number for pairing in paired.pairings] == list(range(1, len(pairs) + 1))
    assert {pairing.round for pairing in paired.pairings} == {history.coming}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("part", range(PARTS))
def test_random_tournaments_keep_the_rules(part: int, scale: Scale) -> None:
    seeds = range(part, scale.pick(quick=5, ci=20, full=500), PARTS)
    rounds = 0
    for seed in seeds:
        tournament = event(seed)
        for history, paired in tournament.play():
            look_at(history, paired, tournament.forbidden)
            rounds += 1
    assert rounds >= 3 * len(seeds)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_tournament_read_back_goes_on_with_the_same_pairings(part: int, scale: Scale) -> None:
    for seed in range(550 + part, 550 + scale.pick(quick=5, ci=10, full=100), PARTS):
        tournament = event(seed)
        for history, paired in tournament.play():
            names = {bot: f"bot {bot}" for bot in range(1, history.bots + 1)}
            text = trf_text(trf_of(history, names, title="Evening", rounds=tournament.rounds))
            again = history_of(read_trf(text))
            assert swiss_round(again, tournament.rounds, tournament.forbidden) == paired


def test_the_order_in_which_things_are_told_makes_no_difference() -> None:
    tournament = SwissEvent(4, 6, 11, trouble=0.1)
    for history, paired in tournament.play():
        turned = History(history.bots, history.pairings[::-1], history.matches[::-1], history.byes[::-1])
        assert swiss_round(turned, 6) == paired


@pytest.mark.dear
def test_two_processes_pair_the_same() -> None:
    code = "from tests.tournament.event import SwissEvent; print(*SwissEvent(3, 4, 9).play())"
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


def test_a_field_is_paired_for_as_many_rounds_as_is_safe(scale: Scale) -> None:
    for bots in range(2, scale.pick(quick=12, ci=24, full=40)):
        rounds = safe_rounds(bots)
        assert len(list(SwissEvent(bots, rounds, bots, trouble=0).play())) == rounds


def test_no_field_has_more_rounds_than_opponents_and_a_bye(scale: Scale) -> None:
    for bots in range(2, 9):
        for seed in range(scale.pick(quick=1, ci=2, full=2)):
            played = len(list(SwissEvent(seed, 20, bots, trouble=0).play()))
            assert played <= most_rounds(bots)
    assert (most_rounds(8), most_rounds(9)) == (7, 9)


def test_a_circle_of_four_is_refused_after_three_rounds_with_advice() -> None:
    tournament = SwissEvent(1, 5, 4, trouble=0)
    assert len(list(tournament.play())) == 3
    with pytest.raises(PairingImpossible) as refusal:
        swiss_round(tournament.history, 5)
    assert str(refusal.value) == (
        "round 4 cannot be paired: for the 4 bots present no pairing is left in which nobody meets an "
        "opponent again or has a second bye. End the event after round 3, or play a round robin: with up to "
        "about 12 bots it is better anyway"
    )


def test_forbidden_pairs_and_absent_bots_are_named_in_a_refusal() -> None:
    history = History(3, byes=(Bye(1, 3, ByeKind.HALF),))
    with pytest.raises(PairingImpossible, match="lift some of the 1 forbidden pairs, let absent bots play"):
        swiss_round(history, 3, [(2, 1)])
    assert len(swiss_round(history, 3, [(2, 9)]).pairings) == 1, "9 has not entered yet"


def test_forfeits_are_no_games_played() -> None:
    pairing = Pairing(1, 1, (1, 2))
    again = swiss_round(History(2, (pairing,), (match(pairing, (1, "-")),)), 2)
    assert {frozenset(each.bots) for each in again.pairings} == {frozenset((1, 2))}
    with pytest.raises(PairingImpossible):
        swiss_round(History(2, (pairing,), (match(pairing, (1, 0)),)), 2)


def test_the_bye_goes_to_the_lowest_and_counts_a_point() -> None:
    paired = swiss_round(History(5), 3)
    assert paired.bye == Bye(1, 5, ByeKind.ALLOCATED)
    assert paired.bye.points == 1


def test_a_latecomer_without_entries_has_missed_its_rounds() -> None:
    first = swiss_round(History(4), 3)
    matches = tuple(match(pairing, (1, 0)) for pairing in first.pairings)
    history = History(5, first.pairings, matches)
    written = History(5, first.pairings, matches, (Bye(1, 5, ByeKind.ZERO),))
    assert swiss_round(history, 3) == swiss_round(written, 3)
    assert history.points()[5] == 0


@pytest.mark.parametrize(
    ("history", "rounds", "text"),
    [
        (History(1), 3, "fewer than two bots"),
        (History(2, byes=(Bye(1, 1, ByeKind.ZERO),)), 3, "fewer than two bots"),
        (History(2), 0, "all 0 rounds are paired"),
    ],
)
def test_what_cannot_be_paired(history: History, rounds: int, text: str) -> None:
    with pytest.raises(PairingImpossible, match=text):
        swiss_round(history, rounds)


TABLE = Pairing(1, 1, (1, 2))


@pytest.mark.parametrize(
    ("history", "text"),
    [
        (History(4, (TABLE,)), "round 1, table 1 has no result yet"),
        (History(4, (TABLE,), (match(Pairing(1, 1, (1, 3)), (1, 0)),)), "has a result of other bots"),
        (History(1, (TABLE,), (match(TABLE, (1, 0)),)), "round 1 has bot 2 of 1"),
        (
            History(4, (TABLE,), (match(TABLE, (1, 0)),), (Bye(1, 2, ByeKind.HALF),)),
            "bot 2 is in round 1 2 times",
        ),
        (History(4, byes=(Bye(2, 2, ByeKind.HALF),)), "bye in round 2; round 1 is to be paired"),
    ],
)
def test_histories_that_do_not_fit_together(history: History, text: str) -> None:
    with pytest.raises(BadHistory, match=text):
        swiss_round(history, 5)
