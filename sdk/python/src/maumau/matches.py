"""The match a bot plays in, and how its games end: what `on_match_start` and `on_game_end` get."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from maumau.cards import Card


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
    cards: tuple[Card, ...] = field(repr=False)  # the pack, one card for each face
    seats: int  # 2 to 8
    max_games: int  # how many may be open at once
    clock: Clock


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended for this bot."""

    seat: int  # this bot's
    places: tuple[int, ...]  # of each seat, 1 is best; empty if the game was stopped for this bot's fault
    totals: tuple[int, ...]  # of each seat; empty in the same case
    verdict: Verdict  # OK, or what was wrong with this bot
    detail: str  # what was wrong, in words
