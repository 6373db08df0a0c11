"""Serve the page on which one person plays, on this machine only."""

from dataclasses import replace
from queue import SimpleQueue
from secrets import token_bytes

from arena.record.reader import GameLog
from arena.rules import game_for
from arena.service.common.local_server import Json, LocalServer, Request
from arena.service.people.game import GameToPlay
from arena.service.people.seat import RESTART, Seat, SeatEvent
from arena.service.replay.page_server import serve_game
from arena.service.tournaments.setup.settings import playable
from arena.tournament.secrets import TournamentSecret
from arena.viewer.html import page_of


class SeatServer(LocalServer):
    """The server of a person's page. It shows one game at a time, and the replays of finished games.

    The caller plays each game from `next_game`, with `seat` as the person's seat, and then calls `finish`.
    """

    def __init__(self, game: GameToPlay) -> None:
        """Listen at any free port. `game`: the first game.

        Raise BadSettings if the ruleset or the number of players is invalid.
        """
        super().__init__()
        ruleset = playable(game.ruleset, len(game.bots))
        self._title = f"{ruleset.title}: {', '.join(bot.name for bot in game.bots)}"
        self._pack = game_for(ruleset, len(game.bots)).pack
        self._games: SimpleQueue[GameToPlay] = SimpleQueue()
        self._finished = 0
        self.pages[""] = self._page
        self.actions["again"] = self._play_again
        self._start(game)

    def next_game(self) -> GameToPlay:
        """Wait until the person wants to play, and return the game."""
        return self._games.get()

    def finish(self, log: GameLog, name: str) -> None:
        """Show the end of the game, and serve its replay. `name`: the game's name for `arena replay`."""
        self._finished += 1
        page = f"games/{self._finished}/"
        serve_game(self, page, log, None, name)
        end = {"over": {"page": page, "again": True, "same_cards": True}}
        self.seat.finish(log, self._game.seat, end)

    def _start(self, game: GameToPlay) -> None:
        self._game = game
        self.seat = seat = Seat()
        self.pages["film"] = seat.film
        self.streams["events"] = lambda plies: map(_or_reload, seat.events(plies))
        self.actions |= {"answer": seat.answer, "resign": seat.resign, "hint": seat.hint}
        self._games.put(game)

    def _page(self, _: Request) -> str:
        seat = str(self._game.seat + 1)
        addresses = {name: name for name in ("answer", "resign", "hint", "again")}
        return page_of(
            self._title,
            self._pack,
            {"src": "film", "live": "events", "sides": seat, "seat": seat, **addresses},
        )

    def _play_again(self, request: Request) -> Json:
        """Start another game: with new cards, or with the same cards and all players moved one seat on."""
        if request.get("same_cards"):
            self._start(replace(self._game, rotation=self._game.rotation + 1))
        else:
            self._start(replace(self._game, secret=TournamentSecret(token_bytes(32))))
        return {"page": self.root}


def _or_reload(event: SeatEvent | None) -> SeatEvent | None:
    """Replace RESTART by an event that makes the page load the new film. Return other events unchanged."""
    return SeatEvent("end", {"src": "film", "live": "events"}) if event is RESTART else event
