"""Pair a Swiss tournament of two-bot matches by the Dutch system (FIDE C.04.3), one round at a time.

Colours only mean the order of the two bots. FIDE's colour rules are followed, so that other programs can
check the pairings.
"""

from collections.abc import Collection
from dataclasses import dataclass

from arena.tournament.history import Bye, ByeKind, History, check_history
from arena.tournament.pairing.fide import NOBODY, dutch
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.results import PAIR


@dataclass(frozen=True, slots=True)
class SwissRound:
    """The pairings of a round in table order, and the bye."""

    pairings: tuple[Pairing, ...]
    bye: Bye | None  # None if the number of bots is even
    colours: bool = True  # False if the rules on colours were set aside


def swiss_round(history: History, rounds: int, forbidden: Collection[tuple[int, int]] = ()) -> SwissRound:
    """Pair the coming round of a Swiss tournament of two-bot matches.

    No pair plays twice; a forfeited match does not count as played. The rules on colours are ignored in this
    round if they make every pairing illegal.

    `rounds`: the planned rounds of the tournament; the last round has special rules. `forbidden`: pairs that
    must never meet.

    Raise BadHistory if results are missing or contradictory, PairingImpossible if no pairing is possible
    (C.04.3 art. 1.9.3).
    """
    check_history(history)
    if history.coming > rounds:
        raise PairingImpossible(f"all {rounds} rounds are paired; plan more to continue")
    if len(history.present()) < PAIR:
        raise PairingImpossible(
            f"round {history.coming} has fewer than two bots: add bots or end the tournament"
        )
    pairs, colours = dutch(history, rounds, forbidden), True
    if pairs is None:
        pairs, colours = dutch(history, rounds, forbidden, colours=False), False
    if pairs is None:
        raise PairingImpossible(_refusal(history, len(forbidden)))
    tables = [pair for pair in pairs if NOBODY not in pair]
    byes = [Bye(history.coming, max(pair), ByeKind.ALLOCATED) for pair in pairs if NOBODY in pair]
    pairings = tuple(Pairing(history.coming, number, pair) for number, pair in enumerate(tables, 1))
    return SwissRound(pairings, byes[0] if byes else None, colours)


def _refusal(history: History, forbidden: int) -> str:
    permit = f", permit some of the {forbidden} forbidden pairs" if forbidden else ""
    admit = ", let absent bots play" if history.absent() else ""
    return (
        f"round {history.coming} cannot be paired: every pairing of the {len(history.present())} bots "
        f"present repeats a meeting or a bye. End the tournament after round {history.rounds}"
        f"{permit}{admit}, or play a round robin, which is better for up to about 12 bots"
    )


def safe_rounds(bots: int) -> int:
    """Return how many rounds can always be paired if no bot leaves: half the bots, rounded down."""
    return bots // 2


def max_rounds(bots: int) -> int:
    """Return the largest possible number of rounds if no pair meets twice and no bot has two byes."""
    return bots - 1 + bots % 2
