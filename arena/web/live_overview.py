"""Small tables of the wall, as pages and streams show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.service.live.view import Seen, ShownGame
from arena.store.live.status import LiveRun
from arena.viewer.replay.film_json import OPEN
from arena.web.page import TEMPLATES, number

MOST: Final = 24  # tables on the wall

_TABLE: Final = "_live_table.html"
_RUNS: Final = "_live_runs.html"
_MINUTE: Final = 60
_HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class SmallSeat:
    """A seat of a small table."""

    name: str
    cards: int
    turn: bool
    said: str
    out: bool  # of this deal
    gone: bool  # out of the game
    total: str  # with what it is of, where totals are kept
    place: int | None  # when the game is over


@dataclass(frozen=True, slots=True)
class SmallTable:
    """A table as the wall shows it: all of it is public."""

    name: str
    match: str
    title: str  # of the ruleset
    ruleset: str
    board: int
    rotation: int
    game: int
    plies: int
    style: str  # of the pack
    seats: tuple[SmallSeat, ...]
    top: str  # the card, empty if none
    top_name: str
    called: bool  # it lies face down and was only called so
    suit: str  # named, empty if none
    suit_name: str
    debt: int
    stock: int
    question: str
    text: str
    over: bool


def small(table: ShownGame) -> SmallTable:
    """The table in small."""
    first, last = table.first, table.last
    suit = str(last.get("suit") or "") if last.get("named") else ""
    return SmallTable(
        name=table.name,
        match=table.match,
        title=first["title"],
        ruleset=first["ruleset"],
        board=first["board"],
        rotation=first["rotation"],
        game=table.game,
        plies=table.plies - 1,
        style=first["style"],
        seats=tuple(
            _seat(name, number, last, first["unit"] if first["keepsScore"] else ())
            for number, name in enumerate(first["names"])
        ),
        top=last["top"] or "",
        top_name=_called(last["top"] or "", first["ranks"], first["suits"]),
        called=bool(last["beneath"]) and not last["beneath"].endswith(OPEN),
        suit=suit,
        suit_name=first["suits"].get(suit, ""),
        debt=last["debt"],
        stock=last["stock"],
        question=last["question"],
        text=str(last.get("text") or ""),
        over=last["turn"] is None,
    )


def _seat(name: str, seat: int, last: Any, unit: Sequence[str]) -> SmallSeat:  # noqa: ANN401 - columns
    return SmallSeat(
        name=name,
        cards=last[f"cards{seat}"],
        turn=last["turn"] == seat,
        said=last[f"said{seat}"],
        out=last[f"out{seat}"] is not None,
        gone=last[f"gone{seat}"],
        total=_counted(last[f"total{seat}"], unit) if unit else "",
        place=last[f"place{seat}"],
    )


def _counted(total: int, unit: Sequence[str]) -> str:
    return f"{number(total)} {unit[total != 1]}"


def _called(card: str, ranks: Any, suits: Any) -> str:  # noqa: ANN401 - names by letters
    if not card:
        return ""
    rank = ranks.get(card[0], card[0])
    return str(rank) if card[0] == "X" else f"{rank} of {suits[card[1]]}"


def wall(seen: Seen) -> tuple[ShownGame, ...]:
    """The tables that are on the wall."""
    return seen.tables[:MOST]


def drawn(table: ShownGame) -> str:
    """The small table as a part of the page."""
    return TEMPLATES.get_template(_TABLE).render(table=small(table))


def listed(runs: Iterable[LiveRun]) -> str:
    """The tournaments that are played, as a part of the page."""
    return TEMPLATES.get_template(_RUNS).render(runs=tuple(runs))


def in_words(seconds: float | None) -> str:
    """How long that is.

    >>> in_words(7.4), in_words(100), in_words(8000), in_words(None)
    ('7 s', '2 min', '2.2 h', '')
    """
    if seconds is None:
        return ""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"


TEMPLATES.filters["in_words"] = in_words
