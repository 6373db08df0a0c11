"""Finished matches and their logs, in both kinds of database."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import delete

from arena.record.storage import unpack
from arena.service.bots import resolve_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.finished import entrant_versions, list_finished_matches, read_boards
from arena.store.results.ledger import FIRST, read_first
from arena.store.tables.results import GAME, GAME_LOG
from tests.cli.arena import BOTS
from tests.factories.logged_matches import play_some

NAMES = ("last.py", "dice.py", "shortest.py:Shortest")


@pytest.mark.dear
def test_finished_matches_with_their_logs(store: Store) -> None:
    bots = tuple(resolve_bot(str(BOTS / name)) for name in NAMES)
    number = create(store, TournamentSettings(bots, ("mau-mau",), boards=3, seed="5eed" * 8))
    with store.reading() as tx:
        assert (list_finished_matches(tx), read_first(tx)) == ([], FIRST)
    play_some(store, number, 2)
    with store.writing() as tx:
        first, second = list_finished_matches(tx)
        assert (first.ruleset, first.rules, first.seats, first.boards) == ("mau-mau@1", "", 2, 3)
        assert first.rated and first.clock.bank_ms == 10_000
        assert first.finished_at <= second.finished_at <= datetime.now(UTC)
        assert entrant_versions(tx, number).keys() == {"last", "dice", "Shortest"}
        assert read_first(tx) != FIRST
        boards = read_boards(tx, first)
        assert [board.number for board in boards] == [0, 1, 2]
        for board in boards:
            logs = {name for stored in board.logs for name in unpack(stored)}
            assert logs == {*board.games} and len(board.games) == 2
        dropped = tx.scalar(GAME.select().where(GAME.c.name == boards[1].games[0]))
        tx.execute(delete(GAME_LOG).where(GAME_LOG.c.game_id == dropped))
        assert [board.number for board in read_boards(tx, first)] == [0, 2]
