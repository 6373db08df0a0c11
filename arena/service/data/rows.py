"""Turn game logs into rows: one for each decision, and one with the hidden cards for each game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.record.decisions import SeatDecision, SeatMessages, read_messages
from arena.record.match import Clock
from arena.record.reader import GameLog
from arena.rules import Action, Choice, GameRules, action_named
from arena.rules.events import EventKind
from arena.rules.legal import permits
from arena.wire.packed import (
    PackedChoices,
    PackedEvents,
    PackedHands,
    PackedTables,
    code_table,
    packed_claims,
)
from maumau.data.columns import CHOICE, EVENT

Numbers = NDArray[Any]

_BOARD_DIGITS: Final = 16
_SCALARS: Final = 14  # bytes of the packed public state before its rows by seat
_FLAGS: Final = 3  # the place of the flags among them
_CLOCKWISE, _NAMED = 1, 2
_PLACES: Final[Mapping[str, int]] = {
    "ask": 0, "top": 1, "suit": 2, "debt": 4, "misses": 5, "stock": 6, "pile": 7, "deal": 8, "dealer": 9,
    "met": 11, "drawn": 12, "inside": 13,
}  # fmt: skip
_ANSWER: Final = ("choice", "wish", "word", "target", "claim")
_EVENT_BYTES: Final = 4
_CHOICE_BYTES: Final = 8
_MICROSECONDS: Final = 1000  # in a millisecond


@dataclass(frozen=True, slots=True)
class GameToExport:
    """A finished game: its log, and data about its match."""

    match: str  # "7.1.2/3"
    day: date
    rated: bool
    clock: Clock
    elos: tuple[float | None, ...]  # by seat, before the match
    log: GameLog
    text: str  # the log


class Lists:
    """A column with a list of numbers in each row, stored as bytes."""

    def __init__(self) -> None:
        self.values = bytearray()
        self.lengths: list[int] = []

    def add(self, values: bytes) -> None:
        self.values += values
        self.lengths.append(len(values))

    def offsets(self, width: int = 1) -> Numbers:
        """Return the start index of each list, followed by the end index of the last list.

        The indexes count elements, not bytes. `width`: the number of bytes in one element.
        """
        return offsets_of(np.array(self.lengths, np.int64) // width)

    def parts(self, names: Sequence[str], width: int) -> dict[str, Numbers]:
        """Split the elements of all lists into bytes. Return one array for each byte, keyed by its name.

        `names`: the names of an element's bytes, from the first. Bytes without a name are left out.
        `width`: the number of bytes in one element.
        """
        elements = np.frombuffer(bytes(self.values), np.uint8).reshape(-1, width)
        return {name: elements[:, place] for place, name in enumerate(names)}


def offsets_of(lengths: Numbers) -> Numbers:
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)


class DecisionRows:
    """The decisions of games, stored by column."""

    def __init__(self) -> None:
        self.runs: list[dict[str, object]] = []  # the values that neighbouring decisions share
        self.lengths: list[int] = []  # of the runs
        self._scalars, self._answers = bytearray(), bytearray()
        self._rows = {name: bytearray() for name in ("counts", "said", "totals")}
        self._lists = {name: Lists() for name in ("hand", "events", "choices", "claims", "further")}
        self._plies: list[int] = []
        self._times: list[int] = []
        self.texts: dict[str, list[str]] = {"action": [], "note": []}
        self.wins: list[float | None] = []

    def __len__(self) -> int:
        return len(self._plies)

    def add(self, game: GameToExport) -> None:
        """Add the decisions of a game, ordered by seat. Raise BadLog if its log is invalid."""
        log = game.log
        shared = {
            **game_values(game),
            "bank": game.clock.bank_ms,
            "increment": game.clock.increment_ms,
            "cap": game.clock.cap_ms,
        }
        for messages in read_messages(log, range(log.header.seats)):
            if not messages.decisions:
                continue
            seat, bot = messages.seat, log.header.bots[messages.seat]
            self.runs.append(
                {
                    **shared,
                    "seat": seat,
                    "bot": bot.name,
                    "version": bot.version,
                    "elo": game.elos[seat],
                    "place": log.footer.places[seat],
                }
            )
            self.lengths.append(len(messages.decisions))
            self._add_seat(messages)

    def _add_seat(self, messages: SeatMessages) -> None:
        packers = _packers_of(messages.game)
        event, choice = packers.events[messages.seat].__getitem__, packers.choices.__getitem__
        seats, lists = messages.game.seats, self._lists
        for decision in messages.decisions:
            table = packers.tables.pack(decision.seen)
            self._scalars += table[:_SCALARS]
            end = _SCALARS
            for name, width in (("counts", 1), ("said", 1), ("totals", 2)):
                start, end = end, end + width * seats
                self._rows[name] += table[start:end]
            offered = decision.choices
            lists["hand"].add(packers.hands.pack(decision.seen.hand))
            lists["events"].add(b"".join(map(event, decision.news)))
            lists["choices"].add(b"".join(map(choice, offered)))
            lists["claims"].add(packed_claims(offered) if offered[0].claims else b"")
            self._add_answer(decision, packers.codes)

    def _add_answer(self, decision: SeatDecision, codes: bytes) -> None:
        played = decision.played
        action = action_named(decision.position, played.action)
        place = _place_of(decision.choices, action)
        self._answers += bytes((place, action.suit, action.word, action.target, codes[action.claim]))
        self._lists["further"].add(bytes(codes[card] for card in action.more))
        self._plies.append(decision.position.ply)
        self._times.append(round(played.ms * _MICROSECONDS))
        self.texts["action"].append(played.action)
        self.texts["note"].append(played.note)
        self.wins.append(played.win)

    def scalars(self) -> dict[str, Numbers]:
        """Return the columns that have one number in each row, keyed by name."""
        state = np.frombuffer(bytes(self._scalars), np.uint8).reshape(-1, _SCALARS)
        answers = np.frombuffer(bytes(self._answers), np.uint8).reshape(-1, len(_ANSWER))
        return {
            **{name: state[:, place] for name, place in _PLACES.items()},
            "clockwise": state[:, _FLAGS] & _CLOCKWISE > 0,
            "named": state[:, _FLAGS] & _NAMED > 0,
            **{name: answers[:, place] for place, name in enumerate(_ANSWER)},
            "ply": np.array(self._plies, np.uint32),
            "time": np.array(self._times, np.uint32),
        }

    def lists(self) -> dict[str, tuple[Numbers, Numbers]]:
        """Return the columns that have a list of numbers in each row, keyed by name.

        For each column: where each list starts, and all numbers in one array.
        """
        seats = np.repeat([run["seats"] for run in self.runs], self.lengths)
        by_seat = offsets_of(seats)
        numbers = {name: np.frombuffer(bytes(row), np.uint8) for name, row in self._rows.items()}
        numbers["totals"] = numbers["totals"].view(">i2").astype(np.int16)
        found = {name: (by_seat, row) for name, row in numbers.items()}
        for name in ("hand", "claims", "further"):
            one = self._lists[name]
            found[name] = one.offsets(), np.frombuffer(bytes(one.values), np.uint8)
        return found

    def structs(self) -> dict[str, tuple[Numbers, dict[str, Numbers]]]:
        """Return the columns `events` and `choices`, which have a list of records in each row, keyed by name.

        For each column: where each list starts, and one array of numbers for each field of a record.
        """
        events, choices = self._lists["events"], self._lists["choices"]
        return {
            "events": (events.offsets(_EVENT_BYTES), _with_signed(events.parts(EVENT, _EVENT_BYTES))),
            "choices": (choices.offsets(_CHOICE_BYTES), choices.parts(CHOICE, _CHOICE_BYTES)),
        }


def game_values(game: GameToExport) -> dict[str, object]:
    """Return a game's values for the columns of both files (decisions, hidden cards)."""
    header, footer = game.log.header, game.log.footer
    return {
        "game": header.game,
        "match": game.match,
        "board": sha256(bytes.fromhex(footer.secret)).hexdigest()[:_BOARD_DIGITS],
        "digest": footer.log_digest,
        "day": game.day,
        "rated": game.rated,
        "seats": header.seats,
    }


