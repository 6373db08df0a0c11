"""The view that a bot gets with each question."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum
from struct import iter_unpack
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, overload

from maumau.cards import NO_SUIT, Card, Suit
from maumau.choices import Choice, Kind, Word
from maumau.events import Event, EventKind
from maumau.matches import MatchInfo

if TYPE_CHECKING:
    from maumau.games import OpenGame
    from maumau.v1 import referee_pb2 as pb


_ROWS: Final = 14  # index in the packed state where the rows by seat start


class Ask(IntEnum):
    """The kind of a question to a bot."""

    CUT = 1  # keep or leave the card seen when cutting
    TURN = 2  # a fresh turn
    DRAWN = 3  # after an ordinary draw: play or end the turn
    COVER = 4  # cover the card just played
    DEBT = 5  # cards are owed: answer or draw them
    PAID = 6  # after drawing the cards owed: play or end the turn
    MISS = 7  # a turn must be missed: answer or miss it
    GO_ON = 8  # play another card, or still say a missing word
    CATCH = 9  # a player owes or owed an announcement: catch or let pass
    BELIEVE = 10  # a card was played face down: believe or doubt
    NAME = 11  # name the suit to follow
    DRAWN_SEVEN = 12  # the first cards of a debt are drawn: play one of them or end the turn


class View:
    """Everything that this seat knows now, and its legal choices. A view never changes."""

    __slots__ = ("_arrived", "_game", "_hand", "_known", "_legal", "_old", "_question", "_table", "_unseen")

    def __init__(
        self, game: "OpenGame", question: "pb.Question", old: int, known: int, arrived: float
    ) -> None:
        self._game = game
        self._question = question
        self._old = old  # number of events at the last question
        self._known = known  # number of events so far
        self._arrived = arrived
        self._table = question.table
        self._legal: tuple[Choice, ...] | None = None
        self._hand: tuple[Card, ...] | None = None
        self._unseen: Counter[Card] | None = None

    @property
    def legal(self) -> tuple[Choice, ...]:
        """The legal choices, at least one. Each can be returned as it is."""
        if self._legal is None:
            question = self._question
            self._legal = self._game.decoder.choices(question.choices, question.claims, question.hand)
        return self._legal

    @property
    def plays(self) -> tuple[Choice, ...]:
        """The choices of `legal` that play a card; may be empty."""
        return tuple(choice for choice in self.legal if choice.kind is Kind.PLAY)

    def find(self, kind: Kind) -> Choice | None:
        """Return the first legal choice of this kind, or None."""
        return next((choice for choice in self.legal if choice.kind is kind), None)

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's cards, in the order of the pack."""
        if self._hand is None:
            self._hand = self._game.decoder.cards(self._question.hand)
        return self._hand

    @property
    def ask(self) -> Ask:
        """The kind of this question."""
        return Ask(self._table[0])

    @property
    def top(self) -> Card | None:
        """The top card of the discard pile, as claimed if it is face down; None if there is none yet."""
        return self._card(1)

    @property
    def claim(self) -> Card | None:
        """The claimed card on top, if the question is whether to believe the claim; otherwise None."""
        return self.top if self.ask is Ask.BELIEVE else None

    @property
    def claimant(self) -> int | None:
        """The seat that made the claim, if the question is whether to believe it; otherwise None."""
        if self.ask is not Ask.BELIEVE:
            return None
        recent = range(self._known - 1, -1, -1)
        return next(event.seat for event in map(self._game.event, recent) if event.kind is EventKind.CLAIMED)

    @property
    def suit(self) -> Suit | None:
        """The suit to follow, printed on the top card or named, or None."""
        suit = self._table[2]
        return None if suit == NO_SUIT else Suit(suit)

    @property
    def wished_suit(self) -> Suit | None:
        """The suit to follow if a player named it; otherwise None."""
        return self.suit if self._table[3] & 2 else None

    @property
    def direction(self) -> int:
        """1 if play runs in ascending order of seats, -1 if descending."""
        return 1 if self._table[3] & 1 else -1

    @property
    def pending_draw(self) -> int:
        """The number of cards that the current player must draw as a debt."""
        return self._table[4]

    @property
    def misses(self) -> int:
        """The number of players who must still miss a turn."""
        return self._table[5]

    @property
    def stock(self) -> int:
        """The number of cards in the stock."""
        return self._table[6]

    @property
    def pile(self) -> int:
        """The number of cards in the discard pile, including its top."""
        return self._table[7]

    @property
    def lying(self) -> tuple[Card | None, ...]:
        """The discard pile from bottom to top; None for an unknown face-down card."""
        return self._game.pile(self._known)

    @property
    def unseen(self) -> Counter[Card]:
        """The cards that this seat does not see: in the stock, in other hands, or face down on the pile."""
        if self._unseen is None:
            pack = self._game.match.cards
            packs = (self.stock + self.pile + sum(self.counts)) // len(pack)
            self._unseen = Counter(pack * packs)
            self._unseen -= Counter(self.hand)
            self._unseen -= Counter(filter(None, self.lying))
        return self._unseen

    @property
    def deal(self) -> int:
        """Number of the deal in this game, from 0."""
        return self._table[8]

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._table[9]

    @property
    def met(self) -> Card | None:
        """The card that this seat saw when it cut the pack, if the question is whether to keep it; otherwise
        None.
        """
        return self._card(11)

    @property
    def drawn(self) -> Card | None:
        """The lowest card just drawn that can be played now, or None."""
        return self._card(12)

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of cards in each seat's hand."""
        return tuple(self._row(0, 1))

    @property
    def said(self) -> tuple[Word, ...]:
        """The valid announcement of each seat; `Word.SILENT` if there is none."""
        return tuple(map(Word, self._row(1, 1)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points, chips or lives of each seat so far."""
        return tuple(signed for (signed,) in iter_unpack(">h", self._row(2, 2)))

    @property
    def inside(self) -> tuple[bool, ...]:
        """True for seats that are still in the deal."""
        return tuple(self._table[13] >> seat & 1 > 0 for seat in range(self.seats))

    @property
    def seat(self) -> int:
        """This bot's seat, from 0."""
        return self._game.seat

    @property
    def seats(self) -> int:
        """Number of seats at the table."""
        return self._game.match.seats

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats that are still in the deal, in the order of play after this seat."""
        inside, seats = self.inside, self.seats
        turn = (self.seat + step * self.direction for step in range(1, seats))
        return tuple(seat % seats for seat in turn if inside[seat % seats])

    @property
    def ruleset(self) -> str:
        """Id and version of the ruleset, such as "mau-mau@1"."""
        return self._game.match.ruleset

    @property
    def match(self) -> MatchInfo:
        """The facts that all games of the match share."""
        return self._game.match

    @property
    def number(self) -> int:
        """The number of earlier questions to this bot in this game."""
        return self._question.number

    @property
    def ply(self) -> int:
        """The number of decisions of all seats so far (the position in the log and in a replay)."""
        return self._question.ply

    @property
    def clock_ms(self) -> int | None:
        """The milliseconds left for this game, including this decision's increment; None without a clock."""
        return self._question.clock_ms or None

    @property
    def deadline(self) -> float | None:
        """The time when this game's clock runs out, as a value of `time.monotonic()`; None without a clock.

        The clock runs on until the answer is sent. Answers to the questions of one message are sent together,
        after at most 0.1 s.
        """
        clock_ms = self.clock_ms
        return None if clock_ms is None else self._arrived + clock_ms / 1000

    @property
    def history(self) -> "History":
        """All events of this game so far, as this seat saw them."""
        return History(self._game, 0, self._known)

    @property
    def news(self) -> "History":
        """The events since the last question to this bot."""
        return History(self._game, self._old, self._known)

    @property
    def memory(self) -> SimpleNamespace:
        """Storage for your own state of this game, empty at its start."""
        return self._game.memory

    def _row(self, rows: int, width: int) -> bytes:
        """Return the values of all seats in one row of the packed state, `width` bytes per seat. `rows`: how
        many one-byte rows precede the row.
        """
        seats = self._game.match.seats
        start = _ROWS + rows * seats
        return self._table[start : start + width * seats]

    def _card(self, place: int) -> Card | None:
        return self._game.decoder.pack[self._table[place]]

    def __str__(self) -> str:
        said = ", named" if self.wished_suit is not None else ""
        said += f", claimed by seat {self.claimant}" if self.claim else ""
        where = f"seat {self.seat} of {self.seats}, {self.ruleset}, deal {self.deal}, ply {self.ply}"
        lines = [
            f"{where}: {self.ask.name}",
            f"hand    {_spaced(self.hand)}",
            f"top     {self.top}, suit {self.suit}{said}",
            f"counts  {_spaced(self.counts)}, stock {self.stock}, pile {self.pile}, owed {self.pending_draw}",
            f"totals  {_spaced(self.totals)}",
            f"legal   {', '.join(map(str, self.legal))}",
        ]
        return "\n".join(lines)


class History(Sequence[Event]):
    """A sequence of events in chronological order, decoded on access."""

    __slots__ = ("_first", "_game", "_last")

    def __init__(self, game: "OpenGame", first: int, last: int) -> None:
        self._game = game
        self._first = first
        self._last = last

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        at = range(self._first, self._last)[index]
        return self._game.event(at) if isinstance(at, int) else tuple(map(self._game.event, at))

    def __iter__(self) -> Iterator[Event]:
        return map(self._game.event, range(self._first, self._last))

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def _spaced(values: Sequence[object]) -> str:
    return " ".join(map(str, values))
