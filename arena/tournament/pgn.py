"""Games for two as PGN without moves: what Ordo and BayesElo read, to check ratings with another program."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.tournament.score import HALF

RESULTS: Final = {Fraction(1): "1-0", HALF: "1/2-1/2", Fraction(): "0-1"}
MOST: Final = 255  # characters of a value, by the PGN standard


class BadPgn(ValueError):
    """A game that PGN cannot say."""


@dataclass(frozen=True, slots=True)
class PgnGame:
    """One game. White is who sat in seat 0; games that are not rated are not for such files."""

    event: str
    round: str  # free text such as "3.2"
    white: str
    black: str
    score: Fraction  # of White: 1, ½ or 0
    date: str = "????.??.??"  # year.month.day


def pgn_text(games: Iterable[PgnGame]) -> str:
    """All games, UTF-8: seven tag pairs and the result each. Raises BadPgn for another score.

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
    """A value between quotes: printable, quotes and backslashes escaped."""
    printable = "".join(letter for letter in text if letter.isprintable())[:MOST] or "?"
    return printable.replace("\\", "\\\\").replace('"', '\\"')
