"""Warnings to the owner of a bot that was not at fault."""

import asyncio
import os
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record.match import Verdict
from arena.referee.live.progress import ProgressPipe
from arena.referee.match.piece import play_piece
from arena.sandbox.process import ProcessBox
from arena.sandbox.protocol import Exit
from tests.referee.matches import match, verdicts


@pytest.mark.parametrize("oom_inside", [True, False])
def test_a_child_process_out_of_memory_is_a_warning(
    oom_inside: bool, monkeypatch: pytest.MonkeyPatch, short_path: Path
) -> None:
    """Only an engine reports this (see the hostile bot); here the end of a process is patched."""
    wait = ProcessBox.wait

    async def told(box: ProcessBox) -> Exit:
        return replace(await wait(box), oom_inside=oom_inside)

    monkeypatch.setattr(ProcessBox, "wait", told)
    progress = ProgressPipe("test", 1, os.open(os.devnull, os.O_WRONLY), [0.0, 0.0])
    try:
        spec = match("first", "first", boards=1, only=1)
        record = asyncio.run(play_piece(spec, short_path, None, progress))
    finally:
        os.close(progress.descriptor)
    assert verdicts(record, 0) == verdicts(record, 1) == {Verdict.OK}
    assert record.games_with_fault == 0
    assert sorted(one.bot for one in record.faults) == [0, 1] * oom_inside
    for one in record.faults:
        assert (one.verdict, one.game) == (Verdict.OK, "")
        assert one.detail.startswith("warning: oom_in_child")
        assert b64decode(one.output) == b""
