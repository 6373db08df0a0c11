"""Encodings of a seat's view as vectors of numbers. A named encoding never changes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from struct import Struct
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.rules import Ask, GameRules, Position, Word
from arena.rules.cards import BITS, NO_SUIT, SUITS, CardSet
from arena.rules.choices import NO_CARD
from maumau.envs.layout import layout_of
from maumau.envs.menus import Menu, Part, Picked

VIEW: Final = "view-1"
OPEN: Final = "open-1"

_SETS: Final = ("hand", "fresh", "pile", "top", "chosen", "further", "claim")  # columns of cards, by face
_WORDS: Final = len(Word)
_CHOICE: Final = Part.CHOICE  # access to enum members is slow in Python 3.11
_CUT: Final = Ask.CUT
_bit_count: Final = int.bit_count
_NUMBERS: Final = 7  # columns of one number; then counts and totals

Vectors = NDArray[np.float32]


class Column(NamedTuple):
    """A named block of neighbouring numbers in an encoded view, such as the cards in the hand."""

    name: str
    width: int  # how many numbers
    unit: str
    text: str


class Encoding:
    """An encoding of a game, as one seat sees it, in vectors of `size` numbers.

    The encoding named "view-1" has everything that the seat may know, but of earlier events only the discard
    pile. "open-1" also has the hands of all other seats. Raise ValueError for another name.

    `columns`: the meaning of the numbers.
    """

    def __init__(self, game: GameRules, name: str = VIEW) -> None:
        if name not in (VIEW, OPEN):
            raise ValueError(f"unknown encoding {name!r}; choose {VIEW} or {OPEN}")
        self.name = name
        self.columns = tuple(_columns(game, name))
        starts = [*accumulate((column.width for column in self.columns), initial=0)]
        self.size = starts.pop()
        self.game = game
        self._others = (game.seats - 1) * (name == OPEN)
        self._sets = len(_SETS) + self._others
        # A row begins with bits: every card of each set, then every number that is 0 or 1.
        faces, cards = layout_of(game).faces, game.pack.size
        self._bits_of_sets = self._sets * cards
        more = self._bits_of_sets - self._sets * faces
        self._bit = {column.name: start + more for column, start in zip(self.columns, starts, strict=True)}
        self._bit |= {name: number * cards for number, name in enumerate((*_SETS, "others"))}
        self._bits = self._bit["named"]
        self._bytes = (self._bits + 7) // 8
        self._pack = Struct(f"<{_NUMBERS + 2 * game.seats}h").pack
        self._face_of = None if faces == cards else np.eye(faces, dtype=np.float32)[list(game.faces)]
        self._fresh_at, self._pile_at = self._bit["fresh"], self._bit["pile"]
        self._tops = [1 << self._bit["top"] + face for face in game.faces]
        # The numbers after the sets, as bits of a number of their own.
        self._first_fact = self._bit["chosen_suit"]
        hot = {
            name: [1 << bit - self._first_fact + one for one in range(self._bits - bit)]
            for name, bit in self._bit.items()
            if self._first_fact <= bit < self._bits
        }
        self._suits, self._asks, self._parts = hot["suit"], hot["ask"], hot["part"]
        self._inside, self._saids = hot["inside"], hot["said"]
        order = range(game.seats)
        # By the seat that sees: the bits of the dealer and of the deciding seat, by seat.
        self._dealers = [[hot["dealer"][(one - seat) % game.seats] for one in order] for seat in order]
        self._turns = [[hot["turn"][(one - seat) % game.seats] for one in order] for seat in order]
        # In most positions everybody is in the deal, and nobody has announced anything.
        self._silent, self._everybody = (Word.SILENT,) * game.seats, (1 << game.seats) - 1
        self._usual = self._everybody * self._inside[0]
        self._usual |= sum(self._saids[_WORDS * seat + Word.SILENT] for seat in order)

    def row(self, position: Position, seat: int, pile: CardSet, menu: Menu | None) -> bytes:
        """Return what a seat sees of a position as packed bytes, for `vectors`.

        `pile`: the cards in the discard pile that the seat knows, including the top card. `menu`: the part of
        the decision that the seat must make now; None if the seat decides nothing.
        """
        # The fields of `observe`, read one by one, because this runs at every step.
        game, hands, said, ask = position.game, position.hands, position.said, position.ask
        top, suit, inside, totals = position.top, position.suit, position.inside, position.totals
        size, is_named = position.pile.bit_count(), suit != NO_SUIT
        bits = hands[seat] | pile << self._pile_at
        if top != NO_CARD:
            size += 1
            bits |= self._tops[top]
            if not is_named:
                suit = game.suits[top]
        if ask is _CUT:
            bits |= BITS[position.met[0]] << self._fresh_at
        elif position.allowed > 0 and position.turn == seat:
            bits |= position.allowed << self._fresh_at
        if self._others:
            bits |= self._other_hands(position, seat)
        facts = self._suits[suit] | self._asks[ask]
        facts |= self._dealers[seat][position.dealer] | self._turns[seat][position.turn]
        if said == self._silent and inside == self._everybody:
            facts |= self._usual
        else:
            facts |= self._unusual(position, seat)
        if seat:
            hands, totals = hands[seat:] + hands[:seat], totals[seat:] + totals[:seat]
        if menu:
            facts |= self._parts[menu.part]
            if menu.part is not _CHOICE:
                bits |= self._chosen_bits(menu.picked)
        bits |= facts << self._first_fact
        return bits.to_bytes(self._bytes, "little") + self._pack(
            is_named,
            position.direction > 0,
            position.debt,
            position.misses,
            position.stock.bit_count(),
            size,
            position.deal,
            *map(_bit_count, hands),
            *totals,
        )

    def _unusual(self, position: Position, seat: int) -> int:
        """Return the bits for the seats in the deal and for the announcements, seen from a seat.

        Called only if a seat is out of the deal or has announced something; the usual bits are precomputed.
        """
        seats, inside, said = self.game.seats, position.inside, position.said
        facts = ((inside >> seat | inside << seats - seat) & self._everybody) * self._inside[0]
        for at, word in enumerate((*said[seat:], *said[:seat])):
            facts |= self._saids[_WORDS * at + word]
        return facts

    def _other_hands(self, position: Position, seat: int) -> int:
        """Return the bits of the hands of all other seats."""
        seats, cards, bits = self.game.seats, self.game.pack.size, 0
        for step in range(1, seats):
            bits |= position.hands[(seat + step) % seats] << (step - 1) * cards
        return bits << self._bit["others"]

    def vectors(self, rows: Sequence[bytes]) -> Vectors:
        """Return one vector for each row, as an array of shape (rows, `size`)."""
        raw = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
        bits = np.unpackbits(raw[:, : self._bytes], axis=1, count=self._bits, bitorder="little")
        found: Vectors = np.empty((len(rows), self.size), np.float32)
        numbers = raw[:, self._bytes :].view("<i2")
        first = self.size - numbers.shape[1]
        found[:, first:] = numbers
        if self._face_of is None:
            found[:, :first] = bits
        else:
            cards, facts = np.split(bits, [self._bits_of_sets], axis=1)
            faces = cards.reshape(len(rows), self._sets, -1) @ self._face_of
            found[:, :first] = np.hstack((faces.reshape(len(rows), -1), facts))
        return found

    def _chosen_bits(self, picked: Picked) -> int:
        """Return the bits about the choices of the earlier parts of a decision."""
        bit = self._bit
        bits = 0 if picked.card is None else BITS[picked.card] << bit["chosen"]
        bits |= sum(BITS[card] for card in picked.more) << bit["further"]
        bits |= 0 if picked.claim is None else BITS[picked.claim] << bit["claim"]
        bits |= 0 if picked.suit is None else 1 << bit["chosen_suit"] + picked.suit
        return bits | (0 if picked.word is None else 1 << bit["chosen_word"] + picked.word)


@lru_cache(maxsize=64)
def encoding_of(game: GameRules, name: str) -> Encoding:
    return Encoding(game, name)


def _columns(game: GameRules, name: str) -> Iterator[Column]:
    faces, seats = layout_of(game).faces, game.seats
    yield Column("hand", faces, "cards", "the seat's own cards")
    yield Column(
        "fresh", faces, "cards", "of them those just drawn that may be played; when cutting, the card seen"
    )
    yield Column("pile", faces, "cards", "the known cards in the discard pile, with its top")
    yield Column("top", faces, "0 or 1", "the top of the discard pile, as claimed if it is face down")
    yield Column("chosen", faces, "0 or 1", "the card that an earlier part of this decision chose")
    yield Column("further", faces, "cards", "the cards chosen to be laid with it")
    yield Column("claim", faces, "0 or 1", "the face chosen as a claim")
    if name == OPEN:
        yield Column("others", (seats - 1) * faces, "cards", "the hand of each other seat")
    yield Column("chosen_suit", len(SUITS), "0 or 1", "the suit that an earlier part chose")
    yield Column("chosen_word", _WORDS, "0 or 1", "the announcement that an earlier part chose")
    yield Column(
        "part",
        len(Part),
        "0 or 1",
        "the part of the decision: card or action, further card, claim, suit, word, target",
    )
    yield Column("suit", NO_SUIT + 1, "0 or 1", "the suit to follow: clubs, diamonds, hearts, spades, none")
    yield Column("ask", len(Ask), "0 or 1", "the kind of the question, by its number")
    yield Column("dealer", seats, "0 or 1", "the dealer")
    yield Column("turn", seats, "0 or 1", "the seat that decides")
    yield Column("inside", seats, "0 or 1", "1 for seats that are still in the deal")
    yield Column(
        "said", _WORDS * seats, "0 or 1", "each seat's announcement: the strong word, the word, none"
    )
    yield Column("named", 1, "0 or 1", "1 if the suit to follow was named")
    yield Column("clockwise", 1, "0 or 1", "1 if play goes in the ruleset's first direction")
    yield Column("debt", 1, "cards", "how many cards the deciding seat owes")
    yield Column("misses", 1, "players", "how many players must still miss a turn")
    yield Column("stock", 1, "cards", "the size of the stock")
    yield Column("pile_size", 1, "cards", "the size of the discard pile, with its top")
    yield Column("deal", 1, "deals", "how many deals have ended")
    yield Column("counts", seats, "cards", "how many cards each seat holds")
    yield Column("totals", seats, "points", "each seat's points, chips or lives so far")
