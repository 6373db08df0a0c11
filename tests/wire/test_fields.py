"""Fields encoded by hand equal those of protobuf."""

from hypothesis import given
from hypothesis import strategies as st

from arena.rules import choices, observe
from arena.wire.encode import Encoder, Numbers, field_prefixes
from arena.wire.limits import EVENTS_BYTES
from maumau.v1 import referee_pb2 as pb
from tests.wire.messages import joined
from tests.wire.walks import GAMES, walk

NUMBERS = Numbers(2)
EVENTS = field_prefixes(3, EVENTS_BYTES)
LARGEST = 2**32 - 1
around = [near for bits in range(0, 33, 7) for near in (2**bits - 1, 2**bits, 2**bits + 1)]
numbers = st.one_of(st.sampled_from(around), st.integers(0, LARGEST))


@given(number=numbers)
def test_numbers_equal_those_of_protobuf(number: int) -> None:
    assert NUMBERS[number] == pb.Question(number=number).SerializeToString()


@given(length=st.integers(0, EVENTS_BYTES))
def test_lengths_equal_those_of_protobuf(length: int) -> None:
    events = bytes(length)
    assert EVENTS[length] + events == pb.Question(events=events).SerializeToString()


def test_large_numbers_are_not_cached() -> None:
    numbers = Numbers(8)
    assert numbers[70] and numbers[80_000_000]
    assert set(numbers) == {0, 70}


@given(game=st.integers(0, 255), number=numbers, ply=numbers, clock=numbers)
def test_questions_equal_those_of_protobuf(game: int, number: int, ply: int, clock: int) -> None:
    for rules in GAMES:
        position, events = next(walk(rules, game))
        encoder = Encoder(rules)
        told = encoder.events(events, position.turn)
        seen = observe(position, position.turn)
        data = encoder.question(game, number, ply, told, seen, choices(position), clock)
        (question,) = joined(data).questions
        assert (question.game, question.number, question.ply) == (game, number, ply)
        assert (question.events, question.clock_ms) == (told, clock)
        assert pb.PlayResponse(questions=[question]).SerializeToString() == data
