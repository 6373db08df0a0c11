"""A table without a network: bots' sessions, the rules, and messages as bytes."""

from collections.abc import Iterable, Sequence
from random import Random

from arena.record import OrderDealer
from arena.record.match import Clock
from arena.referee.match.outcome import score as share
from arena.rules import (
    Event,
    GameRules,
    Outcome,
    Position,
    apply,
    choices,
    game_for,
    notation,
    observe,
    outcome,
    ruleset,
    start,
)
from arena.wire.decode import parse_request
from arena.wire.encode import Encoder, game_end, game_start, welcome
from arena.wire.limits import MAX_GAMES
from maumau import Bot
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb
from tests.rules.relabelled import Unseen
from tests.wire.answers import action_of, answers_of
from tests.wire.messages import joined


def game_of(rules: str = "mau-mau", seats: int = 2) -> GameRules:
    return game_for(ruleset(rules), seats)


def decision(player: Bot | type[Bot], position: Position, events: Iterable[Event] = ()) -> str:
    """Return a bot's action, in notation, in a position after these events."""
    game, seat = position.game, position.turn
    session, encoder = Session(player), Encoder(game)
    session.reply(joined(welcome(game, 1, Clock())))
    begun, told = game_start(0, seat, bytes(8), bytes(32)), encoder.events(events, seat)
    seen, offered = observe(position, seat), choices(position)
    reply = session.reply(joined(begun, encoder.question(0, 0, position.ply, told, seen, offered, 0)))
    assert reply is not None
    (answer,) = answers_of(reply)
    return notation(game.pack, action_of(answer, offered, game))


class OpenGame:
    """One game: its number, position, and each seat's unsent events."""

    def __init__(self, game: GameRules, seed: int, place: int) -> None:
        self.place = place
        self.number = place % MAX_GAMES  # on the streams
        self.dealer = OrderDealer(Random(seed).randbytes(32), game.pack.size)
        self.position, events = start(game, self.dealer)
        self.pending: list[list[Event]] = [list(events) for _ in range(game.seats)]
        self.asked = [0] * game.seats
        self.unseen = Unseen(game.seats)


class Table:
    """Bots at a table with as many concurrent games as a stream allows."""

    def __init__(
        self, game: GameRules, players: Sequence[Bot | type[Bot]], clock: Clock | None = None
    ) -> None:
        self.game = game
        self.encoder = Encoder(game)
        self.answers: list[pb.Answer] = []  # in order
        self.events: list[Event] = []  # their events
        self.games: list[OpenGame] = []  # open games
        self.sessions = [Session(player) for player in players]
        self.welcome = joined(welcome(game, MAX_GAMES, clock or Clock()))
        for session in self.sessions:
            session.reply(self.welcome)

    def play(self, seeds: Iterable[int], most: int = 1_000_000) -> list[Outcome]:
        """Return the outcomes of the games of these seeds; none if one has more than `most` plies."""
        games = [OpenGame(self.game, seed, place) for place, seed in enumerate(seeds)]
        found: list[Outcome] = []
        for first in range(0, len(games), MAX_GAMES):
            outcomes = self._play(games[first : first + MAX_GAMES], most)
            if not outcomes:
                return []
            found += outcomes
        return found

    def _play(self, games: Sequence[OpenGame], most: int) -> list[Outcome]:
        """Play these games concurrently; return no outcomes if one has more than `most` plies."""
        self.games = [*games]
        messages: list[list[bytes]] = [[] for _ in self.sessions]
        for game in games:
            for seat, items in enumerate(messages):
                items.append(game_start(game.number, seat, Random(game.place).randbytes(8), bytes(32)))
        while any(not game.position.over for game in games):
            if any(game.position.ply > most for game in games):
                return []
            for seat in range(self.game.seats):
                self._ask(seat, messages[seat], [game for game in games if game.position.turn == seat])
                messages[seat].clear()
        return [self._end(game) for game in games]

    def _ask(self, seat: int, items: list[bytes], games: Iterable[OpenGame]) -> None:
        asked = [game for game in games if not game.position.over]
        for game in asked:
            told, seen = self.encoder.events(game.pending[seat], seat), observe(game.position, seat)
            number, ply, offered = game.asked[seat], game.position.ply, choices(game.position)
            items.append(self.encoder.question(game.number, number, ply, told, seen, offered, 5_000))
            game.asked[seat] += 1
            game.pending[seat].clear()
        reply = self.sessions[seat].reply(joined(*items))
        if reply is not None:
            answers = {answer.game: answer for answer in answers_of(parse_request(reply.SerializeToString()))}
            assert answers.keys() == {game.number for game in asked}
            for game in asked:
                answer = answers[game.number]
                self.answers.append(answer)
                self._carry_out(game, answer)

    def _carry_out(self, game: OpenGame, answer: pb.Answer) -> None:
        action = action_of(answer, choices(game.position), self.game)
        events = apply(game.position, action, game.dealer)
        game.unseen.follow(action, events)
        self.events += events
        for pending in game.pending:
            pending.extend(events)

    def _end(self, game: OpenGame) -> Outcome:
        result = outcome(game.position)
        for seat, session in enumerate(self.sessions):
            events = self.encoder.events(game.pending[seat], seat)
            session.reply(joined(game_end(game.number, events, result.places, result.points)))
        return result


def score(first: Bot | type[Bot], others: Bot | type[Bot], rules: str, boards: int) -> float:
    """Return a bot's score against another, 0 to 1, over boards in all seatings at the smallest table; if
    that has more than two seats the other bot has all but one.
    """
    game = game_of(rules, ruleset(rules).players[0])
    total = 0.0
    for seat in range(game.seats):
        players = [first if seat == one else others for one in range(game.seats)]
        total += sum(
            share(result.places[seat], result.places) for result in Table(game, players).play(range(boards))
        )
    return total / boards / game.seats
