"""TRF16 export: fixed columns, readable by our own reader and by gacrux."""

from fractions import Fraction

import pytest
from gacrux.trf2json import trf2json

from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.trf import BadTrf, Trf, TrfPlayer, TrfRound, trf_of, trf_text
from tests.conftest import Scale
from tests.tournament.random_swiss import RandomSwiss
from tests.tournament.results import match
from tests.tournament.trf_reader import history_of, read_trf

TABLES = (Pairing(1, 1, (1, 3)), Pairing(1, 2, (4, 2)), Pairing(2, 1, (2, 1)), Pairing(2, 2, (3, 4)))
HISTORY = History(
    5,
    TABLES,
    (
        match(TABLES[0], (1, 0)),
        match(TABLES[1], (0.5, 0.5)),
        match(TABLES[2], (1, "-")),
        match(TABLES[3], ("-", "-")),
    ),
    (Bye(1, 5, ByeKind.ALLOCATED), Bye(2, 5, ByeKind.HALF), Bye(3, 4, ByeKind.ZERO)),
)
NAMES = {
    1: "greedy",
    2: "suit_keeper",
    3: "Zoë",
    4: "a bot with a name too long for thirty-three",
    5: "new\none",
}
TEXT = """\
012 Evening cup
XXR 3
XXC white1
001    1      greedy                              85                             1.0    2     3 w 1     2 b -
001    2      suit_keeper                       1500                             1.5    1     4 b =     1 w +
001    3      Zoë                                                                0.0    5     1 b 0     4 w -
001    4      a bot with a name too long for th                                  0.5    4     2 w =     3 b -  0000 - Z
001    5      newone                                                             1.5    3  0000 - U  0000 - H
"""  # noqa: E501


def example() -> Trf:
    return trf_of(
        HISTORY,
        NAMES,
        title="Evening  cup\n",
        rounds=3,
        ratings={1: 85, 2: 1500, 3: -20, 4: 10_000},
        ranks={1: 2, 2: 1, 3: 5, 4: 4, 5: 3},
    )


def test_trf_has_fixed_columns() -> None:
    assert trf_text(example()) == TEXT


def test_text_reads_back() -> None:
    assert read_trf(TEXT) == example()


def test_history_reads_back() -> None:
    history = history_of(read_trf(TEXT))
    assert history.points() == HISTORY.points()
    assert [pairing.bots for pairing in history.pairings] == [(1, 3), (4, 2), (2, 1), (3, 4)]
    assert set(history.byes) == set(HISTORY.byes)
    assert [match.played for _, match in history.results()] == [True, True, False, False]


@pytest.mark.parametrize("seed", range(6))
def test_random_tournaments_read_back(seed: int) -> None:
    tournament = RandomSwiss(seed, 5, 7 + seed, late=2, trouble=0.1)
    for _ in tournament.play():
        pass
    names = {bot: f"bot {bot}" for bot in range(1, tournament.bots + 1)}
    trf = trf_of(tournament.history, names, title="Random", rounds=5)
    assert read_trf(trf_text(trf)) == trf
    again = history_of(trf)
    assert again.points() == tournament.history.points()
    assert trf_of(again, names, title="Random", rounds=5) == trf


def test_gacrux_reads_every_file(scale: Scale) -> None:
    for seed in range(scale.pick(quick=3, ci=15, full=100)):
        tournament = RandomSwiss(seed, 6, 7 + seed % 9, late=2, trouble=0.12)
        for history, _ in tournament.play():
            names = {bot: f"bot {bot}" for bot in range(1, history.bots + 1)}
            reader = trf2json()
            reader.parse_file(trf_text(trf_of(history, names, title="Evening", rounds=6)), 0)
            assert reader.chessjson["status"]["code"] < 400
            assert len(reader.get_tournament(1)["competitors"]) == history.bots


def test_forbidden_pairs_are_written() -> None:
    trf = trf_of(HISTORY, NAMES, title="x", forbidden=((1, 2), (1, 3)))
    assert read_trf(trf_text(trf)).forbidden == ((1, 2), (1, 3))


@pytest.mark.parametrize(
    "player",
    [
        TrfPlayer(10_000, "A", 0, Fraction(), 0, ()),
        TrfPlayer(1, "A", 0, Fraction(), 0, (TrfRound(10_000, "w", "1"),)),
        TrfPlayer(1, "A" * 34, 0, Fraction(), 0, ()),
        TrfPlayer(1, "A\n", 0, Fraction(), 0, ()),
        TrfPlayer(1, "A", 0, Fraction(100), 0, ()),
    ],
)
def test_values_that_do_not_fit_are_refused(player: TrfPlayer) -> None:
    with pytest.raises(BadTrf):
        trf_text(Trf("x", (player,)))


def test_large_tables_and_fields_are_refused() -> None:
    three = Pairing(1, 1, (1, 2, 3))
    with pytest.raises(BadTrf):
        trf_of(History(3, (three,), (match(three, (1, 0.5, 0)),)), {1: "a", 2: "b", 3: "c"}, title="x")
    with pytest.raises(BadTrf):
        trf_of(History(10_000), {}, title="x")
