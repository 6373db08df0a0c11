"""The child process of one match: the spec on stdin, progress and then the record as lines on stdout.

It ends when it is done, or when its stdin ends: then whoever wanted the match is gone.
"""

import asyncio
import gc
import os
import shutil
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.codec import decode, encode
from arena.referee.lag import LagSelector
from arena.referee.piece import play_piece
from arena.referee.progress import GAME, RECORD, Progress

_STDIN: Final = 0
_STDOUT: Final = 1
_UNWANTED: Final = 3  # exit code


def main() -> int:
    """Play the spec that comes on stdin, in the run directory that is the one argument."""
    spec = decode(MatchSpec, sys.stdin.buffer.readline())
    run = Path(sys.argv[1])
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    selector = LagSelector()
    try:
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
            record = runner.run(_play(spec, run, selector))
    finally:
        shutil.rmtree(run, ignore_errors=True)  # who made it may not live any more
    if record is None:
        return _UNWANTED
    with os.fdopen(_STDOUT, "wb", closefd=False) as stdout:
        for game in record.games:
            stdout.write(GAME + encode(game).encode() + b"\n")
        stdout.write(RECORD + encode(replace(record, games=())).encode() + b"\n")
    return 0


async def _play(spec: MatchSpec, run: Path, selector: LagSelector) -> MatchRecord | None:
    """The record, or None when nobody wants it any more."""
    loop = asyncio.get_running_loop()
    progress = Progress(spec.id, len(spec.secrets) * spec.rotations, _STDOUT, [0.0] * len(spec.bots))
    playing = asyncio.create_task(play_piece(spec, run, selector.lag, progress))
    loop.add_signal_handler(signal.SIGTERM, playing.cancel)
    loop.add_reader(_STDIN, _stdin_ended, loop, playing)
    try:
        return await playing
    except asyncio.CancelledError:
        return None


def _stdin_ended(loop: asyncio.AbstractEventLoop, playing: asyncio.Task[MatchRecord]) -> None:
    if not os.read(_STDIN, 1):
        loop.remove_reader(_STDIN)
        playing.cancel()


if __name__ == "__main__":
    sys.exit(main())
