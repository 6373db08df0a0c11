"""Cards as drawings."""

from xml.etree import ElementTree

import pytest

from arena.rules import rulesets
from arena.rules.cards import Pack
from arena.viewer.cards.svg import BACK, card_svg, sprite

LARGEST = Pack("23456789TJQKA", jokers=3, copies=2)
PACKS = [
    LARGEST,
    Pack("6789TJQKA", style="german"),
    *{pack for rules in rulesets() for pack in rules.packs.values()},
]
SVG = "{http://www.w3.org/2000/svg}"


def references(drawing: ElementTree.Element) -> set[str]:
    return {use.attrib["href"].removeprefix("#") for use in drawing.iter(f"{SVG}use")}


def ids(drawing: ElementTree.Element) -> list[str]:
    return [part.attrib["id"] for part in drawing.iter() if "id" in part.attrib]


@pytest.mark.parametrize("pack", PACKS)
def test_sprite_is_complete(pack: Pack) -> None:
    drawing = ElementTree.fromstring(sprite(pack))
    found = ids(drawing)
    assert len(found) == len(set(found))
    assert {f"card-{pack.style}-{card}" for card in pack.names} | {f"card-{BACK}"} <= set(found)
    assert references(drawing) <= set(found)


def test_sprite_of_both_packs() -> None:
    packs = [LARGEST, Pack("6789TJQKA", style="german"), Pack("789TJQKA")]
    drawing = ElementTree.fromstring(sprite(*packs))
    found = ids(drawing)
    assert len(found) == len(set(found))
    assert {f"card-{pack.style}-{card}" for pack in packs for card in pack.names} <= set(found)
    assert references(drawing) <= set(found)


@pytest.mark.parametrize("pack", PACKS)
def test_a_card_alone_is_a_whole_document(pack: Pack) -> None:
    for card in {*pack.names, BACK}:
        drawing = ElementTree.fromstring(card_svg(card, pack))
        assert references(drawing) == {name for name in ids(drawing) if references(drawing)}


def test_no_two_cards_look_alike() -> None:
    for pack in PACKS:
        cards = {*pack.names, BACK}
        assert len({card_svg(card, pack) for card in cards}) == len(cards)


def test_german_suits_have_german_letters() -> None:
    drawings = [card_svg(card, Pack("7", style="german")) for card in ("7C", "7D", "7H", "7S")]
    assert ['"pen-' + letter in text for letter, text in zip("ABHL", drawings, strict=True)] == [True] * 4


def test_a_sprite_is_small() -> None:
    assert len(sprite(LARGEST)) < 45_000


def heights(card: str, symbol: str) -> list[float]:
    """The upper edge of each drawing of this symbol on a card, from the top of the card."""
    drawing = ElementTree.fromstring(card_svg(card, Pack("JQK", style="german")))
    uses = [use.attrib for use in drawing.iter(f"{SVG}use")]
    return [float(use["y"]) for use in uses if use["href"] == f"#{symbol}"]


def test_unter_has_its_symbol_low_and_ober_high() -> None:
    in_corner, *_ = heights("KH", "pip-german-H")
    assert max(heights("JH", "pip-german-H")) > in_corner > min(heights("QH", "pip-german-H"))


@pytest.mark.parametrize("style", ["french", "german"])
def test_each_court_card_shows_its_figure_twice(style: str) -> None:
    for rank in "JQK":
        drawing = ElementTree.fromstring(card_svg(f"{rank}S", Pack("JQK", style=style)))
        figures = [use.attrib["href"] for use in drawing.iter(f"{SVG}use") if "court" in use.attrib["href"]]
        assert figures.count(f"#court-{style}-{rank}") == 2
