"""A seating of the check: when it has seen enough, it counts nothing more."""

import asyncio
from pathlib import Path

from arena.referee.clock import NO_CLOCK
from arena.rules import game_for, ruleset_named
from arena.sandbox.runners import runner
from arena.service.bots import resolve_bot
from arena.service.check.request import CheckRequest
from arena.service.check.seating import CheckContext, CheckSeating, Plan
from arena.service.sandboxes import bot_spec
from maumau.v1 import referee_pb2 as pb

SILENT = Path(__file__).parents[1] / "bots" / "silent" / "bot.py"


def test_answers_after_the_end_are_not_counted(short_path: Path) -> None:
    bot = bot_spec(resolve_bot(str(SILENT)), "process")
    request = CheckRequest(bot, (), bytes(32).hex(), "process", clock=NO_CLOCK)
    host = CheckContext(request, runner("process", short_path), short_path)
    game = game_for(ruleset_named("mau-mau@1"), 2)
    plan = Plan(game, seat=1, boards=4, seconds=5.0, enough=lambda seating: bool(seating.kinds))

    async def play() -> CheckSeating:
        seating = CheckSeating(host, plan)
        await seating.play()
        late = pb.PlayRequest(answers=[pb.Answer(game=0, number=0, choice=0)])
        seating.on_message(seating.instance, late.SerializeToString(), 0.0, 0.0)
        return seating

    seating = asyncio.run(play())
    assert seating.kinds
    assert (seating.decisions, seating.ended, seating.faults) == (0, 0, [])
