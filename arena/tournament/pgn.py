"""Write two-bot games as PGN without moves, for the rating programs Ordo and BayesElo."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.tournament.results import HALF

RESULTS: Final = {Fraction(1): "1-0", HALF: "1/2-1/2", Fraction(): "0-1"}
MAX_VALUE_LENGTH: Final = 255  # by the PGN standard


class BadPgn(ValueError):
    """The game cannot be written as PGN."""


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A rated game to write. White is the bot in seat 0."""

    event: str
    round: str  # free text such as "3.2"
    white: str
    black: str
    score: Fraction  # of White: 1, ½ or 0
    date: str = "????.??.??"  # year.month.day


def pgn_text(games: Iterable[PgnGame]) -> str:
    """Return the games as PGN, each with seven tag pairs and the result.

    Raise BadPgn if White's score is not 1, ½ or 0.

    >>> print(pgn_text([PgnGame("Evening", "1.1", "greedy", "random", Fraction(1))]))
    [Event "Evening"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "1.1"]
    [White "greedy"]
    [Black "random"]
    [Result "1-0"]
    <BLANKLINE>
    1-0
    <BLANKLINE>
    <BLANKLINE>
    """
    return "".join(_record(game) for game in games)


def _record(game: PgnGame) -> str:
    if game.score not in RESULTS:
        raise BadPgn(f"round {game.round}: White's score is {game.score}, not 1, 1/2 or 0")
    result = RESULTS[game.score]
    tags = {
        "Event": game.event,
        "Site": "?",
        "Date": game.date,
        "Round": game.round,
        "White": game.white,
        "Black": game.black,
        "Result": result,
    }
    lines = [f'[{tag} "{_value(text)}"]' for tag, text in tags.items()]
    return "\n".join([*lines, "", result, "", ""])


def _value(text: str) -> str:
    """Return text as a PGN tag's value: printable, with quotes and backslashes escaped."""
    printable = "".join(letter for letter in text if letter.isprintable())[:MAX_VALUE_LENGTH] or "?"
    return printable.replace("\\", "\\\\").replace('"', '\\"')
