"""Write films (recorded games, one frame per ply) as small JSON documents, which contain only changes.

**A document** is the whole film of one game, from one or several sides (choices of visible hands):

    {"format": "maumau-film-2", "title": …, "ruleset": "mau-mau@1", "style": "french", "board": 0,
     "rotation": 1, "keepsScore": false, "unit": ["point", "points"], "names": […by seat], "suits": {…},
     "ranks": {…}, "marks": {letter: meaning}, "plies": 42, "over": true, "sides": [side, …]}

A side is `{"seat": …, "held": columns, "moments": columns}`. `seat` is a number from 0, null for all hands,
"public" for none. Columns are lists `[ply, value, ply, value, …]`, keyed by name. A value in a `held` column
lasts until the next value. A value in a `moments` column belongs to its ply alone. The column `own` is the
deciding bot's own estimate of its chance to win, 0 to 1.

The first side is complete. Each other side contains only its differences from the first side: whole `held`
columns, and single values of `moments` columns. There, "" means that this side has no value at that ply.

**A piece** adds plies to a film of one side while the game is played:

    {"first": 42, "plies": 1, "over": false, "held": columns, "moments": columns}

It starts at the ply `first`. Its columns also count plies from the start of the game. Values that last from
the ply before are left out, so that `append` can join the columns to those of the document.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final, TypedDict

from arena.rules.cards import SUITS
from arena.viewer.cards.glyphs import RANK_NAMES, SUIT_NAMES
from arena.viewer.replay.film import Film, Side
from arena.viewer.replay.frames import Frame, SeatFrame
from arena.viewer.replay.marks import MEANINGS, Mark, Move
from arena.viewer.units import units

Value = str | float | bool | None
Values = list[Value]
Column = list[Value]
Columns = dict[str, Column]


class SideColumns(TypedDict):
    """A film (one picture per ply) of one side (a choice of visible hands), as JSON.

    `held`: columns of values that last until they change. `moments`: columns of values for one ply.
    """

    seat: Side
    held: Columns
    moments: Columns


class FilmDocument(TypedDict):
    """A whole film (one picture per ply) of a game, as JSON."""

    format: str
    title: str
    ruleset: str
    style: str
    board: int
    rotation: int
    keepsScore: bool
    unit: list[str]
    names: list[str]
    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    marks: Mapping[str, str]
    plies: int
    over: bool
    sides: list[SideColumns]


class FilmPiece(TypedDict):
    """Further plies of a film, as JSON to append to a document."""

    first: int
    plies: int
    over: bool
    held: Columns
    moments: Columns


FORMAT: Final = "maumau-film-2"
_NO_VALUE: Final = "\0"  # not in any column
OPEN: Final = "--"  # for an open card of the discard pile

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
    "brief": lambda frame: frame.brief if frame.scores else "",
    "scores": lambda frame: " ".join("" if one is None else str(one) for one in frame.scores),
    "marks": lambda frame: "".join(frame.marks),
    "actor": lambda frame: "" if frame.actor is None else str(frame.actor),
    "note": lambda frame: frame.note.text if frame.note else "",
    "own": lambda frame: "" if frame.note is None or frame.note.win is None else frame.note.win,
    "moves": lambda frame: " ".join(map(_move, frame.moves)),
}


def document(films: Sequence[Film], sides: Sequence[Side]) -> FilmDocument:
    """Return one game as a JSON document with one film (list of pictures) for each side.

    A side is the game as seen from one seat, with all hands open, or with none.

    `films`: one per side, each with at least one picture. `sides`: the side of each film.
    """
    first = films[0]
    columns_of = [_columns(film.frames) for film in films]
    return {
        "format": FORMAT,
        "title": first.title,
        "ruleset": first.ruleset,
        "style": first.style,
        "board": first.board,
        "rotation": first.rotation,
        "keepsScore": first.keeps_score,
        "unit": [first.unit, units(first.unit)],
        "names": [seat.name for seat in first.frames[0].seats],
        "suits": dict(zip(SUITS, SUIT_NAMES[first.style], strict=True)),
        "ranks": RANK_NAMES[first.style],
        "marks": {mark.value: meaning for mark, meaning in MEANINGS.items()},
        "plies": len(first.frames),
        "over": _over(first.frames),
        "sides": [
            _side(side, columns, columns_of[0] if number else {})
            for number, (side, columns) in enumerate(zip(sides, columns_of, strict=True))
        ],
    }


def piece(frames: Sequence[Frame], before: Frame) -> FilmPiece:
    """Return further plies of a film as JSON. `before`: the last frame (picture) before these."""
    columns = _columns([before, *frames])
    held = {
        name: _changes(values, before.ply)[2:] for name, values in columns.items() if name not in _MOMENTS
    }
    nothing: Values = [""] * len(frames)
    moments = {name: _difference(columns[name][1:], nothing, before.ply + 1) for name in _MOMENTS}
    return {
        "first": before.ply + 1,
        "plies": len(frames),
        "over": _over(frames),
        "held": _without_empty(held),
        "moments": _without_empty(moments),
    }


def append(film: FilmDocument, piece: FilmPiece) -> None:
    """Append further plies to a film document, in place.

    The document must have exactly one side: the game as seen from one seat, with all hands open, or with
    none. A piece has the plies of one side only.

    Raise ValueError if the document has several sides, or if the plies do not start where it ends.
    """
    if piece["first"] != film["plies"]:
        raise ValueError(f"a piece from ply {piece['first']} cannot follow {film['plies']} plies")
    [side] = film["sides"]
    for columns, more in ((side["held"], piece["held"]), (side["moments"], piece["moments"])):
        for name, column in more.items():
            columns.setdefault(name, []).extend(column)
    film["plies"] += piece["plies"]
    film["over"] = piece["over"]


def as_json(data: object) -> bytes:
    """Return data as compact JSON, encoded as UTF-8."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _over(frames: Sequence[Frame]) -> bool:
    return Mark.END in frames[-1].marks


