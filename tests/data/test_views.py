"""The views in a file are those that the bots were sent."""

from pathlib import Path

import numpy as np
import pytest

import maumau
from arena.analysis.views import seat_views
from arena.record.dealers import LogCursor, LogDealer
from arena.record.decisions import read_messages
from arena.record.digests import FinishedLog
from arena.record.match import Clock
from arena.record.reader import read_log
from arena.record.replay import game_of
from arena.referee.clock import budget
from arena.referee.match.game import LiveSeat
from arena.rules import Ruleset, ruleset, rulesets
from maumau import envs
from maumau.bots import Bot
from maumau.choices import Choice
from maumau.envs.encoding import VIEW, encoding_of
from maumau.envs.table import Table
from maumau.views import View
from tests.conftest import Scale
from tests.data.exported import everything_in, random_logs, to_export, write_files
from tests.rules.house import HOUSE, MIXED

pytest.importorskip("pyarrow")
import maumau.data

RULES = [pytest.param(rules, id=rules.id) for rules in (*rulesets(), *HOUSE, *MIXED)]


@pytest.mark.ci_one_in(6)
@pytest.mark.dear
@pytest.mark.parametrize("rules", RULES)
def test_every_view_is_the_one_that_the_bot_was_sent(rules: Ruleset, tmp_path: Path, scale: Scale) -> None:
    number = scale.pick(quick=1, ci=1, full=20)
    logs = [log for seats in {*rules.players} for log in random_logs(rules, seats, number)]
    decisions, _ = write_files(tmp_path, logs, rules)
    found = list(maumau.data.games(decisions))
    assert [game.digest for game in found] == [log.log_digest for log in logs]
    for game, log in zip(found, logs, strict=True):
        parsed, elos = read_log(log.data), to_export(log).elos
        sent = {}
        for messages in read_messages(parsed, range(parsed.header.seats)):
            for decision, view in seat_views(messages):
                sent[view.ply] = everything_in(view), decision.played, parsed.header.bots[messages.seat]
        assert [one.view.ply for one in game.decisions] == sorted(sent)
        for one in game.decisions:
            seen, played, bot = sent[one.view.ply]
            assert everything_in(one.view) == seen
            assert (str(one.choice), one.note) == (played.action, played.note)
            assert one.time_ms == pytest.approx(played.ms)
            assert one.win == pytest.approx(played.win)
            assert (one.bot, one.version) == bot
            assert one.place == parsed.footer.places[one.seat]
            assert one.elo == elos[one.seat]


class Witness(Bot):
    """A bot that stores what it is sent, and plays everything that is possible."""

    def __init__(self, games: list[list[str]]) -> None:
        self._seen: list[str] = []
        games.append(self._seen)

    def choose(self, view: View) -> Choice:
        offered = view.legal[0 if view.ply % 4 else -1]  # mostly plays, so that games end
        allowed = {
            "suit": offered.suits,
            "word": offered.words,
            "target": offered.targets,
            "claim": offered.claims,
        }
        chosen = {name: values[view.ply // 2 % len(values)] for name, values in allowed.items() if values}
        choice = offered.with_(**chosen)  # type: ignore[arg-type] # each has its own type
        self._seen.append(as_text(view, choice))
        return choice


def as_text(view: View, choice: Choice) -> str:
    return f"{everything_in(view)} {choice}"


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", ["mau-mau", pytest.param("blind", marks=pytest.mark.dear)])
def test_the_views_of_live_bots_come_back(rules: str, tmp_path: Path) -> None:
    sent: list[list[str]] = []

    class Seen(Witness):
        def __init__(self) -> None:
            super().__init__(sent)

    result = maumau.simulate([Seen, Seen], rules, games=2, seed=3)
    logs = [FinishedLog(game.log.encode(), "", "") for game in result.games]
    decisions, _ = write_files(tmp_path, logs, rules)
    found = [
        [as_text(one.view, one.choice) for one in game.decisions if one.seat == seat]
        for game in maumau.data.games(decisions)
        for seat in range(2)
    ]
    together = [line for lines in sent for line in lines]
    assert sorted(line for lines in found for line in lines) == sorted(together)
    assert together


def test_the_clock_is_that_of_the_referee(tmp_path: Path) -> None:
    clock = Clock(bank_ms=3_000, increment_ms=7, cap_ms=3_050)
    decisions, _ = write_files(tmp_path, random_logs("mau-mau", 3, 1), "mau-mau", clock)
    (game,) = maumau.data.games(decisions)
    for seat in range(3):
        live = LiveSeat()
        for one in game.decisions:
            if one.seat == seat:
                assert one.view.clock_ms == int(live.ask(budget(clock)) * 1000)
                live.used += round(one.time_ms / 1000, 6)
    assert game.decisions[0].view.match.clock.cap == clock.cap_ms


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", [one.id for one in rulesets()])
def test_a_view_has_the_vector_that_an_environment_shows(rules: str, tmp_path: Path) -> None:
    (log,) = random_logs(rules, ruleset(rules).players[0], 1)
    decisions, _ = write_files(tmp_path, [log], rules)
    (game,) = maumau.data.games(decisions)
    parsed = read_log(log.data)
    rules_of, cursor = game_of(parsed.header), LogCursor(parsed)
    table, encoding = Table(rules_of, LogDealer(cursor, rules_of.pack)), encoding_of(rules_of, VIEW)
    for one in game.decisions[:80]:
        assert cursor.decision()
        assert table.position.ply == one.view.ply
        for step in envs.steps(one.view, one.choice):
            (shown,) = encoding.vectors([table.row(encoding, one.seat)])
            assert np.array_equal(step.observation, shown)
            assert step.mask.tobytes() == table.menu.mask
            table.step(step.action)
