"""Analyses of recorded games: chances, costs and luck, with open hands and as a seat knew it."""

import json
from collections.abc import Iterator

import pytest

from arena.analysis.chances import chances_of_places
from arena.analysis.game import GameAnalysis, accuracy_of_cost, analyse
from arena.analysis.report import analyse_views, count_plies, to_json
from arena.record.format import Play, Take
from arena.record.reader import BadLog, GameLog, read_log
from arena.record.replay import replay
from arena.rules import rulesets
from tests.record.games import golden, play

RULESETS = [ruleset.id for ruleset in rulesets()]
SUM = pytest.approx(1, abs=1e-9)
pytestmark = pytest.mark.usefixtures("few_playouts")


def parsed(rules: str, seats: int | None = None) -> GameLog:
    return read_log(golden(rules, seats).data)


@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("rules", RULESETS)
def test_chances_add_up_and_end_with_the_result(rules: str) -> None:
    log = parsed(rules)
    found = analyse(log)
    played = replay(log)
    plies = [ply.number for ply in played]
    assert list(found.chances) == plies
    assert all(sum(chances) == SUM for chances in found.chances.values())
    assert found.chances[plies[-1]] == chances_of_places(played.outcome.places)
    assert all(sum(luck.change) == pytest.approx(0, abs=1e-9) for luck in found.luck)
    assert_decisions(found, log)


@pytest.mark.ci_one_in(5)
@pytest.mark.parametrize("rules", RULESETS)
def test_a_seat_is_judged_at_its_own_decisions(rules: str) -> None:
    log = parsed(rules)
    found = analyse(log, 1)
    seats = {ply.number: ply.decision for ply in replay(log)}
    assert {getattr(seats[ply], "seat", None) for ply in found.chances} <= {1}
    assert all(sum(chances) == SUM for chances in found.chances.values())
    assert found.luck == ()
    assert_decisions(found, log)


def assert_decisions(found: GameAnalysis, log: GameLog) -> None:
    played = [(record.seat, record.action) for record in log.records if isinstance(record, Play)]
    assert {(one.seat, one.played) for one in found.decisions} <= set(played)
    for one in found.decisions:
        chances = [chance for _, chance in one.chances]
        assert chances == sorted(chances, reverse=True)
        assert one.played in dict(one.chances)
        assert one.cost == 0 if one.played == one.best else one.cost >= 0


@pytest.mark.parametrize("seat", [None, 0])
def test_the_same_log_gives_the_same_bytes(seat: int | None) -> None:
    log = parsed("mau-mau")
    assert as_text(log, seat) == as_text(log, seat)


def as_text(log: GameLog, seat: int | None) -> str:
    return json.dumps(to_json(log, analyse(log, seat)))


@pytest.mark.dear
@pytest.mark.parametrize("rules", ["mau-mau", "prsi", "crazy-eights"])
def test_a_seat_is_not_told_of_cards_that_it_never_saw(rules: str) -> None:
    """Logs that differ only in cards hidden from a seat have the same analysis for it, byte for byte."""
    compared = 0
    for seed in range(12):
        data = play(rules, 2, seed).data
        log = read_log(data)
        for other in logs_with_other_hidden_cards(data, 0):
            assert as_text(other, 0) == as_text(log, 0)
            compared += 1
            break
    assert compared


def logs_with_other_hidden_cards(data: bytes, seat: int) -> Iterator[GameLog]:
    """Yield the log with a card that another seat drew, and never showed, exchanged for one never drawn."""
    log = read_log(data)
    names = {name for name in replay(log).game.pack.names if name not in data.decode()}
    hidden = {
        card
        for record in log.records
        if isinstance(record, Take) and record.seat != seat
        for card in record.cards
    }
    shown = " ".join(record.action for record in log.records if isinstance(record, Play))
    for old in sorted(card for card in hidden if card not in shown):
        for new in sorted(names):
            other = read_log(data.replace(f'"{old}"'.encode(), f'"{new}"'.encode()))
            try:
                for _ in replay(other):
                    pass
            except BadLog:
                continue
            yield other


@pytest.mark.parametrize("rules", ["mau-mau", "prsi", "german-bitter"])
def test_a_winning_card_is_the_best_choice(rules: str) -> None:
    """At a decision that won the game at once, nothing is better."""
    log = parsed(rules)
    found = analyse(log)
    last = found.decisions[-1]
    if found.chances[last.ply][last.seat] == 1 and last.ply == max(found.chances):
        assert last.cost == 0


def test_accuracy_falls_with_cost() -> None:
    assert accuracy_of_cost(0) == pytest.approx(100, abs=0.01)
    assert accuracy_of_cost(0.1) > accuracy_of_cost(0.3) > accuracy_of_cost(1) >= 0


@pytest.mark.dear
def test_faults_leave_no_chance() -> None:
    log = parsed("puque", 5)
    found, played = analyse(log), replay(log)
    for ply in played:
        chances = found.chances[ply.number]
        assert all(chances[seat] == 0 for seat in played.at_fault if not played.over)


@pytest.mark.dear
def test_progress_counts_on_through_all_views() -> None:
    log, seen = parsed("mau-mau"), list[int]()
    analyse_views(log, on_ply=seen.append)
    views, plies = 1 + log.header.seats, count_plies(log)
    assert seen == sorted(seen)
    assert (views - 1) * plies < seen[-1] <= views * plies
