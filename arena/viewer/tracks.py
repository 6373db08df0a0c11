"""Films as one small JSON document: what changes, when it changes.

A film is *columns*. What holds until it changes (`held`) is `[ply, value, ply, value, …]` with the plies at
which the value is another one; what belongs to its ply only (`moments`) is the same with the plies that have
one. The first side is written in full, any other as its difference: held columns that differ in full, and
the moments that differ, empty where there is none.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final

from arena.rules.cards import SUITS
from arena.viewer.film import Film
from arena.viewer.frames import Frame, SeatFrame
from arena.viewer.glyphs import RANK_NAMES, SUIT_NAMES
from arena.viewer.marks import MEANINGS
from arena.viewer.moves import Move
from arena.viewer.units import units

Value = str | int | bool | None
Values = list[Value]
Column = list[Value]

FORMAT: Final = "maumau-film-1"
OPEN: Final = "--"  # in place of what a card of the discard pile really is, where it lies open

_HELD: Final[dict[str, Callable[[Frame], Value]]] = {
    "turn": lambda frame: frame.turn,
    "question": lambda frame: frame.question,
    "top": lambda frame: frame.top,
    "recent": lambda frame: "".join(frame.recent),
    "beneath": lambda frame: "".join(card or OPEN for card in frame.beneath) if any(frame.beneath) else "",
    "suit": lambda frame: frame.suit,
    "named": lambda frame: frame.named,
    "debt": lambda frame: frame.debt,
    "misses": lambda frame: frame.misses,
    "forwards": lambda frame: frame.forwards,
    "stock": lambda frame: frame.stock,
    "pile": lambda frame: frame.pile,
    "deal": lambda frame: frame.deal,
    "dealer": lambda frame: frame.dealer,
    "met": lambda frame: frame.met,
    "cut": lambda frame: "".join(frame.cut),
}

_HELD_BY_SEAT: Final[dict[str, Callable[[SeatFrame], Value]]] = {
    "hand": lambda seat: None if seat.hand is None else "".join(seat.hand),
    "cards": lambda seat: seat.cards,
    "said": lambda seat: seat.said,
    "inside": lambda seat: seat.inside,
    "keepsPlace": lambda seat: seat.keeps_place,
    "out": lambda seat: seat.out,
    "gone": lambda seat: seat.gone,
    "total": lambda seat: seat.total,
    "place": lambda seat: seat.place,
    "used": lambda seat: None if seat.used_ms is None else round(seat.used_ms),
}

_MOMENTS: Final[dict[str, Callable[[Frame], Value]]] = {
    "text": lambda frame: frame.text,
    "marks": lambda frame: "".join(frame.marks),
    "actor": lambda frame: "" if frame.actor is None else str(frame.actor),
    "note": lambda frame: frame.note.text if frame.note else "",
    "moves": lambda frame: " ".join(map(_move, frame.moves)),
}


def document(films: Sequence[Film], sides: Sequence[int | None]) -> dict[str, object]:
    """The document of one game seen from these sides; None is the side of all hands."""
    first = films[0]
    shown = [_columns(film.frames) for film in films]
    return {
        "format": FORMAT,
        "title": first.title,
        "ruleset": first.ruleset,
        "board": first.board,
        "rotation": first.rotation,
        "keepsScore": first.keeps_score,
        "unit": [first.unit, units(first.unit)],
        "names": [seat.name for seat in first.frames[0].seats],
        "suits": dict(zip(SUITS, SUIT_NAMES[first.style], strict=True)),
        "ranks": RANK_NAMES[first.style],
        "marks": dict(MEANINGS),
        "plies": len(first.frames),
        "sides": [
            {"seat": side, **_side(columns, shown[0] if number else {})}
            for number, (side, columns) in enumerate(zip(sides, shown, strict=True))
        ],
    }


def _columns(frames: Sequence[Frame]) -> dict[str, Values]:
    """The value of every column at every ply."""
    columns: dict[str, Values] = {
        name: [value(frame) for frame in frames] for name, value in (_HELD | _MOMENTS).items()
    }
    for number in range(len(frames[0].seats)):
        for name, of_seat in _HELD_BY_SEAT.items():
            columns[f"{name}{number}"] = [of_seat(frame.seats[number]) for frame in frames]
    return columns


def _side(columns: dict[str, Values], base: dict[str, Values]) -> dict[str, dict[str, Column]]:
    nothing: Values = [""] * len(columns["text"])
    held = {
        name: _changes(values)
        for name, values in columns.items()
        if name not in _MOMENTS and values != base.get(name)
    }
    moments = {name: _difference(columns[name], base.get(name, nothing)) for name in _MOMENTS}
    return {"held": held, "moments": {name: column for name, column in moments.items() if column}}


def _changes(values: Values) -> Column:
    return _flat(
        (ply, value)
        for ply, value in enumerate(values)
        if not ply or value != values[ply - 1] or type(value) is not type(values[ply - 1])
    )


def _difference(values: Values, base: Values) -> Column:
    return _flat(
        (ply, value) for ply, (value, usual) in enumerate(zip(values, base, strict=True)) if value != usual
    )


def _flat(pairs: Iterable[tuple[int, Value]]) -> Column:
    return list(chain.from_iterable(pairs))


def _move(move: Move) -> str:
    """Source, target and card in one word: "s07H" the 7♥ from the stock to seat 0, "ps" a reshuffle."""
    return f"{str(move.source)[0]}{str(move.target)[0]}{move.card or ''}"
