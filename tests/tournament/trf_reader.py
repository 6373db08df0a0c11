"""Read TRF16 files back: a check on our export, and the form of the published tournaments in `vectors`."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import NO_START, MatchResult, SeatResult
from arena.tournament.standings.standings import Standing, standings
from arena.tournament.trf import ABSENT, Trf, TrfPlayer, TrfRound

FIDE_TIE_BREAKS = ("PTS", "BH/C1", "BH", "SB", "WIN", "PS")  # of a Swiss; a TRF16 file suffices for them
FIRST_ROUND = 91  # column, counted from 0
ROUND_WIDTH = 10


def read_trf(text: str) -> Trf:
    """Return the contents of a valid TRF16 file; unknown lines and columns are skipped."""
    name, rounds = "", None
    forbidden: set[tuple[int, int]] = set()
    players = []
    for line in text.split("\n"):
        match line[:3]:
            case "012":
                name = line[4:]
            case "XXR":
                rounds = int(line[4:])
            case "XXP":
                forbidden |= {*combinations(sorted(map(int, line[4:].split())), 2)}
            case "001":
                players.append(_player(line))
    return Trf(name, tuple(players), rounds, tuple(sorted(forbidden)))


def history_of(trf: Trf) -> History:
    """Return the tournament of a file, with tables numbered in the order of White's numbers."""
    rounds = [
        (player, number, each) for player in trf.players for number, each in enumerate(player.rounds, 1)
    ]
    last = max((number for _, number, _ in rounds), default=0)
    pairings = tuple(pairing for number in range(1, last + 1) for pairing in _pairings(trf, number))
    results = {(number, one.number): each for one, number, each in rounds}
    matches = tuple(
        MatchResult(one.round, one.number, tuple(_seat(bot, results[one.round, bot]) for bot in one.bots))
        for one in pairings
    )
    byes = tuple(
        Bye(number, player.number, ByeKind(each.result))
        for player, number, each in rounds
        if not each.opponent
    )
    return History(len(trf.players), pairings, matches, byes)


def rank_file(
    text: str, tie_breaks: tuple[str, ...] = FIDE_TIE_BREAKS, *, round_robin: bool = False
) -> dict[str, tuple[TrfPlayer, Standing]]:
    """Return the players of a file with their standing by our tie-breaks, best first, by name."""
    trf = read_trf(text)
    history = history_of(trf)
    players = {player.number: player for player in trf.players}
    lines = standings(players, history.matches, history.byes, tie_breaks=tie_breaks, round_robin=round_robin)
    return {players[line.total.bot].name: (players[line.total.bot], line) for line in lines}


def _player(line: str) -> TrfPlayer:
    starts = range(FIRST_ROUND, len(line.rstrip()), ROUND_WIDTH)
    return TrfPlayer(
        number=int(line[4:8]),
        name=line[14:47].strip(),
        rating=int(line[48:52].strip() or 0),
        points=Fraction(line[80:84].strip()),
        rank=int(line[85:89].strip() or 0),
        rounds=tuple(_round(line[start : start + 8]) for start in starts),
    )


def _round(field: str) -> TrfRound:
    return TrfRound(int(field[:4]), field[5], field[7]) if field.strip() else ABSENT


def _pairings(trf: Trf, number: int) -> Iterator[Pairing]:
    played = {
        player.number: player.rounds[number - 1] for player in trf.players if len(player.rounds) >= number
    }
    for player, each in played.items():
        assert not each.opponent or played[each.opponent].opponent == player
    whites = sorted(player for player, each in played.items() if each.colour == "w")
    for table, white in enumerate(whites, 1):
        yield Pairing(number, table, (white, played[white].opponent))


def _seat(bot: int, each: TrfRound) -> SeatResult:
    return SeatResult(bot, 1, each.points, 0, {NO_START if each.result == "-" else "OK": 1})
