"""A match can be cancelled at any moment of its start and leaves nothing."""

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.record.match import MatchRecord
from arena.referee.live.progress import ProgressPipe
from arena.referee.match.piece import play_piece
from tests.referee.matches import match


async def play_for(seconds: float, run: Path) -> MatchRecord | None:
    """Play in this process and cancel after some seconds; None if it ended before."""
    with open(os.devnull, "wb") as nowhere:
        progress = ProgressPipe("test", 4, nowhere.fileno(), [0.0, 0.0])
        playing = asyncio.create_task(play_piece(match("first", "silent"), run, None, progress))
        await asyncio.sleep(seconds)
        playing.cancel()
        try:
            return await playing
        except asyncio.CancelledError:
            return None


@pytest.mark.parametrize("milliseconds", [0, 0.5, 1, 2, 4, 8, 40, 160])
def test_cancelled_while_it_starts(milliseconds: float) -> None:
    with TemporaryDirectory(prefix="t-", dir="/tmp") as run:
        assert asyncio.run(play_for(milliseconds / 1000, Path(run))) is None
        assert not list(Path(run).iterdir())
