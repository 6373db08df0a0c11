"""Split the cost of a decision: measure each part alone, over the same recorded decisions."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from arena.record.format import BotName
from arena.record.match import Clock
from arena.record.orders import OrderDealer
from arena.record.recorder import GameRecorder, header_of
from arena.record.storage import pack
from arena.rules import (
    Action,
    Choice,
    Event,
    GameRules,
    Observation,
    Position,
    carry_out,
    choices,
    game_for,
    observe,
    outcome,
    ruleset,
    start,
)
from arena.wire.decode import parse_answer, parse_answers, parse_request
from arena.wire.encode import Encoder, game_start, welcome
from maumau import Bot, View
from maumau import Choice as BotChoice
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb

BATCH = 64  # questions in one message
SECRET = bytes(range(32))


class Asked(NamedTuple):
    """One recorded decision."""

    seat: int
    ply: int
    events: tuple[Event, ...]
    seen: Observation
    offered: tuple[Choice, ...]
    place: int
    action: Action


@dataclass(frozen=True, slots=True)
class Cost:
    """A part of the work with its microseconds per decision."""

    part: str
    microseconds: float


class FirstLegal(Bot):
    """The benchmark's bot."""

    def choose(self, view: View) -> BotChoice:
        return view.legal[0]


def cost_per_decision(name: str, games: int) -> list[Cost]:
    """Return microseconds per decision of rules, view, wire, log and bot in games of two players."""
    game = game_for(ruleset(name), 2)
    asked = recorded(game, games)
    questions = [batch(game, asked[i : i + BATCH]) for i in range(0, len(asked) - BATCH, BATCH)]
    answers = [_answers(asked[i : i + BATCH]) for i in range(0, len(asked) - BATCH, BATCH)]
    count = len(questions) * BATCH
    parts: dict[str, Callable[[], object]] = {
        "rules": lambda: play_games(game, games, plain),
        "rules and log": lambda: play_games(game, games, logged),
        "view": lambda: play_games(game, games, plain, look=True),
        "wire out": lambda: [batch(game, asked[i : i + BATCH]) for i in range(0, len(asked) - BATCH, BATCH)],
        "wire in": lambda: _parse_all(game, asked, answers),
        "bot": lambda: _bot(game, questions),
    }
    took = {part: _timed(work) for part, work in parts.items()}
    rules = took["rules"] / len(asked)
    return [
        Cost("rules", rules * 1e6),
        Cost("view", (took["view"] / len(asked) - rules) * 1e6),
        Cost("log", (took["rules and log"] / len(asked) - rules) * 1e6),
        Cost("wire out", took["wire out"] / count * 1e6),
        Cost("wire in", took["wire in"] / count * 1e6),
        Cost("bot", took["bot"] / count * 1e6),
    ]


def plain(game: GameRules, number: int) -> OrderDealer:
    return OrderDealer(SECRET, game.pack.size)


def logged(game: GameRules, number: int) -> GameRecorder:
    names = (BotName("a", "a" * 64), BotName("b", "b" * 64))
    header = header_of(game, f"{number:032x}", number, 0, SECRET, names)
    return GameRecorder(header, game.pack, plain(game, number))


def play_games(
    game: GameRules,
    games: int,
    dealer_of: Callable[[GameRules, int], OrderDealer | GameRecorder],
    look: bool = False,
) -> None:
    """Play games of first choices; `look` also makes the view of every decision."""
    for number in range(games):
        dealer = dealer_of(game, number)
        position, _ = start(game, dealer)
        chance = random.Random(number).random
        while not position.over:
            offered = choices(position)
            if look:
                observe(position, position.turn)
            action = offered[int(chance() * len(offered))].default()
            if isinstance(dealer, GameRecorder):
                dealer.play(position.turn, action, 0.0)
            carry_out(position, action, dealer)
        if isinstance(dealer, GameRecorder):
            closed = dealer.close(outcome(position))
            pack([closed], SECRET, [closed.reveal(SECRET).log_digest])


def recorded(game: GameRules, games: int) -> list[Asked]:
    """Return the decisions of the same games as `play_games`."""
    found: list[Asked] = []
    for number in range(games):
        dealer = plain(game, number)
        position, events = start(game, dealer)
        chance = random.Random(number).random
        while not position.over:
            offered = choices(position)
            place = int(chance() * len(offered))
            found.append(_asked(position, events, offered, place))
            events = carry_out(position, found[-1].action, dealer)
    return found


def _asked(position: Position, events: list[Event], offered: tuple[Choice, ...], place: int) -> Asked:
    seat, action = position.turn, offered[place].default()
    return Asked(seat, position.ply, tuple(events), observe(position, seat), offered, place, action)


def batch(game: GameRules, asked: list[Asked]) -> bytes:
    """Return one message with a question of each game."""
    encoder, items = _encoder(game), list[bytes]()
    for number, one in enumerate(asked):
        events = encoder.events(one.events, one.seat)
        items.append(encoder.question(number, 0, one.ply, events, one.seen, one.offered, 1000))
    return b"".join(items)


@cache
def _encoder(game: GameRules) -> Encoder:
    return Encoder(game)


def _answers(asked: list[Asked]) -> bytes:
    plain = [bytes((number, one.place, 0, 0, 0, 0)) for number, one in enumerate(asked)]
    return pb.PlayRequest(plain=b"".join(plain)).SerializeToString()


def _parse_all(game: GameRules, asked: list[Asked], messages: list[bytes]) -> None:
    for i, data in enumerate(messages):
        for one, answer in zip(asked[i * BATCH :], parse_answers(parse_request(data)), strict=False):
            parse_answer(answer, one.offered, game)


def _bot(game: GameRules, questions: list[bytes]) -> None:
    session = Session(FirstLegal())
    starts = [game_start(number, 0, bytes(8), bytes(32)) for number in range(BATCH)]
    first = [welcome(game, BATCH, Clock()), *starts]
    session.reply(pb.PlayResponse.FromString(b"".join(first)))
    for data in questions:
        reply = session.reply(pb.PlayResponse.FromString(data))
        assert reply is not None
        reply.SerializeToString()


def _timed(work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of three runs."""
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best
