"""The complaints about a hostile bot's games."""

from typing import cast

from arena.record.match import Verdict
from arena.store.results.games import ExportedGame, StoredSeat
from tests.hostile.expectations import row_named
from tests.hostile.promises import complaints
from tests.hostile.tournaments import Match, Played
from tests.referee.lateness import Lateness

HOSTILE, HONEST = 2, 1


class Quiet:
    """A tournament on a machine that was never late."""

    machine = Lateness()


def game(verdict: Verdict, decisions: int) -> ExportedGame:
    seats = (
        StoredSeat(HOSTILE, 2, 0, 0.0, verdict, decisions, 0.0),
        StoredSeat(HONEST, 1, 0, 1.0, Verdict.OK, 3, 0.0),
    )
    return ExportedGame("g", 1, 1, 0, 0, 0, "WON", 3, "", "", None, seats)


def test_a_bot_without_questions_is_not_blamed() -> None:
    """Sometimes the opponent wins while the bot can only draw; the deals depend on the images."""
    row = row_named("stalls_64")
    count = 2 * row.event.boards
    verdicts = [Verdict.TIMEOUT, *[Verdict.STALL] * (count - 2)]
    for decisions, right in ((0, True), (1, False)):
        games = (*(game(one, 0) for one in verdicts), game(Verdict.OK, decisions))
        found = complaints(row, Match("1.1.1", HOSTILE, games, (), ()), cast(Played, Quiet))
        assert any("verdicts" in one for one in found) is not right
        assert not any("games" in one for one in found)
