"""The history of a tournament: pairings, results and byes of its rounds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import MatchResult
from arena.tournament.score import HALF


class BadHistory(ValueError):
    """Pairings, results and byes that contradict each other; the text names them."""


class ByeKind(StrEnum):
    """The reason why a bot has no table in a round, with its letter in TRF16."""

    ALLOCATED = "U"  # odd field: one point (FIDE C.04.1 art. 4)
    FULL = "F"  # requested, with a point
    HALF = "H"  # requested, with half a point
    ZERO = "Z"  # absent: not yet entered, withdrawn, or requested without a point


BYE_POINTS: Final = {
    ByeKind.ALLOCATED: Fraction(1),
    ByeKind.FULL: Fraction(1),
    ByeKind.HALF: HALF,
    ByeKind.ZERO: Fraction(),
}


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without a table for a bot. It counts in standings, never in ratings."""

    round: int
    bot: int
    kind: ByeKind

    @property
    def points(self) -> Fraction:
        return BYE_POINTS[self.kind]


@dataclass(frozen=True, slots=True)
class History:
    """All that the pairing of the next round depends on. Bots are numbered 1 … `bots` in order of entry.

    Rounds are numbered from 1 without gaps; each cycle of a tournament has a history of its own. A bot with
    neither table nor bye in a past round was absent without a point. `byes` may name bots absent from the
    coming round. The order of each tuple does not matter.
    """

    bots: int
    pairings: tuple[Pairing, ...] = ()  # of two: White first
    matches: tuple[MatchResult, ...] = ()  # identified by round and number; seats in any order
    byes: tuple[Bye, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of paired rounds."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def coming(self) -> int:
        """The number of the round to pair next."""
        return self.rounds + 1

    def results(self) -> Iterator[tuple[Pairing, MatchResult]]:
        """Yield every pairing with its result. Raises BadHistory if one is missing or of other bots."""
        by_place = {(match.round, match.number): match for match in self.matches}
        for pairing in self.pairings:
            match = by_place.get((pairing.round, pairing.number))
            where = f"round {pairing.round}, table {pairing.number}"
            if match is None:
                raise BadHistory(f"{where} has no result yet")
            if {seat.bot for seat in match.seats} != set(pairing.bots):
                raise BadHistory(f"{where} has a result of other bots")
            yield pairing, match

    def points(self) -> Mapping[int, Fraction]:
        """Return the points of every bot after all paired rounds, without byes in the coming round."""
        points = {bot: Fraction() for bot in range(1, self.bots + 1)}
        for _, match in self.results():
            for bot, won in match.points.items():
                points[bot] += won
        for bye in self.byes:
            if bye.round <= self.rounds:
                points[bye.bot] += bye.points
        return points

    def absent(self) -> frozenset[int]:
        """Return the bots with a bye in the coming round."""
        return frozenset(bye.bot for bye in self.byes if bye.round == self.coming)

    def present(self) -> tuple[int, ...]:
        """Return the bots to pair in the coming round, by number."""
        absent = self.absent()
        return tuple(bot for bot in range(1, self.bots + 1) if bot not in absent)


def check_history(history: History) -> None:
    """Raise BadHistory unless each bot exists and has one place per round, and each table a result."""
    places = [(pairing.round, bot) for pairing in history.pairings for bot in pairing.bots]
    places += [(bye.round, bye.bot) for bye in history.byes]
    for (number, bot), times in sorted(Counter(places).items()):
        if not 1 <= bot <= history.bots:
            raise BadHistory(f"round {number} has bot {bot} of {history.bots}")
        if times > 1:
            raise BadHistory(f"bot {bot} is in round {number} {times} times")
        if not 1 <= number <= history.coming:
            raise BadHistory(f"bot {bot} has a bye in round {number}; round {history.coming} is to be paired")
    for _ in history.results():
        pass
