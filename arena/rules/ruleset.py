"""A ruleset is data: frozen, versioned, hashed. What it names is carried out by the functions beside it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from arena.rules.cards import Pack
from arena.rules.effects import Effect


class AfterDraw(StrEnum):
    """What a seat may play after an ordinary draw (X-DRAWN)."""

    DRAWN_CARD = "the drawn card"
    ANY_CARD = "any card"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Wild:
    """Ranks that may be played on any card and name the suit, but not on a card of the ranks `not_on`."""

    ranks: str
    not_on: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """Before each deal the cutter meets up to `cards` cards one after the other and may keep effect cards (D-CUT)."""

    cards: int = 4


@dataclass(frozen=True, slots=True)
class Calls:
    """Announcements (X-ANNOUNCE).

    `price`: cards drawn at once for leaving out the word due on leaving one card. `strong`: ranks that ask for the
    stronger word when they are all that is left. `out_price`: cards for going out without the word, None if no word
    is due then. `strong_set`: the stronger word may be said on leaving several cards of those ranks, and then they may be
    laid together as the last play (D-WINJ).
    """

    word: str
    strong_word: str
    price: int
    strong: str
    out_price: int | None = None
    strong_set: bool = False


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points kept over several deals, fewest best: every seat scores what it holds, the winner `winner`.

    `strong_multiplies`: a win with n cards of the strong ranks multiplies all scores of the deal by n + 1 (D-MULT).
    """

    winner: int
    strong_multiplies: bool
    out_at: int


@dataclass(frozen=True)
class Ruleset:
    """One fixed ruleset. `packs` maps the least number of players to the pack used from there on."""

    id: str
    version: int
    title: str
    source: str
    summary: str
    players: tuple[int, int]
    packs: Mapping[int, Pack]
    hand: int
    wild: Wild
    effects: Mapping[str, Effect]  # by rank ("7") or by card ("2C"), the card first
    draw_freely: bool
    after_draw: AfterDraw
    calls: Calls
    values: Mapping[str, int]
    cut: Cut | None = None
    scoring: Scoring | None = None

    @property
    def key(self) -> str:
        """Id and version, as logs and the wire name it."""
        return f"{self.id}@{self.version}"

    def data(self) -> dict[str, Any]:
        """The whole ruleset as JSON-able data."""
        data: dict[str, Any] = plain(self)
        return data

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON of `data()`, hex."""
        return sha256(json.dumps(self.data(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def plain(value: Any) -> Any:
    """Dataclasses, mappings and tuples as JSON-able data; an effect carries its name.

    >>> plain(Wild("J"))
    {'ranks': 'J', 'not_on': ''}
    """
    if is_dataclass(value):
        named = {"effect": type(value).__name__} if isinstance(value, Effect) else {}
        return named | {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
