"""TRF16: what is written reads back the same, and what is no TRF16 is refused with its place."""

from fractions import Fraction

import pytest
from gacrux.trf2json import trf2json
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.history import BadHistory, Bye, ByeKind, History, check
from arena.tournament.pairing import Pairing
from arena.tournament.standings import standings
from arena.tournament.tie_breaks import SWISS
from arena.tournament.trf import BadTrf, Trf, TrfPlayer, TrfRound, history_of, read_trf, trf_of, trf_text
from tests.conftest import Scale
from tests.tournament.event import SwissEvent
from tests.tournament.results import match

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


def test_a_tournament_is_written_in_fixed_columns() -> None:
    assert trf_text(example()) == TEXT


def test_it_reads_back_the_same() -> None:
    assert read_trf(TEXT) == example()
    assert read_trf("\ufeff" + TEXT.replace("\n", "\r\n")) == example()


def test_its_history_reads_back_the_same_in_points_and_pairings() -> None:
    history = history_of(read_trf(TEXT))
    assert history.points() == HISTORY.points()
    assert [pairing.bots for pairing in history.pairings] == [(1, 3), (4, 2), (2, 1), (3, 4)]
    assert set(history.byes) == set(HISTORY.byes)
    assert [match.played for _, match in history.results()] == [True, True, False, False]


@pytest.mark.parametrize("seed", range(6))
def test_random_tournaments_read_back_the_same(seed: int) -> None:
    tournament = SwissEvent(seed, 5, 7 + seed, late=2, trouble=0.1)
    for _ in tournament.play():
        pass
    names = {bot: f"bot {bot}" for bot in range(1, tournament.bots + 1)}
    trf = trf_of(tournament.history, names, title="Random", rounds=5)
    assert read_trf(trf_text(trf)) == trf
    again = history_of(trf)
    assert again.points() == tournament.history.points()
    assert trf_of(again, names, title="Random", rounds=5) == trf


def test_another_reader_finds_no_fault(scale: Scale) -> None:
    for seed in range(scale.pick(quick=3, ci=30, full=100)):
        tournament = SwissEvent(seed, 6, 7 + seed % 9, late=2, trouble=0.12)
        for history, _ in tournament.play():
            names = {bot: f"bot {bot}" for bot in range(1, history.bots + 1)}
            reader = trf2json()
            reader.parse_file(trf_text(trf_of(history, names, title="Evening", rounds=6)), 0)
            assert reader.chessjson["status"]["code"] < 400
            assert len(reader.get_tournament(1)["competitors"]) == history.bots


def test_fields_of_other_programs_are_read_over() -> None:
    start, other = f"001    1 m  g {'Alyx':33} 2150 NOR", f"001    2 w wm {'Bruno':33} 2130 NOR"
    text = (
        "022 Oslo\n042 2024-08-01\n062 2\n"
        f"{start} 12345678901 1990/01/01  0,5    1     2 w ={'':12}\n"
        f"{other} {'':11} 1990/01/01  0.5    2     1 B =\n"
        "### a remark\n"
    )
    trf = read_trf(text)
    assert trf == Trf(
        "",
        (
            TrfPlayer(1, "Alyx", 2150, Fraction(1, 2), 1, (TrfRound(2, "w", "="),)),
            TrfPlayer(2, "Bruno", 2130, Fraction(1, 2), 2, (TrfRound(1, "b", "="),)),
        ),
    )


