"""Choices of the SDK: notation, allowed fields, refused values."""

from itertools import islice

import pytest

import maumau
from arena.rules import Action, Choice, GameRules, Observation, choices, notation, observe
from arena.rules.cards import NO_SUIT, Card, Pack
from arena.rules.choices import NO_CARD, NO_SEAT
from arena.wire.encode import Encoder
from maumau import Kind, NotAllowed, Suit, Word
from maumau.decoding import Decoder
from maumau.v1 import referee_pb2 as pb
from tests.wire.answers import action_of
from tests.wire.messages import joined
from tests.wire.walks import BLIND, GAME_NAMES, GAMES, MAU, SIX, some_actions, walk


def shown(game: GameRules, offered: tuple[Choice, ...], hand: int) -> tuple[maumau.Choice, ...]:
    """Return choices as the SDK decodes them."""
    position, _ = next(walk(game, 1))
    seen = observe(position, 0)._replace(hand=hand)
    sent = question_with(Encoder(game), seen, offered)
    return Decoder(game.pack.names).choices(sent.choices, sent.claims, sent.hand)


def question_with(encoder: Encoder, seen: Observation, offered: tuple[Choice, ...]) -> pb.Question:
    """Return a question with these choices."""
    return joined(encoder.question(0, 0, 0, b"", seen, offered, 0)).questions[0]


def fill(choice: maumau.Choice, action: Action, decoder: Decoder, pack: Pack) -> maumau.Choice:
    """Return the choice with all fields of an action."""
    return choice.with_(
        suit=None if action.suit == NO_SUIT else Suit(action.suit),
        word=Word(action.word) if choice.words else None,
        target=None if action.target == NO_SEAT else action.target,
        claim=None if action.claim == NO_CARD else decoder.pack[action.claim],
        more=decoder.cards(bytes(pack.face(card) for card in action.more)) if choice.most else None,
    )


def answer_of(number: int, choice: maumau.Choice) -> pb.Answer:
    return pb.Answer(choice=number, **choice._sent)


@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_every_action_has_its_notation_and_is_decoded(game: GameRules) -> None:
    decoder, encoder = Decoder(game.pack.names), Encoder(game)
    for position, _ in walk(game, 4, plies=60):
        offered = choices(position)
        seen = observe(position, position.turn)
        sent = question_with(encoder, seen, offered)
        legal = decoder.choices(sent.choices, sent.claims, sent.hand)
        for number, (choice, ours) in enumerate(zip(legal, offered, strict=True)):
            assert str(choice) == notation(game.pack, ours.default())
            assert action_of(answer_of(number, choice), offered, game) == ours.default()
            for action in some_actions(ours):
                one = fill(choice, action, decoder, game.pack)
                assert str(one) == notation(game.pack, action)
                assert action_of(answer_of(number, one), offered, game) == action


@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_options_are_all_actions(game: GameRules) -> None:
    decoder, encoder = Decoder(game.pack.names), Encoder(game)
    for position, _ in walk(game, 5, plies=40):
        offered = choices(position)
        seen = observe(position, position.turn)
        sent = question_with(encoder, seen, offered)
        legal = decoder.choices(sent.choices, sent.claims, sent.hand)
        for choice, ours in zip(legal, offered, strict=True):
            actions = some_actions(ours)
            options = list(islice(choice.options(), len(actions)))
            assert options[0] is choice
            assert [str(option) for option in options] == [notation(game.pack, action) for action in actions]


# 7C, 7D, 7H, 7S of a pack of 32, and a second 7C
SEVENS = (1 << 0 | 1 << 8 | 1 << 16 | 1 << 24) | 1 << 32
SEVERAL = Choice(Kind.PLAY, Card(0), more=SEVENS & ~1, least=1, most=3, faces=SIX.faces)  # type: ignore[arg-type]


def test_several_cards_keep_their_order() -> None:
    (choice,) = shown(SIX, (SEVERAL,), SEVENS)
    seven_c, seven_d, seven_h, seven_s = choice.further
    assert [str(card) for card in choice.further] == ["7C", "7D", "7H", "7S"]
    assert str(choice) == "7C+7C"
    one = choice.with_(more=[seven_s, seven_d])
    assert str(one) == "7C+7S+7D"
    assert action_of(answer_of(0, one), (SEVERAL,), SIX).more == (24, 8)
    assert action_of(answer_of(0, choice), (SEVERAL,), SIX).more == (32,)
    assert [str(card) for card in one.cards] == ["7C", "7S", "7D"]
    assert len(list(choice.ways_to_lay())) == 4 + 4 * 3 + 4 * 3
    for wrong in ([], [seven_c, seven_c], [seven_c, seven_d, seven_h, seven_s]):
        with pytest.raises(NotAllowed, match="1 to 3 of 7C 7D 7H 7S"):
            choice.with_(more=wrong)


