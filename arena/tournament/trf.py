"""TRF16, the text form in which tournaments for two are exchanged (FIDE C.04 Annex 2, with XXR and XXC).

One line a player in fixed columns: number, name, rating, points, rank, then opponent, colour and result of
each round. Numbers have at most four digits, names 33 characters. Of other lines only the tournament's name
(012), the number of rounds (XXR), the first colour (XXC), pairs that are not to meet (XXP) and who is absent
from the coming round (XXZ) are kept.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing import Pairing
from arena.tournament.results import NO_START, MatchResult, SeatResult
from arena.tournament.score import HALF, PAIR

MAX_PLAYERS: Final = 9999
NAME_LENGTH: Final = 33
MAX_POINTS: Final = 100
MAX_ROUNDS: Final = 999
MAX_APART: Final = 100  # that a line of players who are not to meet can name: these are 4,950 pairs
ENDS_OF_LINES: Final = re.compile("\r\n|\r|\n")  # no others: a name may hold what Unicode calls a line's end
UNREAD: Final = {  # that change points or pairings
    "XXA": "acceleration",
    "XXS": "points for results",
    "BBW": "points for results",
    "BBD": "points for results",
    "BBL": "points for results",
    "013": "teams",
    "162": "points for results",
    "240": "byes",
    "250": "acceleration",
    "260": "forbidden pairs",
    "310": "teams",
}
FIRST_ROUND: Final = 91  # column of the first round, counted from 0
ROUND_WIDTH: Final = 10
POINTS: Final = {
    **dict.fromkeys("1+FU", Fraction(1)),
    **dict.fromkeys("=H", HALF),
    **dict.fromkeys("0-Z", Fraction()),
}
PLAYED: Final = "1=0"
FORFEITS: Final = "+-"
MIRRORED: Final = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+-"}  # what the opponent may have


class BadTrf(ValueError):
    """A text that is no TRF16, or a tournament that does not fit into one; the text names the line."""


@dataclass(frozen=True, slots=True)
class TrfRound:
    """A round of one player: the opponent's number or 0, "w", "b" or "-", and one of 1 = 0 + - U H F Z."""

    opponent: int
    colour: str
    result: str

    @property
    def points(self) -> Fraction:
        """What it counts."""
        return POINTS[self.result]


ABSENT: Final = TrfRound(0, "-", ByeKind.ZERO.value)


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """One line of players."""

    number: int
    name: str
    rating: int  # 0: none
    points: Fraction
    rank: int  # 0: none
    rounds: tuple[TrfRound, ...]
    line: int = field(default=0, compare=False)  # in the file, from 1

    @property
    def where(self) -> str:
        """Where errors are that concern it."""
        return f"line {self.line}: " if self.line else ""


@dataclass(frozen=True, slots=True)
class Trf:
    """A tournament as the file has it."""

    name: str
    players: tuple[TrfPlayer, ...]
    rounds: int | None = None  # planned
    first_colour: str = ""  # "white1": the higher of the first pair has white; "black1"; empty: not said
    forbidden: tuple[tuple[int, int], ...] = ()  # the lower number first
    absent: tuple[int, ...] = ()  # from the coming round
    unread: tuple[str, ...] = ()  # what the file says besides that changes points or pairings


def trf_text(trf: Trf) -> str:
    """The file, UTF-8, lines ended by line feeds. Raises BadTrf where a number or a name does not fit."""
    head = [f"012 {trf.name}"]
    head += [f"XXR {trf.rounds}"] if trf.rounds is not None else []
    head += [f"XXC {trf.first_colour}"] if trf.first_colour else []
    head += [f"XXP {one} {other}" for one, other in trf.forbidden]
    head += [f"XXZ {' '.join(map(str, trf.absent))}"] if trf.absent else []
    return "".join(f"{line}\n" for line in (*head, *(_line(player) for player in trf.players)))


def _line(player: TrfPlayer) -> str:
    opponents = (each.opponent for each in player.rounds)
    if max(player.number, player.rating, player.rank, *opponents) > MAX_PLAYERS:
        raise BadTrf(f"player {player.number}: numbers, ratings and ranks have at most four digits")
    if len(player.name) > NAME_LENGTH or not player.name.isprintable():
        raise BadTrf(f"player {player.number}: a name has at most {NAME_LENGTH} printable characters")
    rating = player.rating or ""
    rank = player.rank or ""
    rounds = "".join(f"  {_opponent(each)} {each.colour} {each.result}" for each in player.rounds)
    if player.points >= MAX_POINTS:
        raise BadTrf(f"player {player.number}: points have at most two digits before the point")
    columns = f"{rating:4}{'':28}{float(player.points):4.1f} {rank:4}"
    return f"001 {player.number:4}      {player.name:33} {columns}{rounds}"