def line(number: int = 1, rounds: str = "", points: str = " 0.0") -> str:
    return f"001 {number:4}      {'A':33}      {'':27}{points}    0{rounds}\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "no line of a player"),
        ("012 x\n", "no line of a player"),
        (line() + line(), "line 2: player 1 is there already"),
        (line(0), "line 1: no number in columns 5 to 8"),
        ("001    x      A\n", "line 1: 'x' is no number"),
        ("XXR many\n" + line(), "line 1: 'many' is no number"),
        ("XXR 1000\n" + line(), "line 1: 1000 is more than 999"),
        (f"XXR {'9' * 5000}\n" + line(), "line 1: 9{20} is more than 999"),
        ("XXP 1 x\n" + line(), "line 1: 'x' is no number"),
        (line(rounds="  0000 - Z" * 1000), "line 1: 1000 rounds are more than 999"),
        (line(points=" 1-0"), "line 1: '1-0' is no number"),
        (line(rounds="     2 w 7"), r"column 92: '   2 w 7' is not opponent, colour and result"),
        (line(rounds="     2 x 1"), "is not opponent, colour and result"),
        (line(rounds="     2 - 1"), "an opponent needs a colour"),
        (line(rounds="     2 w U"), "an opponent needs a colour"),
        (line(rounds="  0000 - 1"), "an opponent needs a colour"),
        (line(rounds="  0000 w U"), "an opponent needs a colour"),
    ],
)
def test_what_is_no_trf(text: str, error: str) -> None:
    with pytest.raises(BadTrf, match=error):
        read_trf(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (line(2), "players are not numbered 1 to 1"),
        (line(1, "     2 w 1") + line(2, "     1 b 1"), "players 1 and 2 have other results in round 1"),
        (line(1, "     2 w 1") + line(2, "     1 w 0"), "players 1 and 2 tell different things of round 1"),
        (line(1, "     2 w 1") + line(2), "players 1 and 2 tell different things of round 1"),
        (line(1, "     7 w 1"), "line 1: players 1 and 7 tell different things of round 1"),
        ("XXZ 2\n" + line(1), "there is no player 2"),
    ],
)
def test_players_who_contradict_each_other(text: str, error: str) -> None:
    with pytest.raises(BadTrf, match=error):
        history_of(read_trf(text))


def test_a_name_may_hold_what_unicode_calls_the_end_of_a_line() -> None:
    odd = TEXT.replace("suit_keeper", "suit\x85\u2028keeps")
    assert [player.name for player in read_trf(odd).players[:2]] == ["greedy", "suit\x85\u2028keeps"]


def test_pairs_that_never_meet_and_who_is_absent() -> None:
    text = "XXR 3\nXXP 3 1\nXXP 1 2 4\nXXZ 2\nXXA 1 1.0\n" + "".join(line(number) for number in range(1, 5))
    trf = read_trf(text)
    assert trf.forbidden == ((1, 2), (1, 3), (1, 4), (2, 4))
    assert trf.unread == ("XXA (acceleration)",)
    assert history_of(trf).byes == (Bye(1, 2, ByeKind.ZERO),)
    again = read_trf(trf_text(trf))
    assert (again.forbidden, again.absent) == (trf.forbidden, trf.absent)


@pytest.mark.parametrize(
    ("player", "error"),
    [
        (TrfPlayer(10_000, "A", 0, Fraction(), 0, ()), "at most four digits"),
        (TrfPlayer(1, "A", 0, Fraction(), 0, (TrfRound(10_000, "w", "1"),)), "at most four digits"),
        (TrfPlayer(1, "A" * 34, 0, Fraction(), 0, ()), "at most 33 printable"),
        (TrfPlayer(1, "A\n", 0, Fraction(), 0, ()), "at most 33 printable"),
        (TrfPlayer(1, "A", 0, Fraction(100), 0, ()), "two digits before the point"),
    ],
)
def test_what_does_not_fit_is_not_written(player: TrfPlayer, error: str) -> None:
    with pytest.raises(BadTrf, match=error):
        trf_text(Trf("x", (player,)))


def test_larger_tables_and_fields_have_no_trf() -> None:
    three = Pairing(1, 1, (1, 2, 3))
    with pytest.raises(BadTrf, match="tables of two only"):
        trf_of(History(3, (three,), (match(three, (1, 0.5, 0)),)), {1: "a", 2: "b", 3: "c"}, title="x")
    with pytest.raises(BadTrf, match="at most 9999 players"):
        trf_of(History(10_000), {}, title="x")


edits = st.lists(
    st.tuples(
        st.integers(0, len(TEXT)), st.integers(0, 4), st.text(max_size=4) | st.sampled_from("0129+-=UZwb\n ")
    ),
    max_size=6,
)


@given(edits)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(changes: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for place, left_out, put_in in changes:
        text = text[:place] + put_in + text[place + left_out :]
    try:
        trf = read_trf(text)
        check(history_of(trf))
    except (BadTrf, BadHistory):
        return
    history = history_of(trf)
    standings(range(1, history.bots + 1), history.matches, history.byes, tie_breaks=SWISS)
