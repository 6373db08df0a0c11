"""Random Swiss tournaments with latecomers, withdrawals, byes and forfeits."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random

from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.swiss import SwissRound, swiss_round
from arena.tournament.results import MatchResult
from tests.tournament.results import Score, match

REQUESTED = (ByeKind.HALF, ByeKind.ZERO, ByeKind.ZERO, ByeKind.FULL)
PLAYED: tuple[tuple[Score, Score], ...] = ((1, 0), (0, 1), (0.5, 0.5))
FORFEITED: tuple[tuple[Score, Score], ...] = ((1, "-"), ("-", 1), ("-", "-"))


@dataclass
class RandomSwiss:
    """A tournament played round by round; its events depend on the seed alone."""

    seed: int
    rounds: int
    bots: int
    late: int = 0  # bots that enter after the first round, one per round
    trouble: float = 0.05  # chance of each kind of absence and of a forfeit
    forbidden: tuple[tuple[int, int], ...] = ()
    pairings: list[Pairing] = field(default_factory=list)
    matches: list[MatchResult] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)

    @property
    def history(self) -> History:
        """The history before the next round."""
        return History(self.bots, tuple(self.pairings), tuple(self.matches), tuple(self.byes))

    def play(self) -> Iterator[tuple[History, SwissRound]]:
        """Yield every paired round with the history before it, until no pairing is left."""
        for number in range(1, self.rounds + 1):
            self._arrive_and_leave(number)
            before = self.history
            try:
                paired = swiss_round(before, self.rounds, self.forbidden)
            except PairingImpossible:
                assert len(before.present()) < 2 or not pairable(before, self.forbidden)
                return
            yield before, paired
            self._finish(paired)

    def _arrive_and_leave(self, number: int) -> None:
        if number > 1 and self.late:
            self.late -= 1
            self.bots += 1
        for bot in range(1, self.bots + 1):
            if number > 1 and self.rng.random() < self.trouble / 3:
                self.gone.add(bot)
            if bot in self.gone:
                self.byes.append(Bye(number, bot, ByeKind.ZERO))
            elif self.rng.random() < self.trouble:
                self.byes.append(Bye(number, bot, self.rng.choice(REQUESTED)))

    def _finish(self, paired: SwissRound) -> None:
        self.pairings += paired.pairings
        self.byes += [paired.bye] if paired.bye else []
        for pairing in paired.pairings:
            kinds = FORFEITED if self.rng.random() < self.trouble else PLAYED
            self.matches.append(match(pairing, self.rng.choice(kinds)))


def met(history: History) -> set[tuple[int, int]]:
    """Return the pairs that have played, the lower number first."""
    return {(min(pairing.bots), max(pairing.bots)) for pairing, match in history.results() if match.played}


def without_second_bye(history: History) -> set[int]:
    """Return the bots with a point without playing, which get no allocated bye (C.04.1 art. 4)."""
    won = {
        bot
        for _, match in history.results()
        if not match.played
        for bot, points in match.points.items()
        if points
    }
    return won | {bye.bot for bye in history.byes if bye.points == 1 and bye.round <= history.rounds}


def pairable(history: History, forbidden: tuple[tuple[int, int], ...] = ()) -> bool:
    """True if some pairing keeps these two rules; tries all of them."""
    present = history.present()
    barred = met(history) | {(min(pair), max(pair)) for pair in forbidden}
    free = {pair for pair in combinations(present, 2) if pair not in barred}
    if len(present) % 2:
        free |= {(0, bot) for bot in present if bot not in without_second_bye(history)}

    @cache
    def complete(left: frozenset[int]) -> bool:
        if not left:
            return True
        first = min(left)
        return any(
            (first, other) in free and complete(left - {first, other}) for other in left if other != first
        )

    return complete(frozenset(present) | ({0} if len(present) % 2 else set()))
