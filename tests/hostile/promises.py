"""The promises of a tournament with hostile bots: for each its expectations, for everybody else fairness."""

import math
from collections.abc import Iterator, Sequence
from itertools import chain

from arena.record.format import Play
from arena.record.match import Verdict
from arena.record.reader import read_log
from arena.record.verify import verify
from arena.store.database.store import open_store
from arena.store.results.games import StoredSeat, iter_games
from arena.store.results.ledger import find_broken_entry
from arena.store.results.records import StoredFault
from tests.figures import figures
from tests.hostile.expectations import BOTS, Row, all_rows
from tests.hostile.good.steady import NAP_S
from tests.hostile.good_time import HAS_CORES, Charge, is_charged_fairly, ms_per_decision
from tests.hostile.tournaments import Match, Played
from tests.web.served import serving

GRACE_MS = 100
LATE = (Verdict.TIMEOUT, Verdict.STALL, Verdict.NO_START)


class Promises:
    """The tests of one runner's tournaments; `runner` is its name."""

    runner = ""

    def test_row(self, row: Row, played: Played) -> None:
        for match in played.matches[row.name]:
            wrong = complaints(row, match, played)
            figures("hostile bot", id=row.id, name=row.name, runner=self.runner, as_expected=not wrong)
            assert not wrong, "\n".join([*wrong, *map(str, match.faults[:3])])

    def test_good_bots_play_as_in_a_clean_tournament(self, played: Played) -> None:
        assert played.good.finished and played.good.faults == 0
        assert played.good.event_digest == played.clean.event_digest
        assert played.good.tables == played.clean.tables

    def test_every_log_verifies(self, played: Played) -> None:
        logs = [log for match in matches(played) for log in match.logs()]
        found = [verify(log) for log in logs]
        assert all(one.ok for one in found), [one for one in found if not one.ok]
        with open_store(played.url) as store, store.reading() as tx:
            assert find_broken_entry(tx) is None
            assert [game for game in iter_games(tx, 1, ROUNDS) if game.termination != "WON"] == []

    def test_good_bots_are_not_charged_for_attacks(self, played: Played) -> None:
        reference = ms_per_decision(map(charge, good_seats(played)))
        hogs = {row.name for row in all_rows() if row.takes_cpu}
        found = {name: charges(match) for name, some in played.matches.items() for match in some}
        extra = sorted((one.extra_ms, name) for name, some in found.items() for one in some)
        record_spread("a good bot's game", self.runner, [ms for ms, _ in extra], worst=extra[-1][1])
        unfair = {
            name: some
            for name, some in found.items()
            if not all(is_charged_fairly(one, reference, played.machine.ms) for one in some)
            and (HAS_CORES or name not in hogs)
        }
        assert not unfair, unfair

    def test_standings_and_pages(self, played: Played) -> None:
        for result in played.hostile:
            assert result.finished
            (table,) = result.tables
            assert sum(row.points for row in table.rows) == len(table.rows) - 1
        with open_store(played.url) as store, serving(store) as site:
            for path in pages(played):
                text = site.text(path)
                assert [one for one in OBEYED if one in text] == [], path

    def test_nothing_is_left(self, played: Played) -> None:
        left = [*played.place.left(played.api), *played.threads]
        figures("leftovers", runner=self.runner, found=len(left))
        assert left == []
        assert any(BOTS.glob("*.py")), "a home was made a link to that folder"

    def test_verdicts_are_in_time(self, played: Played) -> None:
        late = sorted(by for match in matches(played) for by in lateness_of(match.faults))
        record_spread("deadline to verdict", self.runner, late)
        assert all(by < GRACE_MS + played.machine.ms for by in late), late[-5:]

    def test_honest_bots_are_not_delayed(self, played: Played) -> None:
        """The figure is the time of their answers beyond their thinking."""
        with open_store(played.url) as store, store.reading() as tx:
            logs = [game.log.data() for game in iter_games(tx, 1, ROUNDS, logs=True) if game.log]
        plays = [one for log in logs for one in read_log(log).records if isinstance(one, Play)]
        delays = sorted(one.ms - NAP_S * 1_000 for one in plays)
        record_spread("delay of an honest bot", self.runner, delays)
        assert delays[len(delays) // 2] < GRACE_MS + played.machine.ms


ROUNDS = range(1, 1_000)
OBEYED = ("\x1b", "<script>alert", "<img onerror", "PRIVATE KEY", "\0")
PAGES = ("", "?format=json", "/crosstable", "/pairings", "/matches", "/config")


def matches(played: Played) -> Iterator[Match]:
    """Yield all matches against hostile bots."""
    return chain.from_iterable(played.matches.values())


def pages(played: Played) -> Iterator[str]:
    """Yield the pages that may show texts of hostile bots."""
    yield from ("/", "/bots", "/matches", "/tournaments")
    for number in (1, *(result.tournament for result in played.hostile)):
        yield from (f"/tournaments/{number}{page}" for page in PAGES)
    for match in matches(played):
        yield f"/matches/{match.name}"
        if match.games[0].log:
            yield f"/matches/{match.name}/games/1"


def charges(match: Match) -> list[Charge]:
    """Return the good bot's charge in each game against a hostile one."""
    return [charge(seat) for game in match.games for seat in game.seats if seat.bot != match.bot]


def charge(seat: StoredSeat) -> Charge:
    return Charge(seat.decisions, seat.time_ms, NAP_S * 1_000)


def good_seats(played: Played) -> Iterator[StoredSeat]:
    """Yield all seats of the good bots' own tournament."""
    with open_store(played.url) as store, store.reading() as tx:
        for game in iter_games(tx, 1, ROUNDS):
            yield from game.seats


def complaints(row: Row, match: Match, played: Played) -> list[str]:
    """Return what is not as expected."""
    own = [seat for game in match.games for seat in game.seats if seat.bot == match.bot]
    found = [seat.verdict for seat in own if not never_asked(seat)]
    others = {seat.verdict for game in match.games for seat in game.seats if seat.bot != match.bot}
    faults = [fault for fault in match.faults if fault.verdict in row.verdicts]
    details = [fault.detail for fault in faults]
    rules = {
        f"verdicts {sorted(set(found))}, not {sorted(row.allowed)}": set(found) <= row.allowed,
        f"none of {sorted(row.verdicts)} was given": bool(row.verdicts & set(found)),
        f"the opponent's verdicts are {others}": others == {Verdict.OK} and not match.others,
        f"{len(own)} games": len(own) == 2 * row.event.boards,
        f"{details} tell nothing of {row.details}": not row.details
        or any(wanted in one for one in details for wanted in row.details),
        f"not shown: {row.output!r}": any(row.output.encode() in one.output for one in faults)
        or not row.output,
        f"exit codes {[one.exit_code for one in faults]}": row.exit_code is None
        or {one.exit_code for one in faults} <= {row.exit_code, None},
        f"no log has {row.log!r}": any(row.log.encode() in log for log in match.logs()) or not row.log,
        "too late": in_time(row, faults, played.machine.ms),
    }
    return [what for what, holds in rules.items() if not holds]


def never_asked(seat: StoredSeat) -> bool:
    """True if the game was over before the bot could do anything: sometimes it could only draw."""
    return seat.decisions == 0 and seat.verdict == Verdict.OK


def in_time(row: Row, faults: Sequence[StoredFault], machine_ms: float) -> bool:
    """True if the verdicts came soon enough, measured from the broken limit or the bot's start."""
    if row.max_ms is None:
        return True
    took = [
        one.elapsed_ms - one.limit_ms if one.elapsed_ms > one.limit_ms else one.elapsed_ms for one in faults
    ]
    return all(ms <= row.max_ms + machine_ms for ms in took)


def lateness_of(faults: Sequence[StoredFault]) -> list[float]:
    """Return the milliseconds from missed deadlines to verdicts."""
    return [
        one.elapsed_ms - one.limit_ms
        for one in faults
        if one.verdict in LATE and 0 < one.limit_ms < one.elapsed_ms
    ]


def record_spread(what: str, runner: str, values: Sequence[float], **more: str) -> None:
    """Record the distribution of these sorted milliseconds."""
    if values:
        p50, p99 = (values[math.ceil(len(values) * part) - 1] for part in (0.5, 0.99))
        figures(what, runner=runner, of_them=len(values), p50=p50, p99=p99, max=values[-1], **more)
