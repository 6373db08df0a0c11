"""What bots printed when they were at fault in a match: for their owner, and nobody else."""

from dataclasses import dataclass

from arena.service.errors import UnknownTournament
from arena.store.database.store import Store
from arena.store.results.faults import faults_of_owner


@dataclass(frozen=True, slots=True)
class Output:
    """What was wrong, the last that the bot printed, and the question that was open."""

    game: str  # its id, empty if none was open
    bot: str
    seat: int
    verdict: str
    detail: str
    exit_code: int | None
    output: str
    request: str


def outputs(store: Store, match: tuple[int, int, int], owner: str) -> tuple[Output, ...]:
    """Of the owner's bots in a match (tournament, round, pairing). Raises UnknownTournament.

    Nothing is kept of what a bot printed that did nothing wrong.
    """
    with store.reading() as tx:
        found = faults_of_owner(tx, match, owner)
    if found is None:
        raise UnknownTournament("there is no match {}.{}.{}".format(*match))
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
