"""A game as pictures."""

import dataclasses
import json
from functools import cache

import pytest

from arena.record import GameLog, read_log
from arena.record.match import Verdict
from arena.record.records import Play
from arena.rules import rulesets
from arena.viewer.film import Film, NoSuchSeat, film
from arena.viewer.marks import Mark
from tests.record.games import golden, play

TABLES = [(ruleset.id, seats) for ruleset in rulesets() for seats in (2, 3, ruleset.players[1])]


@cache
def filmed(name: str, seats: int, seat: int | None = None, fault_at: int | None = None) -> Film:
    return film(log(name, seats, fault_at), seat)


@cache
def log(name: str, seats: int, fault_at: int | None = None) -> GameLog:
    faults = {} if fault_at is None else {fault_at: (1, Verdict.TIMEOUT)}
    return read_log(play(name, seats, seed=3, faults=faults).data)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_card_is_somewhere_in_every_picture(name: str, seats: int) -> None:
    shown = filmed(name, seats)
    whole = {frame.stock + frame.pile + sum(seat.cards for seat in frame.seats) for frame in shown.frames}
    assert len(whole) == 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_plies_are_numbered_from_the_first_deal_to_the_end(name: str, seats: int) -> None:
    shown = filmed(name, seats).frames
    assert [frame.ply for frame in shown] == list(range(len(shown)))
    assert shown[0].actor is None
    assert Mark.DEAL in shown[0].marks
    assert [frame for frame in shown if Mark.END in frame.marks] == [shown[-1]]
    assert shown[-1].turn is None
    assert all(seat.place for seat in shown[-1].seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_sees_its_own_hand_and_its_own_draws_only(name: str, seats: int) -> None:
    everything, own = filmed(name, seats), filmed(name, seats, seat=1)
    for open_frame, frame in zip(everything.frames, own.frames, strict=True):
        assert [seat.hand is not None for seat in frame.seats] == [number == 1 for number in range(seats)]
        assert frame.seats[1].hand == open_frame.seats[1].hand
        assert [seat.cards for seat in frame.seats] == [len(seat.hand or ()) for seat in open_frame.seats]


def test_another_seats_draws_notes_and_time_are_not_shown() -> None:
    own = filmed("mau-mau", 2, seat=0).frames
    drew = [frame.text for frame in own if frame.text.startswith("bot1 draws")]
    assert drew
    assert all("(" not in text for text in drew)
    assert {frame.note.seat for frame in own if frame.note} == {0}
    assert {frame.seats[1].used_ms for frame in own} == {None}


def test_no_card_of_another_hand_is_anywhere_in_the_first_picture_of_a_seat() -> None:
    everything, own = filmed("mau-mau", 3).frames[0], filmed("mau-mau", 3, seat=1).frames[0]
    hidden = {card for number in (0, 2) for card in everything.seats[number].hand or ()}
    assert not [card for card in hidden if f'"{card}"' in json.dumps(dataclasses.asdict(own))]


def test_the_time_used_adds_up() -> None:
    spent = [one.ms for one in log("mau-mau", 2).records if isinstance(one, Play) and one.seat == 0]
    assert filmed("mau-mau", 2).frames[-1].seats[0].used_ms == pytest.approx(sum(spent))


def test_a_note_is_shown_with_its_decision_and_cannot_move_the_cursor() -> None:
    notes = {frame.note.text for frame in filmed("mau-mau", 2).frames if frame.note}
    assert any(r"\x1b[2J" in text for text in notes)
    assert all(text.isprintable() for text in notes)


def test_a_fault_that_ends_the_game() -> None:
    last = filmed("mau-mau", 2, fault_at=3).frames[-1]
    assert last.text.endswith(" wins")
    assert "was at fault: TIMEOUT; " in last.text
    assert {Mark.FAULT, Mark.END} <= set(last.marks)


def test_a_fault_after_which_the_house_plays_on() -> None:
    shown = filmed("mau-mau", 3, fault_at=3).frames
    [fault] = [frame for frame in shown if Mark.FAULT in frame.marks]
    assert fault.text.endswith("was at fault: TIMEOUT; the house plays on for it")
    assert fault.ply < shown[-1].ply


def test_a_debt_passed_on_is_marked_and_told() -> None:
    chains = [frame for frame in filmed("detailed", 2).frames if Mark.CHAIN in frame.marks]
    assert chains
    assert all("owes" in frame.text and frame.debt > 2 for frame in chains)


def test_pictures_are_json() -> None:
    frame = film(read_log(golden("detailed").data)).frames[-1]
    assert json.loads(json.dumps(dataclasses.asdict(frame)))["turn"] is None


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(NoSuchSeat, match="seats 1 to 2"):
        filmed("mau-mau", 2, seat=2)
