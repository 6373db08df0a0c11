"""What a terminal shows: exactly this, in 80 columns, with and without colour."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from arena.record import read_log
from arena.rules import ruleset, rulesets
from arena.viewer.replay.film import Film, film
from arena.viewer.replay.frames import Frame, Note
from arena.viewer.terminal import draw, script, time_line
from tests.conftest import Scale
from tests.golden.check import check_golden
from tests.record.games import golden, play

WITH_TEXT = ("mau-mau", "faraon", "blind")
RULES = [one.id for one in rulesets()]


@cache
def shown(rules: str) -> Film:
    return film(read_log(golden(rules).data))


def printed(*lines: Text, colour: bool = False) -> str:
    console = Console(
        file=StringIO(), width=200, force_terminal=colour, color_system="standard" if colour else None
    )
    console.print(*lines, sep="\n")
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("rules", RULES)
def test_text_of_the_golden_game(rules: str, request: pytest.FixtureRequest) -> None:
    film = shown(rules)
    words = [*script(film), Text()] if rules in WITH_TEXT else []
    pictures = [line for frame in remarkable(film.frames) for line in (draw(film, frame), Text())]
    check_golden(f"viewer/{rules}.txt", printed(*words, *pictures), request)


def remarkable(frames: Sequence[Frame]) -> Iterator[Frame]:
    """Three frames: the first with something that few rulesets have, one in the middle, the last."""
    rare: list[Callable[[Frame], object]] = [
        lambda frame: any(frame.beneath),
        lambda frame: frame.misses,
        lambda frame: len(frame.cut) > 1,
        lambda frame: any(seat.keeps_place for seat in frame.seats),
        lambda frame: any(seat.out for seat in frame.seats) and frame.turn is not None,
    ]
    first = [frame.ply for is_so in rare for frame in frames if is_so(frame)][:1] or [0]
    for ply in sorted({len(frames) // 2, len(frames) - 1, *first}):
        yield frames[ply]


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("seat", [None, 1])
def test_no_line_is_wider_than_the_terminal(seats: int, seat: int | None, scale: Scale) -> None:
    whole = film(
        read_log(play("mau-mau", seats, seed=seats, bots="a_bot_with_a_rather_long_name_").data), seat
    )
    pictures = [draw(whole, frame) for frame in whole.frames[:: scale.pick(quick=5, ci=3, full=1)]]
    lines = printed(*script(whole), *pictures, time_line(whole, 0)).splitlines()
    assert max(map(len, lines)) <= 80
    assert max(picture.plain.count("\n") for picture in pictures) < 30


@pytest.mark.parametrize("rules", ["blind", "faraon-bells", "pesten-royal", "prsi-kings"])
def test_no_line_is_too_wide_in_special_rulesets(rules: str, scale: Scale) -> None:
    for seats in ruleset(rules).players:
        whole = film(read_log(golden(rules, seats).data))
        frames = whole.frames[:: scale.pick(quick=5, ci=3, full=1)]
        lines = printed(*script(whole), *(draw(whole, frame) for frame in frames)).splitlines()
        assert max(map(len, lines)) <= 80


def test_plain_text_has_no_escapes_or_trailing_blanks() -> None:
    text = printed(*script(shown("mau-mau")))
    assert "\x1b" not in text
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_four_suits_have_four_colours() -> None:
    film = shown("mau-mau")
    text = printed(draw(film, film.frames[0]), colour=True)
    for suit, code in {"♣": "32", "♦": "34", "♥": "31", "♠": "30"}.items():
        if f"{suit} \x1b" in text:
            assert f"\x1b[1;{code};107m" in text


@pytest.mark.parametrize(
    ("rules", "note", "red"),
    [("mau-mau", "J♥:♥ 0.6", ["J♥", "♥"]), ("prsi", "U·hearts:hearts 0.6", ["U·hearts", "hearts"])],
)
def test_suits_in_sentences_and_notes_have_their_colour(rules: str, note: str, red: list[str]) -> None:
    film = shown(rules)
    frame = replace(film.frames[0], text="one names hearts", note=Note(0, note))
    lines = list(draw(film, frame).split())[-2:]
    found = [
        line.plain[span.start : span.end] for line in lines for span in line.spans if span.style == "red"
    ]
    assert found == ["hearts", *red]


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (Note(0, "", 0.63), "✎ bot0: own estimate 63 %"),
        (Note(0, "J♥ 0.6", 0.0), "✎ bot0: J♥ 0.6 · own estimate 0 %"),
        (Note(0, "J♥ 0.6"), "✎ bot0: J♥ 0.6"),
    ],
)
def test_an_estimate_is_shown_after_the_note(note: Note, line: str) -> None:
    film = shown("mau-mau")
    frame = replace(film.frames[0], note=note)
    assert printed(draw(film, frame)).splitlines()[-1] == line
    assert printed(*script(replace(film, frames=(frame,)))).count(line) == 1


def test_the_time_line_shows_where_we_are() -> None:
    film = shown("mau-mau")
    last = len(film.frames) - 1
    for ply in (0, last):
        here = [span for span in time_line(film, ply).spans if "reverse" in str(span.style)]
        assert len(here) == 1
    assert time_line(film, 0).plain.endswith("E")


def test_boards_and_seatings_count_from_one_as_on_the_page() -> None:
    first, second = (
        film(read_log(play("mau-mau", 2, 1, board=board, rotation=board).data)) for board in (0, 1)
    )
    assert printed(*script(first)).splitlines()[1] == "board 1, seating 1"
    assert printed(*script(second)).splitlines()[1] == "board 2, seating 2"
