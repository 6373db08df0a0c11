"""Cards as drawings."""

from xml.etree import ElementTree

import pytest

from arena.rules import rulesets
from arena.rules.cards import Pack
from arena.viewer.cards.svg import BACK, sprite

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


def cards_of(pack: Pack) -> dict[str, ElementTree.Element]:
    """The drawings of a pack's cards, by the cards' names."""
    drawn = {one.attrib["id"]: one for one in ElementTree.fromstring(sprite(pack)).iter(f"{SVG}symbol")}
    return {card: drawn[f"card-{pack.style}-{card}"] for card in pack.names} | {BACK: drawn[f"card-{BACK}"]}


def test_no_two_cards_look_alike() -> None:
    for pack in PACKS:
        cards = cards_of(pack).values()
        assert len({b"".join(map(ElementTree.tostring, card)) for card in cards}) == len(cards)


def test_german_suits_have_german_letters() -> None:
    cards = cards_of(Pack("7", style="german"))
    assert all(
        f"pen-{letter}" in references(cards[f"7{suit}"]) for suit, letter in zip("CDHS", "ABHL", strict=True)
    )


def test_a_sprite_is_small() -> None:
    assert len(sprite(LARGEST)) < 45_000


def heights(card: str, symbol: str) -> list[float]:
    """The upper edge of each drawing of this symbol on a card, from the top of the card."""
    uses = [use.attrib for use in cards_of(Pack("JQK", style="german"))[card].iter(f"{SVG}use")]
    return [float(use["y"]) for use in uses if use["href"] == f"#{symbol}"]


def test_unter_has_its_symbol_low_and_ober_high() -> None:
    in_corner, *_ = heights("KH", "pip-german-H")
    assert max(heights("JH", "pip-german-H")) > in_corner > min(heights("QH", "pip-german-H"))


@pytest.mark.parametrize("style", ["french", "german"])
def test_each_court_card_shows_its_figure_twice(style: str) -> None:
    for rank in "JQK":
        drawing = cards_of(Pack("JQK", style=style))[f"{rank}S"]
        figures = [use.attrib["href"] for use in drawing.iter(f"{SVG}use") if "court" in use.attrib["href"]]
        assert figures.count(f"#court-{style}-{rank}") == 2
