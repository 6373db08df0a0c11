"""Measure logs: their size, and the cost of verifying them."""

import time
from base64 import b64decode
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from arena.record.match import MatchRecord
from arena.record.orders import OrderDealer, orders_of
from arena.record.reader import GameLog, read_log
from arena.record.replay import replay
from arena.record.storage import logs_of
from arena.record.verify import verify
from arena.rules import Action, GameRules, carry_out, choices, game_for, ruleset, start
from arena.service.bots import resolve_bot
from tests.benchmarks.stack import decisions, match, timed


class Played(NamedTuple):
    """What is needed to play a game again by the rules alone."""

    game: GameRules
    secret: bytes
    actions: tuple[Action, ...]


def greedy_match(boards: int) -> MatchRecord:
    """Play a match of two greedy bots, 64 games in flight."""
    return timed(match("mau-mau", resolve_bot("builtin:greedy"), 64, boards))[1]


def bytes_a_decision(record: MatchRecord) -> float:
    """Return the bytes per decision of the compressed logs."""
    return sum(len(b64decode(game.log)) for game in record.games) / decisions(record)


def games_of(record: MatchRecord) -> list[GameLog]:
    """Return all games."""
    return [read_log(data) for data in logs_of(record.games).values()]


def verify_beside_play(record: MatchRecord) -> float:
    """Return the time to play the games by the rules alone, divided by the time to verify their logs."""
    logs, games = [*logs_of(record.games).values()], [_played(log) for log in games_of(record)]
    return _seconds(lambda: _play(games)) / _seconds(lambda: _verify(logs))


def _verify(logs: Iterable[bytes]) -> None:
    """Verify without the cached orders of cards."""
    orders_of.cache_clear()
    for log in logs:
        verify(log)


def _played(log: GameLog) -> Played:
    actions = tuple(ply.action for ply in replay(log) if ply.action)
    secret = bytes.fromhex(log.footer.secret)
    return Played(game_for(ruleset("mau-mau"), log.header.seats), secret, actions)


def _play(games: Iterable[Played]) -> None:
    for game, secret, actions in games:
        _play_one(game, OrderDealer(secret, game.pack.size), actions)


def _play_one(game: GameRules, dealer: OrderDealer, actions: Sequence[Action]) -> None:
    position, _ = start(game, dealer)
    for action in actions:
        choices(position)
        carry_out(position, action, dealer)


def _seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest of three runs."""
    took = []
    for _ in range(3):
        begun = time.process_time()
        work()
        took.append(time.process_time() - begun)
    return min(took)
