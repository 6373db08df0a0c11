"""The history of a tournament: the pairings, results and byes of its rounds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from arena.tournament.pairing.pairing import Pairing
from arena.tournament.results import HALF, MatchResult


class BadHistory(ValueError):
    """The history is invalid: pairings, results and byes contradict each other, or a result is missing."""


class ByeKind(StrEnum):
    """The kind of a bye: why a bot does not play in a round. The values are letters of the format TRF16."""

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
    """A bye: a round in which a bot does not play. Byes count in standings, never in ratings."""

    round: int
    bot: int
    kind: ByeKind  # a bye counts in standings, never in ratings

    @property
    def points(self) -> Fraction:
        return BYE_POINTS[self.kind]


@dataclass(frozen=True, slots=True)
class History:
    """The pairings, results and byes of a tournament so far, from which the next round is paired.

    Bots are numbered 1 … `bots` in order of entry, rounds from 1 without gaps. A tournament with several
    rulesets has one history for each.

    `byes` may include byes of the coming round. A bot without a match or bye in a past round was absent and
    got no point.
    """

    bots: int
    pairings: tuple[Pairing, ...] = ()  # of two: White first
    matches: tuple[MatchResult, ...] = ()  # identified by round and number; seats in any order
    byes: tuple[Bye, ...] = ()

    @property
    def rounds(self) -> int:
        """Return the number of rounds that have been paired."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def coming(self) -> int:
        """Return the number of the round to pair next."""
        return self.rounds + 1

    def results(self) -> Iterator[tuple[Pairing, MatchResult]]:
        """Yield every pairing with its result.

        Raise BadHistory if a result is missing, or has other bots than the pairing.
        """
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
        """Return the points of every bot after the paired rounds, keyed by bot number."""
        points = {bot: Fraction() for bot in range(1, self.bots + 1)}
        for _, match in self.results():
            for bot, won in match.points.items():
                points[bot] += won
        for bye in self.byes:
            if bye.round <= self.rounds:
                points[bye.bot] += bye.points
        return points

    def absent(self) -> frozenset[int]:
        """Return the bots that have a bye in the coming round."""
        return frozenset(bye.bot for bye in self.byes if bye.round == self.coming)

    def present(self) -> tuple[int, ...]:
        """Return the bots to pair in the coming round, in ascending order."""
        absent = self.absent()
        return tuple(bot for bot in range(1, self.bots + 1) if bot not in absent)


def check_history(history: History) -> None:
    """Raise BadHistory if the history is contradictory or incomplete.

    Errors are: an unknown bot, a bot twice in a round, a round after the coming one, a missing result, and a
    result with other bots than its pairing.
    """
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
