"""The set-up of an event: rounds, entrants, tables and pieces, against what its format comes to."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlalchemy import Connection

from arena.rules import BadRuleset, UnknownRuleset, ruleset_named
from arena.service.compare.compare import schedule
from arena.service.compare.seating import arrangement
from arena.service.formats import FORMATS, GAUNTLET, SWISS
from arena.service.tournaments.play.pieces import pieces_of
from arena.service.verify.expected_tables import Tables, rounds_each, tables_due
from arena.service.verify.findings import Mismatch, Row, differing, missing, surplus, wrong
from arena.service.verify.stored_rows import Evidence
from arena.store.results.records import Piece, Tournament
from arena.store.tournaments.comparisons import COMPARE, read_comparison
from arena.store.tournaments.pairings import byes as byes_of
from arena.tournament.history import BadHistory, Bye, ByeKind
from arena.tournament.pairing.pairing import Pairing, PairingImpossible

_FORMAT = "by the format of the event"


def set_up(tx: Connection, evidence: Evidence, tournament: Tournament) -> Iterator[Mismatch]:
    """All of it. `tx`: a database with the games put right."""
    for finding in (*_rounds(evidence), *_entrants(evidence, tournament), *_boards(evidence)):
        evidence.correct(finding)
        yield finding
    if tournament.format not in (*FORMATS, COMPARE):
        yield Mismatch(
            "tournament", (evidence.number,), "format", tournament.format, None, "there is no such format"
        )
        return
    odd = [*_odd_byes(evidence)]
    yield from odd
    if odd:
        return
    compared = list(_compared(tx, evidence))
    yield from compared
    if compared:
        return
    try:
        due, byes = tables_due(tx, evidence.number, tournament)
    except (PairingImpossible, BadHistory, ValueError, LookupError) as reason:
        due, byes = {}, ()
        why = f"its rounds cannot have been paired like that: {reason}"
        yield Mismatch("tournament", (evidence.number,), "format", tournament.format, None, why)
    stored = _read_stored_tables(evidence)
    if (
        due
        and stored != _as_far(due, stored, tournament)
        and (other := _fits(tx, evidence, tournament, stored))
    ):
        yield wrong("tournament", (evidence.number,), "format", tournament.format, other, "by its tables")
    elif due:
        yield from _tables(tx, evidence, tournament, due)
    yield from _byes(tx, evidence, tournament, byes)


# ---- rounds ------------------------------------------------------------------------------------------------


def _rounds(evidence: Evidence) -> Iterator[Mismatch]:
    """Numbered without gaps, cycle after cycle, each in one ruleset, which is the one of its hash."""
    rows = evidence["round"]
    for place, ((_, number), row) in enumerate(rows.items(), 1):
        key = (evidence.number, number)
        if number != place:
            yield wrong("round", key, "number", number, place, "rounds are numbered without gaps")
        tables = any(match["round"] == number for match in evidence["match"].values())
        if tables and row["paired_at"] is None:
            yield Mismatch("round", key, "paired_at", None, None, "it has tables, so it was paired")
        if not tables and row["paired_at"] is not None and evidence.head["format"] == SWISS:
            yield Mismatch("round", key, "paired_at", row["paired_at"], None, "it has no tables")
        yield from _ruleset(evidence, key, row)


def _ruleset(evidence: Evidence, key: tuple[int, int], row: Row) -> Iterator[Mismatch]:
    house = evidence["house_rules"].get((row["ruleset_hash"],))
    try:
        found = ruleset_named(row["ruleset"], house["rules"] if house else "")
    except (UnknownRuleset, BadRuleset) as reason:
        if house:
            why = f"round {key[1]} is played by them: {reason}"
            yield Mismatch("house_rules", (row["ruleset_hash"],), "rules", house["rules"], None, why)
        yield Mismatch("round", key, "ruleset", row["ruleset"], None, str(reason))
        yield Mismatch("round", key, "ruleset_hash", row["ruleset_hash"], None, str(reason))
        return
    if found.hash != row["ruleset_hash"]:
        why = f"by {row['ruleset']}"
        yield wrong("round", key, "ruleset_hash", row["ruleset_hash"], found.hash, why)


# ---- entrants ----------------------------------------------------------------------------------------------


def _entrants(evidence: Evidence, tournament: Tournament) -> Iterator[Mismatch]:
    for row in evidence["entrant"].values():
        key = (row["id"],)
        yield from _coming(evidence, row)
        yield from _leaving(evidence, row)
        yield from _pool(evidence, row, tournament)
        if row["benched"] and row["withdrawn_after"] is None:
            why = "who is benched plays no more, and this one did"
            yield wrong("entrant", key, "benched", True, False, why)


def _tables_of(evidence: Evidence, entrant: int) -> list[tuple[Row, Row]]:
    """The pieces that an entrant sits at, each with its seat."""
    found = [
        (evidence["match"][match,], seat)
        for (match, _), seat in evidence["match_seat"].items()
        if seat["entrant_id"] == entrant and (match,) in evidence["match"]
    ]
    return sorted(found, key=lambda one: int(one[0]["round"]))


def _coming(evidence: Evidence, row: Row) -> Iterator[Mismatch]:
    """Nobody has a table or a bye before the round that it comes in; in a Swiss everybody has one then.

    Where a Swiss was ended before that round, there is no such round.
    """
    rounds = [match["round"] for match, _ in _tables_of(evidence, row["id"])]
    rounds += [bye["round"] for bye in evidence["bye"].values() if bye["entrant_id"] == row["id"]]
    first, known = min(rounds, default=row["from_round"]), [number for _, number in evidence["round"]]
    late = evidence.head["format"] == SWISS and row["from_round"] != first
    too_late = evidence.head["format"] == SWISS and not rounds and row["from_round"] > max(known, default=0)
    if row["from_round"] > first or late or not (row["from_round"] in known or too_late):
        why = "by its first table"
        yield wrong("entrant", (row["id"],), "from_round", row["from_round"], first, why)


def _leaving(evidence: Evidence, row: Row) -> Iterator[Mismatch]:
    """Who forfeits has withdrawn, and who has withdrawn forfeits all that comes after."""
    key, after, tables = (row["id"],), row["withdrawn_after"], _tables_of(evidence, row["id"])
    forfeits = [match["round"] for match, seat in tables if seat["forfeit"]]
    if after is None:
        if forfeits:
            why = f"it forfeits from round {min(forfeits)} on"
            yield Mismatch("entrant", key, "withdrawn_after", None, None, why)
        return
    known = [0, *(number for _, number in evidence["round"])]
    if after not in known:
        yield Mismatch("entrant", key, "withdrawn_after", after, None, "there is no such round")
    for match, seat in tables:
        if match["round"] > after and not seat["forfeit"]:
            where = (match["id"], seat["number"])
            why = f"entrant {row['id']} withdrew after round {after}"
            yield Mismatch("match_seat", where, "forfeit", seat["forfeit"], True, why)
            yield Mismatch(
                "entrant", key, "withdrawn_after", after, None, f"it sat in round {match['round']}"
            )


def _pool(evidence: Evidence, row: Row, tournament: Tournament) -> Iterator[Mismatch]:
    """In a gauntlet the pool is named second at all tables; elsewhere there is none."""
    seats = [seat for _, seat in _tables_of(evidence, row["id"])]
    if tournament.format == GAUNTLET and seats:
        pool = all(seat["listed"] == 1 for seat in seats)
        if pool != row["pool"] and (pool or not any(seat["listed"] for seat in seats)):
            yield wrong("entrant", (row["id"],), "pool", row["pool"], pool, "by its tables")
    elif tournament.format != GAUNTLET and row["pool"]:
        yield wrong("entrant", (row["id"],), "pool", True, False, "only a gauntlet has a pool")


# ---- tables ------------------------------------------------------------------------------------------------


def _boards(evidence: Evidence) -> Iterator[Mismatch]:
    """Where all matches agree on the number of boards, and of seats, the event has to as well."""
    boards: dict[tuple[int, int], int] = {}
    for match in evidence["match"].values():
        place = (match["round"], match["pairing"])
        boards[place] = boards.get(place, 0) + match["boards"]
    key, head = (evidence.number,), evidence.head
    if head["format"] != COMPARE and len(set(boards.values())) == 1 and len(boards) > 1:
        expected = next(iter(boards.values()))
        if head["boards"] != expected:
            yield wrong("tournament", key, "boards", head["boards"], expected, "by all its matches")
    sizes = {len(seats) for seats in evidence.seats_by_match().values()}
    if sizes and head["seats"] not in (max(sizes), *((max(sizes) + 1,) if head["format"] == SWISS else ())):
        yield wrong("tournament", key, "seats", head["seats"], max(sizes), "by all its tables")


def _read_stored_tables(evidence: Evidence) -> Tables:
    """As they were paired: who was named first is listed first."""
    numbers = {key: row["number"] for (key,), row in evidence["entrant"].items()}
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for match in evidence["match"].values():
        seats = sorted(evidence.seats(match["id"]), key=lambda row: int(row["listed"]))
        bots = tuple(numbers.get(seat["entrant_id"], 0) for seat in seats)
        found.setdefault((match["round"], match["pairing"]), bots)
    return found


def _as_far(due: Tables, stored: Tables, tournament: Tournament) -> Tables:
    """A comparison is paired as it is played."""
    return {place: due[place] for place in stored if place in due} if tournament.format == COMPARE else due


def _fits(tx: Connection, evidence: Evidence, tournament: Tournament, stored: Tables) -> str | None:
    """Another format whose tables are just these."""
    for format in (one for one in FORMATS if one != tournament.format):
        try:
            due, _ = tables_due(tx, evidence.number, replace(tournament, format=format))
        except (PairingImpossible, BadHistory, ValueError, LookupError):
            continue
        if due == stored:
            return format
    return None


def _tables(tx: Connection, evidence: Evidence, tournament: Tournament, due: Tables) -> Iterator[Mismatch]:
    """Piece by piece: who sits there, which boards, and how often they met before."""
    stored = {(row["round"], row["pairing"], row["piece"]): row for row in evidence["match"].values()}
    comparing = tournament.format == COMPARE
    expected = _pieces(tx, evidence, tournament, due)
    for place, piece in expected.items():
        match = stored.pop(place, None)
        if match is None:
            if not comparing:
                where = f"round {place[0]} table {place[1]} piece {place[2]}"
                yield missing("match", (where,), _FORMAT)
            continue
        values = {"earlier": piece.earlier, "first_board": piece.first_board, "boards": piece.boards}
        yield from differing("match", (match["id"],), match, values, _FORMAT)
        yield from _table_seats(evidence, match, piece)
    for place, match in stored.items():
        yield from _report_extra_piece(match, place, expected)
    if not comparing and tournament.format != SWISS:
        yield from _planned(evidence, tournament)


def _pieces(
    tx: Connection, evidence: Evidence, tournament: Tournament, due: Tables
) -> Mapping[tuple[int, int, int], Piece]:
    if tournament.format == COMPARE:
        comparison = read_comparison(tx, evidence.number)
        seating = arrangement(comparison.seats, comparison.others) if comparison else None
        pieces = schedule(tournament, seating) if seating else iter(())
        return {(one.round, one.pairing, one.piece): one for one in pieces}
    from collections import Counter

    pairings = (Pairing(*place, bots) for place, bots in sorted(due.items()))
    made = pieces_of(replace(tournament, boards=evidence.head["boards"]), pairings, Counter())
    return {(one.round, one.pairing, one.piece): one for one in made}


def _table_seats(evidence: Evidence, match: Row, piece: Piece) -> Iterator[Mismatch]:
    keys = {row["number"]: key for (key,), row in evidence["entrant"].items()}
    stored = {row["number"]: row for row in evidence.seats(match["id"])}
    for number, bot in enumerate(piece.bots):
        row = stored.pop(number, None)
        if row is None:
            yield missing("match_seat", (match["id"], number), _FORMAT)
            continue
        values = {"entrant_id": keys.get(bot), "listed": piece.named.index(bot)}
        yield from differing("match_seat", (match["id"], number), row, values, _FORMAT)
    for number in stored:
        yield surplus("match_seat", (match["id"], number), _FORMAT)


def _report_extra_piece(
    match: Row, place: tuple[int, int, int], expected: Mapping[tuple[int, int, int], Piece]
) -> Iterator[Mismatch]:
    """A piece that is not due. If only one of its numbers is off, that is named."""
    yield surplus("match", (match["id"],), _FORMAT)
    for index, column in enumerate(("round", "pairing", "piece")):
        for other, piece in expected.items():
            near = all(place[at] == other[at] for at in range(len(place)) if at != index)
            if near and piece.first_board == match["first_board"]:
                yield Mismatch("match", (match["id"],), column, place[index], other[index], _FORMAT)
                break


def _planned(evidence: Evidence, tournament: Tournament) -> Iterator[Mismatch]:
    """How many rounds were planned, and which of them are of one cycle."""
    each, head = rounds_each(tournament), evidence.head
    if head["planned_rounds"] not in (None, each):
        planned = head["planned_rounds"]
        yield wrong("tournament", (evidence.number,), "planned_rounds", planned, each, _FORMAT)
    if all(row["from_round"] == 1 for row in evidence["entrant"].values()):
        for (_, number), row in evidence["round"].items():
            expected = {"cycle": (number - 1) // each + 1}
            yield from differing("round", (evidence.number, number), row, expected, _FORMAT)


def _compared(tx: Connection, evidence: Evidence) -> Iterator[Mismatch]:
    comparison = read_comparison(tx, evidence.number)
    is_one = evidence.head["format"] == COMPARE
    if comparison is None:
        if is_one:
            yield missing("comparison", (evidence.number,), "the event is a comparison")
        return
    if not is_one:
        yield surplus("comparison", (evidence.number,), "the event is no comparison")
    seats, row = evidence.head["seats"], evidence["comparison"][evidence.number,]
    expected = {"seats": seats}
    if row["others"] not in (0, seats - 2):
        yield Mismatch("comparison", (evidence.number,), "others", row["others"], None, "that leaves seats")
    elif len(arrangement(seats, row["others"]).sides) != len(evidence["entrant"]):
        other = seats - 2 if row["others"] == 0 else 0
        yield wrong("comparison", (evidence.number,), "others", row["others"], other, "by the entrants")
    yield from differing("comparison", (evidence.number,), row, expected, "by the event")


# ---- byes --------------------------------------------------------------------------------------------------


def _odd_byes(evidence: Evidence) -> Iterator[Mismatch]:
    kinds = [kind.value for kind in ByeKind]
    for key, row in evidence["bye"].items():
        if row["kind"] not in kinds:
            yield Mismatch("bye", key, "kind", row["kind"], None, f"there are {', '.join(kinds)}")


def _byes(
    tx: Connection, evidence: Evidence, tournament: Tournament, given: tuple[Bye, ...]
) -> Iterator[Mismatch]:
    """In a paired round of a Swiss everybody has a table or a bye; those that pairing gives are these."""
    stored = byes_of(tx, evidence.number)
    keys = {row["number"]: key for (key,), row in evidence["entrant"].items()}
    kinds = {(bye.round, bye.bot): bye.kind for bye in stored}
    for bye in given:
        key = (evidence.number, bye.round, keys.get(bye.bot))
        kind = kinds.get((bye.round, bye.bot))
        if kind is None:
            yield missing("bye", key, _FORMAT)
        elif kind != bye.kind:
            yield wrong("bye", key, "kind", kind.value, bye.kind.value, _FORMAT)
    due = {(bye.round, bye.bot) for bye in given}
    sits = {(place[0], bot) for place, bots in _read_stored_tables(evidence).items() for bot in bots}
    for bye in stored:
        key = (evidence.number, bye.round, keys.get(bye.bot))
        if (bye.round, bye.bot) in sits:
            yield surplus("bye", key, "it has a table in that round")
        elif bye.kind.name == "ALLOCATED" and (bye.round, bye.bot) not in due:
            yield Mismatch("bye", key, "kind", bye.kind.value, None, "pairing gave none to it")
    if tournament.format != SWISS:
        return
    for round in (one for one in tournament.rounds if one.paired):
        for entrant in tournament.entrants:
            there = entrant.from_round <= round.number
            if there and not {(round.number, entrant.number)} & (sits | kinds.keys()):
                where = (evidence.number, round.number, keys.get(entrant.number))
                yield missing("bye", where, "it has neither a table nor a bye in that round")
