"""A log written once more, by the rules and the secret: if it comes to the same bytes, all in it is right.

That is the quick way to see that a log is as it must be, as nothing is compared on the way. It does not tell
what is wrong with one that is not; and it is only for games in which no bot was at fault.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arena.record.chance_recorder import ChanceRecorder
from arena.record.digests import commitment, game_digest, is_sealed, line_sums, played
from arena.record.format import Footer, Header
from arena.record.match import Verdict
from arena.record.orders import OrderDealer, orders_of
from arena.record.reader import BadLog, log_lines, read_footer, read_header, read_play
from arena.record.replay import game_of
from arena.rules import Action, Game, IllegalAction, Position, carry_out, choices, outcome, start
from arena.rules.cards import BadNotation, Pack
from arena.rules.notation import action_meant, parse_action

_MEASURED: Final = b',"ms":'
_PLAIN: Final = re.compile(rb"([0-9]{1,12}\.[0-9]{1,3})}}\n")
_MAX_KNOWN: Final = 4_096  # plays of games that are alike, and times


class RewrittenLog(NamedTuple):
    """What a log says that is in order; `verdicts`, `answers` (how many) and `ms` (for them) are by seat."""

    header: Header
    footer: Footer
    plies: int
    verdicts: tuple[str, ...]
    answers: tuple[int, ...]
    ms: tuple[float, ...]


def rewrite_log(data: bytes) -> RewrittenLog | None:
    """What this log says; None if it does not come to the same, or a bot was at fault."""
    try:
        lines = log_lines(data)
        header = read_header(lines)
        footer = read_footer(lines, header)
        writer = _Writer(header, game_of(header), bytes.fromhex(footer.secret))
        game = writer.write(lines[1:-1])
    except (BadLog, BadNotation, IllegalAction):
        return None
    position, how = writer.position, footer.outcome
    in_order = (
        position.over
        and outcome(position) == how
        and header.commitment == commitment(bytes.fromhex(footer.secret), header.game).hex()
        and footer.sums == line_sums(lines[:-1])
        and footer.game_digest == game_digest(header, played(game), how)
        and is_sealed(data, footer)
    )
    if not in_order:
        return None
    verdicts = (Verdict.OK.value,) * header.seats
    return RewrittenLog(header, footer, position.ply, verdicts, tuple(writer.answers), tuple(writer.ms))


class _Writer:
    """Plays a game with the actions of a log, and writes it down."""

    def __init__(self, header: Header, game: Game, secret: bytes) -> None:
        self.answers = [0] * header.seats
        self.ms = [0.0] * header.seats
        self._header = header
        dealer = OrderDealer(secret, game.pack.size, orders_of(secret, game.pack.size))
        self._recorder = ChanceRecorder(game.pack, dealer, bytes, header.has_facts)
        self._known = _known(game.pack, header.seats)
        self.position, _ = start(game, self._recorder)

    def write(self, lines: Sequence[bytes]) -> bytes:
        """Return the game's records without `ms` and notes; `lines`: those between header and footer.

        Raises BadLog, BadNotation, IllegalAction if these are not the game's.
        """
        position, recorder, answers, times = self.position, self._recorder, self.answers, self.ms
        known, game = self._known, list[bytes]()
        for number, line in enumerate(lines, 2):
            begun, measured, rest = line.partition(_MEASURED)
            if not measured:
                game.append(line)
                continue
            seat, action = known.get(begun) or self._read(number, line, begun)
            ms = _plain_ms(rest)
            if seat != position.turn or position.over:
                raise IllegalAction(f"seat {seat} is not asked")
            answers[seat] += 1
            times[seat] += read_play(number, line, self._header).ms if ms is None else ms
            play = begun + b"\n"
            game.append(play)
            recorder.add(play)
            carry_out(position, action_meant(position, action), recorder)
        written = recorder.whole()
        if written != b"".join(game):
            raise BadLog(2, "another game comes of it")
        return written

    def _read(self, number: int, line: bytes, begun: bytes) -> tuple[int, Action]:
        """Seat and action of a play that begins as none did before."""
        play = read_play(number, line, self._header)
        action = _usual(self.position, parse_action(self.position.game.pack, play.action))
        if len(self._known) < _MAX_KNOWN:
            self._known[begun] = play.seat, action
        return play.seat, action


def _usual(position: Position, action: Action) -> Action:
    """The action as the choice that it fills in has it, if that is offered: the same one is quickly known."""
    return next((choice.plain for choice in choices(position) if choice.plain == action), action)


@lru_cache(maxsize=64)
def _known(pack: Pack, seats: int) -> dict[bytes, tuple[int, Action]]:
    """Seats and actions by how the lines of plays begin: the same few come again in every game."""
    return {}


@lru_cache(maxsize=_MAX_KNOWN)
def _plain_ms(rest: bytes) -> float | None:
    """The milliseconds of a play, from the rest of its line; None if there is more than these."""
    match = _PLAIN.fullmatch(rest)
    if not match:
        return None
    ms = float(match[1])
    return ms if repr(ms).encode() == match[1] else None
