"""Suits drawn in text."""

import re

import pytest

from arena.viewer.cards.drawn_text import draw_cards, draw_suits


def drawn(html: str) -> list[str]:
    return re.findall(r'href="#pip-(\w+-[CDHS])"', html)


def read(html: str) -> str:
    """The text that a screen reader finds."""
    return re.sub(r"<[^>]*>", "", html)


@pytest.mark.parametrize(
    ("text", "style", "suits"),
    [
        ("greedy plays K♥, 10♣", "french", ["french-H", "french-C"]),
        ("greedy names hearts", "french", ["french-H"]),
        ("greedy plays 10·leaves; dice leaves U·bells", "german", ["german-S", "german-D"]),
        ("greedy names leaves, leaves it", "german", ["german-S"]),
        ("U·leaves:acorns 0.64", "german", ["german-S", "german-C"]),
        ("greedy leaves and draws a card", "german", []),
    ],
)
def test_cards_in_a_sentence_are_drawn(text: str, style: str, suits: list[str]) -> None:
    html = draw_cards(text, style)
    assert drawn(html) == suits
    assert read(html) == text


@pytest.mark.parametrize(
    ("text", "style", "suits"),
    [
        ("The King of spades cancels it", "french", ["french-S"]),
        ("7 8 in acorns, bells, hearts and leaves.", "german", [f"german-{suit}" for suit in "CDHS"]),
        ("Say it with the play that leaves you one card", "german", []),
    ],
)
def test_suits_in_rules_are_drawn(text: str, style: str, suits: list[str]) -> None:
    assert drawn(draw_suits(text, style)) == suits


@pytest.mark.parametrize("draw", [draw_cards, draw_suits])
def test_text_is_escaped(draw: object) -> None:
    assert callable(draw)
    assert draw('<b title="x">K♥ of hearts</b>').startswith("&lt;b title=&quot;x&quot;&gt;")
