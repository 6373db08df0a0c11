"""Writes the log of a game while it is played; on the hot path, so a record is made as bytes at once."""

from functools import lru_cache
from typing import Final, NamedTuple

from arena.record import format
from arena.record.chance_recorder import ChanceRecorder
from arena.record.compact import LINE_ENDS, shorten, spell_out
from arena.record.compression import COMPRESSED, compress, decompress
from arena.record.digests import FinishedLog, commitment, game_digest, line_sums, played, seal
from arena.record.format import FORMAT, BotName, Footer, Header, PackName, quoted
from arena.record.match import Verdict
from arena.record.orders import SCHEME
from arena.rules.cards import Pack
from arena.rules.choices import Action
from arena.rules.dealer import Dealer
from arena.rules.ending import Outcome
from arena.rules.game import Game
from arena.rules.notation import notation

_MAX_PLAYS: Final = 4_096  # that are remembered, by seat
_MICROSECONDS: Final = 3  # decimals of a millisecond
_LONG: Final = 16_384  # bytes of a log that is worth compressing while it waits

# Records in the short spelling, to be filled in.
_PLAY: Final = shorten(b'{"play":{"seat":%d,"action":"%b')
_MEASURED: Final = shorten(b'","ms":')
_FRACTION: Final = shorten(b'","ms":0.')  # of a millisecond
_PLAYED: Final = shorten(b"}}\n")


def header_of(
    game: Game,
    game_id: str,
    board: int,
    rotation: int,
    secret: bytes,
    bots: tuple[BotName, ...],
    form: str = FORMAT,
) -> Header:
    """The header of a game about to begin. `game_id`: random, 1 to 64 of A-Z a-z 0-9 _ -; `bots` by seat."""
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
    """A game that is over, kept small until its secret may be shown."""

    header: Header
    body: bytes  # the log between header and footer, in the short spelling, compressed if it is long
    outcome: Outcome

    @property
    def short(self) -> bytes:
        """The log between header and footer, in the short spelling."""
        return decompress(self.body) if self.body.startswith(COMPRESSED) else self.body

    def reveal(self, secret: bytes) -> FinishedLog:
        """The whole log. Call it when every seating of the board has been played.

        Digests are made here and not during the play, as it is quicker to make many one after the other.
        """
        head, body = self.header.line().encode(), spell_out(self.short)
        places, points, termination = self.outcome
        sums = line_sums([head, *body.splitlines(keepends=True)])
        digest = game_digest(self.header, played(body), self.outcome)
        return seal(
            head + body, Footer(places, points, termination.name, secret.hex(), sums, digest, log_digest="")
        )


class GameRecorder(ChanceRecorder):
    """Records one game, in the short spelling. It is the Dealer to play with.

    The order of calls is the order of the log: `start` first; `play` or `house` before the `apply` that
    carries it out; `fault` between two decisions; `close` when the game is over.
    """

    __slots__ = ("_header", "_plays")

    def __init__(self, header: Header, pack: Pack, dealer: Dealer) -> None:
        super().__init__(pack, dealer, shorten, header.has_facts)
        self._header = header
        self._plays = _plays(pack, header.seats)

    def play(self, seat: int, action: Action, ms: float, note: str = "") -> None:
        """A bot's legal action, the milliseconds charged for it, and the bot's note."""
        begun = self._plays[seat].get(action) or self._play_begun(seat, action)
        said = shorten(f',"note":{quoted(note)}'.encode()) if note else b""
        self.add(begun + _milliseconds(ms) + said + _PLAYED)

    def house(self, seat: int, action: Action) -> None:
        """What the house plays for a bot that was at fault: the first choice with nothing filled in."""
        self._write(format.House(seat, notation(self._pack, action)))

    def fault(self, seat: int, verdict: Verdict) -> None:
        """A bot was at fault: from here on the house plays for it, or the game ends."""
        self._write(format.Fault(seat, verdict.value))

    def written(self, since: int) -> tuple[bytes, int]:
        """The whole lines after the first `since` bytes written, the header not counted, and how many bytes
        there are with them: for who follows the game.
        """
        new = bytes(self._body[since:])
        end = 1 + max(map(new.rfind, LINE_ENDS))
        return spell_out(new[:end]), since + end

    def close(self, outcome: Outcome) -> ClosedLog:
        """The game is over. The recorder is of no more use."""
        body = self.whole()
        return ClosedLog(self._header, body if len(body) <= _LONG else compress(body), outcome)

    def _play_begun(self, seat: int, action: Action) -> bytes:
        """A play's line up to the end of its action."""
        begun = _PLAY % (seat, notation(self._pack, action).encode())
        if len(self._plays[seat]) < _MAX_PLAYS:
            self._plays[seat][action] = begun
        return begun


@lru_cache(maxsize=16)
def _plays(pack: Pack, seats: int) -> tuple[dict[Action, bytes], ...]:
    """How lines of plays begin, by seat: the same few actions come again in every game."""
    return tuple({} for _ in range(seats))


@lru_cache(maxsize=4_096, typed=True)
def _milliseconds(ms: float) -> bytes:
    """As they are written. The answers of a message share them, and a quick bot needs the same few."""
    text = repr(round(ms, _MICROSECONDS)).encode()
    return _FRACTION + text[2:] if text.startswith(b"0.") else _MEASURED + text
