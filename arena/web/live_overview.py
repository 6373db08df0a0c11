"""Running games and tournaments as parts of pages: small tables, progress lines, matches and workers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from arena.service.live.progress import LiveProgress
from arena.service.live.view import LiveSnapshot, ShownGame
from arena.store.live.status import LiveRun
from arena.viewer.replay.film_json import OPEN
from arena.web.page import duration, number, render_part

MAX_TABLES: Final = 24  # on the page
MAX_PLAYING: Final = 48  # matches, and workers, of a tournament


@dataclass(frozen=True, slots=True)
class SmallSeat:
    """A seat of a small table: its player, number of cards, and what else everybody sees."""

    name: str
    cards: int
    turn: bool
    said: str
    out: bool  # has finished this deal
    gone: bool  # has left the game
    total: str  # with its unit; empty in rulesets without totals
    place: int | None  # when the game has finished


@dataclass(frozen=True, slots=True)
class SmallTable:
    """A running game as the live page draws it. It contains only what everybody at the table sees."""

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
    top: str  # the top card, empty if there is none
    top_name: str
    claimed: bool  # the top card lies face down; `top` is only what its player claims it to be
    suit: str  # the suit that a player has named, else empty
    suit_name: str
    debt: int
    stock: int
    question: str
    text: str
    over: bool


def make_small_table(table: ShownGame) -> SmallTable:
    """Return the current state of a running game, for the live page."""
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
            _make_seat(name, number, last, first["unit"] if first["keepsScore"] else ())
            for number, name in enumerate(first["names"])
        ),
        top=last["top"] or "",
        top_name=_card_name(last["top"] or "", first["ranks"], first["suits"]),
        claimed=bool(last["beneath"]) and not last["beneath"].endswith(OPEN),
        suit=suit,
        suit_name=first["suits"].get(suit, ""),
        debt=last["debt"],
        stock=last["stock"],
        question=last["question"],
        text=str(last.get("text") or ""),
        over=last["turn"] is None,
    )


def _make_seat(name: str, seat: int, last: Any, unit: Sequence[str]) -> SmallSeat:  # noqa: ANN401 - columns
    total = last[f"total{seat}"]
    return SmallSeat(
        name=name,
        cards=last[f"cards{seat}"],
        turn=last["turn"] == seat,
        said=last[f"said{seat}"],
        out=last[f"out{seat}"] is not None,
        gone=last[f"gone{seat}"],
        total=f"{number(total)} {unit[total != 1]}" if unit else "",
        place=last[f"place{seat}"],
    )


def _card_name(card: str, ranks: Any, suits: Any) -> str:  # noqa: ANN401 - names by letters
    if not card:
        return ""
    rank = ranks.get(card[0], card[0])
    return str(rank) if card[0] == "X" else f"{rank} of {suits[card[1]]}"


def tables_on_page(seen: LiveSnapshot) -> tuple[ShownGame, ...]:
    """Return the running games that the live page shows, at most MAX_TABLES."""
    return seen.tables[:MAX_TABLES]


def render_table(table: ShownGame) -> str:
    """Return the drawing of a running game for the live page, as HTML."""
    return render_part("_live_table.html", table=make_small_table(table))


def render_runs(runs: Iterable[LiveRun]) -> str:
    """Return the progress of the running tournaments for the live page, as HTML."""
    return render_part("_live_runs.html", runs=tuple(runs))


def render_playing(now: LiveProgress) -> str:
    """Return a tournament's running matches and workers as HTML; empty while nothing is played."""
    if not (now.matches or now.workers):
        return ""
    today = datetime.now(UTC)
    workers = [
        (worker, duration(max(0.0, (today - worker.seen_at).total_seconds())))
        for worker in now.workers[:MAX_PLAYING]
    ]
    return render_part(
        "_playing.html",
        matches=now.matches[:MAX_PLAYING],
        workers=workers,
        more_matches=max(0, len(now.matches) - MAX_PLAYING),
        more_workers=max(0, len(now.workers) - MAX_PLAYING),
        pace=now.games_per_second,
    )
