"""`arena replay ask`: another bot, or another version, about a game that was played."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from arena.record.match import Clock
from arena.record.reader import GameLog
from arena.sandbox.match_dir import run_directory, swept
from arena.sandbox.protocol import Unavailable
from arena.sandbox.runners import runner as runner_named
from arena.service.bots import Bot
from arena.service.errors import BadSettings, RunError
from arena.service.replay.conversation import Talk
from arena.service.replay.decisions import SeatMessages, told
from arena.service.replay.opinions import Asked
from arena.service.sandboxes import bot_spec, ready
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS

SEED_BYTES: Final = 8


def ask(
    log: GameLog,
    bot: Bot,
    seat: int | None = None,
    ply: int | None = None,
    clock: Clock = CLOCK,
    runner: str = RUNNERS[0],
) -> Asked:
    """What a bot would do at every decision of a seat (from 0), or of all; or only at a ply.

    Every seat has a bot of its own, one after the other. One that is at fault is asked no more on its seat.
    Raises BadSettings, BadBot, RunError, BadLog.
    """
    seats = log.header.seats
    if seat is not None and not 0 <= seat < seats:
        raise BadSettings(f"the game has seats 1 to {seats}")
    asked = told(log, range(seats) if seat is None else [seat])
    if ply is not None:
        asked = [_at(asked, ply)]
    try:
        talks = asyncio.run(_talk_about(log, asked, ready(bot, runner), clock, runner))
    except Unavailable as why:
        raise RunError(str(why)) from why
    opinions = [one for talk in talks for one in talk.opinions if ply in (None, one.ply)]
    return Asked(
        bot=bot.name,
        version=bot.version,
        game=log.header.game,
        ruleset=log.header.ruleset,
        names=tuple(name.name for name in log.header.bots),
        opinions=tuple(sorted(opinions, key=lambda one: one.ply)),
        troubles=tuple(talk.trouble for talk in talks if talk.trouble),
    )


def seed(log: GameLog, seat: int) -> bytes:
    """What the bot's chance starts from: always the same, but not as in the game, as no log holds that."""
    return sha256(f"{log.header.game}/{seat}".encode()).digest()[:SEED_BYTES]


def _at(asked: Sequence[SeatMessages], ply: int) -> SeatMessages:
    """The seat that decided at this ply, and what it was asked until then. Raises BadSettings."""
    for one in asked:
        if found := one.up_to(ply):
            return found
    plies = [decision.ply for one in asked for decision in one.decisions]
    near = f"; ply {min(plies, key=lambda other: abs(other - ply))} is one" if plies else ""
    raise BadSettings(f"ply {ply} is no decision of a bot that is asked about{near}")


async def _talk_about(
    log: GameLog, asked: Sequence[SeatMessages], bot: Bot, clock: Clock, runner: str
) -> list[Talk]:
    spec, talks = bot_spec(bot, runner), []
    name = spec.runner or runner
    with run_directory() as run, swept([runner_named(name, run, log.header.game)]) as (started_by,):
        for one in asked:
            if one.decisions:
                commitment = bytes.fromhex(log.header.commitment)
                talks.append(Talk(one, clock, seed(log, one.seat), commitment))
                await talks[-1].have(spec, started_by, run)
    return talks
