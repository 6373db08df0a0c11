"""The output that bots printed before a fault, for the owners of the bots."""

from dataclasses import dataclass

from arena.service.errors import UnknownTournament
from arena.store.database.store import Store
from arena.store.results.faults import faults_of_owner


@dataclass(frozen=True, slots=True)
class BotOutput:
    """A fault of a bot, with the end of the bot's output and the question that it had not answered."""

    game: str  # its id; empty if no game was open
    bot: str
    seat: int
    verdict: str
    detail: str
    exit_code: int | None
    output: str
    request: str


def outputs(store: Store, match: tuple[int, int, int], owner: str) -> tuple[BotOutput, ...]:
    """Return the faults of an owner's bots in a match, each with the bot's output. Raises UnknownTournament.

    `match`: numbers of tournament, round and pairing. Without a fault, a bot's output is not stored.
    """
    with store.reading() as tx:
        found = faults_of_owner(tx, match, owner)
    if found is None:
        raise UnknownTournament("no match {}.{}.{}".format(*match))
    return tuple(
        BotOutput(
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
