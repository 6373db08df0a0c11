"""One board in its seatings: where its games part, and who made more of the same cards."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from arena.record import GameLog, read_log
from arena.record.format import BotFault, Play
from arena.viewer.replay.film import film
from arena.viewer.replay.seatings import seatings
from maumau import simulate
from tests.record.games import play


@cache
def board(*bots: str, seed: int = 1, number: int = 0, ruleset: str = "mau-mau") -> list[tuple[int, GameLog]]:
    """The games of one board, numbered as in a match."""
    games = simulate(bots, ruleset, games=len(bots) * (number + 1), seed=seed).games
    return [(at, read_log(game.log.encode())) for at, game in enumerate(games, 1) if game.board == number]


def decisions(log: GameLog) -> list[tuple[int, str]]:
    return [(record.seat, record.action) for record in log.records if isinstance(record, Play)]


@pytest.mark.parametrize("bots", [("random", "greedy"), ("counting", "greedy", "random")])
def test_games_diverge_at_the_first_different_decision(bots: tuple[str, ...]) -> None:
    games = board(*bots, number=1)
    found = seatings(games)
    assert found.parted is not None
    ply = found.parted.ply
    lines = [decisions(log) for _, log in games]
    assert len({tuple(line[: ply - 1]) for line in lines}) == 1
    assert len({line[ply - 1] for line in lines}) > 1
    assert found.parted.texts == tuple(film(log).frames[ply].text for _, log in games)
    assert [(one.game, one.rotation) for one in found.games] == [
        (len(bots) + at, at - 1) for at in range(1, len(bots) + 1)
    ]


def test_equal_bots_do_not_diverge() -> None:
    found = seatings(board("greedy", "greedy"))
    assert found.parted is None
    assert [one.name for one in found.cards[0].results] == ["greedy/1", "greedy/2"]
    assert "in every seating" in found.summary


def test_a_fault_is_a_decision_that_differs() -> None:
    [(_, log), _] = board("greedy", "greedy")
    at = next(number for number, record in enumerate(log.records) if isinstance(record, Play))
    records = (*log.records[:at], BotFault(0, "TIMEOUT"), *log.records[at:])
    faulty = replace(log, records=records)
    parted = seatings([(1, log), (2, faulty)]).parted
    assert parted is not None
    assert "out of time" in parted.texts[1]


def test_results_with_a_seats_cards() -> None:
    games = board("random", "greedy", seed=3)
    found = seatings(games)
    for seat, cards in enumerate(found.cards):
        assert [one.name for one in cards.results] == [log.header.bots[seat].name for _, log in games]
        assert [one.place for one in cards.results] == [log.footer.places[seat] for _, log in games]
        places = [one.place for one in cards.results]
        assert [one.best for one in cards.results] == [place < max(places) for place in places]
        assert {one.detail for one in cards.results} == {""}


def test_points_in_games_of_several_deals() -> None:
    games = board("random", "greedy", ruleset="points-150")
    for cards in seatings(games).cards:
        told = [f"{log.footer.points[cards.seat]} point".replace("-", "−") for _, log in games]
        assert [one.detail.rstrip("s") for one in cards.results] == told


def placed(games: list[tuple[int, GameLog]], *places: tuple[int, ...]) -> list[tuple[int, GameLog]]:
    return [
        (number, replace(log, footer=replace(log.footer, places=place)))
        for (number, log), place in zip(games, places, strict=True)
    ]


@pytest.mark.parametrize(
    ("places", "summary"),
    [
        (((1, 2), (2, 1)), "random made the most of the cards, 2 to 0."),
        (((2, 1), (1, 2)), "greedy made the most of the cards, 2 to 0."),
        (((1, 2), (1, 2)), "The cards of seat 1 won in every seating."),
        (((1, 1), (2, 1)), "random made the most of the cards, 1.5 to 0.5."),
        (((1, 1), (1, 1)), "All did equally well with the cards."),
    ],
)
def test_who_used_the_cards_better(places: Any, summary: str) -> None:  # noqa: ANN401 - tuples of tuples
    assert seatings(placed(board("random", "greedy"), *places)).summary == summary


def test_games_of_other_boards_are_not_compared() -> None:
    first, second = board("random", "greedy"), board("random", "greedy", number=1)
    with pytest.raises(ValueError, match="not the games of one board"):
        seatings([*first, *second])
    with pytest.raises(ValueError, match="not the games of one board"):
        seatings([(1, read_log(play("mau-mau", 2, 3).data)), (2, read_log(play("mau-mau", 3, 3).data))])
