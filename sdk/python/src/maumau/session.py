"""The conversation with the referee, message by message."""

import json
import sys
from collections.abc import Sequence
from inspect import isawaitable, iscoroutinefunction
from typing import Final

from maumau.answers import Answers, Report, Send
from maumau.bots import Bot, FunctionBot
from maumau.choices import Choice
from maumau.decoding import Decoder
from maumau.failures import BotError, RefereeFault
from maumau.games import Asking, OpenGame, context_of, current
from maumau.matches import Clock, GameResult, MatchInfo, Verdict
from maumau.v1 import referee_pb2 as pb
from maumau.views import View
from maumau.waiting import EventLoop, Pending

PROTOCOL: Final = 1
SDK: Final = "maumau-python 0.1.0"
_NAME_LENGTH: Final = 16  # characters, each of at most 4 bytes
_HOOKS: Final = ("on_match_start", "on_game_start", "on_event", "on_game_end")


class Session:
    """One conversation with the referee.

    `player`: a bot for all games, or a class, from which one bot is created per game. `report`: called with
    illegal choices (see `Answers`).
    """

    def __init__(self, player: Bot | type[Bot], report: Report | None = None) -> None:
        self._report = report
        self._player = player
        self._type = kind = player if isinstance(player, type) else type(player)
        for hook in _HOOKS:
            if iscoroutinefunction(getattr(kind, hook)):
                raise TypeError(f"{hook} must be a plain function, only choose may be async")
        self._hears_start = kind.on_game_start is not Bot.on_game_start
        self._hears_events = kind.on_event is not Bot.on_event
        self._games: dict[int, OpenGame] = {}
        self._asking = Asking()
        self._loop = EventLoop()

    def hello(self, token: str, max_games: int) -> pb.PlayRequest:
        """Return the first message to send: the bot's introduction."""
        name = self._player.name if isinstance(self._player, FunctionBot) else self._type.__name__
        return pb.PlayRequest(
            hello=pb.Hello(
                protocol=PROTOCOL, token=token, name=name[:_NAME_LENGTH], sdk=SDK, max_games=max_games
            )
        )

    def reply(self, message: pb.PlayResponse, send: Send | None = None) -> pb.PlayRequest | None:
        """Process a message and return the unsent answers to its questions, if any.

        `send`: sends answers early; None to return all answers together.

        Raise BotError if the bot fails, RefereeFault if the referee ends the conversation.
        """
        current.set(self._asking)
        answers = Answers(send, self._report)
        for field, items in message.ListFields():  # in the prescribed order
            match field.name:
                case "welcome":
                    self._welcome(items)
                case "starts":
                    for start in items:
                        self._start(start)
                case "news":
                    for news in items:
                        self._games[news.game].add(news.events)
                case "questions":
                    self._answer(items, answers)
                case "ends":
                    for end in items:
                        self._end(end)
                case "fault":
                    raise RefereeFault(f"{Verdict(items.verdict).name}: {items.detail}")
        self._asking.game = None
        return answers.request() if answers else None

    def close(self) -> None:
        """Close the event loop of an async bot."""
        self._loop.close()

    def _welcome(self, welcome: pb.Welcome) -> None:
        clock = welcome.clock
        self._decoder = Decoder(welcome.cards)
        self._match = MatchInfo(
            ruleset=welcome.ruleset,
            rules=json.loads(welcome.ruleset_json),
            cards=self._decoder.cards(bytes(range(len(welcome.cards)))),
            seats=welcome.seats,
            max_games=welcome.max_games,
            clock=Clock(clock.bank_ms, clock.increment_ms, clock.cap_ms),
        )
        if isinstance(self._player, Bot):
            self._ready(self._player)

    def _start(self, start: pb.GameStart) -> None:
        bot = self._player if isinstance(self._player, Bot) else self._create_bot()
        self._games[start.game] = OpenGame(
            self._match, self._decoder, bot, start.game, start.seat, start.seed
        )

    def _create_bot(self) -> Bot:
        try:
            bot = self._type()
        except Exception as error:
            raise BotError from error
        self._ready(bot)
        return bot

    def _ready(self, bot: Bot) -> None:
        try:
            bot.on_match_start(self._match)
        except Exception as error:
            raise BotError from error

    def _answer(self, questions: Sequence[pb.Question], answers: Answers) -> None:
        pending: list[Pending] = []
        for question in questions[:]:  # a list: protobuf's iteration ends in an IndexError
            answers.hurry()
            game = self._games[question.game]
            view = game.view(question, answers.since)
            choice = self._ask(game, view)
            if isinstance(choice, Choice) or not isawaitable(choice):
                answers.add(view, choice)
            else:
                pending.append(Pending(view, choice, context_of(game)))
        self._loop.answer(pending, answers)

    def _ask(self, game: OpenGame, view: View) -> object:
        self._asking.game = game
        try:
            if self._hears_start and view.number == 0:
                game.bot.on_game_start(view)
            if self._hears_events:
                game.report_events()
            return game.bot.choose(view)
        except Exception as error:
            raise BotError(view) from error

    def _end(self, end: pb.GameEnd) -> None:
        game = self._games.pop(end.game)
        game.add(end.events)
        result = GameResult(game.seat, tuple(end.places), tuple(end.totals), Verdict(end.verdict), end.detail)
        if end.detail:
            print(f"maumau: {result.verdict.name}: {end.detail}", file=sys.stderr)
        self._asking.game = game
        try:
            if self._hears_events:
                game.report_events()
            game.bot.on_game_end(result)
        except Exception as error:
            raise BotError from error
