"""Compare the games of one board: where they begin to differ, and which bot used the same cards better.

Each seat has the same cards in all games of a board. So the games are equal until two bots on the same seat
decide differently.

The comparison as JSON (`Seatings.data`) for the replay element:

    {"format": "maumau-seatings-1", "games": [{"game": 1, "rotation": 0}, …],
     "parted": {"ply": 12, "texts": [the sentence of the ply, by game]} or null,
     "cards": [{"seat": 0, "results": [{"name": …, "place": 1, "best": true, "detail": "20 points"}, …]}, …],
     "summary": one sentence}
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Final

from arena.record.format import BotFault, Decision, FallbackPlay, Play
from arena.record.match import bot_on, seat_of
from arena.record.reader import GameLog
from arena.record.replay import game_of, replay
from arena.tournament.results import game_scores
from arena.viewer.replay.film import visible_seats
from arena.viewer.replay.frames import Camera
from arena.viewer.text import join_names, seat_names
from arena.viewer.units import total_text, unit

FORMAT: Final = "maumau-seatings-1"


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """One game of a board: its number in the match and its rotation (seating), from 0."""

    game: int
    rotation: int


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The first ply at which the games of a board differ."""

    ply: int
    texts: tuple[str, ...]  # by game: the sentence about this ply


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a bot with the cards of one seat."""

    name: str
    place: int
    best: bool  # True if no bot did better with the same cards, and at least one did worse
    detail: str  # its points, in games of several deals


@dataclass(frozen=True, slots=True)
class SeatCards:
    """The results of all bots with the cards of one seat, one result per game of the board."""

    seat: int
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Seatings:
    """The comparison of all games of one board."""

    games: tuple[SeatedGame, ...]
    parted: FirstDifference | None
    cards: tuple[SeatCards, ...]
    summary: str

    @property
    def data(self) -> dict[str, object]:
        """Return the comparison as data for JSON."""
        return {"format": FORMAT, **asdict(self)}


def seatings(games: Sequence[tuple[int, GameLog]]) -> Seatings:
    """Compare all played games of one board.

    `games`: for each game, its number in the match and its log.

    Raise BadLog for an invalid log, ValueError if the games are not of one board.
    """
    logs = [log for _, log in games]
    if len({(log.header.board, log.header.ruleset_hash, log.header.seats) for log in logs}) != 1:
        raise ValueError("these are not the games of one board")
    return Seatings(
        tuple(SeatedGame(number, log.header.rotation) for number, log in games),
        _find_parting(logs),
        tuple(_cards(seat, logs) for seat in range(logs[0].header.seats)),
        _summary(logs),
    )


# ---- where they diverge ----
def _find_parting(logs: Sequence[GameLog]) -> FirstDifference | None:
    lines = zip(*(map(_decision_key, _decisions(log)) for log in logs), strict=False)
    ply = next((number for number, keys in enumerate(lines, 1) if len(set(keys)) > 1), None)
    return None if ply is None else FirstDifference(ply, tuple(_sentence_at(log, ply) for log in logs))


def _decisions(log: GameLog) -> Iterator[Decision]:
    return (record for record in log.records if isinstance(record, Play | FallbackPlay | BotFault))


def _decision_key(decision: Decision) -> tuple[int, str]:
    """Return a key that is equal for equal decisions, even if their times and notes differ."""
    return decision.seat, decision.verdict if isinstance(decision, BotFault) else decision.action


def _sentence_at(log: GameLog, ply: int) -> str:
    """Return the sentence that describes this ply, such as "greedy plays 7♥"."""
    played = replay(log)
    camera = Camera(played.game, _names(log), visible_seats(None, log.header.seats))
    frames = (
        camera.take(played.position, step, played.outcome.places if played.over else ()) for step in played
    )
    return next(frame.text for frame in frames if frame.ply == ply)


def _names(log: GameLog) -> tuple[str, ...]:
    return seat_names([bot.name for bot in log.header.bots])


# ---- who used them better ----------------------------------------------------------------------------------
def _cards(seat: int, logs: Sequence[GameLog]) -> SeatCards:
    places = [log.footer.places[seat] for log in logs]
    best = {min(places)} - {max(places)}
    return SeatCards(seat, tuple(_result(log, seat, log.footer.places[seat] in best) for log in logs))


def _result(log: GameLog, seat: int, best: bool) -> Result:
    deals = game_of(log.header).ruleset.deals
    detail = total_text(log.footer.points[seat], unit(deals)) if deals else ""
    return Result(
        _bots(log)[bot_on(seat, log.header.rotation, log.header.seats)], log.footer.places[seat], best, detail
    )


def _bots(log: GameLog) -> tuple[str, ...]:
    """Return the bots' names in the order of their seats in the board's first game."""
    header = log.header
    return seat_names(
        [header.bots[seat_of(bot, header.rotation, header.seats)].name for bot in range(header.seats)]
    )


def _summary(logs: Sequence[GameLog]) -> str:
    names, seats = _bots(logs[0]), logs[0].header.seats
    sums = [sum((_score(log, bot) for log in logs), Fraction()) for bot in range(seats)]
    best = [name for name, total in zip(names, sums, strict=True) if total == max(sums)]
    if len(best) < seats:
        score = " to ".join(f"{float(total):g}" for total in sorted(sums, reverse=True))
        return f"{join_names(best)} made the most of the cards, {score}."
    winners = {log.footer.places.index(1) for log in logs if log.footer.places.count(1) == 1}
    if len(winners) == 1 and all(log.footer.places.count(1) == 1 for log in logs):
        return f"The cards of seat {winners.pop() + 1} won in every seating."
    return "All did equally well with the cards."


def _score(log: GameLog, bot: int) -> Fraction:
    """Return a bot's score in a game, from 0 to 1. `bot`: its seat in the board's first game, from 0."""
    header = log.header
    return game_scores(log.footer.places)[seat_of(bot, header.rotation, header.seats)]
