"""Write tournaments of two-bot matches as TRF16 (FIDE Handbook C.04 Annex 2), which chess pairing programs
read.

Columns of a player's line, counted from 1: number 5–8, name 15–47, rating 49–52, points 81–84, rank 86–89.
Each round then takes ten columns.

Header lines: 012 is the title, XXR the number of planned rounds, XXC the first colour, XXP a forbidden pair.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.tournament.history import ByeKind, History
from arena.tournament.results import HALF, PAIR, MatchResult

MAX_PLAYERS: Final = 9999
MAX_NAME_LENGTH: Final = 33
MAX_POINTS: Final = 100
POINTS: Final = {
    **dict.fromkeys("1+FU", Fraction(1)),
    **dict.fromkeys("=H", HALF),
    **dict.fromkeys("0-Z", Fraction()),
}


class BadTrf(ValueError):
    """The tournament cannot be written as TRF16; the text names the player or table at fault."""


@dataclass(frozen=True, slots=True)
class TrfRound:
    """One round of a player in a TRF16 file."""

    opponent: int  # the opponent's number; 0 for none
    colour: str  # "w", "b" or "-"
    result: str  # "1", "=", "0", "+", "-", "U", "H", "F" or "Z"

    @property
    def points(self) -> Fraction:
        return POINTS[self.result]


ABSENT: Final = TrfRound(0, "-", ByeKind.ZERO.value)


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One player line of a TRF16 file."""

    number: int
    name: str
    rating: int  # 0: unrated
    points: Fraction
    rank: int  # 0: unranked
    rounds: tuple[TrfRound, ...]


@dataclass(frozen=True, slots=True)
class Trf:
    """The contents of a TRF16 file."""

    name: str
    players: tuple[TrfPlayer, ...]
    rounds: int | None = None  # planned
    forbidden: tuple[tuple[int, int], ...] = ()  # the lower number first


def trf_text(trf: Trf) -> str:
    """Return the text of a TRF16 file, with line feeds.

    Raise BadTrf if a number or a name does not fit.
    """
    head = [f"012 {trf.name}"]
    head += [f"XXR {trf.rounds}"] if trf.rounds is not None else []
    head += ["XXC white1"]
    head += [f"XXP {first} {second}" for first, second in trf.forbidden]
    return "".join(f"{line}\n" for line in (*head, *map(_player_line, trf.players)))


def _player_line(player: TrfPlayer) -> str:
    opponents = (each.opponent for each in player.rounds)
    if max(player.number, player.rating, player.rank, *opponents) > MAX_PLAYERS:
        raise BadTrf(f"player {player.number}: numbers, ratings and ranks have at most four digits")
    if len(player.name) > MAX_NAME_LENGTH or not player.name.isprintable():
        raise BadTrf(f"player {player.number}: a name has at most {MAX_NAME_LENGTH} printable characters")
    if player.points >= MAX_POINTS:
        raise BadTrf(f"player {player.number}: points have at most two digits before the point")
    rounds = "".join(f"  {each.opponent or '0000':>4} {each.colour} {each.result}" for each in player.rounds)
    columns = f"{player.rating or '':4}{'':28}{float(player.points):4.1f} {player.rank or '':4}"
    return f"001 {player.number:4}      {player.name:33} {columns}{rounds}"


def trf_of(
    history: History,
    names: Mapping[int, str],
    *,
    title: str,
    rounds: int | None = None,
    ratings: Mapping[int, int] | None = None,
    ranks: Mapping[int, int] | None = None,
    forbidden: Iterable[tuple[int, int]] = (),
) -> Trf:
    """Return a tournament of two-bot matches as the contents of a TRF16 file.

    Names are cut to 33 characters. Ratings outside 1 … 9999 are omitted. A missed round has the result Z.
    Byes in the coming round already count in the points, as JaVaFo and bbpPairings expect.

    Raise BadHistory if results are missing, BadTrf for tables of more than two bots or more than 9999 bots.
    """
    if history.bots > MAX_PLAYERS:
        raise BadTrf(f"a TRF16 file has at most {MAX_PLAYERS} players")
    rounds_of = _rounds_by_bot(history)
    rated = {bot: one for bot, one in (ratings or {}).items() if 0 < one <= MAX_PLAYERS}
    players = tuple(
        TrfPlayer(
            number=bot,
            name="".join(letter for letter in names[bot] if letter.isprintable())[:MAX_NAME_LENGTH].strip(),
            rating=rated.get(bot, 0),
            points=sum((each.points for each in rounds_of[bot]), Fraction()),
            rank=(ranks or {}).get(bot, 0),
            rounds=rounds_of[bot],
        )
        for bot in range(1, history.bots + 1)
    )
    printable = "".join(letter if letter.isprintable() else " " for letter in title)
    return Trf(" ".join(printable.split()), players, rounds, tuple(sorted(forbidden)))


def _rounds_by_bot(history: History) -> Mapping[int, tuple[TrfRound, ...]]:
    rounds: dict[int, dict[int, TrfRound]] = {bot: {} for bot in range(1, history.bots + 1)}
    for pairing, match in history.results():
        if len(pairing.bots) != PAIR:
            raise BadTrf(f"round {pairing.round}, table {pairing.number}: TRF16 has tables of two only")
        white, black = pairing.bots
        rounds[white][pairing.round] = TrfRound(black, "w", _result(match, white))
        rounds[black][pairing.round] = TrfRound(white, "b", _result(match, black))
    for bye in history.byes:
        rounds[bye.bot][bye.round] = TrfRound(0, "-", bye.kind.value)
    return {
        bot: tuple(own.get(number, ABSENT) for number in range(1, max(history.rounds, *own, 0) + 1))
        for bot, own in rounds.items()
    }


def _result(match: MatchResult, bot: int) -> str:
    points = match.points[bot]
    if not match.played:
        return "+" if points else "-"
    return "1" if points == 1 else "=" if points else "0"
