"""Matches of bots run at a lower priority than games of people."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record.match import BotSpec
from arena.referee.run import run_match
from tests.referee.matches import match


@pytest.mark.parametrize(("viewer", "niceness"), [(None, 5), (0, 0)])
@pytest.mark.parametrize("command", [(sys.executable, "bot.py"), ("sh", "-c", "exit $((10 + $(nice)))")])
def test_a_bot_has_the_priority_of_its_match(
    command: tuple[str, ...], viewer: int | None, niceness: int, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text("import os, sys\nsys.exit(10 + os.nice(0))\n")
    bot = BotSpec("nice", "0" * 64, command, str(tmp_path))
    spec = match("first", "first", boards=1)
    record = run_match(replace(spec, bots=(spec.bots[0], bot), viewer=viewer))
    assert {fault.exit_code for fault in record.faults} == {10 + niceness}
