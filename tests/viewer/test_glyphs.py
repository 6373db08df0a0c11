"""Cards as people write them."""

import pytest

from arena.rules.cards import SUITS
from arena.viewer.glyphs import SUIT_NAMES, card_glyph, card_name, ink, picture, suit_glyph, suit_name


@pytest.mark.parametrize(
    ("card", "style", "expected"),
    [
        ("7H", "french", "7♥"),
        ("TC", "french", "10♣"),
        ("JD", "german", "UB"),
        ("QS", "german", "OL"),
        ("TC", "german", "10A"),
        ("XX", "french", "Joker"),
    ],
)
def test_a_card(card: str, style: str, expected: str) -> None:
    assert card_glyph(card, style) == expected


def test_german_suits_are_the_initials_of_their_names() -> None:
    assert [suit_glyph(suit, "german") for suit in SUITS] == [
        name[0].upper() for name in SUIT_NAMES["german"]
    ]


def test_leaves_are_spades_and_bells_are_diamonds() -> None:
    assert (suit_name("S", "german"), suit_name("D", "german")) == ("leaves", "bells")


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("card", ["7H", "TC", "XX"])
def test_a_picture_is_five_lines_of_seven_columns(card: str, face_down: bool) -> None:
    drawn = picture(card, face_down=face_down)
    assert {len(line) for line in drawn} == {7}
    assert len(drawn) == 5
    assert ("?" in "".join(drawn)) is face_down


@pytest.mark.parametrize("style", SUIT_NAMES)
def test_four_suits_have_four_colours(style: str) -> None:
    assert len({ink(suit, style) for suit in SUITS}) == 4


def test_cards_by_their_names() -> None:
    names = [card_name(card, style) for card, style in [("QS", "french"), ("QS", "german"), ("TD", "german")]]
    assert names == ["Queen of spades", "Ober of leaves", "10 of bells"]
