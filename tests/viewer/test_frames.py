"""A game as pictures."""

import dataclasses
import json
from functools import cache
from itertools import pairwise

import pytest

from arena.record import GameLog, read_log
from arena.record.format import BotFault, FallbackPlay, Play
from arena.record.match import Verdict
from arena.record.replay import replay
from arena.rules import ActionKind, choices
from arena.viewer.replay.film import PUBLIC, Film, NoSuchSeat, Side, film
from arena.viewer.replay.frames import Frame
from arena.viewer.replay.known_cards import HIDDEN
from arena.viewer.replay.marks import Mark
from tests.record.games import GOLDEN, golden, play
from tests.rules.house import mixed

TABLES = [pytest.param(name, seats, id=f"{name}-{seats}") for name, seats in GOLDEN]


@cache
def kept(name: str, seats: int, seat: int | None = None) -> Film:
    """The golden game of a ruleset at this table."""
    return film(read_log(golden(name, seats).data), seat)


@cache
def filmed(name: str, seats: int, seat: int | None = None, fault_at: int | None = None) -> Film:
    return film(log(name, seats, fault_at), seat)


@cache
def log(name: str, seats: int, fault_at: int | None = None) -> GameLog:
    faults = {} if fault_at is None else {fault_at: (1, Verdict.TIMEOUT)}
    return read_log(play(name, seats, seed=3, faults=faults).data)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_card_is_somewhere_in_every_picture(name: str, seats: int) -> None:
    shown = kept(name, seats)
    whole = {frame.stock + frame.pile + sum(seat.cards for seat in frame.seats) for frame in shown.frames}
    assert len(whole) == 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_plies_are_numbered_from_the_first_deal_to_the_end(name: str, seats: int) -> None:
    shown = kept(name, seats).frames
    assert [frame.ply for frame in shown] == list(range(len(shown)))
    assert shown[0].actor is None
    assert Mark.DEAL in shown[0].marks
    assert [frame for frame in shown if Mark.END in frame.marks] == [shown[-1]]
    assert shown[-1].turn is None
    assert all(seat.place for seat in shown[-1].seats)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_recent_cards_are_the_top_of_the_pile(name: str, seats: int) -> None:
    for frame in kept(name, seats).frames:
        assert len(frame.recent) == len(frame.beneath) <= frame.pile
        assert (frame.recent[-1] if frame.recent else None) == frame.top
        assert set(frame.cut) >= ({frame.met} if frame.met else set())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_sees_its_own_hand_and_its_own_draws_only(name: str, seats: int) -> None:
    everything, own = kept(name, seats), kept(name, seats, seat=1)
    for open_frame, frame in zip(everything.frames, own.frames, strict=True):
        assert [seat.hand is not None for seat in frame.seats] == [number == 1 for number in range(seats)]
        assert frame.seats[1].hand == open_frame.seats[1].hand
        assert [seat.cards for seat in frame.seats] == [len(seat.hand or ()) for seat in open_frame.seats]


def test_draws_notes_and_times_of_others_are_hidden() -> None:
    own = filmed("mau-mau", 2, seat=0).frames
    drew = [frame.text for frame in own if frame.text.startswith("bot1 draws")]
    assert drew
    assert all("(" not in text for text in drew)
    assert {frame.note.seat for frame in own if frame.note} == {0}
    assert {frame.seats[1].used_ms for frame in own} == {None}


def test_first_frame_of_a_seat_hides_other_hands() -> None:
    everything, own = filmed("mau-mau", 3).frames[0], filmed("mau-mau", 3, seat=1).frames[0]
    hidden = {card for number in (0, 2) for card in everything.seats[number].hand or ()}
    assert not [card for card in hidden if f'"{card}"' in json.dumps(dataclasses.asdict(own))]


def test_the_time_used_adds_up() -> None:
    spent = [one.ms for one in log("mau-mau", 2).records if isinstance(one, Play) and one.seat == 0]
    assert filmed("mau-mau", 2).frames[-1].seats[0].used_ms == pytest.approx(sum(spent))


def test_notes_are_printable() -> None:
    notes = {frame.note.text for frame in filmed("mau-mau", 2).frames if frame.note}
    assert any(r"\x1b[2J" in text for text in notes)
    assert all(text.isprintable() for text in notes)


