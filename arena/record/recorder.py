"""Record a game while it is played. This runs at every action, so records are assembled as bytes."""

from functools import lru_cache
from typing import Final, NamedTuple

from arena.record import format
from arena.record.chance_recorder import ChanceRecorder
from arena.record.compression import COMPRESSED, compress, decompress
from arena.record.digests import FinishedLog, commitment, game_digest, game_records, line_sums, seal
from arena.record.format import FORMAT, BotName, Footer, Header, PackName, quoted
from arena.record.match import Verdict
from arena.record.orders import SCHEME
from arena.rules.cards import Pack
from arena.rules.choices import Action
from arena.rules.dealer import Dealer
from arena.rules.ending import Outcome
from arena.rules.game import GameRules
from arena.rules.notation import notation

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

    `game_id`: random, 1 to 64 characters of A-Z a-z 0-9 _ -. `bots`: by seat. `form`: the log format.
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


class ClosedLog(NamedTuple):
    """The log of a finished game whose secret is not yet public."""

    header: Header
    body: bytes  # the records, compressed if they are long
    outcome: Outcome

    @property
    def records(self) -> bytes:
        """Return the records between header and footer as bytes, decompressed."""
        return decompress(self.body) if self.body.startswith(COMPRESSED) else self.body

    def reveal(self, secret: bytes) -> FinishedLog:
        """Return the complete log with the secret. Call it after every seating of the board has been played.

        The digests are computed here and not during the game, because computing many in a row is faster.
        """
        head, records = self.header.line().encode(), self.records
        places, points, termination = self.outcome
        sums = line_sums([head, *records.splitlines(keepends=True)])
        digest = game_digest(self.header, game_records(records), self.outcome)
        footer = Footer(places, points, termination.name, secret.hex(), sums, digest, log_digest="")
        return seal(head + records, footer)


class GameRecorder(ChanceRecorder):
    """A recorder of one game. It is also the Dealer with which the game must be played.

    Call its methods in the order of the log: `start` of the rules first; `play` or `house` before the `apply`
    that carries out the action; `fault` between two decisions; `close` after the last decision.
    """

    __slots__ = ("_header", "_plays")

    def __init__(self, header: Header, pack: Pack, dealer: Dealer) -> None:
        super().__init__(pack, dealer, header.has_facts)
        self._header = header
        self._plays = _cached_plays(pack, header.seats)

    def play(self, seat: int, action: Action, ms: float, note: str = "") -> None:
        """Record a bot's legal action, the milliseconds charged for it, and the bot's note."""
        begin = self._plays[seat].get(action) or self._begin_play(seat, action)
        end = f',"note":{quoted(note)}}}}}\n'.encode() if note else b"}}\n"
        self.add(begin + _milliseconds(ms) + end)

    def house(self, seat: int, action: Action) -> None:
        """Record the fallback player's action: always the first choice, with its default fields."""
        self._write(format.FallbackPlay(seat, notation(self._pack, action)))

    def fault(self, seat: int, verdict: Verdict) -> None:
        """Record a bot's fault. From now on the fallback player plays for the bot, or the game ends."""
        self._write(format.BotFault(seat, verdict.value))

    def lines_since(self, since: int) -> tuple[bytes, int]:
        """Return the complete lines recorded after the first `since` bytes, and the byte at which they end.

        Spectators are sent these lines. The header is not counted.
        """
        end = self._body.rfind(b"\n") + 1
        return bytes(self._body[since:end]), max(since, end)

    def close(self, outcome: Outcome) -> ClosedLog:
        """Return the log of the finished game. Do not use the recorder afterwards."""
        body = self.records()
        return ClosedLog(self._header, body if len(body) <= _LONG else compress(body), outcome)

    def _begin_play(self, seat: int, action: Action) -> bytes:
        """Return the record of a play up to its milliseconds, and cache it."""
        begin = b'{"play":{"seat":%d,"action":"%b","ms":' % (seat, notation(self._pack, action).encode())
        if len(self._plays[seat]) < _MAX_CACHED_PLAYS:
            self._plays[seat][action] = begin
        return begin


@lru_cache(maxsize=16)
def _cached_plays(pack: Pack, seats: int) -> tuple[dict[Action, bytes], ...]:
    """Return the caches of play records up to their milliseconds, one per seat, shared by all games."""
    return tuple({} for _ in range(seats))


@lru_cache(maxsize=4_096, typed=True)
def _milliseconds(ms: float) -> bytes:
    """Return rounded milliseconds as text. All answers in one message have the same time, so caching pays."""
    return repr(round(ms, _MS_DECIMALS)).encode()
