"""`arena replay ask`: ask any bot what it would have played in a recorded game."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final

from arena.analysis.branch import Progress
from arena.record.decisions import SeatMessages, read_messages
from arena.record.match import Clock
from arena.record.reader import GameLog
from arena.sandbox.match_dir import clean_up_after, run_directory
from arena.sandbox.protocol import Unavailable
from arena.sandbox.runners import runner as runner_named
from arena.service.bots import Bot
from arena.service.errors import BadSettings, RunError
from arena.service.replay.branch_seating import REPORT_INTERVAL_S
from arena.service.replay.conversation import AskedGame, AskResult, Conversation
from arena.service.replay.decision import messages_up_to
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.wire.limits import SEED_BYTES

COMMITMENT_BYTES: Final = 32


def ask(
    log: GameLog,
    bot: Bot,
    seat: int | None = None,
    ply: int | None = None,
    clock: Clock = CLOCK,
    runner: str = RUNNERS[0],
    on_answer: Progress = lambda answers: None,
) -> AskResult:
    """Ask a bot what it would play at each decision of a recorded game, and return its answers.

    `seat` (from 0): ask only at that seat's decisions; None for all seats. `ply`: ask only at that decision;
    None for all.

    The bot is started once for each seat. After a fault, the bot gets no more questions about that seat.

    `on_answer`: called often with the number of answers so far. If it raises an exception, stop the bot.

    Raise BadSettings for a seat or ply that the game does not have, BadBot if the bot cannot be started,
    RunError if Docker does not work, BadLog if the log is invalid.
    """
    seats = log.header.seats
    if seat is not None and not 0 <= seat < seats:
        raise BadSettings(f"the game has seats 1 to {seats}")
    messages = read_messages(log, range(seats) if seat is None else [seat])
    if ply is not None:
        messages = [messages_up_to(messages, ply)]
    try:
        conversations = asyncio.run(
            _ask_seats(log, messages, prepare_bot(bot, runner), clock, runner, on_answer)
        )
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


def make_asked_game(log: GameLog, messages: SeatMessages) -> AskedGame:
    """Prepare a recorded game for questions to a bot about one seat, and return the prepared game.

    `messages`: the messages that the seat received. The bot's random seed is computed from the game's id and
    the seat, because logs do not contain the original seed.
    """
    return AskedGame(messages, _seed(log.header.game, messages.seat), bytes.fromhex(log.header.commitment))


def make_written_game(name: str, messages: SeatMessages) -> AskedGame:
    """Prepare a game that has no log for questions to a bot about one seat, and return the prepared game.

    `messages`: the messages that the seat received. The bot's random seed is computed from `name` and seat.
    """
    return AskedGame(messages, _seed(name, messages.seat), bytes(COMMITMENT_BYTES))


def _seed(game: str, seat: int) -> bytes:
    return sha256(f"{game}/{seat}".encode()).digest()[:SEED_BYTES]


async def _ask_seats(
    log: GameLog,
    messages: Sequence[SeatMessages],
    bot: Bot,
    clock: Clock,
    runner: str,
    on_answer: Progress,
) -> list[Conversation]:
    spec, conversations = bot_spec(bot, runner), list[Conversation]()
    name = spec.runner or runner
    with run_directory() as run, clean_up_after([runner_named(name, run, log.header.game)]) as (started_by,):
        for seat in messages:
            if seat.decisions:
                conversations.append(Conversation([make_asked_game(log, seat)], clock))
                asking = asyncio.create_task(conversations[-1].run(spec, started_by, run))
                try:
                    while not (await asyncio.wait([asking], timeout=REPORT_INTERVAL_S))[0]:
                        on_answer(sum(len(one.opinions) for one in conversations))
                finally:
                    asking.cancel()  # has no effect if the bot has answered everything
                    with suppress(asyncio.CancelledError):
                        await asking
    return conversations