def _opponent(each: TrfRound) -> str:
    return f"{each.opponent:4}" if each.opponent else "0000"


def read_trf(text: str) -> Trf:
    """What a TRF16 text says. Raises BadTrf; what a line has beyond the columns above is not kept."""
    head: dict[str, str] = {}
    rounds: int | None = None
    forbidden: set[tuple[int, int]] = set()
    absent: set[int] = set()
    players: dict[int, TrfPlayer] = {}
    lines = ENDS_OF_LINES.split(text.lstrip("\ufeff"))
    for number, line in enumerate(lines, 1):
        where = f"line {number}"
        match line[:3]:
            case "012" | "XXC":
                head[line[:3]] = line[4:].strip()
            case "XXR":
                rounds = _number(line[4:], where, MAX_ROUNDS)
            case "XXP":
                forbidden |= _pairs(sorted({*_numbers(line[4:], where)}), where)
            case "XXZ":
                absent |= {*_numbers(line[4:], where)}
            case "001":
                player = _player(line, number)
                if player.number in players:
                    raise BadTrf(f"{where}: player {player.number} is there already")
                players[player.number] = player
    if not players:
        raise BadTrf("there is no line of a player (001)")
    return Trf(
        name=head.get("012", ""),
        players=tuple(players.values()),
        rounds=rounds,
        first_colour=head.get("XXC", ""),
        forbidden=tuple(sorted(forbidden)),
        absent=tuple(sorted(absent)),
        unread=_unread(lines),
    )


def _unread(lines: Iterable[str]) -> tuple[str, ...]:
    codes = dict.fromkeys(line[:3] for line in lines if line[:3] in UNREAD)
    return tuple(f"{code} ({UNREAD[code]})" for code in codes)


def _numbers(field: str, where: str) -> Iterable[int]:
    return (_number(word, where) for word in field.split())


def _pairs(players: Sequence[int], where: str) -> set[tuple[int, int]]:
    if len(players) > MAX_APART:
        raise BadTrf(f"{where}: {len(players)} players that are not to meet are more than {MAX_APART}")
    return {*combinations(players, PAIR)}


def _player(line: str, place: int) -> TrfPlayer:
    where = f"line {place}"
    starts = range(FIRST_ROUND, len(line.rstrip()), ROUND_WIDTH)
    number = _number(line[4:8], where)
    if number < 1:
        raise BadTrf(f"{where}: no number in columns 5 to 8")
    if len(starts) > MAX_ROUNDS:
        raise BadTrf(f"{where}: {len(starts)} rounds are more than {MAX_ROUNDS}")
    return TrfPlayer(
        number=number,
        name=line[14:47].strip(),
        rating=_number(line[48:52], where),
        points=_points(line[80:84], where),
        rank=_number(line[85:89], where),
        rounds=tuple(_round(line[start : start + 8], f"{where}, column {start + 1}") for start in starts),
        line=place,
    )


def _round(field: str, where: str) -> TrfRound:
    if not field.strip():
        return ABSENT
    found = TrfRound(_number(field[:4], where), field[5:6].lower(), field[7:8].upper())
    if found.colour not in {"w", "b", "-"} or found.result not in POINTS:
        raise BadTrf(f"{where}: {field!r} is not opponent, colour and result")
    if {found.result in PLAYED + FORFEITS, found.colour != "-"} != {bool(found.opponent)}:
        raise BadTrf(f"{where}: {field!r}: an opponent needs a colour and a result of two, a bye neither")
    return found


def _number(field: str, where: str, most: int = MAX_PLAYERS) -> int:
    digits = field.strip() or "0"
    if not (digits.isascii() and digits.isdecimal()):
        raise BadTrf(f"{where}: {digits[:20]!r} is no number")
    if len(digits) > len(str(most)):
        raise BadTrf(f"{where}: {digits[:20]} is more than {most}")
    return int(digits)


def _points(field: str, where: str) -> Fraction:
    whole, _, tenths = (field.strip() or "0").replace(",", ".").partition(".")
    return _number(whole, where) + Fraction(_number(tenths, where), 10 ** len(tenths))


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
    """A tournament for two as TRF16. Names are cut to 33 characters; a rating below 1 or above 9999 is left
    out; rounds missed are Z. Points include a bye of the coming round, as JaVaFo and bbpPairings expect.

    Raises BadHistory, and BadTrf for tables of more than two and for more than 9999 bots.
    """
    if history.bots > MAX_PLAYERS:
        raise BadTrf(f"a TRF16 file has at most {MAX_PLAYERS} players")
    played = _rounds_of(history)
    players = tuple(
        TrfPlayer(
            number=bot,
            name="".join(letter for letter in names[bot] if letter.isprintable())[:NAME_LENGTH].strip(),
            rating=_rating((ratings or {}).get(bot, 0)),
            points=sum((each.points for each in played[bot]), Fraction()),
            rank=(ranks or {}).get(bot, 0),
            rounds=played[bot],
        )
        for bot in range(1, history.bots + 1)
    )
    printable = "".join(letter if letter.isprintable() else " " for letter in title)
    return Trf(" ".join(printable.split()), players, rounds, "white1", tuple(sorted(forbidden)))


