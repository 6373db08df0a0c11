"""The keys of the terminal player."""

from functools import cache

import pytest

from arena.cli.replay.stepper import Key, PlayerState
from arena.record import read_log
from arena.viewer.replay.film import Film, film
from tests.record.games import golden


@cache
def filmed(seat: int | None) -> Film:
    return film(read_log(golden("detailed").data), seat)


LAST = len(filmed(None).frames) - 1
CASES: list[tuple[int, Key | str, int]] = [
    (0, Key.RIGHT, 1),
    (LAST, Key.RIGHT, LAST),
    (5, Key.LEFT, 4),
    (0, Key.LEFT, 0),
    (5, Key.HOME, 0),
    (5, Key.END, LAST),
    (0, "n", 2),
    (LAST, "n", LAST),
    (LAST, "p", LAST - 1),
    (0, "p", 0),
    (5, "x", 5),
]


@pytest.mark.parametrize(("ply", "key", "expected"), CASES)
def test_a_key_moves(ply: int, key: Key | str, expected: int) -> None:
    assert PlayerState(filmed(None), ply).press(key, filmed).ply == expected


def test_digits_change_the_seat_and_keep_the_ply() -> None:
    watch = PlayerState(filmed(None), 7).press("2", filmed)
    assert (watch.seat, watch.ply) == (1, 7)
    assert watch.film.frames[7].seats[0].hand is None
    assert watch.press("0", filmed).seat is None
    assert watch.press("8", filmed) is watch


def test_space_plays_until_the_end() -> None:
    watch = PlayerState(filmed(None), LAST - 2).press(" ", filmed)
    assert watch.playing
    assert watch.tick().playing
    assert not watch.tick().tick().playing
    assert not watch.press(" ", filmed).playing
    assert not watch.press(Key.LEFT, filmed).playing


def test_help_and_quit() -> None:
    watch = PlayerState(filmed(None))
    assert watch.press("?", filmed).helping
    assert not watch.press("?", filmed).press("?", filmed).helping
    assert watch.press("q", filmed).quit
