"""The referee's messages: layout, limits, and no hidden information."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from functools import cache

import pytest

from arena.record.match import Clock, Verdict
from arena.rules import (
    ActionKind,
    Ask,
    Choice,
    Event,
    EventKind,
    GameRules,
    Observation,
    Reason,
    Termination,
    choices,
    observe,
)
from arena.rules.cards import Card
from arena.rules.events import score_event
from arena.wire.encode import Encoder, ItemTooBig, fault, game_end, news, welcome
from arena.wire.limits import EVENTS_BYTES, MAX_CHOICES
from maumau.v1 import referee_pb2 as pb
from tests.wire.messages import joined
from tests.wire.walks import MAU, SIX, walk


@cache
def encoder(game: GameRules) -> Encoder:
    return Encoder(game)


def question(game: GameRules, seen: Observation, offered: Sequence[Choice]) -> pb.Question:
    """Return a question as a bot parses it."""
    return joined(encoder(game).question(0, 0, 0, b"", seen, offered, 0)).questions[0]


@pytest.mark.parametrize(
    ("ours", "theirs", "but"),
    [
        (ActionKind, dict(pb.ChoiceKind.items()), {}),
        (Ask, dict(pb.AskKind.items()), {"OVER": "UNSPECIFIED"}),
        (EventKind, dict(pb.EventKind.items()), {}),
        (Reason, dict(pb.DrawReason.items()), {"DRAW": "UNSPECIFIED"}),
        (Termination, dict(pb.TerminationKind.items()), {}),
    ],
    ids=["choice", "ask", "event", "reason", "termination"],
)
def test_numbers_are_those_of_the_wire(
    ours: type[IntEnum], theirs: dict[str, int], but: dict[str, str]
) -> None:
    prefix = next(iter(theirs)).removesuffix("UNSPECIFIED")
    names = {prefix + but.get(member.name, member.name): member.value for member in ours}
    assert names | {f"{prefix}UNSPECIFIED": 0} == theirs


def test_every_verdict_can_be_sent() -> None:
    message = joined(*(game_end(0, b"", verdict=verdict) for verdict in Verdict))
    assert [pb.Verdict.Name(end.verdict) for end in message.ends] == [f"VERDICT_{v}" for v in Verdict]


@pytest.mark.parametrize(
    ("event", "seat", "packed"),
    [
        (Event(EventKind.PLAYED, 1, 12, 2), 0, (6, 1, 12, 2)),
        (Event(EventKind.PLAYED, 1, 12 + 32, 2), 0, (6, 1, 12, 2)),  # the other pack's card has the same face
        (Event(EventKind.DREW, 1, 12, 1), 1, (4, 1, 12, 1)),
        (Event(EventKind.DREW, 1, 12, 1), 0, (4, 1, 255, 1)),  # somebody else's card
        (Event(EventKind.RESHUFFLED, value=30), 0, (5, 15, 255, 30)),
        (score_event(4, -300), 0, (25, 4, 0xFE, 0xD4)),
    ],
    ids=["played", "twin", "own", "hidden", "all", "negative"],
)
def test_event_has_four_bytes(event: Event, seat: int, packed: tuple[int, ...]) -> None:
    assert encoder(SIX).events([event], seat) == bytes(packed)


def test_choice_has_eight_bytes() -> None:
    choice = Choice(
        ActionKind.PLAY, Card(40), more=0b110, least=1, most=2, suits=0b1111, words=0b011, targets=0b10
    )
    position, _ = next(walk(SIX, 1))
    sent = question(SIX, observe(position, 0), [choice])
    assert sent.choices == bytes((1, 8, 0b1111, 0b011, 0b10, 1, 2, 0))
    assert sent.claims == b""


def pack_claims(*claims: tuple[int, int]) -> list[int]:
    """Return the packed claims of choices with these suits."""
    position, _ = next(walk(MAU, 1))
    plays = [Choice(ActionKind.PLAY, Card(3), claims=cards, suits=suits) for cards, suits in claims]
    offered = [*plays, Choice(ActionKind.DRAW)]
    sent = question(MAU, observe(position, 0), offered)
    return list(sent.claims)


@pytest.mark.parametrize(
    ("claims", "sent"),
    [
        ([], []),
        ([(0b1010, 0)], [1, 3]),
        ([(0b1010, 0), (0b1010, 0)], [1, 3]),
        ([(0b1010, 0b1111)], [1, 3]),
        ([(0b1010, 0), (0b0101, 0b1111)], [1, 3, 255, 0, 2]),
        ([(0b1010, 0), (0b0101, 0b1111)] * 4, [1, 3, 255, 0, 2]),
    ],
    ids=["none", "plain", "two-cards", "naming", "both", "both-of-four"],
)
def test_claims_are_sent_once_for_all_cards(claims: list[tuple[int, int]], sent: list[int]) -> None:
    assert pack_claims(*claims) == sent


def test_table_has_fourteen_bytes_and_three_rows() -> None:
    position, _ = next(walk(MAU, 1))
    seen = observe(position, 0)._replace(
        ask=Ask.DEBT,
        top=7,
        suit=2,
        named=True,
        clockwise=True,
        debt=4,
        misses=1,
        stock=10,
        pile=9,
        deal=3,
        dealer=1,
        turn=0,
        met=Card(11),
        drawn=0b100100,
        inside=0b01,
        counts=(5, 0),
        said=(2, 1),
        totals=(-20, 300),
    )
    sent = question(MAU, seen, choices(position))
    assert list(sent.table) == [5, 7, 2, 3, 4, 1, 10, 9, 3, 1, 0, 11, 2, 0b01, 5, 0, 2, 1, 255, 236, 1, 44]


def test_hand_of_two_packs_is_ascending_by_face() -> None:
    position, _ = next(walk(SIX, 1))
    seen = observe(position, 0)._replace(hand=1 << 2 | 1 << 31 | 1 << 32 | 1 << 34 | 1 << 63)
    sent = question(SIX, seen, choices(position))
    assert list(sent.hand) == [0, 2, 2, 31, 31]


def test_surplus_events_precede_as_news() -> None:
    events = bytes(range(256)) * 10
    position, _ = next(walk(MAU, 1))
    seen, offered = observe(position, 0), choices(position)
    message = joined(encoder(MAU).question(5, 0, 0, events, seen, offered, 0))
    parts = [*(item.events for item in message.news), *(item.events for item in message.questions)]
    assert b"".join(parts) == events
    assert all(len(part) <= EVENTS_BYTES for part in parts)
    assert {item.game for item in message.news} == {5}


def test_news_and_ends_are_split_too() -> None:
    message = joined(news(1, bytes(2_500)), game_end(2, bytes(2_500), (1, 2), (0, -10)))
    lengths = Counter({item.game: len(item.events) for item in message.ends})
    for item in message.news:
        lengths[item.game] += len(item.events)
    assert lengths == {1: 2_500, 2: 2_500}
    assert message.ends[0].totals == [0, -10]


@pytest.mark.parametrize("count", [0, MAX_CHOICES + 1])
def test_too_many_choices_are_our_fault(count: int) -> None:
    position, _ = next(walk(MAU, 1))
    with pytest.raises(ItemTooBig, match=str(count)):
        question(MAU, observe(position, 0), [Choice(ActionKind.PASS)] * count)


def test_welcome_has_the_common_facts_of_all_games() -> None:
    sent = joined(welcome(SIX, 64, Clock(1, 2, 3))).welcome
    assert (sent.protocol, sent.ruleset, sent.seats, sent.max_games) == (1, SIX.ruleset.key, 6, 64)
    assert list(sent.cards) == list(SIX.pack.names)
    assert (sent.clock.bank_ms, sent.clock.increment_ms, sent.clock.cap_ms) == (1, 2, 3)


def test_details_are_cut_between_characters() -> None:
    detail = joined(fault(Verdict.PROTOCOL, "ä" * 400)).fault.detail
    assert detail == "ä" * 250
