"""The faults of bots, each with the bot's last output. The owner of a bot can read them."""

from dataclasses import fields
from typing import Final

from arena.service.common.text import MatchId
from arena.service.errors import UnknownTournament
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import BotOutput
from arena.store.database.store import Store
from arena.store.results.faults import faults, faults_of_owner
from arena.store.results.records import StoredFault

MAX_FAULTS: Final = 100


def outputs(store: Store, match: tuple[int, int, int], owner: str) -> tuple[BotOutput, ...]:
    """Return the faults of an owner's bots in a match, each with the bot's output.

    `match`: the numbers of tournament, round and pairing. Raise UnknownTournament if there is no such match.
    """
    with store.reading() as tx:
        found = faults_of_owner(tx, match, owner)
    if found is None:
        raise UnknownTournament(f"no match {MatchId(*match)}")
    return tuple(map(_bot_output, found))


def fault_reports(store: Store, number: int) -> tuple[BotOutput, ...]:
    """Return the first MAX_FAULTS faults in a tournament, in the order of its schedule.

    Raise UnknownTournament for an unknown number.
    """
    find_tournament(store, number)
    with store.reading() as tx:
        return tuple(map(_bot_output, faults(tx, number, MAX_FAULTS)))


def _bot_output(fault: StoredFault) -> BotOutput:
    known = {field.name: getattr(fault, field.name) for field in fields(BotOutput)}
    return BotOutput(**{**known, "output": fault.output.decode(errors="backslashreplace")})
