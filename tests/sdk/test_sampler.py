"""The bot that looks ahead: it plays by the rules, repeats itself, keeps to its clock, and is good."""

from typing import Any, Final

import pytest

from arena.record.match import Clock
from arena.rules import Ruleset, rulesets
from maumau import Bot, Choice, View
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale
from tests.sdk.tables import Table, game_of, score
from tests.sdk.test_bots import FOLDER, Player, player

SCRIPT: Final = FOLDER / "sampler" / "bot.py"


def sampler(**settings: object) -> type[Bot]:
    """The bot with other settings, as its script has them at the top."""
    values: dict[str, Any] = {"__name__": "sampler"}
    exec(compile(SCRIPT.read_text(), SCRIPT, "exec"), values)
    values |= settings
    bot = values["Sampler"]
    assert isinstance(bot, type)
    assert issubclass(bot, Bot)
    return bot


@pytest.mark.ci_one_in(5)
@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_it_plays_at_every_table(rules: Ruleset, scale: Scale) -> None:
    """What it answers is legal, or the table would raise."""
    hasty = sampler(SAMPLES=3, FIRST=2)
    fewest, most = rules.players
    seats = scale.pick(quick=[fewest], ci=[fewest, most], full=[*range(fewest, most + 1)])
    for number in seats:
        players: list[Player] = [player("greedy")] * number
        players[number // 2] = hasty
        most_plies = scale.pick(quick=40, ci=160, full=100_000)
        for result in Table(game_of(rules.id, number), players).play(range(1), most_plies):
            assert len(result.places) == number


class Ticking:
    """A clock that moves a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def question_with(bot: type[Bot], **changes: int) -> type[Bot]:
    """The bot with questions changed, before it sees them."""

    class Asked(bot):  # type: ignore[misc,valid-type]
        def choose(self, view: View) -> Choice:
            for name, value in changes.items():
                setattr(view._question, name, value)
            choice = super().choose(view)
            assert isinstance(choice, Choice)
            return choice

    return Asked


@pytest.mark.dear
def test_without_a_clock_the_same_seeds_make_the_same_games() -> None:
    def answers() -> list[pb.Answer]:
        table = Table(game_of(), [unhurried, player("suit_keeper")], Clock(0, 0, 0))
        table.play(range(2))
        return table.answers

    unhurried = question_with(sampler(SAMPLES=10), clock_ms=0)
    assert answers() == answers()


@pytest.mark.parametrize("seats", [2, 3])
def test_it_estimates_its_chance_where_two_play(seats: int) -> None:
    """With more seats its score is not a chance to win."""
    table = Table(game_of("mau-mau", seats), [sampler(SAMPLES=9), *[player("greedy")] * (seats - 1)])
    table.play([1], most=60)
    noted = [answer for answer in table.answers if answer.note]
    assert noted
    assert [answer.HasField("win") for answer in noted] == [seats == 2] * len(noted)
    for answer in noted:
        assert seats > 2 or f" {answer.win:.2f}" in answer.note


def test_games_at_once_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many questions come together: all are answered before the first game's time is over."""
    clock = Ticking()
    monkeypatch.setattr("maumau.answers.monotonic", clock)
    endless = sampler(SAMPLES=1_000_000, SURE=1e9, monotonic=clock)
    times: list[float] = []

    class Timed(question_with(endless, clock_ms=400)):  # type: ignore[misc]
        def choose(self, view: View) -> Choice:
            choice = super().choose(view)
            times.append(clock.now - view._arrived)
            assert isinstance(choice, Choice)
            return choice

    Table(game_of(), [Timed, player("greedy")], Clock(400, 0, 400)).play(range(40), most=3)
    assert 0.2 < max(times) < 0.4


def test_with_no_time_left_it_does_what_a_simple_bot_would(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Ticking()
    monkeypatch.setattr("maumau.answers.monotonic", clock)
    table = Table(game_of(), [question_with(sampler(monotonic=clock), clock_ms=90), player("greedy")])
    table.play([1], most=20)
    assert table.answers
    assert clock.now < 0.001 * 6 * len(table.answers)  # it looked at the clock, and that was all


@pytest.mark.dear
def test_it_is_better_than_a_simple_bot(scale: Scale) -> None:
    """Measured over many boards it scores more than 0.6; the error of a board's score is 0.35."""
    boards, least = scale.pick(quick=(3, 0.1), ci=(20, 0.45), full=(400, 0.55))
    assert score(question_with(sampler(), clock_ms=0), player("suit_keeper"), "mau-mau", boards) > least
