"""What an answer does, as a table of answers to the first question of a game."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import nan

import pytest

from arena.record.match import Clock, Verdict
from arena.referee.clock import NO_CLOCK
from arena.referee.faults import DetectedFault
from arena.referee.match.game import FinishedGame
from arena.referee.match.games import OpenGames
from arena.referee.net.stream import Stream
from arena.wire.decode import ProtocolError
from maumau.v1 import referee_pb2 as pb
from tests.referee.simulated_games import Silent, message, open_games, stream_of, take_messages

Answers = Callable[[pb.Question], list[pb.Answer]]


def first_question(games: OpenGames, now: float = 0.0) -> tuple[int, pb.Question]:
    """Return the first question, and the seat that is asked."""
    for seat in (0, 1):
        for sent in take_messages(games, seat, now):
            if sent.questions:
                return seat, sent.questions[0]
    raise AssertionError("nobody is asked")


def answer(question: pb.Question, **fields: object) -> pb.Answer:
    return pb.Answer(**{"game": question.game, "number": question.number} | fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        pytest.param(lambda q: [answer(q)], Verdict.OK, id="the first choice"),
        pytest.param(lambda q: [answer(q, note="x" * 200)], Verdict.OK, id="a note"),
        pytest.param(lambda q: [answer(q, win=0.63)], Verdict.OK, id="an estimate"),
        pytest.param(lambda q: [answer(q, choice=64)], Verdict.ILLEGAL, id="no such choice"),
        pytest.param(lambda q: [answer(q, choice=2**32 - 1)], Verdict.ILLEGAL, id="no such choice at all"),
        pytest.param(lambda q: [answer(q, suit=9)], Verdict.ILLEGAL, id="no such suit"),
        pytest.param(lambda q: [answer(q, target=1)], Verdict.ILLEGAL, id="nobody may be aimed at"),
        pytest.param(lambda q: [answer(q, more=b"\x00")], Verdict.ILLEGAL, id="no further cards"),
        pytest.param(lambda q: [answer(q, resign=True)], Verdict.RESIGN, id="resigns"),
    ],
)
def test_answer_costs_at_most_the_game(answers: Answers, verdict: Verdict) -> None:
    over: list[FinishedGame] = []
    games = open_games(seats=2, boards=1, in_flight=1, finished=over.append)
    seat, question = first_question(games)
    games.receive(seat, message(answers(question)), 1.0, 0.0)
    assert [fault.verdict for fault in stream_of(games, seat).faults] == [verdict] * (
        verdict is not Verdict.OK
    )
    assert [game.seats[seat].verdict for game in over] == [verdict] * (verdict is not Verdict.OK)


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        pytest.param(lambda q: [], "without answers", id="empty message"),
        pytest.param(lambda q: [answer(q, game=9)], "nothing was asked", id="no such game"),
        pytest.param(lambda q: [answer(q, number=1)], "not the question", id="a question to come"),
        pytest.param(lambda q: [answer(q, note="x" * 201)], "at most 200", id="long note"),
        pytest.param(lambda q: [answer(q, win=63)], "win is 63", id="no chance"),
        pytest.param(lambda q: [answer(q, win=nan)], "win is nan", id="not a number"),
        pytest.param(lambda q: [answer(q, choice=64), answer(q)], "nothing was asked", id="second answer"),
    ],
)
def test_answer_breaks_the_protocol(answers: Answers, complaint: str) -> None:
    games = open_games(seats=2, boards=1, in_flight=1, finished=lambda game: None)
    seat, question = first_question(games)
    with pytest.raises(ProtocolError, match=complaint):
        games.receive(seat, message(answers(question)), 1.0, 0.0)


def test_one_late_answer_is_ignored() -> None:
    games = open_games(seats=2, boards=2, in_flight=1, finished=lambda game: None)
    seat, question = first_question(games)
    games.lose(1 - seat, DetectedFault(Verdict.DISCONNECT, ""))
    games.receive(seat, message([answer(question)]), 1.0, 0.0)
    assert stream_of(games, seat).faults == []
    with pytest.raises(ProtocolError, match="nothing was asked"):
        games.receive(seat, message([answer(question)]), 1.0, 0.0)


def test_a_late_answer_may_be_long() -> None:
    """The question was on its way when the other bot was lost."""
    games = open_games(seats=2, boards=64, in_flight=64, finished=lambda game: None)
    seat = max((0, 1), key=lambda seat: stream_of(games, seat).questions())
    games.lose(1 - seat, DetectedFault(Verdict.DISCONNECT, ""))
    questions = [question for sent in take_messages(games, seat) for question in sent.questions]
    assert len(questions) == 64
    answers = message([answer(question, note="x" * 200) for question in questions])
    assert len(answers) < stream_of(games, seat).allowance


@pytest.mark.parametrize(("seconds", "verdict"), [(0.4, Verdict.OK), (0.6, Verdict.TIMEOUT)])
def test_answer_that_overdraws_the_clock_costs_the_game(seconds: float, verdict: Verdict) -> None:
    over: list[FinishedGame] = []
    clock = Clock(bank_ms=400, increment_ms=100, cap_ms=1_000)
    games = open_games(seats=2, boards=1, in_flight=1, finished=over.append, clocks=[clock, clock])
    seat, question = first_question(games, now=5.0)
    assert question.clock_ms == 500
    games.receive(seat, message([answer(question)]), 5.0 + seconds, 0.0)
    assert [game.seats[seat].verdict for game in over] == [verdict] * (verdict is not Verdict.OK)
    for fault in stream_of(games, seat).faults:
        assert fault.elapsed == pytest.approx(seconds)
        assert fault.limit == pytest.approx(0.5)


@pytest.mark.parametrize("clocks", [*permutations([Clock(1_000, 0, 1_000), NO_CLOCK])])
def test_only_the_bot_whose_clock_is_overdrawn_loses(clocks: Sequence[Clock]) -> None:
    over: list[FinishedGame] = []
    games = open_games(seats=2, boards=1, in_flight=1, finished=over.append, clocks=clocks)
    now = 0.0
    while not over:
        seat, question = first_question(games, now)
        is_limited = clocks[seat] != NO_CLOCK
        assert question.clock_ms == clocks[seat].bank_ms
        assert games.deadline(seat) == (now + 1 if is_limited else None)
        now += 2
        games.receive(seat, message([answer(question)]), now, 0.0)
    assert [seat.verdict for seat in over[0].seats] == [
        Verdict.OK if clock == NO_CLOCK else Verdict.TIMEOUT for clock in clocks
    ]


def test_a_lost_opponent_does_not_repeat_a_question() -> None:
    games = open_games(seats=3, boards=1, in_flight=1, finished=lambda game: None)
    seat, question = next(
        (s, q) for s in range(3) for sent in take_messages(games, s) for q in sent.questions
    )
    games.lose((seat + 1) % 3, DetectedFault(Verdict.DISCONNECT, ""))
    assert not [sent for sent in take_messages(games, seat) if sent.questions]
    games.receive(seat, message([answer(question)]), 1.0, 0.0)


@pytest.fixture
def all_numbers() -> tuple[OpenGames, int, list[pb.Question]]:
    """Return games that have ended with all 256 numbers in use, while one bot thinks."""
    games = open_games(seats=2, boards=300, in_flight=256, finished=lambda game: None)
    seat, asked = max(
        ((seat, [q for sent in take_messages(games, seat) for q in sent.questions]) for seat in (0, 1)),
        key=lambda one: len(one[1]),
    )
    assert len(asked) == 256
    games.lose(1 - seat, DetectedFault(Verdict.DISCONNECT, ""))
    games.seat(1 - seat, Stream(Silent()), 256)
    return games, seat, asked


def test_a_number_with_a_late_answer_is_not_reused(
    all_numbers: tuple[OpenGames, int, list[pb.Question]],
) -> None:
    games, seat, asked = all_numbers
    assert games.waits_for_late_answers
    for number, question in enumerate(asked):
        assert len(games.games) == min(number, 44)
        games.receive(seat, message([answer(question)]), 1.0, 0.0)
    assert stream_of(games, seat).faults == []


def test_late_numbers_can_be_released(all_numbers: tuple[OpenGames, int, list[pb.Question]]) -> None:
    games, _, __ = all_numbers
    games.release_late_numbers()
    assert len(games.games) == 44
    assert not games.waits_for_late_answers
