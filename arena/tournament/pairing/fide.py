"""Berger tables, Dutch pairings and FIDE's tie-breaks, computed by the library `gacrux`.

Only this module uses gacrux. It passes each tournament to gacrux as the dictionary that gacrux's file reader
would produce.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from arena.tournament.history import ByeKind, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import MatchResult

Tournament = dict[str, Any]  # in gacrux's form

SCORES: Final = {"W": 1, "D": 0.5, "L": 0, "Z": 0}
SAME_AS: Final = {"F": "W", "H": "D", "P": "W", "A": "D", "U": "Z"}
BYE_RESULTS: Final = {ByeKind.ALLOCATED: "P", ByeKind.FULL: "W", ByeKind.HALF: "D", ByeKind.ZERO: "Z"}
LETTERS: Final = {Fraction(1): "W", Fraction(1, 2): "D", Fraction(): "L"}
NOBODY: Final = 0  # gacrux's number for a bye


def berger(bots: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the pairs of each round in the Berger table (FIDE C.05 Annex 1), for bots 1 … `bots`.

    If `bots` is odd, number `bots` + 1 means: no opponent.
    """
    from gacrux.berger import bergertables

    rounds = bergertables(bots)["pairing"]
    return tuple(
        tuple((pair["white"], pair["black"]) for _, pair in sorted(rounds[number].items()))
        for number in sorted(rounds)
    )


def dutch(
    history: History, rounds: int, forbidden: Iterable[tuple[int, int]] = (), *, colours: bool = True
) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs of the next round by the Dutch system (FIDE C.04.3 of 2026), in table order.

    A pair with bot 0 is a bye. Return None if no pairing is legal.

    `rounds`: planned rounds of the tournament. `forbidden`: pairs that must not meet. `colours`: False to
    ignore colours (art. 1.7).
    """
    from gacrux.gacruxexeptions import GacruxNoLegalPairing

    tournament = _tournament(history, rounds)
    tournament["prohibited"] = [
        {"firstRound": 1, "lastRound": rounds, "competitors": [*pair]}
        for pair in forbidden
        if max(pair) <= history.bots  # other bots have not entered yet
    ]
    engine = _engine(colours)(tournament, history.coming, {"experimental": [], "verbose": 0})
    try:
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing:
        return None
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    return tuple((int(pair["w"]), int(pair["b"])) for pair in sorted(pairs, key=lambda pair: pair["board"]))


def _engine(colours: bool) -> Callable[..., Any]:
    from gacrux.crosstabledutch import crosstable_dutch
    from gacrux.pairingdutch import pairing_dutch

    class ColourBlindCrosstable(crosstable_dutch):  # type: ignore[misc]  # gacrux has no types
        def color_preference(self, cod: int, csq: str) -> str:
            return "nc"

    class ColourBlindPairing(pairing_dutch):  # type: ignore[misc]
        def get_crosstable(self, *args: object) -> ColourBlindCrosstable:
            return ColourBlindCrosstable(*args)

    return pairing_dutch if colours else ColourBlindPairing


def tie_break(
    history: History, code: str, ranks: Mapping[int, int], *, round_robin: bool
) -> Mapping[int, Fraction]:
    """Return each bot's value of one of FIDE's tie-breaks (C.07 of 2026) after all paired rounds.

    `code`: the tie-break's code, such as "BH". `ranks`: the ranks by the earlier tie-breaks; only DE (direct
    encounter) uses them. `round_robin`: count forfeits as played.

    The value of DE is a bot's place within its rank, from 1 (best); 0 if DE does not separate the bots.
    """
    from gacrux.tiebreak import tiebreak

    if not history.bots:
        return {}
    encounter = code == "DE"  # in an unfinished round robin not all have met: art. 6 as in a Swiss
    params = {"pre_determined": round_robin and not encounter, "swiss": encounter or not round_robin}
    full_code = f"{code}/P" if encounter and round_robin else code
    engine = tiebreak(_tournament(history, history.rounds), history.rounds, params)
    for bot, rank in ranks.items():
        engine.cmps[bot]["rank"] = rank
    engine.rankorder.sort(key=lambda line: (line["rank"], line["cid"]))
    engine.compute_single_tiebreak(engine.parse_tiebreak(1, full_code))
    return {bot: Fraction(line["tiebreakScore"][0]) for bot, line in engine.cmps.items()}


def _tournament(history: History, rounds: int) -> Tournament:
    """Return a tournament's history in gacrux's form: the dictionary that its file reader would produce.

    `rounds`: the planned rounds of the tournament.
    """
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "tournamentInfo": {},
        "numRounds": rounds,
        "currentRound": history.rounds,
        "teamTournament": False,
        "scoreSystem": {"game": {**{key: Decimal(str(value)) for key, value in SCORES.items()}, **SAME_AS}},
        "topColor": "w",  # by default gacrux draws the first colour by lot
        "competitors": [
            {"cid": bot, "rank": bot, "present": True, "random": bot, "rating": None}
            for bot in range(1, history.bots + 1)
        ],
        "gameList": [{"id": number, **game} for number, game in enumerate(_games(history), 1)],
        "matchList": [],
    }


def _games(history: History) -> Iterator[dict[str, Any]]:
    for pairing, match in sorted(history.results(), key=lambda result: (result[0].round, result[0].number)):
        yield _game(pairing, match)
    for bye in sorted(history.byes, key=lambda bye: (bye.round, bye.bot)):
        yield {
            "round": bye.round,
            "white": {"cid": bye.bot, "result": BYE_RESULTS[bye.kind]},
            "black": None,
            "played": bye.kind is ByeKind.ALLOCATED,
            "rated": False,
        }


def _game(pairing: Pairing, match: MatchResult) -> dict[str, Any]:
    points = match.points
    letters = LETTERS if match.played else {**LETTERS, Fraction(): "Z"}
    first, second = ({"cid": bot, "result": letters[points[bot]]} for bot in pairing.bots)
    played = match.played
    return {"round": pairing.round, "white": first, "black": second, "played": played, "rated": played}
