"""Every message of a bot becomes an action or one of two errors."""

from math import inf, nan
from random import Random

import pytest

from arena.rules import Action, ActionKind, Choice, GameRules, IllegalAction, Word, choices
from arena.rules.cards import Card
from arena.wire.decode import (
    HelloInfo,
    ProtocolError,
    parse_answer,
    parse_answers,
    parse_hello,
    parse_request,
    parse_win,
)
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale
from tests.wire.answers import action_of
from tests.wire.hostile_messages import CHOICES, CLAIM, JACK, anything, mutated, outcome_of
from tests.wire.walks import GAME_NAMES, GAMES, SIX, some_actions, walk


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        (pb.Answer(), Action(ActionKind.PLAY, Card(4), suit=0, word=Word.LAST_CARD)),
        (pb.Answer(suit=3), Action(ActionKind.PLAY, Card(4), suit=3, word=Word.LAST_CARD)),
        (pb.Answer(suit=0, word=2), Action(ActionKind.PLAY, Card(4), suit=0, word=Word.SILENT)),
        (pb.Answer(choice=1), Action(ActionKind.DRAW)),
        (pb.Answer(choice=1, note="ä" * 100), Action(ActionKind.DRAW)),
        (pb.Answer(choice=2), Action(ActionKind.PLAY, Card(0), target=1)),
        (pb.Answer(choice=2, target=2), Action(ActionKind.PLAY, Card(0), target=2)),
        (pb.Answer(choice=3, claim=3), Action(ActionKind.PLAY, Card(3), claim=Card(3))),
        (pb.Answer(choice=4), Action(ActionKind.PLAY, Card(16))),
        (pb.Answer(choice=4, more=b"\x08"), Action(ActionKind.PLAY, Card(16), (Card(8),))),
    ],
    ids=["default", "suit", "word", "draw", "note", "lowest", "target", "claim", "none", "more"],
)
def test_an_answer_is_an_action(answer: pb.Answer, action: Action) -> None:
    assert action_of(answer, CHOICES, SIX) == action


@pytest.mark.rule("X-TWINS-COPY")
@pytest.mark.parametrize(
    ("codes", "cards"),
    [
        (b"\x00", (0,)),
        (b"\x00\x00", (0, 32)),
        (b"\x08\x00", (8, 0)),
        (b"\x00\x08\x00", (0, 8, 32)),
        (b"\x08\x00\x00", (0, 8, 32)),
        (b"\x00\x00\x08", (0, 32, 8)),
    ],
    ids=["one", "both", "on-top", "apart", "other-order", "below"],
)
def test_further_cards_have_one_meaning_for_any_copies_and_order(
    codes: bytes, cards: tuple[int, ...]
) -> None:
    assert action_of(pb.Answer(choice=4, more=codes), CHOICES, SIX).more == cards


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (pb.Answer(choice=5), "choice 5 of a question with 5"),
        (pb.Answer(choice=2**32 - 1), "choice"),
        (pb.Answer(suit=4), "suit 4"),
        (pb.Answer(suit=2**32 - 1), "suit"),
        (pb.Answer(word=0), "word 0"),
        (pb.Answer(choice=1, suit=0), "suit 0"),
        (pb.Answer(target=0), "target 0"),
        (pb.Answer(choice=2, target=3), "target 3"),
        (pb.Answer(choice=3, claim=2), "claim 2"),
        (pb.Answer(choice=4, more=b"\x00\x00\x00"), "further card 0"),
        (pb.Answer(choice=4, more=b"\x10"), "further card 16"),
        (pb.Answer(choice=0, more=b"\x00"), "further card 0"),
        (pb.Answer(choice=4, more=b"\xff"), "further card 255"),
    ],
)
def test_fields_that_the_choice_does_not_allow_are_illegal(answer: pb.Answer, words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        action_of(answer, CHOICES, SIX)


@pytest.mark.parametrize(
    "answer",
    [pb.Answer(note="ä" * 100 + "x"), pb.Answer(choice=4, more=bytes(32))],
    ids=["note", "more"],
)
def test_too_long_fields_break_the_protocol(answer: pb.Answer) -> None:
    with pytest.raises(ProtocolError, match="at most"):
        action_of(answer, CHOICES, SIX)


@pytest.mark.parametrize(
    ("win", "estimate"),
    [(0.63, 0.63), (0.0, 0.0), (-0.0, 0.0), (1.0, 1.0), (0.12345, 0.123), (1e-9, 0.0), (0.9999, 1.0)],
)
def test_an_estimate_is_rounded_to_three_decimals(win: float, estimate: float) -> None:
    assert repr(parse_win(pb.Answer(win=win))) == repr(estimate)


def test_an_answer_may_have_no_estimate() -> None:
    assert parse_win(None) is None
    assert parse_win(pb.Answer(note="no idea")) is None


@pytest.mark.parametrize("win", [nan, inf, -inf, -1e-9, 1.001, 63.0])
def test_what_is_no_chance_breaks_the_protocol(win: float) -> None:
    with pytest.raises(ProtocolError, match="a chance from 0 to 1 is expected"):
        parse_win(pb.Answer(win=win))


def test_hello_is_parsed() -> None:
    hello = pb.Hello(protocol=1, token="t", name="n", sdk="s", max_games=0)
    assert parse_hello(pb.PlayRequest(hello=hello)) == HelloInfo("t", "n", "s", 1)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (pb.PlayRequest(), "no hello"),
        (pb.PlayRequest(hello=pb.Hello(protocol=1), answers=[pb.Answer()]), "before anything was asked"),
        (pb.PlayRequest(hello=pb.Hello(protocol=1), plain=bytes(6)), "before anything was asked"),
        (pb.PlayRequest(hello=pb.Hello()), "protocol 0"),
        (pb.PlayRequest(hello=pb.Hello(protocol=2)), "protocol 2"),
        (pb.PlayRequest(hello=pb.Hello(protocol=1, max_games=257)), "max_games"),
        (pb.PlayRequest(hello=pb.Hello(protocol=1, token="x" * 65)), "token"),
        (pb.PlayRequest(hello=pb.Hello(protocol=1, name="ä" * 33)), "name"),
        (pb.PlayRequest(hello=pb.Hello(protocol=1, sdk="x" * 65)), "sdk"),
    ],
)
def test_wrong_hello_is_refused(request_: pb.PlayRequest, words: str) -> None:
    with pytest.raises(ProtocolError, match=words):
        parse_hello(request_)


