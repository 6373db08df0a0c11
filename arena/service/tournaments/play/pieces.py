"""From pairings to what is to be played: the pieces of each match."""

from collections import Counter
from collections.abc import Iterable, Iterator

from arena.store.results.records import Piece, Tournament
from arena.tournament.pairing.pairing import Pairing, canonical_order, split_boards

Met = Counter[tuple[str, ...]]  # how many tables just these bot versions have had


def pieces_of(tournament: Tournament, pairings: Iterable[Pairing], met: Met) -> Iterator[Piece]:
    """Every piece of the matches at these tables, whose rounds are numbered as in the event.

    `met` is what came before them in the schedule; they are counted in it too. So the boards of a table
    depend on its bots and how often they met, not on who else is in the field.
    """
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    identity = {entrant.number: f"{entrant.version} {entrant.name}" for entrant in tournament.entrants}
    for pairing in pairings:
        table = tuple(sorted(versions[bot] for bot in pairing.bots))
        bots = canonical_order(pairing.bots, [identity[bot] for bot in pairing.bots])
        for number, (first, boards) in enumerate(split_boards(tournament.boards), 1):
            place = (pairing.round, pairing.number, number)
            yield Piece(*place, met[table], first, boards, bots, named=pairing.bots)
        met[table] += 1


def count_meetings(tournament: Tournament, written: Iterable[Piece]) -> Met:
    """How many tables just these bot versions have in what is written of a tournament."""
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    tables = {(piece.round, piece.pairing): piece.bots for piece in written}
    return Counter(tuple(sorted(versions[bot] for bot in bots)) for bots in tables.values())
