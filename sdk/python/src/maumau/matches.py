"""The match a bot plays in, and how its games end: what `on_match_start` and `on_game_end` get."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from maumau.cards import Card

_T = TypeVar("_T")


class Verdict(IntEnum):
    """What was wrong with a bot in a game."""

    OK = 1
    ILLEGAL = 2
    TIMEOUT = 3
    STALL = 4
    DISCONNECT = 5
    PROTOCOL = 6
    OOM = 7
    NO_START = 8
    RESIGN = 9
    INTERNAL = 10
    VOID = 11


@dataclass(frozen=True, slots=True)
class Clock:
    """Time of one game in milliseconds: bank, plus increment for each decision, cap in all; 0: no clock."""

    bank: int
    increment: int
    cap: int


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What is the same for all games of a match."""

    ruleset: str  # id and version, "mau-mau@1"
    rules: Mapping[str, Any] = field(repr=False)  # the whole ruleset as data
    cards: tuple[Card, ...] = field(repr=False)  # one pack, each Joker counted; two packs are played as one
    seats: int  # 2 to 8
    max_games: int  # how many may be open at once
    clock: Clock

    def points(self, card: Card) -> int:
        """What a card counts at the end, by the ruleset's `values`."""
        values: Mapping[str, int] = self.rules["values"]
        return _of_card(values, card, 0)

    def effect(self, card: Card) -> Mapping[str, Any]:
        """What a card does, by the ruleset's `effects`: `effect["is"]` is its name, "OweCards" for example;
        empty if it does nothing.
        """
        effects: Mapping[str, Mapping[str, Any]] = self.rules["effects"]
        return _of_card(effects, card, {})

    def is_wild(self, card: Card) -> bool:
        """Whether a card may be laid on others whatever their suit, by the ruleset's `wild`."""
        return card.rank in self.rules["wild"]


def _of_card(table: Mapping[str, _T], card: Card, absent: _T) -> _T:
    """What a table that goes by card or by rank says of a card."""
    return table.get(str(card), table.get(card.rank, absent))


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended for this bot."""

    seat: int  # this bot's
    places: tuple[int, ...]  # of each seat, 1 is best; empty if the game was stopped for this bot's fault
    totals: tuple[int, ...]  # of each seat; empty in the same case
    verdict: Verdict  # OK, or what was wrong with this bot
    detail: str  # what was wrong, in words