def test_claims_belong_to_plays() -> None:
    offered = (Choice(Kind.PLAY, Card(0), claims=0b110), Choice(Kind.DRAW))  # type: ignore[arg-type]
    play, draw = shown(MAU, offered, 1)
    assert [str(card) for card in play.claims] == ["8C", "9C"]
    assert draw.claims == ()
    assert str(play.with_(claim=play.claims[1])) == "7C=9C"


def test_claims_of_suit_naming_cards_are_a_separate_choice() -> None:
    cards = [Card(0), Card(4)]
    offered = [
        choice
        for card in cards
        for choice in (
            Choice(Kind.PLAY, card, claims=0b110),  # type: ignore[arg-type]
            Choice(Kind.PLAY, card, suits=0b1111, claims=0b1_0000),  # type: ignore[arg-type]
        )
    ]
    plain, naming, _, jack = shown(BLIND, tuple(offered), 0b1_0001)
    assert [str(card) for card in plain.claims] == ["8C", "9C"]
    assert [str(card) for card in naming.claims] == ["JC"]
    assert (plain.is_true, naming.is_true, jack.is_true) == (False, False, True)
    assert str(naming.with_(suit=Suit.HEARTS)) == "7C=JC:H"
    assert action_of(answer_of(1, naming.with_(suit=Suit.HEARTS)), offered, BLIND).suit == Suit.HEARTS
    with pytest.raises(NotAllowed, match="claim JC: this choice allows 8C 9C"):
        plain.with_(claim=naming.claim)


def test_draw_has_no_cards_and_is_true() -> None:
    (draw,) = shown(MAU, (Choice(Kind.DRAW),), 1)  # type: ignore[arg-type]
    assert (draw.cards, draw.is_true) == ((), True)
    assert list(draw.options()) == [draw]


@pytest.fixture
def jack() -> maumau.Choice:
    (choice,) = shown(MAU, (Choice(Kind.PLAY, Card(4), suits=0b1101, words=0b110),), 1 << 4)  # type: ignore[arg-type]
    return choice


def test_choice_starts_with_the_lowest_values(jack: maumau.Choice) -> None:
    assert jack.suits == (Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
    assert (jack.suit, jack.word) == (Suit.CLUBS, Word.LAST_CARD)
    assert (jack.target, jack.claim, jack.more) == (None, None, ())
    assert str(jack) == "JC:C Mau"


def test_with_keeps_other_fields(jack: maumau.Choice) -> None:
    assert str(jack.with_(suit=Suit.SPADES).with_(word=Word.SILENT)) == "JC:S"


def test_equal_choices_are_one_object(jack: maumau.Choice) -> None:
    assert jack.with_(suit=Suit.HEARTS) is jack.with_(suit=Suit.SPADES).with_(suit=Suit.HEARTS)
    assert jack.with_(suit=Suit.HEARTS).with_(suit=Suit.CLUBS) is jack


def test_values_that_are_not_allowed_are_refused(jack: maumau.Choice) -> None:
    with pytest.raises(NotAllowed, match="suit DIAMONDS: this choice allows CLUBS HEARTS SPADES"):
        jack.with_(suit=Suit.DIAMONDS)
    with pytest.raises(NotAllowed, match="word MAU_MAU: this choice allows LAST_CARD SILENT"):
        jack.with_(word=Word.MAU_MAU)
    with pytest.raises(NotAllowed, match="target 1: this choice allows none"):
        jack.with_(target=1)
    with pytest.raises(NotAllowed, match="claim JC: this choice allows none"):
        jack.with_(claim=jack.card)
    with pytest.raises(NotAllowed, match="0 to 0 of none"):
        jack.with_(more=[jack.card] if jack.card else [])


def test_choice_is_immutable(jack: maumau.Choice) -> None:
    with pytest.raises(AttributeError):
        jack.suit = Suit.HEARTS  # type: ignore[misc]