def _rating(rating: int) -> int:
    return rating if 0 < rating <= MAX_PLAYERS else 0


def _rounds_of(history: History) -> Mapping[int, tuple[TrfRound, ...]]:
    found: dict[int, dict[int, TrfRound]] = {bot: {} for bot in range(1, history.bots + 1)}
    for pairing, match in history.results():
        if len(pairing.bots) != PAIR:
            raise BadTrf(f"round {pairing.round}, table {pairing.number}: TRF16 has tables of two only")
        first, second = pairing.bots
        found[first][pairing.round] = TrfRound(second, "w", _letter(match, first))
        found[second][pairing.round] = TrfRound(first, "b", _letter(match, second))
    for bye in history.byes:
        found[bye.bot][bye.round] = TrfRound(0, "-", bye.kind.value)
    return {
        bot: tuple(rounds.get(number, ABSENT) for number in range(1, max(history.rounds, *rounds, 0) + 1))
        for bot, rounds in found.items()
    }


def _letter(match: MatchResult, bot: int) -> str:
    won = match.points[bot]
    if not match.played:
        return "+" if won else "-"
    return "1" if won == 1 else "=" if won else "0"


def history_of(trf: Trf) -> History:
    """The tournament that a TRF16 file tells, to be paired on or ranked. Tables are numbered as found.

    Raises BadTrf where numbers have gaps or two players tell different things of the round they met in.
    """
    players = {player.number: player for player in trf.players}
    if set(players) != set(range(1, len(players) + 1)):
        raise BadTrf(f"players are not numbered 1 to {len(players)}")
    last = max((len(player.rounds) for player in trf.players), default=0)
    pairings: list[Pairing] = []
    for number in range(1, last + 1):
        tables = _tables(players, number)
        pairings += [Pairing(number, table, bots) for table, bots in enumerate(tables, 1)]
    matches = tuple(_match(pairing, players) for pairing in pairings)
    coming = max((pairing.round for pairing in pairings), default=0) + 1
    byes = (*_byes(players), *_absent(trf, players, coming))
    return History(len(players), tuple(pairings), matches, byes)


def _absent(trf: Trf, players: Mapping[int, TrfPlayer], coming: int) -> Iterable[Bye]:
    for number in trf.absent:
        if number not in players:
            raise BadTrf(f"XXZ: there is no player {number}")
        if len(players[number].rounds) < coming:
            yield Bye(coming, number, ByeKind.ZERO)


def _tables(players: Mapping[int, TrfPlayer], number: int) -> Sequence[tuple[int, int]]:
    tables = []
    for player in sorted(players):
        own = _in(players[player], number)
        if own.opponent:
            other = _in(players[own.opponent], number) if own.opponent in players else ABSENT
            if other.opponent != player or {own.colour, other.colour} != {"w", "b"}:
                both = f"{players[player].where}players {player} and {own.opponent}"
                raise BadTrf(f"{both} tell different things of round {number}")
            if other.result not in MIRRORED[own.result]:
                both = f"{players[player].where}players {player} and {own.opponent}"
                raise BadTrf(f"{both} have other results in round {number}")
            if own.colour == "w":
                tables.append((player, own.opponent))
    return tables


def _in(player: TrfPlayer, number: int) -> TrfRound:
    return player.rounds[number - 1] if number <= len(player.rounds) else ABSENT


def _match(pairing: Pairing, players: Mapping[int, TrfPlayer]) -> MatchResult:
    rounds = [(bot, _in(players[bot], pairing.round)) for bot in pairing.bots]
    verdicts = {"-": NO_START}
    seats = tuple(
        SeatResult(bot, 1, each.points, 0, {verdicts.get(each.result, "OK"): 1}) for bot, each in rounds
    )
    return MatchResult(pairing.round, pairing.number, seats)


def _byes(players: Mapping[int, TrfPlayer]) -> tuple[Bye, ...]:
    return tuple(
        Bye(number, player, ByeKind(each.result))
        for player in sorted(players)
        for number, each in enumerate(players[player].rounds, 1)
        if not each.opponent
    )