def _columns(frames: Sequence[Frame]) -> dict[str, Values]:
    """Return the columns of these frames, keyed by name. A column is a list with one value per frame."""
    columns: dict[str, Values] = {
        name: [value(frame) for frame in frames] for name, value in (_HELD | _MOMENTS).items()
    }
    for number in range(len(frames[0].seats)):
        for name, of_seat in _HELD_BY_SEAT.items():
            columns[f"{name}{number}"] = [of_seat(frame.seats[number]) for frame in frames]
    return columns


def _side(seat: Side, columns: dict[str, Values], base: dict[str, Values]) -> SideColumns:
    nothing: Values = [""] * len(columns["text"])
    held = {
        name: _changes(values)
        for name, values in columns.items()
        if name not in _MOMENTS and values != base.get(name)
    }
    moments = {name: _difference(columns[name], base.get(name, nothing)) for name in _MOMENTS}
    return {"seat": seat, "held": held, "moments": _without_empty(moments)}


def _without_empty(columns: Columns) -> Columns:
    return {name: column for name, column in columns.items() if column}


def _changes(values: Values, first: int = 0) -> Column:
    """Return a column as a list of ply, value, ply, value …, with only the plies at which the value changes.

    `first`: the ply of the first value.
    """
    return _flat(
        (ply, value)
        for ply, (before, value) in enumerate(zip([_NO_VALUE, *values], values, strict=False), first)
        if value != before or type(value) is not type(before)
    )


def _difference(values: Values, base: Values, first: int = 0) -> Column:
    return _flat(
        (ply, value)
        for ply, (value, usual) in enumerate(zip(values, base, strict=True), first)
        if value != usual
    )


def _flat(pairs: Iterable[tuple[int, Value]]) -> Column:
    return list(chain.from_iterable(pairs))


def _move(move: Move) -> str:
    """Return the move of a card as one word: "s07H" moves 7♥ from the stock (s) to seat 0.

    "p" is the discard pile. The word of a hidden card has no card at its end.
    """
    return f"{str(move.source)[0]}{str(move.target)[0]}{move.card or ''}"
