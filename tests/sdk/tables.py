"""A table without a network: bots' sessions, the rules between them, every message as bytes."""

from collections.abc import Iterable, Sequence
from random import Random

from arena.record import OrderDealer
from arena.record.match import Clock
from arena.rules import (
    Event,
    Game,
    Outcome,
    apply,
    choices,
    game_for,
    observe,
    outcome,
    ruleset,
    start,
)
from arena.wire.decode import parse_answer, parse_answers, parse_request
from arena.wire.encode import Encoder, add_end, add_start, welcome
from maumau import Bot
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb


def game_of(rules: str = "mau-mau", seats: int = 2) -> Game:
    return game_for(ruleset(rules), seats)


class OpenGame:
    """One game: its number on the streams, its position, and what each seat was not told yet."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.number = number
        self.dealer = OrderDealer(Random(seed).randbytes(32), game.pack.size)
        self.position, events = start(game, self.dealer)
        self.pending: list[list[Event]] = [list(events) for _ in range(game.seats)]
        self.asked = [0] * game.seats


class Table:
    """Bots at a table, which play as many games at once as there are seeds."""

    def __init__(self, game: Game, players: Sequence[Bot | type[Bot]], clock: Clock | None = None) -> None:
        self.game = game
        self.encoder = Encoder(game)
        self.answers: list[pb.Answer] = []  # as they came
        self.events: list[Event] = []  # what followed from them
        self.sessions = [Session(player) for player in players]
        for session in self.sessions:
            session.reply(parsed(welcome(game, 256, clock or Clock())))

    def play(self, seeds: Iterable[int]) -> list[Outcome]:
        """The outcomes of the games of these seeds, in their order."""
        games = [OpenGame(self.game, seed, number) for number, seed in enumerate(seeds)]
        messages = [pb.PlayResponse() for _ in self.sessions]
        for game in games:
            for seat, message in enumerate(messages):
                add_start(message, game.number, seat, Random(game.number).randbytes(8), bytes(32))
        while any(not game.position.over for game in games):
            for seat in range(self.game.seats):
                self._ask(seat, messages[seat], [game for game in games if game.position.turn == seat])
                messages[seat] = pb.PlayResponse()
        return [self._end(game) for game in games]

    def _ask(self, seat: int, message: pb.PlayResponse, games: Iterable[OpenGame]) -> None:
        asked = [game for game in games if not game.position.over]
        for game in asked:
            self.encoder.add_question(
                message,
                game.number,
                game.asked[seat],
                game.position.ply,
                self.encoder.events(game.pending[seat], seat),
                observe(game.position, seat),
                choices(game.position),
                5_000,
            )
            game.asked[seat] += 1
            game.pending[seat].clear()
        reply = self.sessions[seat].reply(parsed(message))
        if reply is not None:
            for game, answer in zip(
                asked, parse_answers(parse_request(reply.SerializeToString())), strict=True
            ):
                assert answer.game == game.number
                self.answers.append(answer)
                self._carry_out(game, answer)

    def _carry_out(self, game: OpenGame, answer: pb.Answer) -> None:
        events = apply(game.position, parse_answer(answer, choices(game.position), self.game), game.dealer)
        self.events += events
        for pending in game.pending:
            pending.extend(events)

    def _end(self, game: OpenGame) -> Outcome:
        result = outcome(game.position)
        for seat, session in enumerate(self.sessions):
            message = pb.PlayResponse()
            events = self.encoder.events(game.pending[seat], seat)
            add_end(message, game.number, events, result.places, result.points)
            session.reply(parsed(message))
        return result


def parsed(message: pb.PlayResponse) -> pb.PlayResponse:
    """The message as it arrives."""
    return pb.PlayResponse.FromString(message.SerializeToString())


def score(players: Sequence[type[Bot] | Bot], rules: str, boards: int, seed: int = 0) -> float:
    """What the first of two bots scores against the other, 0 to 1, over boards played in both seatings."""
    game = game_of(rules)
    first, second = players
    seeds = range(seed, seed + boards)
    wins = [won(result, 0) for result in Table(game, (first, second)).play(seeds)]
    wins += [won(result, 1) for result in Table(game, (second, first)).play(seeds)]
    return sum(wins) / len(wins)


def won(result: Outcome, seat: int) -> float:
    """Score of a seat in a game of two."""
    own, other = result.places[seat], result.places[1 - seat]
    return 0.5 if own == other else float(own < other)
