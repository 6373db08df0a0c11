"""Play games between Python bots in this process, for notebooks and tests. Nothing is stored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from arena.record.format import BotName
from arena.record.match import GameRecord, bot_on
from arena.record.storage import logs_of
from arena.referee.match.game import SeatingContext
from arena.referee.match.games import Board
from arena.referee.match.scripted import Reply, play_scripted
from arena.rules import game_for
from arena.service.bots import GUEST_VERSION, resolve_bot
from arena.service.bots.registered import Look
from arena.service.common.text import secret_of
from arena.service.errors import BadSettings
from arena.service.play import PlayedGame, to_played_game
from arena.service.tournaments.setup.settings import playable
from arena.tournament.secrets import board_secret, seeds_key

MAX_GAMES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games of a simulation."""

    ruleset: str
    scores: tuple[float, ...]  # each bot's mean score per game
    games: tuple[PlayedGame, ...]  # each board in every seating, but the last board may lack games


def simulate(
    bots: Sequence[tuple[str, Callable[[], Reply]]], ruleset: str, games: int, seed: str | None
) -> Simulation:
    """Play games between bots in this process and return them. Each board is played in every seating.

    `bots`: for each bot, its name and a function that makes a new instance of it. `games`: how many games to
    play. `seed`: the same seed gives the same cards; None: random cards.

    Raise BadSettings for an invalid number of games or an unknown ruleset.
    """
    if not 1 <= games <= MAX_GAMES:
        raise BadSettings(f"cannot play {games} games; choose 1 to {MAX_GAMES}")
    seats = len(bots)
    game = game_for(playable(ruleset, seats), seats)
    versions = [GUEST_VERSION] * seats
    secret = secret_of(seed).value
    records = []
    for rotation in range(min(games, seats)):
        seated = [bots[bot_on(seat, rotation, seats)] for seat in range(seats)]
        names = tuple(BotName(name, GUEST_VERSION) for name, _ in seated)
        context = SeatingContext(game, rotation, names, seeds_key(secret, versions, 0))
        numbers = range((games + seats - 1 - rotation) // seats)
        boards = [Board(number, board_secret(secret, versions, 0, number)) for number in numbers]
        records += play_scripted(context, boards, [make() for _, make in seated])
    records.sort(key=lambda record: (record.board, record.rotation))
    given, logs = [name for name, _ in bots], logs_of(records)
    return Simulation(
        game.ruleset.key,
        tuple(fmean(_score(record, bot) for record in records) for bot in range(seats)),
        tuple(to_played_game(record, given, logs) for record in records),
    )


def _score(record: GameRecord, bot: int) -> float:
    return next(seat.score for seat in record.seats if seat.bot == bot)


def script_of(name: str, look: Look | None = None) -> Path:
    """Return the path of a bot's Python file.

    `name`: the bot, as a user names it in `arena play`. `look`: a function that finds registered bots. Raise
    UnknownBot if there is no such bot, BadBot if it is invalid, BadSettings if it is not written in Python.
    """
    bot = resolve_bot(name, look=look)
    script = next((part for part in bot.command if part.endswith(".py")), None)
    if script is None:
        raise BadSettings(f"{name} is not a Python file; play it with `arena play`")
    return bot.folder / script