def test_a_fault_that_ends_the_game() -> None:
    last = filmed("mau-mau", 2, fault_at=3).frames[-1]
    assert last.text.endswith(" wins the game")
    assert "out of time" in last.text
    assert {Mark.FAULT, Mark.END} <= set(last.marks)


def test_fallback_player_takes_over_after_a_fault() -> None:
    shown = filmed("mau-mau", 3, fault_at=3).frames
    [fault] = [frame for frame in shown if Mark.FAULT in frame.marks]
    assert fault.text.endswith("out of time; the fallback player takes over")
    assert fault.ply < shown[-1].ply


def test_a_penalty_passed_on_is_marked() -> None:
    chains = [frame for frame in filmed("detailed", 2).frames if Mark.CHAIN in frame.marks]
    assert chains
    assert all("must answer or draw" in frame.text and frame.debt > 2 for frame in chains)


# ---- reasons -----------------------------------------------------------------------------------------------
def reasons(text: str) -> tuple[bool, bool]:
    return "cannot" in text, "by choice" in text


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_decision_without_a_play_says_if_it_was_forced(name: str, seats: int) -> None:
    game = replay(read_log(golden(name, seats).data))
    texts = [frame.text for frame in kept(name, seats).frames]
    could_play = False
    for ply in game:
        if ply.action and ply.action.kind in {ActionKind.DRAW, ActionKind.TAKE_DEBT, ActionKind.MISS_TURN}:
            assert reasons(texts[ply.number]) == (not could_play, could_play)
        elif ply.action and ply.action.kind is not ActionKind.PASS:
            assert reasons(texts[ply.number]) == (False, False)
        could_play = any(choice.kind is ActionKind.PLAY for choice in choices(game.position))


def test_both_reasons_occur() -> None:
    found = {reasons(frame.text) for frame in kept("mau-mau", 2).frames}
    assert found == {(False, False), (True, False), (False, True)}


@pytest.mark.ci_one_in(3)
@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seat_learns_no_reason_of_others(name: str, seats: int) -> None:
    everything = kept(name, seats).frames
    for number in range(seats):
        for open_frame, frame in zip(everything, kept(name, seats, number).frames, strict=True):
            expected = reasons(open_frame.text) if frame.actor == number else (False, False)
            assert reasons(frame.text) == expected
    public = film(read_log(golden(name, seats).data), PUBLIC).frames
    assert {reasons(frame.text) for frame in public} == {(False, False)}


def test_a_card_that_gives_another_turn_says_so() -> None:
    """Each seat that plays two cards in a row, in a game without debts, has been announced to do so."""
    frames = kept("german", 2).frames
    again = [
        frame
        for before, frame, after in zip(frames, frames[1:], frames[2:], strict=False)
        if frame.actor == after.actor != before.actor
        and " plays " in frame.text
        and before.deal == frame.deal
    ]
    assert again
    for frame in again:
        name = frame.seats[frame.actor or 0].name
        assert f"{name} plays again" in frame.text or "must be covered" in frame.text


# ---- what few rulesets have --------------------------------------------------------------------------------
def frames_of(name: str, seats: int, seat: int | None = None) -> tuple[Frame, ...]:
    return kept(name, seats, seat).frames


@pytest.mark.rule("X-BLIND")
@pytest.mark.parametrize("seats", [2, 5])
def test_face_down_card_shows_claim_and_real_card(seats: int) -> None:
    everything = frames_of("blind", seats)
    lies = [frame for frame in everything if frame.beneath and frame.beneath[-1] not in (None, frame.top)]
    assert lies
    for frame in lies:
        real = frame.beneath[-1]
        for seat in range(seats):
            own = frames_of("blind", seats, seat)[frame.ply]
            assert own.top == frame.top
            assert own.beneath[-1] in (real, HIDDEN)
    assert {frame.beneath[-1] for frame in everything if frame.beneath} != {HIDDEN}


