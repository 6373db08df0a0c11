"""Swiss system for two: the Dutch pairings of FIDE C.04.3, one round at a time.

Who was White only orders the two: a match plays every board in both seatings. The Dutch rules keep their
limits on colours all the same; that costs little, and such pairings can be checked against other programs.
"""

from collections.abc import Collection
from dataclasses import dataclass

from arena.tournament.history import Bye, ByeKind, History, check
from arena.tournament.pairing.fide import NOBODY, dutch
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.score import PAIR


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A round as paired: its tables in order, and who has the pairing-allocated bye if the field is odd."""

    pairings: tuple[Pairing, ...]
    bye: Bye | None
    colours: bool = True  # whether the rules on colours were kept


def swiss_round(history: History, rounds: int, forbidden: Collection[tuple[int, int]] = ()) -> SwissRound:
    """Pair the coming round of a Swiss tournament of `rounds` rounds (the last has rules of its own).

    Nobody plays the same bot twice; a forfeit is no game played, so those two may be paired again.
    `forbidden` pairs never meet. Numbers of bots count as their order of strength. Where only the rules on
    colours forbid every pairing, they are set aside for the round. The same history gives the same round.
    Raises BadHistory, or PairingImpossible where no pairing is left (C.04.3 art. 1.9.3).
    """
    check(history)
    if history.coming > rounds:
        raise PairingImpossible(f"all {rounds} rounds are paired; plan more of them to go on")
    if len(history.present()) < PAIR:
        raise PairingImpossible(
            f"round {history.coming} has fewer than two bots: enter more, or end the event"
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
    lift = f", lift some of the {forbidden} forbidden pairs" if forbidden else ""
    let = ", let absent bots play" if history.absent() else ""
    return (
        f"round {history.coming} cannot be paired: for the {len(history.present())} bots present no pairing "
        f"is left in which nobody meets an opponent again or has a second bye. End the event after round "
        f"{history.rounds}{lift}{let}, or play a round robin: with up to about 12 bots it is better anyway"
    )


def safe_rounds(bots: int) -> int:
    """How many rounds can surely be paired if nobody leaves: half the field, rounded down.

    After r - 1 rounds everybody has at least n - r bots left to meet, so Dirac's theorem gives a pairing.
    """
    return bots // 2


def most_rounds(bots: int) -> int:
    """More rounds than these no field can have: each bot meets each once, and sits out once if n is odd."""
    return bots - 1 + bots % 2
