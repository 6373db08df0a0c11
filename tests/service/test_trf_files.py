"""TRF16 files of other programs: ranked, paired on, or refused with their line."""

from pathlib import Path

import pytest

from arena.service.errors import BadSettings
from arena.service.reports.trf_import import read_event

FOLDER = Path(__file__).parents[1] / "tournament" / "vectors"
PLAYERS = """\
012 Evening
XXR 3
001    1      Ann                                                                1.0    1     2 w 1
001    2      Ben                                                                0.0    3     1 b 0
001    3      Cid                                                                1.0    2  0000 - U
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "evening.trf"
    path.write_text(PLAYERS)
    return path


def test_a_published_tournament_is_ranked(file: Path) -> None:
    found = read_event(FOLDER / "exercises_swiss_9.trf")
    assert found.rounds == 9
    assert found.remarks == ()
    assert found.rows[0].rank == 1
    assert all(row.points == row.file_points for row in found.rows)
    assert all(row.why for row in found.rows[1:])


def test_a_round_robin_has_other_tie_breaks() -> None:
    found = read_event(FOLDER / "exercises_round_robin.trf", round_robin=True)
    assert [column.code for column in found.tie_breaks] == ["PTS", "DE", "WIN", "SB"]
    own = read_event(FOLDER / "exercises_round_robin.trf", codes=("PTS", "SB"), round_robin=True)
    assert [column.code for column in own.tie_breaks] == ["PTS", "SB"]


def test_the_next_round(file: Path) -> None:
    found = read_event(file, pair=True).next_round
    assert found
    assert (found.round, found.bye, found.absent, found.why_not) == (2, "Ben", (), "")
    assert [pair.names for pair in found.pairs] in ([("Cid", "Ann")], [("Ann", "Cid")])
    assert read_event(file).next_round is None


def test_who_is_absent_and_who_may_not_meet(file: Path) -> None:
    file.write_text(PLAYERS + "XXZ 2\n")
    found = read_event(file, pair=True).next_round
    assert found
    assert (found.absent, found.bye) == (("Ben",), None)
    file.write_text(PLAYERS + "XXZ 2\nXXP 1 3\n")
    found = read_event(file, pair=True).next_round
    assert found
    assert found.pairs == ()
    assert "cannot be paired" in found.why_not


def test_the_first_colour_is_white(file: Path) -> None:
    players = "".join(f"001    {number}      {'A':33}{'':33} 0.0\n" for number in (1, 2))
    file.write_text(f"XXC black1\n{players}")
    found = read_event(file, pair=True).next_round
    assert found
    assert [(pair.white, pair.black) for pair in found.pairs] == [(1, 2)]
    assert "XXC black1 is not followed" in found.remark
    file.write_text(f"XXC white1\n{players}")
    found = read_event(file, pair=True).next_round
    assert found
    assert found.remark == ""


def test_after_the_last_round_there_is_none(file: Path) -> None:
    found = read_event(file, pair=True, rounds=1).next_round
    assert found
    assert "all 1 rounds are paired" in found.why_not


def test_points_that_do_not_add_up_are_named_with_their_line(file: Path) -> None:
    file.write_text(PLAYERS.replace("0.0    3", "2.5    3"))
    assert read_event(file).remarks == ("line 4: player 2 has 2.5 points there, and 0 by its rounds",)


def test_what_changes_pairings_and_is_not_read_is_named(file: Path) -> None:
    file.write_text(PLAYERS + "XXA    1  1.0\n")
    assert read_event(file).remarks == ("not read: XXA (acceleration); points and pairings may differ",)


def test_files_of_old_programs_are_in_latin_1(file: Path) -> None:
    file.write_bytes(PLAYERS.replace("Ann", "Zoë").encode("latin-1"))
    assert "Zoë" in {row.name for row in read_event(file).rows}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "no line of a player"),
        ("\x00\x01\x02", "no line of a player"),
        (PLAYERS.replace("2 w 1", "2 w x"), "line 3, column 92: .* is not opponent, colour and result"),
        (PLAYERS.replace("2 w 1", "2 w 0"), "line 3: players 1 and 2 have other results in round 1"),
        (PLAYERS.replace("1 b 0", "3 b 0"), "line 3: players 1 and 2 tell different things of round 1"),
        (PLAYERS.replace("001    3", "001    9"), "players are not numbered 1 to 3"),
        (PLAYERS.replace("001    3", "001    2"), "line 5: player 2 is there already"),
    ],
)
def test_broken_files_are_refused_with_their_line(file: Path, text: str, error: str) -> None:
    file.write_text(text)
    with pytest.raises(BadSettings, match=error) as refused:
        read_event(file, pair=True)
    assert str(refused.value).startswith(f"{file}: ")


def test_tie_breaks_that_a_file_says_too_little_for(file: Path) -> None:
    with pytest.raises(BadSettings, match="does not say enough for PD"):
        read_event(file, codes=("PTS", "PD"))
    with pytest.raises(BadSettings, match="there is no tie-break 'XX'"):
        read_event(file, codes=("XX",))


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="No such file"):
        read_event(tmp_path / "missing.trf")
    with pytest.raises(BadSettings, match="directory"):
        read_event(tmp_path)
    huge = tmp_path / "huge.trf"
    with huge.open("wb") as file:
        file.truncate(20_000_000)
    with pytest.raises(BadSettings, match="20,000,000 bytes are more"):
        read_event(huge)