def test_plain_answers_are_six_bytes_each() -> None:
    request = pb.PlayRequest(plain=bytes((200, 3, 0, 1, 2, 3, 1, 0, 0, 0, 0, 9)), answers=[pb.Answer(game=7)])
    plain, other, full = parse_answers(request)
    assert plain == (200, 3, 0x010203, None)
    assert other == (1, 0, 9, None)
    assert full == (7, 0, 0, pb.Answer(game=7))
    assert [parse_answer(one, CHOICES, SIX) for one in (plain, other)] == [CLAIM.default(), JACK.default()]


@pytest.mark.parametrize("size", [1, 5, 7])
def test_incomplete_plain_answers_are_refused(size: int) -> None:
    with pytest.raises(ProtocolError, match=f"{size} bytes, where an answer has 6"):
        parse_answers(pb.PlayRequest(plain=bytes(size)))


def test_plain_answer_may_be_illegal() -> None:
    (answer,) = parse_answers(pb.PlayRequest(plain=bytes((0, 5, 0, 0, 0, 0))))
    with pytest.raises(IllegalAction, match="choice 5 of a question with 5"):
        parse_answer(answer, CHOICES, SIX)


@pytest.mark.parametrize("request_", [pb.PlayRequest(), pb.PlayRequest(hello=pb.Hello(protocol=1))])
def test_later_messages_have_answers_and_no_hello(request_: pb.PlayRequest) -> None:
    with pytest.raises(ProtocolError):
        parse_answers(request_)


def test_note_with_invalid_utf8_breaks_the_protocol() -> None:
    with pytest.raises(ProtocolError, match="UTF-8"):
        parse_request(b"\x12\x05\x4a\x03\xff\xfe\xfd")


@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_every_action_can_be_answered(game: GameRules) -> None:
    for position, _ in walk(game, 2, plies=60):
        for number, choice in enumerate(choices(position)):
            assert action_of(pb.Answer(choice=number), choices(position), game) == choice.default()
            for action in some_actions(choice):
                answer = answer_for(game, number, choice, action)
                assert action_of(answer, choices(position), game) == action


def answer_for(game: GameRules, number: int, choice: Choice, action: Action) -> pb.Answer:
    """Return the answer with all fields of an action."""
    answer = pb.Answer(choice=number, more=bytes(map(game.pack.face, action.more)))
    fields = {"suit": choice.suits, "word": choice.words, "target": choice.targets, "claim": choice.claims}
    for field, allowed in fields.items():
        if allowed:
            setattr(answer, field, getattr(action, field))
    return answer


def test_any_bytes_are_an_action_or_one_of_two_errors(scale: Scale) -> None:
    chance = Random(1)
    met: set[str] = set()
    for _ in range(scale.pick(quick=3_000, ci=12_000, full=1_000_000)):
        met.add(outcome_of(mutated(chance, anything(chance).SerializeToString())))
    assert met == {"hello", "action", "ProtocolError", "IllegalAction"}
