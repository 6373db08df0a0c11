"""An analysis as JSON, for files, pages and other programs."""

from functools import partial
from typing import Any, Final

from arena.analysis.calibration import version
from arena.analysis.game import DecisionValue, GameAnalysis, Progress, analyse
from arena.record.format import Decision
from arena.record.reader import GameLog
from arena.record.replay import game_of
from arena.rules.notation import parse_action
from arena.viewer.text import Wording, describe_action, seat_names

_DIGITS: Final = 4  # decimals of chances; a playout's chance is known less exactly


def analyse_views(
    log: GameLog, seat: int | None = None, on_ply: Progress = lambda ply: None
) -> list[dict[str, Any]]:
    """Return analyses of a game as JSON data.

    `seat`: analyse the game only as this seat knew it; None: analyse it with all hands open, then as each
    seat knew it. `on_ply`: called with the number of plies so far, counted over all analyses. Raise BadLog if
    the log is invalid.
    """
    seats = [seat] if seat is not None else [None, *range(log.header.seats)]
    plies = count_plies(log)

    def count(before: int, ply: int) -> None:
        on_ply(before + ply)

    return [
        to_json(log, analyse(log, one, partial(count, number * plies))) for number, one in enumerate(seats)
    ]


def count_plies(log: GameLog) -> int:
    """Return the number of decisions and faults in a game."""
    return sum(isinstance(record, Decision) for record in log.records)


def to_json(log: GameLog, analysis: GameAnalysis) -> dict[str, Any]:
    """Return the analysis of a game as JSON data.

    Seats are numbered from 0, plies as in `replay show`. Chances, costs and errors are win chances from 0 to
    1; accuracy is in per cent. Under the key `mistakes` are the plies of the most expensive mistakes, under
    `texts` a description of each action in words.
    """
    header, seats = log.header, range(log.header.seats)
    game = game_of(header)
    wording = Wording.of(game, seat_names([bot.name for bot in header.bots]))
    actions = {action: one.seat for one in analysis.decisions for action, _ in one.chances}
    return {
        "version": version(),
        "game": header.game,
        "ruleset": header.ruleset,
        "seat": analysis.seat,
        "playouts": analysis.playouts,
        "calibration_error": analysis.calibration.error,
        "names": [bot.name for bot in header.bots],
        "chances": [[ply, _rounded(chances)] for ply, chances in analysis.chances.items()],
        "decisions": [_decision(one) for one in analysis.decisions],
        "texts": {
            action: describe_action(parse_action(game.pack, action), seat, wording)
            for action, seat in actions.items()
        },
        "mistakes": [one.ply for one in analysis.mistakes()],
        "accuracy": [_round(analysis.accuracy(seat), 1) for seat in seats],
        "luck": [{"ply": one.ply, "seat": one.seat, "change": _rounded(one.change)} for one in analysis.luck],
        "luck_in_sum": _rounded([sum(one.change[seat] for one in analysis.luck) for seat in seats]),
    }


def _decision(value: DecisionValue) -> dict[str, Any]:
    return {
        "ply": value.ply,
        "seat": value.seat,
        "played": value.played,
        "best": value.best,
        "cost": _round(value.cost, _DIGITS),
        "error": _round(value.error, _DIGITS),
        "is_mistake": value.is_mistake,
        "chances": [[action, _round(chance, _DIGITS)] for action, chance in value.chances],
    }


def _rounded(values: "tuple[float, ...] | list[float]") -> list[float]:
    return [round(value, _DIGITS) for value in values]


def _round(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
