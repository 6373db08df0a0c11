"""The faults of bots, and their records, which also contain the bot's exit code and output."""

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.record.match import FaultRecord, Verdict
from arena.rules.cards import CardSet, Pack, members
from arena.rules.choices import NO_CARD
from arena.rules.legal import choices
from arena.rules.position import Position, observe
from arena.sandbox.protocol import Exit

_MS = 1000


@dataclass(frozen=True, slots=True)
class DetectedFault:
    """A fault of a bot in one seat of one game."""

    verdict: Verdict
    detail: str
    elapsed: float = 0.0  # seconds that the bot used
    limit: float = 0.0  # seconds that the bot had
    game: str = ""  # its id; empty if the bot had no open game
    request: str = ""  # the question that the bot did not answer, as JSON
    over_budget: bool = False  # the bot used more of the referee's resources than allowed


def fault_records(
    faults: Sequence[DetectedFault], bot: int, seat: int, exit: Exit | None, output: bytes
) -> list[FaultRecord]:
    """Return the records of all faults of one bot instance.

    `bot`: the bot's number in the match. `exit`: how the bot's process ended; None if unknown. `output`: the
    text that the bot printed.

    At most two records contain the output: the first record, and the last record whose verdict is not STALL.
    STALL means that a game was lost through a fault in another game.
    """
    crash = crash_reason(output) if exit is None or exit.code else ""
    encoded = b64encode(output).decode()
    with_output = {0, *(i for i, fault in enumerate(faults) if fault.verdict is not Verdict.STALL)}
    last = max(with_output)
    return [
        FaultRecord(
            game=fault.game,
            bot=bot,
            seat=seat,
            verdict=fault.verdict,
            detail=_detail(fault, crash),
            elapsed_ms=fault.elapsed * _MS,
            limit_ms=fault.limit * _MS,
            exit_code=exit.code if exit else None,
            output=encoded if i in (0, last) else "",
            request=fault.request,
        )
        for i, fault in enumerate(faults)
    ]


def _detail(fault: DetectedFault, crash: str) -> str:
    """Return the description of a fault. If the bot crashed, the description names the exception.

    `crash`: the line of the bot's output that names the exception; empty if there is none.
    """
    if not crash or fault.verdict not in (Verdict.DISCONNECT, Verdict.NO_START):
        return fault.detail
    when = " before it said Hello" if fault.verdict is Verdict.NO_START else ""
    return f"crashed{when}: {crash}"


def crash_reason(output: bytes) -> str:
    """Return the line of a bot's output that names the final exception; empty if there is no such line.

    The bot controls this text, so use it only in messages.

    >>> crash_reason(b"Traceback (most recent call last):\\n  File ...\\nKeyError: 7\\nThe view was:\\n...")
    'KeyError: 7'
    """
    in_traceback, raised, other = False, "", ""
    for line in output[-_LAST_BYTES:].decode(errors="replace").splitlines():
        if line == _TRACEBACK:
            in_traceback, raised = True, ""
        elif in_traceback and line[:1].strip():
            in_traceback, raised = False, line
        elif named := _EXCEPTION.match(line):
            other = named[1]
    return (raised or other)[:_MAX_REASON]


_LAST_BYTES: Final = 16_384
_MAX_REASON: Final = 200  # characters
_TRACEBACK: Final = "Traceback (most recent call last):"
# "some.KindError: why" of Python and Java, "some::Error: why" of C++, "panic: why" of Go, and Rust's.
_EXCEPTION: Final = re.compile(
    r"(?:Exception in thread \S+ )?"
    r"((?:[A-Za-z_][\w$]*(?:\.|::))*(?:[A-Za-z_]\w*)?(?:Error|Exception|NotAllowed|Exit|Interrupt)(?:: .*)?$"
    r"|panic: .+|thread '.{0,60}' panicked at .+)"
)


def warning(detail: str, bot: int, seat: int, output: bytes) -> FaultRecord:
    """Return a record that warns the bot's owner. Its verdict is OK, because a warning is not a fault.

    `detail`: the warning. `bot`: the bot's number in the match. `output`: the text that the bot printed.
    """
    encoded = b64encode(output).decode()
    return FaultRecord("", bot, seat, Verdict.OK, f"warning: {detail}", 0.0, 0.0, None, encoded, "")


def open_request(position: Position, seat: int) -> str:
    """Return the question that a seat must answer now, as JSON; empty if another seat must decide."""
    if position.over or position.turn != seat:
        return ""
    pack, seen = position.game.pack, observe(position, seat)
    return json.dumps(
        {
            "ply": position.ply,
            "ask": seen.ask.name,
            "hand": _names(pack, seen.hand),
            "top": pack.names[seen.top] if seen.top != NO_CARD else None,
            "suit": seen.suit,
            "counts": seen.counts,
            "debt": seen.debt,
            "choices": [_choice_name(pack, one.kind.name, one.card) for one in choices(position)],
        }
    )


def _names(pack: Pack, cards: CardSet) -> list[str]:
    return [pack.name(card) for card in members(cards)]


def _choice_name(pack: Pack, kind: str, card: int) -> str:
    return kind if card == NO_CARD else f"{kind} {pack.names[card % pack.faces]}"
