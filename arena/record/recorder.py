"""Record a game while it is played. Records are assembled as bytes for speed, because this code runs at every
action.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from arena.record import format
from arena.record.compression import COMPRESSED, compress, decompress
from arena.record.digests import FinishedLog, commitment, game_digest, game_records, line_sums, seal
from arena.record.format import FORMAT, BotName, Footer, Header, PackName, play_extras
from arena.record.match import Verdict
from arena.record.orders import SCHEME
from arena.rules.cards import Card, CardSet, Pack, members
from arena.rules.choices import Action
from arena.rules.dealer import TABLE, Dealer, Fact
from arena.rules.ending import Outcome
from arena.rules.events import MAX_SEATS
from arena.rules.game import GameRules
from arena.rules.notation import notation

# Record the cards that players are dealt and draw. This runs at every draw, so records are assembled as
# bytes.

_NOBODY: Final = -1_000


class ChanceRecorder:
    """A wrapper around a Dealer that records every card it deals for the log.

    `facts`: also record facts that follow from the rules, such as a score; false for log format 1.
    """

    __slots__ = ("_body", "_deal", "_dealer", "_facts", "_pack", "_taker", "_texts")

    def __init__(self, pack: Pack, dealer: Dealer, facts: bool) -> None:
        self._facts = facts
        self._pack = pack
        self._dealer = dealer
        self._texts = _take_texts(pack)
        self._body = bytearray()
        self._deal = -1
        self._taker = _NOBODY  # the seat whose take record is still open

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        card = self._dealer.take(who, stock, deal, epoch)
        if deal != self._deal:
            self._begin(deal)
        if who == self._taker:
            self._body += self._texts.also[card]
        elif who >= 0:
            self.add(self._texts.first[who][card])
            self._taker = who
        else:
            self.add(_face_up_record(who, self._pack.name(card)))
        return card

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        self._dealer.reshuffled(stock, deal, epoch)
        if deal != self._deal:
            self._begin(deal)
        self._write(format.Reshuffle(epoch, face_names(self._pack, stock)))

    def record(self, fact: Fact) -> None:
        if self._facts:
            self._write(format.fact_record(self._pack, fact))

    def add(self, record: bytes) -> None:
        """Append a record to the log.

        Cards that a seat takes in a row share one record. If this record is unfinished, finish it first.
        """
        if self._taker != _NOBODY:
            self._body += b'"]}}\n'
            self._taker = _NOBODY
        self._body += record

    def records(self) -> bytes:
        """Return the records of a finished game as bytes: the log without header and footer."""
        self.add(b"")
        return bytes(self._body)

    def _write(self, record: format.Record) -> None:
        self.add(record.line().encode())

    def _begin(self, deal: int) -> None:
        self._deal = deal
        self._write(format.Deal(deal))


def face_names(pack: Pack, cards: CardSet) -> tuple[str, ...]:
    """Return the names of a set of cards in the pack's order. Equal cards are together (X-TWINS)."""
    return tuple(pack.names[face] for face in sorted(pack.face(card) for card in members(cards)))


class _TakeTexts:
    """Prepared texts for the log records of cards that a seat takes."""

    __slots__ = ("also", "first")

    def __init__(self, pack: Pack) -> None:
        names = [pack.name(Card(card)).encode() for card in pack.cards()]
        self.also = tuple(b'","%b' % name for name in names)  # by card: the text that adds another card
        # by seat and card: the start of a record, up to its first card
        self.first = tuple(
            tuple(b'{"take":{"seat":%d,"cards":["%b' % (seat, name) for name in names)
            for seat in range(MAX_SEATS)
        )


@lru_cache(maxsize=32)
def _take_texts(pack: Pack) -> _TakeTexts:
    return _TakeTexts(pack)


@lru_cache(maxsize=512)
def _face_up_record(who: int, card: str) -> bytes:
    """Return the log record of a card turned up or seen in a cut. `who`: TABLE or `cut(n)`."""
    record = format.Starter(card) if who == TABLE else format.Cut(-2 - who, card)
    return record.line().encode()


_MAX_CACHED_PLAYS: Final = 4_096  # by seat
_MS_DECIMALS: Final = 3
_LONG: Final = 32_768  # bytes; longer logs are compressed until their board's secret is revealed


