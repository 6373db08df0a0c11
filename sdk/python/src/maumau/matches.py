"""The arguments of `on_match_start` and `on_game_end`: a match, and the result of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from maumau.cards import Card

_T = TypeVar("_T")


class Verdict(IntEnum):
    """The referee's judgement of a bot in one game."""

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
    """A bot's total time for one game, in milliseconds; all fields are 0 without a clock."""

    bank: int  # for the whole game
    increment: int  # added per decision
    cap: int  # the total is at most this


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The facts that all games of a match share."""

    ruleset: str  # id and version, "mau-mau@1"
    rules: Mapping[str, Any] = field(repr=False)  # the whole ruleset as data
    cards: tuple[Card, ...] = field(repr=False)  # of one pack, with each Joker; two packs are listed once
    seats: int  # 2 to 8
    max_games: int  # maximum number of open games
    clock: Clock

    def points(self, card: Card) -> int:
        """Return the points of a card in hand at the end of a deal, from the ruleset's `values`."""
        values: Mapping[str, int] = self.rules["values"]
        return _of_card(values, card, 0)

    def effect(self, card: Card) -> Mapping[str, Any]:
        """Return the effect of a card as data, from the ruleset's `effects`; empty without an effect.

        `effect["is"]` is its name, for example "OweCards".
        """
        effects: Mapping[str, Mapping[str, Any]] = self.rules["effects"]
        return _of_card(effects, card, {})

    def is_wild(self, card: Card) -> bool:
        """True if a card may be played on any suit, from the ruleset's `wild`."""
        return card.rank in self.rules["wild"]


def _of_card(table: Mapping[str, _T], card: Card, absent: _T) -> _T:
    """Return a table's entry for a card, else for the card's rank, else `absent`."""
    return table.get(str(card), table.get(card.rank, absent))


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game, as the referee reports it to this bot."""

    seat: int  # this bot's seat
    places: tuple[int, ...]  # by seat, 1 is best; empty after this bot's fault
    totals: tuple[int, ...]  # by seat; empty after this bot's fault
    verdict: Verdict  # the referee's verdict on this bot
    detail: str  # description of the fault
