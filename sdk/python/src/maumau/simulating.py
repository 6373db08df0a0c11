"""`simulate`: let bots play against each other in this process."""

import runpy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from maumau.bots import Bot, Choose, FunctionBot, bot
from maumau.failures import BotError

if TYPE_CHECKING:
    from arena.service.play import PlayedGame
    from maumau.session import Session

_Talk = Callable[[bytes], bytes | None]
_HEIGHT = 640  # pixels of a replay in a notebook


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a simulation, which notebooks show as a replay."""

    board: int  # from 0; the games of a board have the same cards
    seats: tuple[int, ...]  # each bot's seat
    places: tuple[int, ...]  # each bot's place, 1 is best
    points: tuple[int, ...]  # each bot's points
    termination: str
    plies: int
    log: str = field(repr=False)  # JSON Lines

    def analyse(self) -> "AnalysedGame":
        """Return the game with win chances, costly mistakes and luck. It takes some seconds."""
        from arena.analysis.report import analyse_views
        from arena.record.reader import read_log

        return AnalysedGame(self, tuple(analyse_views(read_log(self.log.encode()))))

    def _repr_html_(self) -> str:
        return _frame(self)


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """A game with its analyses: with all hands open, then as each seat knew it. Notebooks show it as a
    replay.
    """

    game: Game
    analyses: tuple[dict[str, Any], ...] = field(repr=False)  # JSON data

    def _repr_html_(self) -> str:
        return _frame(self.game, self.analyses)


def _frame(game: Game, analyses: Sequence[dict[str, Any]] = ()) -> str:
    from arena.record.reader import read_log
    from arena.viewer.html import replay_page

    page = escape(replay_page(read_log(game.log.encode()), None, analyses))
    return f'<iframe srcdoc="{page}" width="100%" height="{_HEIGHT}" style="border: 0"></iframe>'


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a simulation."""

    ruleset: str
    bots: tuple[str, ...]
    scores: tuple[float, ...]  # each bot's mean score, from 0 to 1; ½ is average
    games: tuple[Game, ...]

    def __str__(self) -> str:
        width = max(map(len, self.bots))
        rows = [f"{name:{width}}  {score:.3f}" for name, score in zip(self.bots, self.scores, strict=True)]
        return "\n".join([f"{self.ruleset}, games: {len(self.games)}", *rows])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>{self.games[0]._repr_html_()}"


def simulate(
    bots: Sequence[Bot | type[Bot] | Choose | str],
    ruleset: str = "mau-mau",
    games: int = 10,
    seed: int | str | None = None,
) -> Result:
    """Let bots play `games` games at one table and return the result. Each board is played in all seatings.

    `bots`: for each, an argument for `run`, the name of an example bot ("random"), or a path. `seed`: with
    the same seed, the same bots play the same games.

    This needs the arena, but no referee process. There is no clock. Exceptions of bots are raised here.
    """
    try:
        from arena.service.simulation import simulate as simulated
    except ImportError as error:
        raise ImportError("simulate needs the arena; in a clone of it: pip install .") from error

    players = [load_player(one) for one in bots]
    names = tuple(_name(player, given) for player, given in zip(players, bots, strict=True))
    sessions: list[Session] = []
    makers = [partial(_talk, player, sessions) for player in players]
    try:
        played = simulated(
            list(zip(names, makers, strict=True)), ruleset, games, None if seed is None else str(seed)
        )
    except BotError as error:
        cause = error.__cause__ or error
        if error.view:
            cause.add_note(f"The view that the bot got:\n{error.view}")
        raise cause from None
    finally:
        for session in sessions:
            session.close()
    return Result(played.ruleset, names, played.scores, tuple(map(_game, played.games)))


def load_player(given: Bot | type[Bot] | Choose | str) -> Bot | type[Bot]:
    """Return the bot for an argument of `simulate`: a bot, a function, an example bot's name or a path."""
    if isinstance(given, str):
        from arena.service.simulation import script_of

        return load(str(script_of(given)), given)
    return given if isinstance(given, Bot | type) else bot(given)


def load(script: str, name: str) -> Bot | type[Bot]:
    """Run a bot's script and return its bot: the last bot that it assigns to a name. `name`: the bot's name
    in error messages.

    Raise ValueError if the script has no bot.
    """
    values = runpy.run_path(script, run_name="bot").values()
    found: list[Bot | type[Bot]] = [one for one in values if isinstance(one, Bot) or _is_bot(one)]
    if not found:
        raise ValueError(f"{name} assigns no bot to a name outside its `if __name__` block")
    return found[-1]


def _is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


def _name(player: Bot | type[Bot], given: object) -> str:
    if isinstance(given, str):
        return given
    if isinstance(player, FunctionBot):
        return player.name
    return (player if isinstance(player, type) else type(player)).__name__


def _talk(player: Bot | type[Bot], sessions: list["Session"]) -> _Talk:
    """Return a function that answers a referee's message for this bot. Add the bot's session to
    `sessions`.
    """
    from maumau.session import Session
    from maumau.v1 import referee_pb2 as pb

    session = Session(player)
    sessions.append(session)

    def reply(message: bytes) -> bytes | None:
        answers = session.reply(pb.PlayResponse.FromString(message))
        return answers.SerializeToString() if answers else None

    return reply


def _game(game: "PlayedGame") -> Game:
    count = len(game.places)
    seats = tuple((number + game.rotation) % count for number in range(count))
    return Game(
        board=game.board,
        seats=seats,
        places=tuple(game.places[seat] for seat in seats),
        points=tuple(game.points[seat] for seat in seats),
        termination=game.termination,
        plies=game.plies,
        log=game.log.decode(),
    )
