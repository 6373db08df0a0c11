"""Bots that come with the arena, started as a match starts them."""

import time
from collections.abc import Iterator
from typing import Final

from arena.service.admin.doctor.result import Finding, failed, ok
from arena.service.bots.builtin import builtin_bot
from arena.service.errors import ArenaError
from arena.service.sandboxes import DOCKER

PLAYERS: Final = ("greedy", "random")
RULESET: Final = "mau-mau"


def games(runner: str) -> Iterator[Finding]:
    """A board in both seatings: referee, sockets, protocol and record, with what bots are started by."""
    from arena.service.play import play_match, raise_if_paused

    name = "in containers" if runner == DOCKER else "as processes"
    again = f"look at what is wrong: arena play {' '.join(PLAYERS)} --runner {runner}"
    began = time.monotonic()
    players = [builtin_bot(bot) for bot in PLAYERS]
    try:
        result = play_match(players, RULESET, runner=runner, on_event=raise_if_paused)
    except ArenaError as error:
        yield failed(name, str(error), again)
        return
    seconds = time.monotonic() - began
    if result.games_with_fault:
        yield failed(name, f"in {result.games_with_fault} games a builtin bot was at fault", again)
    else:
        yield ok(
            name, f"{' and '.join(PLAYERS)} start and play {len(result.games)} games, in {seconds:.1f} s"
        )
