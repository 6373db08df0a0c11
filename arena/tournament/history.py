"""What a tournament came to so far: the tables of each round, their results, and who had no table."""

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
    """Pairings, results and byes that do not fit together; the text says which."""


class ByeKind(StrEnum):
    """Why a bot has no table in a round, by its letter in a TRF16 file."""

    ALLOCATED = "U"  # the field was odd: one point (FIDE C.04.1 art. 4)
    FULL = "F"  # asked for, with a point
    HALF = "H"  # asked for, with half a point
    ZERO = "Z"  # absent: not yet entered, withdrawn, or asked for without a point


BYE_POINTS: Final = {
    ByeKind.ALLOCATED: Fraction(1),
    ByeKind.FULL: Fraction(1),
    ByeKind.HALF: HALF,
    ByeKind.ZERO: Fraction(),
}


@dataclass(frozen=True, slots=True)
class Bye:
    """A round that a bot sits out. It counts in the standings and never in ratings."""

    round: int
    bot: int
    kind: ByeKind

    @property
    def points(self) -> Fraction:
        """One, a half or none."""
        return BYE_POINTS[self.kind]


@dataclass(frozen=True, slots=True)
class History:
    """Everything that the pairing of the next round depends on. Bots are numbered 1 … `bots`, as entered.

    A latecomer takes the next number. Rounds are numbered from 1 without gaps, in each cycle of an event
    anew. A bot with neither table nor bye in a past round was absent from it without a point. `byes` may name
    bots that will sit out the coming round: they are not paired. The order of each tuple makes no difference.
    """

    bots: int
    pairings: tuple[Pairing, ...] = ()  # of two: the bot named first (White) first
    matches: tuple[MatchResult, ...] = ()  # found by round and number; the order of their seats is free
    byes: tuple[Bye, ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds are paired."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def coming(self) -> int:
        """The number of the round that is to be paired."""
        return self.rounds + 1

    def results(self) -> Iterator[tuple[Pairing, MatchResult]]:
        """Every table with its result, in order. Raises BadHistory if one is missing or of other bots."""
        found = {(match.round, match.number): match for match in self.matches}
        for pairing in self.pairings:
            match = found.get((pairing.round, pairing.number))
            where = f"round {pairing.round}, table {pairing.number}"
            if match is None:
                raise BadHistory(f"{where} has no result yet")
            if {seat.bot for seat in match.seats} != set(pairing.bots):
                raise BadHistory(f"{where} has a result of other bots")
            yield pairing, match

    def points(self) -> Mapping[int, Fraction]:
        """The points of every bot after all rounds that are paired, a bye of the coming one not counted."""
        points = {bot: Fraction() for bot in range(1, self.bots + 1)}
        for _, match in self.results():
            for bot, won in match.points.items():
                points[bot] += won
        for bye in self.byes:
            if bye.round <= self.rounds:
                points[bye.bot] += bye.points
        return points

    def absent(self) -> frozenset[int]:
        """Who sits out the coming round."""
        return frozenset(bye.bot for bye in self.byes if bye.round == self.coming)

    def present(self) -> tuple[int, ...]:
        """Who is to be paired in the coming round, by number."""
        absent = self.absent()
        return tuple(bot for bot in range(1, self.bots + 1) if bot not in absent)


def check(history: History) -> None:
    """That every bot is known, is in one place a round, and every table has a result. Raises BadHistory."""
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