def header_of(
    game: GameRules,
    game_id: str,
    board: int,
    rotation: int,
    secret: bytes,
    bots: tuple[BotName, ...],
    form: str = FORMAT,
) -> Header:
    """Return the log header of a new game.

    `game_id`: random, 1 to 64 characters of A-Z a-z 0-9 _ -. `rotation`: the number of the seating.
    `secret`: the board's shuffle secret. `bots`: in seat order. `form`: the name of the log format.
    """
    return Header(
        game.ruleset.key,
        game.ruleset.hash,
        game.seats,
        PackName.of(game.pack),
        SCHEME,
        game_id,
        board,
        rotation,
        commitment(secret, game_id).hex(),
        bots,
        game.ruleset.house_rules,
        form,
    )


class UnrevealedLog(NamedTuple):
    """The log of a finished game whose secret is not yet public."""

    header: Header
    body: bytes  # the records, compressed if they are long
    outcome: Outcome

    @property
    def records(self) -> bytes:
        """Return the records between header and footer as bytes, decompressed."""
        return decompress(self.body) if self.body.startswith(COMPRESSED) else self.body

    def reveal(self, secret: bytes) -> FinishedLog:
        """Return the complete log, whose footer contains the board's secret.

        Call this only when all games of the board have ended.
        """
        head, records = self.header.line().encode(), self.records
        places, points, termination = self.outcome
        sums = line_sums([head, *records.splitlines(keepends=True)])
        digest = game_digest(self.header, game_records(records), self.outcome)
        footer = Footer(places, points, termination.name, secret.hex(), sums, digest, log_digest="")
        return seal(head + records, footer)


class GameRecorder(ChanceRecorder):
    """A recorder of one game, which is also the game's Dealer.

    Use it in this order:
    - pass it as the Dealer to `arena.rules.start`;
    - call `play` (for a bot) or `house` (for the fallback player) before each action;
    - call `fault` between decisions;
    - call `close` after the last decision.
    """

    __slots__ = ("_header", "_plays")

    def __init__(self, header: Header, pack: Pack, dealer: Dealer) -> None:
        super().__init__(pack, dealer, header.has_facts)
        self._header = header
        self._plays = _cached_plays(pack, header.seats)

    def play(self, seat: int, action: Action, ms: float, note: str = "", win: float | None = None) -> None:
        """Record a bot's legal action, the milliseconds charged for it, the bot's note, and the bot's own
        estimate of its chance to win (or None).
        """
        begin = self._plays[seat].get(action) or self._begin_play(seat, action)
        extras = play_extras(note, win).encode()
        self.add(b"%b%b%b}}\n" % (begin, _milliseconds(ms), extras))

    def house(self, seat: int, action: Action) -> None:
        """Record an action of the fallback player, which plays in place of a bot at fault."""
        self._write(format.FallbackPlay(seat, notation(self._pack, action)))

    def fault(self, seat: int, verdict: Verdict) -> None:
        """Record a bot's fault. From now on the fallback player plays for the bot, or the game ends."""
        self._write(format.BotFault(seat, verdict.value))

    def lines_since(self, since: int) -> tuple[bytes, int]:
        """Return the complete lines after the first `since` bytes, and the position where they end.

        Pass this position as `since` next time. Positions do not count the header.
        """
        end = self._body.rfind(b"\n") + 1
        return bytes(self._body[since:end]), max(since, end)

    def close(self, outcome: Outcome) -> UnrevealedLog:
        """Return the log of the finished game. Do not use the recorder afterwards."""
        body = self.records()
        return UnrevealedLog(self._header, body if len(body) <= _LONG else compress(body), outcome)

    def _begin_play(self, seat: int, action: Action) -> bytes:
        """Build the start of a play's record (the text before its milliseconds), cache it and return it."""
        begin = b'{"play":{"seat":%d,"action":"%b","ms":' % (seat, notation(self._pack, action).encode())
        if len(self._plays[seat]) < _MAX_CACHED_PLAYS:
            self._plays[seat][action] = begin
        return begin


@lru_cache(maxsize=16)
def _cached_plays(pack: Pack, seats: int) -> tuple[dict[Action, bytes], ...]:
    """Return one cache for each seat, from an action to the start of its log record.

    All games with the same pack and number of seats share these caches.
    """
    return tuple({} for _ in range(seats))


@lru_cache(maxsize=4_096, typed=True)
def _milliseconds(ms: float) -> bytes:
    """Return milliseconds, rounded, as text."""
    return repr(round(ms, _MS_DECIMALS)).encode()
