"""Turn the rows of decisions back into games, views and choices."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any, Final

from maumau.bots import Bot
from maumau.cards import Suit
from maumau.choices import Choice, Word
from maumau.data.columns import CHOICE, EVENT
from maumau.data.files import FileFacts
from maumau.decoding import Decoder
from maumau.events import EventKind
from maumau.games import OpenGame
from maumau.matches import Clock, MatchInfo
from maumau.v1 import referee_pb2 as pb
from maumau.views import View

_SHARED: Final = ("match", "board", "digest", "day", "rated")
_TABLE: Final = (
    "ask", "top", "suit", "clockwise", "debt", "misses", "stock", "pile", "deal", "dealer", "seat", "met",
    "drawn", "inside",
)  # fmt: skip
_FLAGS: Final = 3  # the place of `clockwise` in it, where the question also has `named`
_NAMED: Final = 2
_MS: Final = 1000
_US: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Decision:
    """A bot's decision, with everything that it knew."""

    view: View
    choice: Choice  # of `view.legal`, refined as the bot did
    bot: str
    version: str  # SHA-256 of the bot's files
    elo: float | None  # the bot's live Elo before the match; None if unrated or not yet rated
    place: int  # the place that the seat got, 1 is best
    time_ms: float  # thinking time charged
    note: str
    win: float | None  # the bot's estimate of its chance to win

    @property
    def seat(self) -> int:
        return self.view.seat


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its decisions, in the order in which they were made.

    Games with the same `board` had the same cards.
    """

    id: str
    match: str  # the match, and the game's number in it: "7.1.2/3"
    board: str
    digest: str  # of the log, which is in the hidden file
    day: date  # when the match finished
    rated: bool
    ruleset: str
    decisions: tuple[Decision, ...] = field(repr=False)


class _NoBot(Bot):
    """A placeholder for the bot of a recorded game. It cannot choose."""

    def choose(self, view: View) -> Choice:
        raise RuntimeError("the game is over")


class GameReader:
    """A reader of the games in a file."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts
        self._decoders = {int(seats): Decoder(names) for seats, names in facts.cards.items()}
        self._matches: dict[tuple[int, Clock], MatchInfo] = {}
        self._bot = _NoBot()

    def games(self, table: Any) -> Iterator[Game]:  # noqa: ANN401 - pyarrow has no types
        """Yield the games in a table of decisions.

        `table`: a table of pyarrow with one row per decision. It contains each of its games completely.
        """
        rows = _Rows(table)
        names = rows.values["game"]
        ends = [at for at in range(1, len(names)) if names[at] != names[at - 1]]
        for first, last in pairwise((0, *ends, len(names))):
            if first < last:
                yield self._game(rows, first, last)

    def _game(self, rows: "_Rows", first: int, last: int) -> Game:
        seats = rows.bytes["seat"]
        starts = [at for at in range(first, last) if at == first or seats[at] != seats[at - 1]]
        decisions = [
            decision for start, end in pairwise((*starts, last)) for decision in self._seat(rows, start, end)
        ]
        decisions.sort(key=lambda decision: decision.view.ply)
        values = rows.values
        return Game(
            id=values["game"][first],
            **{name: values[name][first] for name in _SHARED},
            ruleset=self._facts.ruleset,
            decisions=tuple(decisions),
        )

    def _seat(self, rows: "_Rows", first: int, last: int) -> Iterator[Decision]:
        """Yield the decisions of one seat in one game."""
        values, info = rows.values, self._match(rows, first)
        decoder = self._decoders[info.seats]
        game = OpenGame(info, decoder, self._bot, 0, rows.bytes["seat"][first], b"")
        clock, used = info.clock, 0.0
        for at in range(first, last):
            question = rows.question(at)
            question.number = at - first
            question.clock_ms = _clock_ms(clock, at - first + 1, used)
            used += values["time"][at] / _US
            view = game.view(question, 0.0)
            yield Decision(
                view,
                _choice(view, decoder, rows, at),
                values["bot"][at],
                values["version"][at],
                values["elo"][at],
                rows.bytes["place"][at],
                values["time"][at] / _MS,
                values["note"][at],
                values["win"][at],
            )

    def _match(self, rows: "_Rows", at: int) -> MatchInfo:
        """Return the facts that all games of a match share. `at`: the row of one of its decisions.

        The file does not contain `max_games`, so it is set to 1.
        """
        clock = Clock(*(rows.values[name][at] for name in ("bank", "increment", "cap")))
        seats, facts = rows.bytes["seats"][at], self._facts
        if (seats, clock) not in self._matches:
            cards = self._decoders[seats].cards(bytes(range(len(facts.cards[str(seats)]))))
            self._matches[seats, clock] = MatchInfo(facts.ruleset, facts.rules, cards, seats, 1, clock)
        return self._matches[seats, clock]


