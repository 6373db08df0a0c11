"""Verify a log fast: play its actions again and compare the new log with the old one.

This only confirms valid logs. `verify` checks all other logs record by record.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from arena.record.digests import commitment, game_digest, game_records, is_sealed, line_sums
from arena.record.format import Footer, Header
from arena.record.match import Verdict
from arena.record.orders import OrderDealer, orders_of
from arena.record.reader import BadLog, log_lines, read_footer, read_header, read_play
from arena.record.recorder import ChanceRecorder
from arena.record.replay import game_of
from arena.rules import Action, GameRules, IllegalAction, Position, carry_out, choices, outcome, start
from arena.rules.cards import BadNotation, Pack
from arena.rules.notation import action_meant, parse_action

_MEASURED: Final = b',"ms":'
_PLAIN: Final = re.compile(rb"([0-9]{1,12}\.[0-9]{1,3})}}\n")
_MAX_CACHED: Final = 4_096  # plays per pack and number of seats; also milliseconds


class LogContents(NamedTuple):
    """The contents of a valid log: header, footer, and each seat's verdict, answers and thinking time."""

    header: Header
    footer: Footer
    plies: int
    verdicts: tuple[str, ...]  # by seat
    answers: tuple[int, ...]  # by seat: the number of answers
    ms: tuple[float, ...]  # by seat: the total thinking time


def rewrite_log(data: bytes) -> LogContents | None:
    """Play a log's game again, and return the log's contents if the new log equals the old one.

    Return None if they differ, or if a bot was at fault.
    """
    try:
        lines = log_lines(data)
        header = read_header(lines)
        footer = read_footer(lines, header)
        rewriter = _Rewriter(header, game_of(header), bytes.fromhex(footer.secret))
        records = rewriter.rewrite(lines[1:-1])
    except (BadLog, BadNotation, IllegalAction):
        return None
    position, result = rewriter.position, footer.outcome
    is_valid = (
        position.over
        and outcome(position) == result
        and header.commitment == commitment(bytes.fromhex(footer.secret), header.game).hex()
        and footer.sums == line_sums(lines[:-1])
        and footer.game_digest == game_digest(header, game_records(records), result)
        and is_sealed(data, footer)
    )
    if not is_valid:
        return None
    verdicts = (Verdict.OK.value,) * header.seats
    return LogContents(header, footer, position.ply, verdicts, tuple(rewriter.answers), tuple(rewriter.ms))


class _Rewriter:
    """A replay of one log for the fast verifier. It writes the records of the game again."""

    def __init__(self, header: Header, game: GameRules, secret: bytes) -> None:
        self.answers = [0] * header.seats
        self.ms = [0.0] * header.seats
        self._header = header
        dealer = OrderDealer(secret, game.pack.size, orders_of(secret, game.pack.size))
        self._recorder = ChanceRecorder(game.pack, dealer, header.has_facts)
        self._plays = _cached_plays(game.pack, header.seats)
        self.position, _ = start(game, self._recorder)

    def rewrite(self, lines: Sequence[bytes]) -> bytes:
        """Play the actions in these lines of a log and return the resulting records.

        The records contain no times, notes or estimated chances to win. Raise BadLog, BadNotation or
        IllegalAction if a line is wrong.
        """
        position, recorder, answers, times = self.position, self._recorder, self.answers, self.ms
        plays, records = self._plays, list[bytes]()
        for number, line in enumerate(lines, 2):
            begin, measured, rest = line.partition(_MEASURED)
            if not measured:
                records.append(line)
                continue
            seat, action = plays.get(begin) or self._read_play(number, line, begin)
            ms = _plain_ms(rest)
            if seat != position.turn or position.over:
                raise IllegalAction(f"seat {seat} is not asked")
            answers[seat] += 1
            times[seat] += read_play(number, line, self._header).ms if ms is None else ms
            play = begin + b"\n"
            records.append(play)
            recorder.add(play)
            carry_out(position, action_meant(position, action), recorder)
        rewritten = recorder.records()
        if rewritten != b"".join(records):
            raise BadLog(2, "the actions lead to another game")
        return rewritten

    def _read_play(self, number: int, line: bytes, begin: bytes) -> tuple[int, Action]:
        """Parse the log line of a play, and return its seat and action.

        `number`: the line's number, from 1. `begin`: the start of the line, which is the key of the cached
        result.
        """
        play = read_play(number, line, self._header)
        action = _find_offered_action(self.position, parse_action(self.position.game.pack, play.action))
        if len(self._plays) < _MAX_CACHED:
            self._plays[begin] = play.seat, action
        return play.seat, action


def _find_offered_action(position: Position, action: Action) -> Action:
    """Return the equal Action object that the position's choices already contain.

    Later look-ups are faster with that object. Return `action` itself if it is not the default action of a
    choice.
    """
    return next((choice.plain for choice in choices(position) if choice.plain == action), action)


@lru_cache(maxsize=64)
def _cached_plays(pack: Pack, seats: int) -> dict[bytes, tuple[int, Action]]:
    """Return the cache that maps the start of a play's line to its seat and action. Games with this pack
    share it.
    """
    return {}


@lru_cache(maxsize=_MAX_CACHED)
def _plain_ms(rest: bytes) -> float | None:
    """Return the milliseconds at the end of a play's line. `rest`: the line's text after `"ms":`.

    Return None if a note or an estimate follows the number, or if the number is malformed.
    """
    match = _PLAIN.fullmatch(rest)
    if not match:
        return None
    ms = float(match[1])
    return ms if repr(ms).encode() == match[1] else None
