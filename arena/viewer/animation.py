"""A recorded game as one animated SVG image, without scripts.

A style sheet shows the drawings of the plies in turn, in an endless loop.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Final

from arena.record.reader import GameLog
from arena.record.replay import game_of
from arena.viewer.cards.glyphs import suit_name
from arena.viewer.cards.svg import BACK, sprite
from arena.viewer.replay.film import Film, Side, film
from arena.viewer.replay.frames import Frame, SeatFrame
from arena.viewer.units import penalty_texts, plural, total_text

PLY_S: Final = 0.9
END_PLIES: Final = 4  # the last ply is visible for so many plies
WIDTH: Final = 900
_FADED: Final = ' opacity=".6"'
MAX_CAPTION: Final = 108  # characters

_CARD: Final = 46  # width
_ROW: Final = 76
_HAND_LEFT, _MAX_STEP = 200, 34
_PILES_LEFT: Final = 380
_RECENT: Final = 4  # cards of the discard pile

Spot = tuple[int, int]  # y, x: in this order things are painted


def animated_svg(log: GameLog, side: Side = None) -> str:
    """Return a recorded game as an animated SVG image.

    `side`: the seat whose hand is visible (from 0), None for all hands, PUBLIC for none.

    Raise NoSuchSeat if the game does not have this seat, BadLog for an invalid log.
    """
    shown, pack = film(log, side), game_of(log.header).pack
    frames = shown.frames
    length = len(frames) - 1 + END_PLIES
    pictures = [dict(_picture(shown, frame)) for frame in frames]
    spots = sorted({spot for picture in pictures for spot in picture})
    pieces = [piece for spot in spots for piece in _markup_at(spot, pictures, length)]
    names = " vs ".join(seat.name for seat in frames[0].seats)
    height = _row(len(frames[0].seats) + 1) + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{escape(f'{shown.title}: {names}')}</title><style>{_style(pieces, length)}</style>"
        f"<defs>{''.join(_define(card, pack.style) for card in (BACK, *dict.fromkeys(pack.names)))}</defs>"
        f'{sprite(pack)}<rect width="100%" height="100%" rx="14" fill="#2f6653"/>'
        f"{''.join(markup for _, markup in pieces)}</svg>"
    )


def _markup_at(spot: Spot, pictures: list[dict[Spot, str]], length: int) -> Iterator[tuple[int, str]]:
    """Yield the SVG of one spot (y, x) of the picture: each drawing that appears there in turn.

    Each drawing comes in a pair after the number of plies for which it is visible. The tags around all
    drawings come first and last, with the number 0.

    `pictures`: the drawings of each ply, keyed by spot. `length`: the number of plies in the whole loop.
    """
    y, x = spot
    yield 0, f'<g transform="translate({x} {y})">'
    first = 0
    for drawing, group in groupby(picture.get(spot, "") for picture in pictures):
        last = first + len(list(group))
        plies = (length if last == len(pictures) else last) - first
        if drawing:
            yield plies, f'<g class="d{plies}" style="--t:{first}">{drawing}</g>'
        first = last
    yield 0, "</g>"


def _style(pieces: list[tuple[int, str]], length: int) -> str:
    loop = f"{length * PLY_S:g}s step-end infinite"
    lasting = sorted({plies for plies, _ in pieces if 0 < plies < length})
    rules = [
        f"@keyframes k{plies}{{0%{{visibility:visible}}{100 * plies / length:.4f}%{{visibility:hidden}}}}"
        f".d{plies}{{animation:k{plies} {loop}}}"
        for plies in lasting
    ]
    return (
        "text{font:15px system-ui,sans-serif;fill:#fff}.b{font-weight:600}.c{text-anchor:middle}"
        f"{''.join(rules)}[style]{{visibility:hidden;animation-delay:calc(var(--t)*{PLY_S}s)}}"
        f".d{length}{{visibility:visible}}"
        "@media(prefers-reduced-motion:reduce){[style]{animation-play-state:paused}}"
    )


def _define(card: str, style: str) -> str:
    symbol = f"card-{BACK}" if card == BACK else f"card-{style}-{card}"
    return f'<use id="{card}" href="#{symbol}" width="{_CARD}" height="{_CARD * 7 // 5}"/>'


def _picture(shown: Film, frame: Frame) -> Iterator[tuple[Spot, str]]:
    """Yield all drawings of a frame (one ply's picture), each with its spot (y, x) in the picture."""
    seats = frame.seats
    piles = _row(len(seats) - 1)  # the other seats are above them, the first seat is below
    for number, seat in enumerate(seats):
        y = _row(number - 1) if number else piles + _ROW
        yield from _seat(shown, seat, y, frame.turn == number)
    if frame.stock:
        yield (piles, _PILES_LEFT), _card(BACK)
    yield (piles + 36, _PILES_LEFT - 34), f"<text>{frame.stock}</text>"
    lying = [(card, False) for card in frame.cut] or list(
        zip(frame.recent, map(bool, frame.beneath), strict=True)
    )
    for number, (card, face_down) in enumerate(lying[-_RECENT:]):
        yield (piles, _PILES_LEFT + 60 + 20 * number), _card(card, face_down)
    yield (piles + 36, _PILES_LEFT + 190), f"<text>{', '.join(_state(shown, frame))}</text>"
    caption = frame.text if len(frame.text) <= MAX_CAPTION else f"{frame.text[: MAX_CAPTION - 1]}…"
    yield (_row(len(seats) + 1) + 16, WIDTH // 2), f'<text class="b c">{escape(caption)}</text>'


def _row(number: int) -> int:
    return 12 + _ROW * number


def _seat(shown: Film, seat: SeatFrame, y: int, turn: bool) -> Iterator[tuple[Spot, str]]:
    if turn or seat.place == 1:
        yield (y, 8), '<rect width="180" height="62" rx="9" fill="none" stroke="#f2c14e" stroke-width="3"/>'
    total = f", {total_text(seat.total, shown.unit)}" if shown.keeps_score else ""
    name = f'<text class="b">{"▸ " if turn else ""}{escape(seat.name)}</text>'
    yield (y + 26, 20), name
    yield (y + 48, 20), f"<text>{escape(plural(seat.cards, 'card') + total)}</text>"
    hand = seat.hand or (BACK,) * seat.cards
    step = min(_MAX_STEP, (WIDTH - 12 - _HAND_LEFT - _CARD) // max(1, len(hand) - 1))
    for number, card in enumerate(hand):
        yield (y, _HAND_LEFT + step * number), _card(card)


def _card(card: str, face_down: bool = False) -> str:
    """Return the drawing of a card as SVG.

    `face_down`: draw the card faded, because it lies face down and `card` is only the player's claim.
    """
    return f'<use href="#{card}"{_FADED if face_down else ""}/>'


def _state(shown: Film, frame: Frame) -> Iterator[str]:
    """Yield texts about the game's situation: the named suit, the cards to draw and the turns to skip.

    `frame`: the picture of one ply.
    """
    if frame.named and frame.suit:
        yield f"{suit_name(frame.suit, shown.style)} named"
    yield from penalty_texts(frame.debt, frame.misses)
