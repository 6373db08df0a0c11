"""Serve the page of a recorded game on this machine. The page can play on from decisions, and ask bots."""

from dataclasses import dataclass, field
from typing import Final

from arena.analysis.game import analyse
from arena.analysis.report import to_json
from arena.record.reader import GameLog
from arena.record.replay import game_of
from arena.rules.notation import parse_action
from arena.service.bots.builtin import builtin_bot
from arena.service.common.local_server import Computation, Json, LocalServer, Progress, Request
from arena.service.errors import BadSettings
from arena.service.replay.ask import ask
from arena.service.replay.branch import branch, first_continuation
from arena.service.replay.page_commands import command_attributes
from arena.viewer.html import replay_page
from arena.viewer.replay.film_json import document
from arena.viewer.text import Wording, describe_action, seat_names

BOARDS: Final = (20, 50, 200, 1_000)  # numbers of continuations to choose from


@dataclass(frozen=True, slots=True)
class GameRequests:
    """The functions that answer the requests of a game's page.

    `seat`: the seat that the page shows, from 0; None for all. If the page shows one seat, the answers use
    only this seat's knowledge.
    """

    log: GameLog
    seat: int | None = None
    analyses: dict[int | None, Json] = field(default_factory=dict)  # by seat; None: with all hands open

    def analysis(self, request: Request) -> Json | None:
        """Return the game's analysis if it has been computed, else None.

        The request names the seat (from 1) whose knowledge is used. Without a seat, all hands are open.
        """
        return self.analyses.get(self._analysed_seat(request))

    def analyse(self, request: Request, on_ply: Progress = lambda ply: None) -> Json:
        """Return the game's analysis, and compute it first if necessary.

        The request has the same fields as for `analysis`.

        `on_ply`: called with the number of each analysed ply.

        Raise ArenaError if the request cannot be answered.
        """
        seat = self._analysed_seat(request)
        if seat not in self.analyses:
            self.analyses[seat] = to_json(self.log, analyse(self.log, seat, on_ply))
        return self.analyses[seat]

    def branch(self, request: Request, on_board: Progress = lambda done: None) -> Json:
        """Compare two actions at a decision, the played one and another, by playing on after each.

        The request has the fields `ply`, `action`, `boards` (the number of continuations) and `bot` (empty
        for the fast policy, a simple player). In the result, `played` and `other` are the deciding seat's
        chance to win after each action, `difference` is their difference. Each is a list: the value and its
        standard error. `film` shows the first continuation, one picture per ply.

        `on_board`: called with the number of finished continuations. Raise ArenaError if the request cannot
        be answered.
        """
        boards, view = request.get("boards"), self._seat(request)
        if boards not in BOARDS:
            raise BadSettings(f"choose one of {', '.join(map(str, BOARDS))} continuations")
        result = branch(
            self.log,
            ply=_number(request, "ply"),
            action=_text(request, "action"),
            bots=[builtin_bot(_text(request, "bot"))] if request.get("bot") else (),
            boards=boards,
            seat=view,
            on_board=on_board,
        )
        values, seat = result.values, result.seat
        return {
            "boards": boards,
            "calibration_error": result.calibration_error,
            "film": document([first_continuation(self.log, result, seat=view)], [view]),
            **{
                name: [value.chances[seat], value.errors[seat]]
                for name, value in (
                    ("played", values.played),
                    ("other", values.other),
                    ("difference", values.difference),
                )
            },
        }

    def ask(self, request: Request, on_answer: Progress = lambda answers: None) -> Json:
        """Ask the requested bot what it would have played, and return a comparison with the recorded game.

        The field `different` of the result lists the decisions at which the bot would have played another
        action, each as `[ply, seat, bot's action in words]`. `on_answer`: called with the number of answers
        so far. Raise ArenaError if the request cannot be answered.
        """
        bot = builtin_bot(_text(request, "bot"))
        result = ask(self.log, bot, self._seat(request), on_answer=on_answer)
        game = game_of(self.log.header)
        wording = Wording.of(game, seat_names(result.names))
        return {
            "bot": bot.name,
            "decisions": len(result.opinions),
            "different": [
                [one.ply, one.seat, describe_action(parse_action(game.pack, one.would), one.seat, wording)]
                for one in result.opinions
                if not one.agrees
            ],
            "faults": [f"Seat {one.seat + 1}: {one.detail}" for one in result.troubles],
        }

    def _analysed_seat(self, request: Request) -> int | None:
        number = str(request.get("seat", ""))
        if self.seat is not None or not number:
            return self.seat
        if not number.isdecimal() or not 1 <= int(number) <= self.log.header.seats:
            raise BadSettings("the game has no such seat")
        return int(number) - 1

    def _seat(self, request: Request) -> int | None:
        """Return the seat whose knowledge is used (from 0): the page's seat, or else the requested seat.

        Return None if all hands are open.
        """
        if self.seat is not None or request.get("seat") is None:
            return self.seat
        return _number(request, "seat")


def _number(request: Request, name: str) -> int:
    value = request.get(name)
    if type(value) is not int:
        raise BadSettings(f"{name} is not a number")
    return value


def _text(request: Request, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise BadSettings(f"{name} is not a text")
    return value


class PageServer(LocalServer):
    """A server for the page of one game."""

    def __init__(self, log: GameLog, seat: int | None, name: str) -> None:
        """Listen at any free port. `name`: the name with which `arena replay` finds the game.

        Raise NoSuchSeat if the game does not have the seat, BadLog if the log is invalid.
        """
        super().__init__()
        serve_game(self, "", log, seat, name)


def serve_game(server: LocalServer, address: str, log: GameLog, seat: int | None, name: str) -> None:
    """Add the page of a game to a server, at an address.

    `seat`: show only what this seat saw; None for all seats. `name`: the name with which `arena replay` finds
    the game. Raise NoSuchSeat if the game does not have the seat, BadLog if the log is invalid.
    """
    requests = GameRequests(log, seat)
    computations: dict[str, Computation] = {
        "branch": requests.branch,
        "ask": requests.ask,
        "analysis": requests.analyse,
    }
    attributes = {**command_attributes(name, seat), **{action: action for action in computations}}
    page = replay_page(log, seat, attributes=attributes)
    server.pages[address] = lambda _: page
    server.pages[f"{address}analysis"] = requests.analysis
    for action, compute in computations.items():
        server.computations[address + action] = compute
