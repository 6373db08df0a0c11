"""One match, played in a process of its own: the spec on stdin, progress and then the record as lines on
stdout.

It ends when it is done, or when its stdin ends: then whoever wanted the match is gone. Any byte that comes
there after the spec says that somebody watches: then the plies of one game are told for some seconds.
"""

import asyncio
import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.feed import Following
from arena.referee.live.progress import GAME, RECORD, Progress
from arena.referee.match.piece import play_piece
from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.codec import decode, encode
from arena.referee.process.limits import bound_memory
from arena.referee.process.main_loop import UNAVAILABLE, UNWANTED, while_wanted
from arena.sandbox.protocol import Unavailable

_STDIN: Final = 0
_STDOUT: Final = 1
_CHUNK: Final = 1 << 16
_ALIVE_S: Final = 5.0  # so often it says that it does not hang


def main() -> int:
    """Play the spec that comes on stdin, in the run directory that is the one argument."""
    line, watched = _first_line()
    spec = decode(MatchSpec, line)
    run = Path(sys.argv[1])
    bound_memory(spec.limits.memory_bytes)
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    gc.enable()
    total = len(spec.secrets) * spec.rotations
    progress = Progress(spec.id, total, _STDOUT, [0.0] * len(spec.bots))
    following = Following(_STDOUT)

    async def play(lag: LagSelector) -> MatchRecord:
        if watched:
            following.somebody_watches()
        living = asyncio.create_task(_live(progress))
        try:
            return await play_piece(spec, run, lag, progress, following)
        finally:
            living.cancel()

    try:
        record = while_wanted(play, run, following.somebody_watches)
    except Unavailable as why:
        sys.stderr.write(str(why))
        return UNAVAILABLE
    if record is None:
        return UNWANTED
    with os.fdopen(_STDOUT, "wb", closefd=False) as stdout:
        for game in record.games:
            stdout.write(GAME + encode(game).encode() + b"\n")
        stdout.write(RECORD + encode(replace(record, games=())).encode() + b"\n")
    return 0


async def _live(progress: Progress) -> None:
    """Say so now and then."""
    while True:
        await asyncio.sleep(_ALIVE_S)
        progress.alive()


def _first_line() -> tuple[bytes, bool]:
    """What stands on stdin up to the end of a line, and whether more came with it."""
    data = bytearray()
    while b"\n" not in data and (chunk := os.read(_STDIN, _CHUNK)):
        data += chunk
    line, _, more = bytes(data).partition(b"\n")
    return line, bool(more)