def _choice(view: View, decoder: Decoder, rows: "_Rows", at: int) -> Choice:
    """Return the choice that the bot made in a recorded decision. `at`: the decision's row."""
    columns = rows.bytes
    choice = view.legal[columns["choice"][at]]
    return choice.with_(
        suit=Suit(columns["wish"][at]) if choice.suits else None,
        word=Word(columns["word"][at]) if choice.words else None,
        target=columns["target"][at] if choice.targets else None,
        claim=decoder.pack[columns["claim"][at]],
        more=decoder.cards(rows.part("further", at)) if choice.most else None,
    )


class _Rows:
    """The rows of a table of decisions. Each column is stored as Python values or as packed bytes."""

    def __init__(self, table: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        self.values: dict[str, list[Any]] = {}
        self.bytes: dict[str, bytes] = {}
        self._starts: dict[str, list[int]] = {}
        self._packed: dict[str, bytes] = {}
        for name in table.column_names:
            column = table.column(name).combine_chunks()
            if str(column.type).startswith("list"):
                self._starts[name] = column.offsets.to_pylist()
                self._packed[name] = _packed_list(name, column.values)
            elif str(column.type) in ("uint8", "bool"):
                self.bytes[name] = _bytes_of(column.cast("uint8"))
            if str(column.type) not in ("uint8",) and not str(column.type).startswith("list"):
                self.values[name] = column.to_pylist()
        count = len(self.values["game"])
        table_bytes = bytearray(len(_TABLE) * count)
        for place, name in enumerate(_TABLE):
            table_bytes[place :: len(_TABLE)] = self.bytes[name]
        flags = table_bytes[_FLAGS :: len(_TABLE)]
        table_bytes[_FLAGS :: len(_TABLE)] = bytes(
            flag | named << 1 for flag, named in zip(flags, self.bytes["named"], strict=True)
        )
        self._tables = bytes(table_bytes)

    def part(self, name: str, at: int) -> bytes:
        """Return the list in one cell of the table as packed bytes. `name`: the column. `at`: the row."""
        starts, width = self._starts[name], _WIDTHS.get(name, 1)
        return self._packed[name][width * starts[at] : width * starts[at + 1]]

    def question(self, at: int) -> pb.Question:
        """Return the question of a row, without its number and clock."""
        part, step = self.part, len(_TABLE)
        state = self._tables[step * at : step * at + step]
        return pb.Question(
            events=part("events", at),
            choices=part("choices", at),
            claims=part("claims", at),
            hand=part("hand", at),
            table=state + part("counts", at) + part("said", at) + part("totals", at),
            ply=self.values["ply"][at],
        )


_WIDTHS: Final = {"totals": 2, "events": 4, "choices": 8}  # bytes of an element in a question


def _packed_list(name: str, values: Any) -> bytes:  # noqa: ANN401 - pyarrow has no types
    """Pack the elements of all lists in a column into bytes, in the layout of a question message.

    `name`: the column. `values`: the elements, as an array of pyarrow.
    """
    if name not in _WIDTHS:
        return _bytes_of(values)
    packed = bytearray(_WIDTHS[name] * len(values))
    if name == "totals":
        packed[::2], packed[1::2] = _high_and_low(values)
        return bytes(packed)
    names = CHOICE if name == "choices" else EVENT
    for place, field_name in enumerate(names):
        numbers = values.field(field_name)
        if field_name != "value":
            packed[place :: _WIDTHS[name]] = _bytes_of(numbers)
            continue
        high, packed[place :: _WIDTHS[name]] = _high_and_low(numbers)
        kinds, at = packed[:: _WIDTHS[name]], -1
        while (at := kinds.find(EventKind.SCORED, at + 1)) >= 0:
            packed[_WIDTHS[name] * at + place - 1] = high[at]  # signed 16 bits, in place of a card
    return bytes(packed)


def _high_and_low(numbers: Any) -> tuple[bytes, bytes]:  # noqa: ANN401 - pyarrow has no types
    """Return the high and the low bytes of 16-bit numbers."""
    both = _bytes_of(numbers)
    return both[1::2], both[::2]


def _bytes_of(numbers: Any) -> bytes:  # noqa: ANN401 - pyarrow has no types
    """Return the raw bytes of an array of whole numbers of pyarrow."""
    width = numbers.type.bit_width // 8
    content: bytes = numbers.buffers()[1].to_pybytes()
    return content[width * numbers.offset : width * (numbers.offset + len(numbers))]


def _clock_ms(clock: Clock, decisions: int, used: float) -> int:
    """Return a bot's remaining time at a question in ms, as the referee computes it; 0 without a clock.

    `decisions`: the number of the seat's decisions, including this one. `used`: seconds used before.
    """
    if not clock.cap:
        return 0
    granted = min(clock.bank / _MS + clock.increment / _MS * decisions, clock.cap / _MS)
    return int((granted - used) * _MS) or 1