@pytest.mark.rule("X-HIDDEN")
@pytest.mark.parametrize("seats", [2, 5])
def test_face_down_cards_of_others_are_hidden(seats: int) -> None:
    for seat in range(seats):
        for open_frame, own in zip(frames_of("blind", seats), frames_of("blind", seats, seat), strict=True):
            if open_frame.actor not in (None, seat) and "face down" in open_frame.text:
                assert "lays a card face down" in own.text
                assert "takes it back" in own.text or own.beneath[-1] in (HIDDEN, None)


def test_doubted_card_lies_open_or_goes_back() -> None:
    frames = frames_of("blind", 2)
    for before, after in pairwise(frames):
        if Mark.DOUBT not in after.marks:
            continue
        if "takes it back" in after.text:
            assert after.recent == before.recent[:-1]
        else:
            assert (after.recent, after.beneath[-1]) == (before.recent, None)


def test_cards_of_the_cut_are_shown() -> None:
    asked = [frame for frame in frames_of("mau-mau-stacking", 2) if frame.met]
    assert asked
    assert len(asked[0].cut) == 4
    assert not frames_of("mau-mau-stacking", 2)[-1].cut


def test_turns_to_skip_are_shown() -> None:
    for frame in frames_of("faraon", 5):
        assert ("must answer or is skipped" in frame.text) is (frame.question == "answer or be skipped")
        assert bool(frame.misses) is (frame.question == "answer or be skipped")


def test_seats_out_of_the_deal_and_game() -> None:
    frames = frames_of("faraon", 2)
    out = [frame for frame in frames if Mark.OUT in frame.marks and Mark.DEAL not in frame.marks]
    assert any(seat.out == 1 for frame in frames_of("faraon", 5) for seat in frame.seats)
    assert [seat.gone for seat in frames[-1].seats].count(True) == 1
    assert Mark.GONE in frames[-1].marks
    assert all(seat.total >= 0 for frame in out for seat in frame.seats)


def test_seat_without_cards_may_come_back() -> None:
    frames = frames_of("prsi-kings", 2)
    [waits, *_] = [frame for frame in frames if any(seat.keeps_place for seat in frame.seats)]
    [back, *_] = [frame for frame in frames if Mark.BACK in frame.marks]
    assert waits.ply < back.ply
    assert " is back" in back.text


def test_totals_are_points_chips_or_lives() -> None:
    units = {name: kept(name, 2).unit for name in ("mau-mau", "german", "german-chips", "faraon")}
    assert units == {"mau-mau": "point", "german": "point", "german-chips": "chip", "faraon": "life"}


def test_pictures_are_json() -> None:
    frame = film(read_log(golden("detailed").data)).frames[-1]
    assert json.loads(json.dumps(dataclasses.asdict(frame)))["turn"] is None


def test_unknown_seat() -> None:
    with pytest.raises(NoSuchSeat, match="seats 1 to 2"):
        filmed("mau-mau", 2, seat=2)


@pytest.mark.parametrize("side", [None, "public"])
def test_false_last_card_is_a_bluff(side: Side) -> None:
    log = read_log(play("blind", 3, seed=9).data)
    decisions = [record for record in log.records if isinstance(record, Play | FallbackPlay | BotFault)]
    told = [
        (decision.action, frame)
        for decision, frame in zip(decisions, film(log, side).frames[1:], strict=True)
        if not isinstance(decision, BotFault)
    ]
    last = [(action, frame) for action, frame in told if "=" in action and " shows " in frame.text]
    lies = [frame for action, frame in last if action[:2] != action[3:5]]
    assert 0 < len(lies) < len(last)
    assert {Mark.BLUFF in frame.marks for frame in lies} == {True}
    assert not any(Mark.BLUFF in frame.marks for action, frame in last if action[:2] == action[3:5])


def test_late_announcement_is_a_question() -> None:
    rules = mixed("pesten", "PESTEN-CALL=late")
    frames = [frame for seed in range(6) for frame in film(read_log(play(rules, 3, seed).data)).frames]
    asked = [place for place, frame in enumerate(frames) if frame.question == "may still say “Laatste kaart”"]
    answered = [frames[place + 1].text for place in asked]
    assert asked
    assert all("ends the turn" in text for text in answered)
    assert any("says “Laatste kaart”" in text for text in answered)
    assert any("(missing word)" in text for text in answered)