def hidden_row(game: GameToExport) -> dict[str, object]:
    """Return a game's row in the file of hidden cards, keyed by column."""
    header, footer = game.log.header, game.log.footer
    return {
        **game_values(game),
        "bots": [bot.name for bot in header.bots],
        "places": footer.places,
        "termination": footer.termination,
        "log": game.text,
    }


def _with_signed(events: dict[str, Numbers]) -> dict[str, Numbers]:
    """Return the columns of game events, with each change of points as one signed number in column `value`.

    In `events`, such a number is split into two bytes, in the columns `value` and `card`.
    """
    card, value = events["card"].copy(), events["value"].astype(np.int16)
    scored = events["kind"] == EventKind.SCORED
    value[scored] |= card[scored].astype(np.int16) << 8
    card[scored] = 255
    return {**events, "card": card, "value": value}


def _place_of(offered: Sequence[Choice], action: Action) -> int:
    return next(
        place
        for place, choice in enumerate(offered)
        if choice.card == action.card and permits(choice, action)
    )


@dataclass(frozen=True, slots=True)
class _Packers:
    """Encoders of the parts of a question to a bot, in the byte format of messages, for one set of rules."""

    codes: bytes
    events: tuple[PackedEvents, ...]  # by seat
    choices: PackedChoices
    hands: PackedHands
    tables: PackedTables


@lru_cache(maxsize=64)
def _packers_of(game: GameRules) -> _Packers:
    codes = code_table(game.pack)
    return _Packers(
        codes,
        tuple(PackedEvents(codes, seat) for seat in range(game.seats)),
        PackedChoices(codes),
        PackedHands(game.pack),
        PackedTables(codes, game.seats),
    )
