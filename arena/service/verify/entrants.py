"""Who the entrants are, by what the logs of their games say."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, select

from arena.record.reader import BadLog, read_log
from arena.record.storage import PackedLog
from arena.service.bots.names import folded
from arena.service.verify.findings import Mismatch, Row, wrong
from arena.service.verify.stored_rows import Evidence
from arena.store.database.table_objects import ENTRANT, GAME, GAME_LOG, GAME_SEAT

ASKED: Final = 3  # games of each
_WHY: Final = "by the logs of its games"


def identities(tx: Connection, evidence: Evidence) -> Iterator[Mismatch]:
    """Names and versions of entrants that are not those in the logs of their games."""
    for entrant in evidence["entrant"].values():
        said = Counter(_said(tx, entrant["id"]))
        if said and said.most_common(1)[0][1] > said.total() / 2:
            yield from _unlike(evidence, entrant, *said.most_common(1)[0][0])


def _said(tx: Connection, entrant: int) -> Iterator[tuple[str, str]]:
    """What some logs call the bot in the seat of an entrant."""
    rows = tx.execute(
        select(GAME_SEAT.c.seat, GAME.c.name, GAME_LOG.c.log)
        .join(GAME, GAME.c.id == GAME_SEAT.c.game_id)
        .join(GAME_LOG, GAME_LOG.c.game_id == GAME_SEAT.c.game_id)
        .where(GAME_SEAT.c.entrant_id == entrant)
        .order_by(GAME_SEAT.c.game_id)
        .limit(ASKED)
    )
    for seat, name, log in rows:
        try:
            bots = read_log(PackedLog(log, name).data()).header.bots
        except BadLog:
            continue
        if seat in range(len(bots)):
            yield bots[seat].name, bots[seat].version


def _unlike(evidence: Evidence, entrant: Row, name: str, version: str) -> Iterator[Mismatch]:
    if entrant["name"] != name:
        yield wrong("entrant", (entrant["id"],), "name", entrant["name"], name, _WHY)
    stored = evidence["bot_version"].get((entrant["bot_version_id"],))
    if stored is None or stored["digest"] == version:
        return
    other = next((row["id"] for row in evidence["bot_version"].values() if row["digest"] == version), None)
    if other is None:
        yield wrong("bot_version", (stored["id"],), "digest", stored["digest"], version, _WHY)
    else:
        yield wrong("entrant", (entrant["id"],), "bot_version_id", entrant["bot_version_id"], other, _WHY)


def numbers(evidence: Evidence) -> Iterator[Mismatch]:
    """Entrants are numbered without gaps: who has one beyond, or that of another, gets the one that is free.

    Put right before anything is paired, which takes longer the higher the numbers are.
    """
    entrants, beyond = evidence["entrant"].values(), []
    free = {*range(1, len(entrants) + 1)}
    for row in entrants:
        if row["number"] in free:
            free.remove(row["number"])
        else:
            beyond.append(row)
    for row, number in zip(beyond, sorted(free), strict=True):
        why = "entrants are numbered without gaps"
        yield wrong("entrant", (row["id"],), "number", row["number"], number, why)


def strangers(tx: Connection, evidence: Evidence) -> Iterator[Mismatch]:
    """Rows of this event that name an entrant of another one."""
    own = [key for (key,) in evidence["entrant"]]
    found = tx.execute(select(ENTRANT.c.id).where(ENTRANT.c.id.not_in(own)))
    others = set(found.scalars())
    for table, columns in (
        ("forbidden_pair", ("one_id", "other_id")),
        ("bye", ("entrant_id",)),
        ("match_seat", ("entrant_id",)),
    ):
        for key, row in evidence[table].items():
            for column in columns:
                if row[column] in others:
                    yield Mismatch(table, key, column, row[column], None, "this entrant is of another event")


def bots(evidence: Evidence) -> Iterator[Mismatch]:
    """Names of bots are folded in one way, and claimed in one way."""
    used = {row["bot_version_id"] for row in evidence["entrant"].values()}
    keys = {row["bot_id"] for row in evidence["bot_version"].values() if row["id"] in used}
    for key in sorted(keys):
        bot = evidence["bot"].get((key,))
        if bot and bot["folded"] != bot["name"].casefold():
            why = "name and folded name do not belong together"
            yield Mismatch("bot", (key,), "name", bot["name"], bot["folded"], why)
            yield Mismatch("bot", (key,), "folded", bot["folded"], bot["name"].casefold(), why)
        elif bot and bot["claimed"] not in (None, folded(bot["name"])):
            why = "a name is claimed with all that look like it"
            yield wrong("bot", (key,), "claimed", bot["claimed"], folded(bot["name"]), why)
