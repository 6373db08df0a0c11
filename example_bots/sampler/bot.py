"""Deals the cards it does not see at random, plays every choice out on them, and takes what does best.

Flat Monte Carlo over determinized deals, as Ginsberg's GIB plays bridge (JAIR 2001); why that works where
little stays hidden: Long, Sturtevant, Buro, Furtak (AAAI 2010). Information-set tree search (Cowling,
Powley, Whitehouse, IEEE TCIAIG 2012) would also search the answers to a choice; here a simple policy plays on
for everybody.
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

SAMPLES = 64  # ways in which the hidden cards may lie, at most
FIRST = 8  # samples before a choice may be dropped
SURE = 2.0  # standard errors by which it must be behind then
MIN_ERROR = 0.02  # of a mean: a few samples that agree prove little
MAX_WAYS = 12  # that are compared
GAMES = 4  # at once: they share one thinker's time, so more would only wait for each other
RESERVE = 0.25  # of the bank, for when the machine is busy with something else
SHARE = 20  # decisions that what is left beyond that should last for


class Sampler(maumau.Bot):
    def choose(self, view: View) -> Choice:
        ways = list(islice(ways_to_decide(view), MAX_WAYS))
        if len(ways) == 1:
            return ways[0]
        race = Race(view, ways, self.rng)
        winner = race.winner(time_until(view))
        self.note(str(race))  # stands beside the move in replays
        return winner


def ways_to_decide(view: View) -> Iterator[Choice]:
    """Every choice in the ways worth a thought: few or all cards of a rank, a suit that one holds, the truth
    or what may be true.
    """
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
    """Until when to think. Without a clock only the number of samples counts, so that games repeat.

    Questions that come together have one deadline, and each takes its share of what those before it left.
    """
    if view.deadline is None:
        return inf
    now = monotonic()
    spare = view.deadline - now - RESERVE * view.match.clock.bank / 1000
    return now + spare / SHARE


class Race:
    """The ways to decide, compared on the same samples: what differs is the decision, not the luck."""

    def __init__(self, view: View, ways: Sequence[Choice], chance: Random) -> None:
        self.ways = ways
        self.chance = chance
        self.knowledge = Knowledge(view)
        self.actions = [self.knowledge.action(way) for way in ways]
        self.scores: list[list[float]] = [[] for _ in ways]
        self.running = list(range(len(ways)))

    def winner(self, until: float) -> Choice:
        """The best one when there is no doubt, or no time, or after so many samples."""
        for number in range(1, SAMPLES + 1):
            if not self.sampled(until):
                break
            if number >= FIRST:
                self.drop_the_worse()
            if len(self.running) == 1:
                break
        if not self.scores[0]:  # no time for a single sample
            return self.knowledge.choice(sensible(self.knowledge.sample(self.chance), self.chance))
        return self.ways[max(self.running, key=lambda way: sum(self.scores[way]))]

    def sampled(self, until: float) -> bool:
        """Deal the hidden cards once, and play every way that is still running out on them; False if the time
        was over before. Hands, stock and what will be drawn are the same for all of them.
        """
        dealt = self.knowledge.sample(self.chance)
        cards = FixedDealer(self.chance, dealt.game.pack.size)
        found = []
        for way in self.running:
            if monotonic() > until:
                return False
            position, dealer = dealt.copy(), cards.again()
            apply(position, self.actions[way], dealer)
            play_out(position, dealer, self.chance)
            found.append(score(position, self.knowledge.seat))
        for way, one in zip(self.running, found, strict=True):
            self.scores[way].append(one)
        return True

    def drop_the_worse(self) -> None:
        """A way that is surely behind the best gets no more samples: the others can use the time. As the
        samples are the same, the error is that of the differences, which is much smaller.
        """
        best = max(self.running, key=lambda way: sum(self.scores[way]))
        self.running = [way for way in self.running if way == best or not self.is_behind(way, best)]

    def is_behind(self, way: int, best: int) -> bool:
        """Whether it is no accident that another did better."""
        behind = [mine - other for mine, other in zip(self.scores[best], self.scores[way], strict=True)]
        error = stdev(behind) / sqrt(len(behind))
        return fmean(behind) > SURE * max(error, MIN_ERROR)

    def __str__(self) -> str:
        """What each way was worth on average, the best first: "7H 0.62, KH 0.55"."""
        found = [(fmean(scores), way) for way, scores in zip(self.ways, self.scores, strict=True) if scores]
        return ", ".join(f"{way} {mean:.2f}" for mean, way in sorted(found, key=lambda one: -one[0]))


if __name__ == "__main__":
    maumau.run(Sampler, max_games=GAMES)
