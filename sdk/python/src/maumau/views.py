"""What a bot is shown when it is asked."""

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


_ROWS: Final = 14  # where the table's rows by seat begin


class Ask(IntEnum):
    """What is asked."""

    CUT = 1  # keep or leave the card met in cutting
    TURN = 2  # a fresh turn
    DRAWN = 3  # after an ordinary draw: play or end the turn
    COVER = 4  # a card must be put on the one just played
    DEBT = 5  # cards are owed: answer or draw them
    PAID = 6  # after drawing what was owed: play or end the turn
    MISS = 7  # a turn is to be missed: answer or miss it
    GO_ON = 8  # another card may be played, or a missing word still be said
    CATCH = 9  # somebody owes or owed an announcement: catch or let pass
    BELIEVE = 10  # a card was laid face down: believe or doubt
    NAME = 11  # name the suit to follow
    DRAWN_SEVEN = 12  # of a debt the first cards are drawn: play one of them or end the turn


class View:
    """Everything this seat may know now, and what it may do. It never changes."""

    __slots__ = ("_arrived", "_game", "_hand", "_known", "_legal", "_question", "_table", "_told", "_unseen")

    def __init__(
        self, game: "OpenGame", question: "pb.Question", told: int, known: int, arrived: float
    ) -> None:
        self._game = game
        self._question = question
        self._told = told  # events before those that are news
        self._known = known  # events before those that are yet to come
        self._arrived = arrived
        self._table = question.table
        self._legal: tuple[Choice, ...] | None = None
        self._hand: tuple[Card, ...] | None = None
        self._unseen: Counter[Card] | None = None

    @property
    def legal(self) -> tuple[Choice, ...]:
        """What may be done: at least one choice, each legal as it is."""
        if self._legal is None:
            question = self._question
            self._legal = self._game.decoder.choices(question.choices, question.claims, question.hand)
        return self._legal

    @property
    def plays(self) -> tuple[Choice, ...]:
        """Those of `legal` that lay a card; none if none may be laid."""
        return tuple(choice for choice in self.legal if choice.kind is Kind.PLAY)

    def find(self, kind: Kind) -> Choice | None:
        """The first of `legal` that is of this kind, None if there is none."""
        return next((choice for choice in self.legal if choice.kind is kind), None)

    @property
    def hand(self) -> tuple[Card, ...]:
        """This seat's cards, in the order of the pack."""
        if self._hand is None:
            self._hand = self._game.decoder.cards(self._question.hand)
        return self._hand

    @property
    def ask(self) -> Ask:
        """What is asked."""
        return Ask(self._table[0])

    @property
    def top(self) -> Card | None:
        """The top of the discard pile, as claimed if it lies face down; None before one is turned."""
        return self._card(1)

    @property
    def claim(self) -> Card | None:
        """What the card on top is said to be, if one is asked to believe it or to doubt; else None."""
        return self.top if self.ask is Ask.BELIEVE else None

    @property
    def claimant(self) -> int | None:
        """The seat that says so; None if nothing is to be believed."""
        if self.ask is not Ask.BELIEVE:
            return None
        told = range(self._known - 1, -1, -1)
        return next(event.seat for event in map(self._game.event, told) if event.kind is EventKind.CLAIMED)

    @property
    def suit(self) -> Suit | None:
        """The suit to follow, printed or named; None if there is none."""
        suit = self._table[2]
        return None if suit == NO_SUIT else Suit(suit)

    @property
    def wished_suit(self) -> Suit | None:
        """The suit to follow if it was named, else None."""
        return self.suit if self._table[3] & 2 else None

    @property
    def direction(self) -> int:
        """1 if play goes by rising seat numbers, -1 if by falling ones."""
        return 1 if self._table[3] & 1 else -1

    @property
    def pending_draw(self) -> int:
        """How many cards are owed by the seat that is in turn."""
        return self._table[4]

    @property
    def misses(self) -> int:
        """How many turns are still to be missed by those in turn."""
        return self._table[5]

    @property
    def stock(self) -> int:
        """Cards in the stock."""
        return self._table[6]

    @property
    def pile(self) -> int:
        """Cards in the discard pile, with its top."""
        return self._table[7]

    @property
    def lying(self) -> tuple[Card | None, ...]:
        """The discard pile from the bottom to the top; None for what somebody else laid face down there and
        nobody saw.
        """
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
        """The card met in cutting, if one is asked about."""
        return self._card(11)

    @property
    def drawn(self) -> Card | None:
        """The card just drawn that may be played now (the lowest of several), if there is one."""
        return self._card(12)

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards in the hand of each seat."""
        return tuple(self._row(0, 1))

    @property
    def said(self) -> tuple[Word, ...]:
        """The word that stands for each seat."""
        return tuple(map(Word, self._row(1, 1)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Points, chips or lives of each seat so far, by the ruleset."""
        return tuple(signed for (signed,) in iter_unpack(">h", self._row(2, 2)))

    @property
    def inside(self) -> tuple[bool, ...]:
        """Whether each seat is still in the deal."""
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
        """The other seats that are still in the deal, in the order of play, the next one first."""
        inside, seats = self.inside, self.seats
        turn = (self.seat + step * self.direction for step in range(1, seats))
        return tuple(seat % seats for seat in turn if inside[seat % seats])

    @property
    def ruleset(self) -> str:
        """Id and version of the ruleset, "mau-mau@1"."""
        return self._game.match.ruleset

    @property
    def match(self) -> MatchInfo:
        """What is the same for all games: the ruleset as data, the pack, seats, the clock."""
        return self._game.match

    @property
    def number(self) -> int:
        """How many times this bot was asked in this game before."""
        return self._question.number

    @property
    def ply(self) -> int:
        """How many decisions all seats made in this game so far: the place in the log and in a replay."""
        return self._question.ply

    @property
    def clock_ms(self) -> int | None:
        """Time left for this game, this decision's increment in it, in milliseconds; None without a clock."""
        return self._question.clock_ms or None

    @property
    def deadline(self) -> float | None:
        """When this game's time is over at the latest, by `time.monotonic()`; None without a clock.

        Questions that come together share the time until they are answered together: what is decided waits
        0.1 s at most for the rest.
        """
        clock_ms = self.clock_ms
        return None if clock_ms is None else self._arrived + clock_ms / 1000

    @property
    def history(self) -> "History":
        """All that happened in this game so far, as this seat learned it."""
        return History(self._game, 0, self._known)

    @property
    def news(self) -> "History":
        """What of it happened since this bot was last asked."""
        return History(self._game, self._told, self._known)

    @property
    def memory(self) -> SimpleNamespace:
        """Yours: keep here what you want to remember of this game. Empty when the game starts."""
        return self._game.memory

    def _row(self, rows: int, width: int) -> bytes:
        """The part of the table that begins after so many rows of one byte for each seat."""
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
    """Events in the order in which they happened. They are decoded when looked at."""

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
