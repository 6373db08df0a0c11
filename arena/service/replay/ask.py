"""`arena replay ask`: ask a bot what it would have played in a recorded game. It need not be a bot of that
game.
"""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from arena.record.decisions import SeatMessages, read_messages
from arena.record.match import Clock
from arena.record.reader import GameLog
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.protocol import Unavailable
from arena.sandbox.runners import runner as runner_named
from arena.service.bots import Bot
from arena.service.errors import BadSettings, RunError
from arena.service.replay.conversation import AskResult, Conversation
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS

SEED_BYTES: Final = 8


def ask(
    log: GameLog,
    bot: Bot,
    seat: int | None = None,
    ply: int | None = None,
    clock: Clock = CLOCK,
    runner: str = RUNNERS[0],
) -> AskResult:
    """Ask a bot what it would play at each decision of a recorded game, and return its answers.

    `seat` (from 0): ask only at that seat's decisions; None for all seats. `ply`: ask only at that decision;
    None for all.

    The bot is started once for each seat. After a fault on a seat, it gets no more questions about that seat.

    Raise BadSettings for a seat or ply that the game does not have, BadBot if the bot cannot be started,
    RunError if Docker does not work, BadLog if the log is invalid.
    """
    seats = log.header.seats
    if seat is not None and not 0 <= seat < seats:
        raise BadSettings(f"the game has seats 1 to {seats}")
    messages = read_messages(log, range(seats) if seat is None else [seat])
    if ply is not None:
        messages = [_messages_up_to(messages, ply)]
    try:
        conversations = asyncio.run(_ask_seats(log, messages, prepare_bot(bot, runner), clock, runner))
    except Unavailable as why:
        raise RunError(str(why)) from why
    opinions = [opinion for one in conversations for opinion in one.opinions if ply in (None, opinion.ply)]
    return AskResult(
        bot=bot.name,
        version=bot.version,
        game=log.header.game,
        ruleset=log.header.ruleset,
        names=tuple(name.name for name in log.header.bots),
        opinions=tuple(sorted(opinions, key=lambda opinion: opinion.ply)),
        troubles=tuple(one.trouble for one in conversations if one.trouble),
    )


def seed(log: GameLog, seat: int) -> bytes:
    """Return the random seed that the asked bot gets on a seat: always the same for this game and seat.

    It is not the seed of the bot that played the game, because logs do not contain seeds.
    """
    return sha256(f"{log.header.game}/{seat}".encode()).digest()[:SEED_BYTES]


def _messages_up_to(messages: Sequence[SeatMessages], ply: int) -> SeatMessages:
    """Return the messages to the seat that decided at `ply`, up to that decision.

    Raise BadSettings if none of the seats decided at this ply.
    """
    for seat in messages:
        if until_ply := seat.up_to(ply):
            return until_ply
    plies = [decision.ply for seat in messages for decision in seat.decisions]
    near = f"; the nearest is ply {min(plies, key=lambda other: abs(other - ply))}" if plies else ""
    raise BadSettings(f"ply {ply} is not a decision of these seats{near}")


async def _ask_seats(
    log: GameLog, messages: Sequence[SeatMessages], bot: Bot, clock: Clock, runner: str
) -> list[Conversation]:
    spec, conversations = bot_spec(bot, runner), []
    name = spec.runner or runner
    with run_directory() as run, clean_up_after([runner_named(name, run, log.header.game)]) as (started_by,):
        for seat in messages:
            if seat.decisions:
                commitment = bytes.fromhex(log.header.commitment)
                conversations.append(Conversation(seat, clock, seed(log, seat.seat), commitment))
                await conversations[-1].run(spec, started_by, run)
    return conversations
