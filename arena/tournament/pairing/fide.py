"""The one door to `gacrux`: Berger tables, Dutch pairings and FIDE's tie-breaks, in its words and back.

gacrux is written as a program and changes often; what it is asked here is checked against stored pairings of
another program and against published tie-breaks, and its version is pinned. It is given a tournament as the
dictionary that its reader makes of a file, so that nothing is written in columns and read again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from arena.tournament.history import ByeKind, History
from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import MatchResult

Tournament = dict[str, Any]  # gacrux' own form

SCORES: Final = {"W": 1, "D": 0.5, "L": 0, "Z": 0}
SAME_AS: Final = {"F": "W", "H": "D", "P": "W", "A": "D", "U": "Z"}
BYE_RESULTS: Final = {ByeKind.ALLOCATED: "P", ByeKind.FULL: "W", ByeKind.HALF: "D", ByeKind.ZERO: "Z"}
LETTERS: Final = {Fraction(1): "W", Fraction(1, 2): "D", Fraction(): "L"}
NOBODY: Final = 0  # gacrux' number for a bye


def berger(bots: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of the Berger table (FIDE C.05 Annex 1); an odd field is filled up with one more number."""
    from gacrux.berger import bergertables

    rounds = bergertables(bots)["pairing"]
    return tuple(
        tuple((pair["white"], pair["black"]) for _, pair in sorted(rounds[number].items()))
        for number in sorted(rounds)
    )


def dutch(
    history: History, rounds: int, forbidden: Iterable[tuple[int, int]] = (), *, colours: bool = True
) -> tuple[tuple[int, int], ...] | None:
    """The next round of `rounds` by the Dutch system (FIDE C.04.3 of 2026), in the order of the tables.

    A bye is a pair with 0. None where no pairing is legal. Without `colours` nobody prefers one (art. 1.7).
    """
    from gacrux.gacruxexeptions import GacruxNoLegalPairing

    tournament = _tournament(history, rounds)
    tournament["prohibited"] = [
        {"firstRound": 1, "lastRound": rounds, "competitors": [*pair]}
        for pair in forbidden
        if max(pair) <= history.bots  # others have not entered yet
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

    class Blind(crosstable_dutch):  # type: ignore[misc]  # gacrux has no types
        def color_preference(self, cod: int, csq: str) -> str:
            return "nc"

    class BlindPairing(pairing_dutch):  # type: ignore[misc]
        def get_crosstable(self, *args: object) -> Blind:
            return Blind(*args)

    return pairing_dutch if colours else BlindPairing


def tie_break(
    history: History, code: str, ranks: Mapping[int, int], *, round_robin: bool
) -> Mapping[int, Fraction]:
    """A tie-break of FIDE C.07 (of 2026) by its code there, of every bot, after all rounds that are paired.

    `ranks` are those before it, which only DE looks at: its value is the place among the equal, 1 the best,
    or 0 where it separates none of them. In a round robin forfeits count as played.
    """
    from gacrux.tiebreak import tiebreak

    if not history.bots:
        return {}
    encounter = code == "DE"  # in a round robin that still runs not all have met: art. 6 as in a Swiss
    params = {"pre_determined": round_robin and not encounter, "swiss": encounter or not round_robin}
    asked = f"{code}/P" if encounter and round_robin else code
    engine = tiebreak(_tournament(history, history.rounds), history.rounds, params)
    for bot, rank in ranks.items():
        engine.cmps[bot]["rank"] = rank
    engine.rankorder.sort(key=lambda line: (line["rank"], line["cid"]))
    engine.compute_single_tiebreak(engine.parse_tiebreak(1, asked))
    return {bot: Fraction(line["tiebreakScore"][0]) for bot, line in engine.cmps.items()}


def _tournament(history: History, rounds: int) -> Tournament:
    """The history as gacrux' reader would give it."""
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "tournamentInfo": {},
        "numRounds": rounds,
        "currentRound": history.rounds,
        "teamTournament": False,
        "scoreSystem": {"game": {**{key: Decimal(str(value)) for key, value in SCORES.items()}, **SAME_AS}},
        "topColor": "w",  # without it gacrux draws one
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
