"""The output of bots at fault, for their owner."""

from dataclasses import dataclass

from arena.service.errors import UnknownTournament
from arena.store.database.store import Store
from arena.store.results.faults import faults_of_owner


@dataclass(frozen=True, slots=True)
class Output:
    """A fault with the end of the bot's output and the open question."""

    game: str  # its id; empty if no game was open
    bot: str
    seat: int
    verdict: str
    detail: str
    exit_code: int | None
    output: str
    request: str


def outputs(store: Store, match: tuple[int, int, int], owner: str) -> tuple[Output, ...]:
    """Return the faults of an owner's bots in a match (tournament, round, pairing). Raise UnknownTournament.

    The output of a bot without a fault is not stored.
    """
    with store.reading() as tx:
        found = faults_of_owner(tx, match, owner)
    if found is None:
        raise UnknownTournament("no match {}.{}.{}".format(*match))
    return tuple(
        Output(
            fault.game,
            fault.bot,
            fault.seat,
            fault.verdict,
            fault.detail,
            fault.exit_code,
            fault.output.decode(errors="backslashreplace"),
            fault.request,
        )
        for fault in found
    )
