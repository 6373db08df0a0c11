"""Cards as people write them."""

import pytest

from arena.rules.cards import SUITS
from arena.viewer.cards.glyphs import (
    SUIT_NAMES,
    card_glyph,
    card_name,
    ink,
    picture,
    suit_name,
    translate_codes,
)


@pytest.mark.parametrize(
    ("card", "style", "expected"),
    [
        ("7H", "french", "7♥"),
        ("TC", "french", "10♣"),
        ("JD", "german", "U·bells"),
        ("QS", "german", "O·leaves"),
        ("TC", "german", "10·acorns"),
        ("XX", "french", "Joker"),
    ],
)
def test_a_card(card: str, style: str, expected: str) -> None:
    assert card_glyph(card, style) == expected


@pytest.mark.parametrize(
    ("note", "style", "expected"),
    [
        ("JS:C 0.64, draw 0.44", "german", "U·leaves:acorns 0.64, draw 0.44"),
        ("7C 0.81, JD:D Mau 0.58", "french", "7♣ 0.81, J♦:♦ Mau 0.58"),
        ("JACK is no card, nor is 10H or 7h", "french", "JACK is no card, nor is 10H or 7h"),
    ],
)
def test_codes_in_a_note_become_cards_of_the_pack(note: str, style: str, expected: str) -> None:
    assert translate_codes(note, style) == expected


def test_leaves_are_spades_and_bells_are_diamonds() -> None:
    assert (suit_name("S", "german"), suit_name("D", "german")) == ("leaves", "bells")


@pytest.mark.parametrize("face_down", [False, True])
@pytest.mark.parametrize("style", SUIT_NAMES)
@pytest.mark.parametrize("card", ["7H", "TC", "XX"])
def test_a_picture_is_five_lines_of_seven_columns(card: str, style: str, face_down: bool) -> None:
    drawn = picture(card, style, face_down=face_down)
    assert {len(line) for line in drawn} == {7}
    assert len(drawn) == 5
    assert ("?" in "".join(drawn)) is face_down


@pytest.mark.parametrize("style", SUIT_NAMES)
def test_four_suits_have_four_colours(style: str) -> None:
    assert len({ink(suit, style) for suit in SUITS}) == 4


def test_cards_by_their_names() -> None:
    names = [card_name(card, style) for card, style in [("QS", "french"), ("QS", "german"), ("TD", "german")]]
    assert names == ["Queen of spades", "Ober of leaves", "10 of bells"]
