"""`maumau.simulate`: games in this process, in every ruleset."""

import asyncio
import subprocess
import sys
from random import Random

import pytest

import maumau
from arena.record import verify
from arena.rules import Ruleset, rulesets
from arena.service.errors import BadSettings, UnknownBot
from maumau import Choice, Result, View, simulate
from tests.conftest import Scale


@maumau.bot
def last(view: View) -> Choice:
    return view.legal[-1]


def dice(view: View, rng: Random) -> Choice:
    return rng.choice(view.legal)


class Counted(maumau.Bot):
    """Counts its instances."""

    made = 0

    def __init__(self) -> None:
        Counted.made += 1

    def choose(self, view: View) -> Choice:
        return view.legal[0]


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_bots_play_every_ruleset_and_the_logs_verify(rules: Ruleset, scale: Scale) -> None:
    seats = rules.players[0]
    games = scale.pick(quick=1, ci=seats, full=seats)
    result = simulate(["greedy", "counting", "suit_keeper"][:seats], ruleset=rules.id, games=games, seed=1)
    assert result.ruleset == rules.key
    assert sum(result.scores) == pytest.approx(seats / 2)
    for game in result.games:
        assert verify(game.log.encode()).ok


def test_boards_are_played_in_all_seatings() -> None:
    result = simulate([last, dice, "random"], games=7, seed=1)
    assert result.bots == ("last", "dice", "random")
    boards = [(game.board, game.seats) for game in result.games]
    seatings = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert boards == [(board, seats) for board in (0, 1) for seats in seatings] + [(2, seatings[0])]


def test_seed_repeats_the_games() -> None:
    def played(seed: int) -> list[tuple[int, ...]]:
        games = simulate(["random", dice], games=6, seed=seed).games
        return [(game.plies, *game.places, *game.points) for game in games]

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_results_by_bot_match_the_log_by_seat() -> None:
    for game in simulate([dice, "greedy"], games=2, seed=3).games:
        footer = game.log.splitlines()[-1]
        places = [game.places[game.seats.index(seat)] for seat in range(2)]
        assert f'"places":{places}'.replace(" ", "") in footer


def test_class_creates_a_bot_for_each_game() -> None:
    Counted.made = 0
    simulate([Counted, "random"], games=3)
    assert Counted.made == 3


def test_async_bots_play_too() -> None:
    async def slow(view: View) -> Choice:
        return view.legal[0]

    assert simulate([slow, "random"], games=2).bots == ("slow", "random")


def test_async_bots_play_in_a_notebook_too() -> None:
    """A notebook already runs a loop."""

    @maumau.bot
    async def patient(view: View) -> Choice:
        await asyncio.sleep(0)
        return view.legal[0]

    async def cell() -> Result:
        return simulate([patient, "random"], games=2)

    assert asyncio.run(cell()).bots == ("patient", "random")


def test_exception_of_a_bot_is_raised() -> None:
    def broken(view: View) -> Choice:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as raised:
        simulate([broken, "random"], seed=1)
    (note,) = raised.value.__notes__
    assert note.startswith("The view that the bot got:\nseat 0 of 2, mau-mau@1, deal 0, ply 0: TURN\nhand ")


def test_result_is_shown_as_text_and_replay() -> None:
    result = simulate([last, "greedy"], games=2, seed=1)
    text = str(result).splitlines()
    assert text[0] == "mau-mau@1, games: 2"
    assert [line.split()[0] for line in text[1:]] == ["last", "greedy"]
    page = result._repr_html_()
    assert page.startswith("<pre>mau-mau@1")
    assert page.count("<iframe srcdoc=") == 1
    assert "<script" not in page  # it is in the frame's attribute


@pytest.mark.usefixtures("few_playouts")
def test_a_game_is_shown_with_its_analysis() -> None:
    game = simulate([last, "greedy"], games=2, seed=1).games[0]
    analysed = game.analyse()
    assert [one["seat"] for one in analysed.analyses] == [None, 0, 1]
    assert "luck_in_sum&quot;:" in analysed._repr_html_()
    assert "luck_in_sum&quot;:" not in game._repr_html_()


@pytest.mark.parametrize(
    ("bots", "settings", "error"),
    [
        (["random", "nobody"], {}, UnknownBot),
        (["random"], {}, BadSettings),
        (["random"] * 2, {"games": 0}, BadSettings),
        (["random"] * 2, {"ruleset": "chess"}, BadSettings),
        (["random"] * 2, {"ruleset": "german-bitter"}, BadSettings),
    ],
)
def test_bad_arguments_are_refused(
    bots: list[str], settings: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        simulate(bots, **settings)  # type: ignore[arg-type]


def test_a_result_is_a_value() -> None:
    result = simulate([last, "greedy"], games=1, seed=1)
    assert isinstance(result, Result)
    assert result.games[0].termination == "WON"
    assert "log" not in repr(result.games[0])


def test_importing_the_sdk_imports_neither_the_arena_nor_protobuf() -> None:
    code = "import maumau, sys; print({'arena', 'google.protobuf', 'grpc'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"
