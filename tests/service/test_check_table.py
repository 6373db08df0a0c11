"""A table of the check: when it has seen enough, it looks at nothing more."""

import asyncio
from pathlib import Path

from arena.referee.clock import NO_CLOCK
from arena.rules import game_for, ruleset_named
from arena.sandbox.runners import runner
from arena.service.bots import resolve_bot
from arena.service.check.request import Bounds
from arena.service.check.session import CheckTable, Host, Sitting
from arena.service.sandboxes import bot_spec
from maumau.v1 import referee_pb2 as pb

SILENT = Path(__file__).parents[1] / "bots" / "silent" / "bot.py"


def test_what_comes_when_there_is_enough_is_not_counted(short_path: Path) -> None:
    bot = bot_spec(resolve_bot(str(SILENT)), "process")
    boxes = runner("process", short_path)
    host = Host(bot, boxes, short_path, bytes(32), NO_CLOCK, Bounds())
    game = game_for(ruleset_named("mau-mau@1"), 2)
    sitting = Sitting(game, seat=1, boards=4, seconds=5.0, enough=lambda table: bool(table.kinds))

    async def play() -> CheckTable:
        table = CheckTable(host, sitting, "t0")
        await table.play()
        late = pb.PlayRequest(answers=[pb.Answer(game=0, number=0, choice=0)])
        table.received(table.instance, late.SerializeToString(), 0.0, 0.0)
        return table

    table = asyncio.run(play())
    assert table.kinds
    assert (table.decisions, table.over, table.records) == (0, 0, [])
