"""Draw playing cards as SVG, 100 × 140. The four suits have different colours."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from arena.rules.cards import JOKER, Pack
from arena.viewer.cards.glyphs import rank_glyph
from arena.viewer.cards.svg_figures import BUST, FIGURES, PIPS
from arena.viewer.cards.svg_shapes import JOKER_INK, PAPER, STAR, STROKES, SUITS, Part

BACK: Final = "back"

_WIDTH, _HEIGHT, _ROUND = 100, 140, 9
_BOX: Final = f'viewBox="0 0 {_WIDTH} {_HEIGHT}"'
_NAMESPACE: Final = 'xmlns="http://www.w3.org/2000/svg"'
_FRAME: Final = '<path d="M33 12q0-4 4-4H89q4 0 4 4V70H67v58q0 4-4 4H11q-4 0-4-4V70H33Z" opacity=".1"/>'


def sprite(*packs: Pack) -> str:
    """Return an invisible SVG element with the drawings of all cards and suits of these packs.

    A page shows a drawing by its id: `<use href="#card-french-7H">`. Other ids: `card-back` for the back of
    a card, `pip-german-H` for a suit.
    """
    cards = {
        style: list(dict.fromkeys(card for pack in packs if pack.style == style for card in pack.names))
        for style in sorted({pack.style for pack in packs})
    }
    return sprite_of(cards, _symbol(BACK, _back()))


def sprite_of(cards: Mapping[str, Sequence[str]], more: str = "") -> str:
    """Return an invisible SVG element with the drawings of these cards, and of all suits of their packs.

    `cards`: the cards, keyed by the pack's style. `more`: SVG of further symbols to add.
    """
    pips = [_pip(suit, style) for style in cards for suit in SUITS[style]]
    symbols = [_symbol(f"{style}-{card}", _drawing(card, style)) for style in cards for card in cards[style]]
    return (
        f'<svg {_NAMESPACE} width="0" height="0" class="card-sprite" aria-hidden="true">'
        f"<defs>{''.join([*pips, *_shared_shapes(cards)])}</defs>{''.join(symbols)}{more}</svg>"
    )


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="card-{name}" {_BOX}>{drawing}</symbol>'


def _shared_shapes(cards: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the definitions of shapes that several of these cards use: figures, ranks and letters."""
    texts = set[str]()
    courts = sorted(FIGURES.keys() & {(style, card[0]) for style in cards for card in cards[style]})
    if courts:
        yield f'<g id="court-bust">{_paths(BUST)}</g>'
    yield from (_figure(style, rank) for style, rank in courts)
    for style, names in cards.items():
        suited = [card for card in names if card[0] != JOKER]
        texts |= {rank_glyph(card[0], style) for card in suited}
        texts |= {SUITS[style][card[1]].letter for card in suited}
    yield from (_stroke(text) for text in sorted(texts))


def _pip(suit: str, style: str) -> str:
    parts = _paths(SUITS[style][suit].parts)
    return f'<symbol id="pip-{style}-{suit}" viewBox="0 0 100 100">{parts}</symbol>'


def _figure(style: str, rank: str) -> str:
    behind, front = FIGURES[style, rank]
    return f'<g id="court-{style}-{rank}">{_paths(behind)}<use href="#court-bust"/>{_paths(front)}</g>'


def _paths(parts: Iterable[Part]) -> str:
    return "".join(f'<path d="{path}" fill="{fill}"/>' for path, fill in parts)


def _stroke(text: str) -> str:
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path id="pen-{text}" d="{STROKES[text]}" {pen}/>'


def _drawing(card: str, style: str) -> str:
    if card[0] == JOKER:
        return _paper() + _joker()
    rank, suit = card[0], card[1]
    letter, ink = SUITS[style][suit].letter, SUITS[style][suit].ink
    written = rank_glyph(rank, style)
    index = _text(written, 7, 8, 1.5, 3.4)
    pip = f"{style}-{suit}"
    middle = _middle(rank, style, pip, ink)
    pens = f'<g stroke="{ink}">{index}{_text(letter, 13.2, 59.5, 0.45, 2.6)}{_turned(index)}</g>'
    return _paper() + middle + _use(pip, 5, 37, 21) + pens


def _middle(rank: str, style: str, pip: str, ink: str) -> str:
    """Return the drawing of a card's middle: one large suit symbol, or two halves, one of them upside down.

    A half shows a court card's figure, a suit symbol, or both. `pip`: style and suit, such as "french-H".
    `ink`: the suit's colour.
    """
    kind = (style, rank)
    figure = f'<use href="#court-{style}-{rank}"/>' if kind in FIGURES else ""
    half = figure + (_use(pip, *PIPS[kind]) if kind in PIPS else "")
    if not half:
        return _use(pip, 27, 46, 50)
    return f'<g fill="{ink}">{_FRAME}{half}{_turned(half)}</g>'


def _turned(half: str) -> str:
    return f'<g transform="rotate(180 50 70)">{half}</g>'


def _joker() -> str:
    star = f'<path d="{STAR}" fill="{JOKER_INK}" transform="translate(22 42) scale(.56)"/>'
    corner = f'<path d="{STAR}" fill="{JOKER_INK}" transform="translate(7 8) scale(.24)"/>'
    return star + corner + _turned(corner)


def _paper() -> str:
    return _sheet(PAPER, "var(--card-edge, #b9b4a8)")


def _sheet(fill: str, edge: str) -> str:
    return (
        f'<rect x=".75" y=".75" width="98.5" height="138.5" rx="{_ROUND}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.5"/>'
    )


def _text(text: str, x: float, y: float, size: float, weight: float) -> str:
    """Return the drawing of a rank or letter.

    `x`, `y`: upper left corner. `size`: scale. `weight`: width of the strokes.
    """
    width = size * (0.75 if text == "10" else 0.92)
    place = f"translate({x} {y}) scale({width:.3g} {size})"
    return f'<use href="#pen-{text}" stroke-width="{weight}" transform="{place}"/>'


def _use(pip: str, x: float, y: float, size: float) -> str:
    return f'<use href="#pip-{pip}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def _back() -> str:
    """Return the drawing of a card's back: a lattice in a frame."""
    ink = "var(--card-back-ink, #dfe6f2)"
    line = f'fill="none" stroke="{ink}" stroke-width="2" opacity=".8"'
    frame = f'<rect x="9" y="9" width="82" height="122" rx="5" {line}/>'
    lattice = f'<path d="{"".join(_lattice())}" stroke="{ink}" stroke-width="1.6" opacity=".38"/>'
    return _sheet("var(--card-back, #3d5a86)", "var(--card-back-edge, #2b4265)") + frame + lattice


def _lattice() -> Iterator[str]:
    """Yield the diagonal lines on a card's back."""
    left, top, wide, high, step = 14, 14, 72, 112, 14.4
    count = int((wide + high) / step)
    for number in range(1, count + 1):
        far = number * step
        x1, y1 = min(far, wide), max(0.0, far - wide)
        x2, y2 = max(0.0, far - high), min(far, high)
        yield f"M{left + x1:g} {top + y1:g}L{left + x2:g} {top + y2:g}"
        yield f"M{left + wide - x1:g} {top + y1:g}L{left + wide - x2:g} {top + y2:g}"
