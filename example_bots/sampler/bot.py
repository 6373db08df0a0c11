"""Deals the unseen cards at random, plays out every choice, and takes the best one.

This is flat Monte Carlo over determinized deals, as in Ginsberg's bridge program GIB (JAIR 2001). Long,
Sturtevant, Buro and Furtak (AAAI 2010) explain why it works if little stays hidden. Information-set tree
search (Cowling, Powley, Whitehouse, IEEE TCIAIG 2012) would also search the answers to a choice; here a
simple policy plays for all seats.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import monotonic

import maumau
from maumau import Choice, View
from maumau.search import FixedDealer, Knowledge, apply, play_out, score, sensible

SAMPLES = 64  # maximum number of random deals
FIRST = 8  # samples before a choice may be dropped
SURE = 2.0  # standard errors behind the best choice, to be dropped
MIN_ERROR = 0.02  # of a mean, as few equal samples prove little
MAX_WAYS = 12  # variants to compare
DUEL = 2  # seats; with more, a score is not a chance to win
GAMES = 4  # at once; they share one processor
RESERVE = 0.25  # of the bank, for times when the machine is busy
SHARE = 20  # decisions that the other time must suffice for


class Sampler(maumau.Bot):
    def choose(self, view: View) -> Choice:
        ways = list(islice(ways_to_decide(view), MAX_WAYS))
        if len(ways) == 1:
            return ways[0]
        race = Race(view, ways, self.rng)
        winner = race.winner(time_until(view))
        self.note(str(race))  # shown next to the move in replays
        if view.seats == DUEL and race.scores[0]:
            self.win(fmean(race.scores[race.best]))
        return winner


def ways_to_decide(view: View) -> Iterator[Choice]:
    """Yield reasonable variants of every choice: fewest or most cards of a rank, own suits, likely claims."""
    held = {card.suit for card in view.hand}
    for choice in view.legal:
        claims = sorted(choice.claims, key=lambda card: (card != choice.card, -view.unseen[card]))
        suits = [suit for suit in choice.suits if suit in held] or choice.suits
        for many in {choice.least, choice.most}:
            some = choice.with_(more=choice.further[:many])
            fields = product(suits or (None,), choice.targets or (None,), claims[:2] or (None,))
            for suit, target, claim in fields:
                yield some.with_(suit=suit, target=target, claim=claim)


def time_until(view: View) -> float:
    """Return when to stop thinking about this decision, as a value of `time.monotonic()`.

    Each decision may use a fixed share of the remaining time, without a reserve. Without a clock, return
    infinity. Then only the number of samples counts, so games can be repeated.
    """
    if view.deadline is None:
        return inf
    now = monotonic()
    spare = view.deadline - now - RESERVE * view.match.clock.bank / 1000
    return now + spare / SHARE


class Race:
    """A comparison of a bot's variants on the same random deals, so that luck is the same for all."""

    def __init__(self, view: View, ways: Sequence[Choice], chance: Random) -> None:
        self.ways = ways
        self.chance = chance
        self.knowledge = Knowledge(view)
        self.actions = [self.knowledge.action(way) for way in ways]
        self.scores: list[list[float]] = [[] for _ in ways]
        self.running = list(range(len(ways)))

    def winner(self, until: float) -> Choice:
        """Return the best variant: after SAMPLES random deals, at the time `until`, or once it is certain."""
        for number in range(1, SAMPLES + 1):
            if not self.sample(until):
                break
            if number >= FIRST:
                self.drop_the_worse()
            if len(self.running) == 1:
                break
        if not self.scores[0]:  # no time for a single sample
            return self.knowledge.choice(sensible(self.knowledge.sample(self.chance), self.chance))
        return self.ways[self.best]

    @property
    def best(self) -> int:
        """The index of the variant with the highest total score, among the variants not yet dropped."""
        return max(self.running, key=lambda way: sum(self.scores[way]))

    def sample(self, until: float) -> bool:
        """Deal the unseen cards once, and play out every variant that is not yet dropped.

        Hands, stock and future draws are the same for all variants. Return False, without scores, if time ran
        out.
        """
        dealt = self.knowledge.sample(self.chance)
        cards = FixedDealer(self.chance, dealt.game.pack.size)
        results = []
        for way in self.running:
            if monotonic() > until:
                return False
            position, dealer = dealt.copy(), cards.again()
            apply(position, self.actions[way], dealer)
            play_out(position, dealer, self.chance)
            results.append(score(position, self.knowledge.seat))
        for way, one in zip(self.running, results, strict=True):
            self.scores[way].append(one)
        return True

    def drop_the_worse(self) -> None:
        """Drop variants that are surely behind the best, to save time for the others.

        All variants have the same deals. So compare them deal by deal: the differences vary less than the
        scores.
        """
        best = self.best
        self.running = [way for way in self.running if way == best or not self.is_behind(way, best)]

    def is_behind(self, way: int, best: int) -> bool:
        """True if variant `way` is behind variant `best` by a statistically significant margin."""
        behind = [mine - other for mine, other in zip(self.scores[best], self.scores[way], strict=True)]
        error = stdev(behind) / sqrt(len(behind))
        return fmean(behind) > SURE * max(error, MIN_ERROR)

    def __str__(self) -> str:
        """Return the mean scores, best first: "7H 0.62, KH 0.55"."""
        means = [(fmean(scores), way) for way, scores in zip(self.ways, self.scores, strict=True) if scores]
        return ", ".join(f"{way} {mean:.2f}" for mean, way in sorted(means, key=lambda one: -one[0]))


if __name__ == "__main__":
    maumau.run(Sampler, max_games=GAMES)
