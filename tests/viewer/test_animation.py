"""A game as an animated image."""

from collections import Counter
from xml.etree.ElementTree import Element, fromstring

import pytest

from arena.record import read_log
from arena.viewer.animation import animated_svg
from arena.viewer.replay.film import PUBLIC, Side, film
from tests.record.games import golden, play
from tests.viewer.test_html import HOSTILE, exchanged, hostile

SVG = "{http://www.w3.org/2000/svg}"
PILE_DRAWN = 4


def visible(image: Element, ply: int) -> Counter[str]:
    """The cards that are visible at a ply, by the names of their drawings."""
    found = Counter[str]()
    for group in image.iterfind(f"{SVG}g/{SVG}g"):
        first, plies = int(group.attrib["style"].removeprefix("--t:")), int(group.attrib["class"][1:])
        if first <= ply < first + plies:
            found.update(use.attrib["href"].removeprefix("#") for use in group.iterfind(f"{SVG}use"))
    return found


@pytest.mark.parametrize("name", ["mau-mau", "faraon", "blind", "mau-mau-stacking"])
@pytest.mark.parametrize("side", [None, 0, PUBLIC])
def test_each_ply_shows_its_cards(name: str, side: Side) -> None:
    log = read_log(golden(name).data)
    image = fromstring(animated_svg(log, side))
    for frame in film(log, side).frames:
        hands = [card for seat in frame.seats for card in seat.hand or ("back",) * seat.cards]
        piles = [*(frame.cut or frame.recent)[-PILE_DRAWN:], *["back"] * bool(frame.stock)]
        assert visible(image, frame.ply) == Counter([*hands, *piles])


def test_it_is_small_and_needs_nothing_else() -> None:
    text = animated_svg(read_log(golden("german").data))
    assert len(text) < 300_000
    assert not [
        tag
        for tag in ("<script", "<foreignObject", "<image", "http", "@import")
        if tag in text.replace(SVG[1:-1], "")
    ]


@pytest.mark.rule("X-HIDDEN")
def test_an_image_of_a_seat_depends_only_on_its_view() -> None:
    data = play("mau-mau", 2, 7).data
    variants = list(exchanged(data))
    assert variants
    for variant in variants:
        assert animated_svg(read_log(variant), 0) == animated_svg(read_log(data), 0)
        assert animated_svg(read_log(variant)) != animated_svg(read_log(data))


def test_names_are_text() -> None:
    image = fromstring(animated_svg(hostile(*HOSTILE)))
    assert {element.tag.removeprefix(SVG) for element in image.iter()} == {
        element.tag.removeprefix(SVG) for element in fromstring(animated_svg(hostile("greedy"))).iter()
    }
