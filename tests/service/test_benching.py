"""Who is benched, and who is not: by what was committed, and by matches that really die."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.record.match import MatchRecord
from arena.service.bots import Bot
from arena.service.reports.standings import tables
from arena.service.reports.tournament_list import find_tournament
from arena.service.results import RunProgress
from arena.service.tournaments.play.benching import bench_due_bots
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.verify.verify import verify_tournament
from arena.store.database.store import Store
from arena.store.results.records import Piece
from arena.store.tournaments.states import list_benched
from arena.tournament.benching import PlayedTable, Suspect, find_suspect
from tests.factories.made_up_matches import bots_in, by_chance, commit, new_queue
from tests.factories.runs import run
from tests.service.conftest import FindBot
from tests.store.samples import void

DEAD = 3  # runs, after which all is void


def dies(*bots: int, boards: int = 2) -> PlayedTable:
    return PlayedTable(bots, boards, DEAD)


def well(*bots: int, boards: int = 2) -> PlayedTable:
    return PlayedTable(bots, boards, 0)


@pytest.mark.parametrize(
    ("tables", "bot"),
    [
        ((), None),
        ((dies(1, 2),), None),  # it may be either
        ((dies(1, 2), dies(1, 2)), None),  # it still may
        ((dies(1, 2), dies(3, 1)), 1),
        ((dies(1, 2, boards=1), dies(1, 3, boards=1)), None),  # two boards are not more than two
        ((dies(1, 2, boards=1), dies(1, 3, boards=1), dies(1, 4, boards=1)), 1),
        ((PlayedTable((1, 2), 9, 1), PlayedTable((1, 3), 9, 1)), None),  # once is bad luck
        ((dies(1, 2), dies(1, 3), dies(2, 3), dies(4, 3)), None),  # everybody's matches die
        ((dies(1, 2), dies(1, 3), well(2, 3), well(1, 4), well(2, 4), well(3, 4)), 1),
        ((dies(1, 2), dies(1, 3), dies(2, 3, boards=1), *[well(2, 3)] * 9), 1),  # more than three times
        ((dies(1, 2), dies(1, 3), *[well(1, 4)] * 9, dies(2, 3), *[well(2, 3)] * 9), None),  # about as often
        ((dies(1, 2, 3),), None),
        ((dies(1, 2, 3), dies(1, 2, 4)), None),  # 1 or 2
        ((dies(1, 2, 3), dies(4, 1, 5)), 1),
    ],
)
def test_who_all_tables_that_die_have_in_common(tables: tuple[PlayedTable, ...], bot: int | None) -> None:
    found = find_suspect(tables)
    assert (found.bot if found else None) == bot


def test_what_was_played_with_who_is_benched_tells_nothing_of_others() -> None:
    tables = (dies(1, 2), dies(1, 3), dies(4, 2), dies(4, 3), *[well(2, 3)] * 5)
    assert find_suspect(tables) == Suspect(1, 4, 2)
    assert find_suspect(tables, [1]) == Suspect(4, 4, 2)
    assert find_suspect(tables, [1, 4]) is None


def played(piece: Piece, deadly_bot: int) -> MatchRecord:
    """Void where that bot sits."""
    made = by_chance(1)(piece)
    return replace(void(made), internal=("exit code -9",) * DEAD) if deadly_bot in piece.bots else made


@pytest.mark.dear
@pytest.mark.parametrize("settings", [{}, {"format": "swiss", "rounds": 3}], ids=["round-robin", "swiss"])
def test_the_rest_of_its_matches_is_forfeited(
    store: Store, tmp_path: Path, settings: dict[str, object]
) -> None:
    made = TournamentSettings(bots_in(tmp_path, 5), boards=2, seed="11" * 32)
    number = create(store, replace(made, **settings))  # type: ignore[arg-type]  # different fields
    work = new_queue(store, number)
    said: list[str] = []
    while matches := work.take(1, ()):
        for piece, _ in matches:
            commit(store, piece, lambda one: played(one, 2))
            said += bench_due_bots(store, number)
        work.looked = -9.0
        work.may_continue(())
    assert [line.partition(" is benched")[0] for line in said] == ["b"]
    with store.reading() as tx:
        assert list_benched(tx, number) == (2,)
    entrants = find_tournament(store, number).entrants
    assert [one.number for one in entrants if one.withdrawn_after is not None] == [2]
    rows = {row.bot: row for table in tables(store, number) for row in table.rows}
    assert rows["b"].forfeits == (0 if settings else 2)  # of a Swiss nothing more is paired for it


@pytest.mark.dear
def test_a_bot_that_kills_its_matches_is_benched_and_the_others_play_on(store: Store, bot: FindBot) -> None:
    """It kills its parent, the match's own process, at its first question in every game."""
    bots: tuple[Bot, ...] = tuple(map(bot, ("kills_the_match.py", "last.py", "dice.py")))
    number = create(store, TournamentSettings(bots, boards=2, seed="22" * 32))
    told: list[RunProgress] = []
    result = run(store, number, jobs=1, on_progress=told.append)
    assert result.finished
    assert [said.partition(" is")[0] for one in told for said in one.benched] == ["kills_the_match"]
    [table] = result.tables
    rows = {row.bot: row for row in table.rows}
    assert {name: row.crashes for name, row in rows.items()} == dict.fromkeys(rows, 0)  # nobody is blamed
    honest = [row for name, row in rows.items() if name != "kills_the_match"]
    assert [row.games for row in honest] == [4, 4]  # their own match
    assert table.void_boards == 4  # of two matches
    found = verify_tournament(store, number)
    assert [str(finding) for finding in found.findings] == []
