"""Films as documents: whole, from every side, and in pieces."""

import gzip
import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise

import pytest

from arena.record import GameLog, read_log
from arena.record.format import Play
from arena.viewer.replay.film import PUBLIC, Film, NoSuchSeat, Side, film, parse_side
from arena.viewer.replay.film_json import Column, Value, append, as_json, document, piece
from tests.record.games import golden, play
from tests.viewer.test_html import exchanged


def film_of(log: GameLog, side: Side = None) -> bytes:
    return as_json(document([film(log, side)], [side]))


GAMES = ["mau-mau", "blind", "faraon", "detailed", "mau-mau-stacking", "prsi-kings"]


@cache
def log(name: str) -> GameLog:
    return read_log(golden(name).data)


@cache
def filmed(name: str, side: Side = None) -> Film:
    return film(log(name), side)


def begun(whole: Film, plies: int) -> Film:
    return Film(**{name: getattr(whole, name) for name in Film.__slots__} | {"frames": whole.frames[:plies]})


# ---- pieces ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", [None, 0, PUBLIC])
@pytest.mark.parametrize("plies", [1, 7])
def test_document_plus_pieces_is_the_whole_document(name: str, side: Side, plies: int) -> None:
    whole = filmed(name, side)
    growing = document([begun(whole, plies)], [side])
    for first in range(plies, len(whole.frames), plies):
        assert not growing["over"]
        append(growing, piece(whole.frames[first : first + plies], whole.frames[first - 1]))
    assert growing == document([whole], [side])
    assert growing["over"]


def test_a_piece_says_only_what_changed() -> None:
    frames = filmed("mau-mau", PUBLIC).frames
    for before, frame in pairwise(frames[:-1]):
        said = piece([frame], before)
        assert len(json.dumps(said)) < 500
        assert all(column[::2] == [frame.ply] for column in said["held"].values())
    assert "names" not in piece(frames[1:2], frames[0])


@pytest.mark.parametrize("first", [0, 4, 6])
def test_piece_must_follow_the_last_ply(first: int) -> None:
    frames = filmed("mau-mau", PUBLIC).frames
    growing = document([begun(filmed("mau-mau", PUBLIC), 5)], [PUBLIC])
    before = deepcopy(growing)
    wrong = piece(frames[5:6], frames[4]) | {"first": first}
    with pytest.raises(ValueError):
        append(growing, wrong)
    assert growing == before


def test_the_end_of_a_deal_is_scores_and_a_brief_sentence() -> None:
    [side] = document([filmed("faraon")], [None])["sides"]
    told = {int(ply or 0): text for ply, text in pairs(side["moments"]["brief"])}
    scores = {int(ply or 0): text for ply, text in pairs(side["moments"]["scores"])}
    ended = [frame for frame in filmed("faraon").frames if frame.scores]
    assert [*told] == [*scores] == [frame.ply for frame in ended]
    for frame in ended:
        assert [int(one) if one else None for one in str(scores[frame.ply]).split(" ")] == [*frame.scores]
        assert " loses a life" in frame.text
        assert " loses a life" not in str(told[frame.ply])


def pairs(column: Column) -> Iterator[tuple[Value, Value]]:
    return zip(column[::2], column[1::2], strict=True)


# ---- size --------------------------------------------------------------------------------------------------
@pytest.mark.dear
def test_a_long_film_is_small() -> None:
    """150 kB for 500 plies is the most; here it is for three times as many."""
    from tests.viewer.test_html import long_game

    for side in (None, 0, PUBLIC):
        assert len(gzip.compress(film_of(long_game(), side), 6)) < 150_000


# ---- sides -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("text", "side"), [("", None), ("1", 0), ("8", 7), ("public", PUBLIC)])
def test_a_side_is_named_as_in_a_link(text: str, side: Side) -> None:
    assert parse_side(text) == side


@pytest.mark.parametrize("text", ["0", "9", "-1", "12", "all", "١", "Public"])
def test_invalid_side(text: str) -> None:
    with pytest.raises(NoSuchSeat):
        parse_side(text)


@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize("name", ["mau-mau", "blind", "detailed"])
def test_the_public_film_shows_no_hand_note_or_clock(name: str) -> None:
    whole = log(name)
    said = film_of(whole, PUBLIC).decode()
    [side] = json.loads(said)["sides"]
    assert side["seat"] == PUBLIC
    for seat in range(whole.header.seats):
        assert side["held"][f"hand{seat}"] == side["held"][f"used{seat}"] == [0, None]
    assert "note" not in side["moments"]
    notes = [record.note for record in whole.records if isinstance(record, Play) and record.note]
    assert notes
    assert not [note for note in notes if json.dumps(note)[1:-1] in said]


@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize(("side", "seats"), [(None, {0, 1}), (1, {1}), (PUBLIC, set())])
def test_estimates_are_shown_to_whoever_sees_the_notes(side: Side, seats: set[int]) -> None:
    whole = read_log(play("mau-mau", 2, 3, estimates=True).data)
    plays = enumerate((record for record in whole.records if isinstance(record, Play)), 1)
    estimates = {ply: one.win for ply, one in plays if one.seat in seats and one.win is not None}
    [shown] = document([film(whole, side)], [side])["sides"]
    assert dict(pairs(shown["moments"].get("own", []))) == estimates
    assert bool(estimates) is bool(seats)


@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize(("name", "seats", "seed"), [("mau-mau", 2, 7), ("mau-mau", 3, 3)])
def test_public_film_depends_only_on_public_facts(name: str, seats: int, seed: int) -> None:
    data = play(name, seats, seed, estimates=True).data
    variants = list(exchanged(data))
    assert len(variants) >= 2
    for variant in variants:
        assert film_of(read_log(variant), PUBLIC) == film_of(read_log(data), PUBLIC)
        assert film_of(read_log(variant)) != film_of(read_log(data))
