"""Asking a bot about a game: it is told what the one that played was told."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record.format import Play
from arena.record.match import Clock, Verdict
from arena.record.reader import GameLog, read_log
from arena.record.storage import logs_of
from arena.referee.run import run_match
from arena.service.bots import Bot, resolve_bot
from arena.service.common.text import secret_of
from arena.service.errors import BadSettings, RunError
from arena.service.play import match_to_play
from arena.service.replay.ask import ask
from arena.service.replay.conversation import AskResult
from tests.cli.arena import GOLDEN
from tests.conftest import Scale
from tests.service.conftest import FindBot

SEED = "a5" * 32
EVERY = ["mau-mau", "points-150", "blind", "detailed"]


def played(bots: list[Bot], ruleset: str) -> GameLog:
    """The first game of a match, which ends with it."""
    spec = match_to_play(bots, ruleset, 1, secret_of(SEED), Clock(0, 0, 0))
    return read_log(*logs_of(run_match(replace(spec, only=1)).games[:1]).values())


@pytest.fixture(scope="module")
def witness(bot: FindBot) -> Bot:
    return bot("witness.py")


@pytest.mark.dear
def test_a_bot_agrees_with_itself_and_was_told_the_same(witness: Bot, scale: Scale) -> None:
    others = [resolve_bot("builtin:greedy"), witness]
    if scale.name == "quick":
        agrees_with_itself([witness, *others[:1]], "quick")
    else:
        for ruleset in EVERY[: scale.pick(quick=1, ci=1, full=4)]:
            agrees_with_itself([witness, *others], ruleset)


def agrees_with_itself(bots: list[Bot], ruleset: str) -> None:
    """Its note is a digest of all that it was shown but for the clock, and here there is none."""
    log, witness = played(bots, ruleset), bots[0]
    asked = ask(log, witness, clock=Clock(0, 0, 0))
    mine = [one for one in asked.opinions if one.seat != 1]
    assert [one.would for one in mine] == [one.played for one in mine]
    assert [one.note for one in mine] == [one.played_note for one in mine]
    assert [one.win for one in mine] == [one.played_win for one in mine]
    assert mine[0].win == 0.0
    assert all(one.note for one in asked.opinions)
    assert len(asked.opinions) == sum(isinstance(record, Play) for record in log.records)
    assert [one.ply for one in asked.opinions] == list(range(1, len(asked.opinions) + 1))
    assert asked.agreed >= len(mine)
    assert asked.troubles == ()


DRAWER = """
import maumau

@maumau.bot
def drawer(view):
    hidden = view.lying.count(None)
    assert len(view.lying) == view.pile
    assert view.unseen.total() == view.stock + sum(view.counts) - len(view.hand) + hidden
    return view.find(maumau.Kind.DRAW) or view.legal[-1]

maumau.run(drawer)
"""


@pytest.mark.dear
def test_a_bot_that_would_lay_nothing_sees_what_was_laid_face_down(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(DRAWER)
    log = played([resolve_bot("builtin:greedy"), resolve_bot("builtin:random")], "blind")
    asked = ask(log, resolve_bot(str(tmp_path / "bot.py")), clock=Clock(0, 0, 0))
    assert asked.troubles == ()
    assert len(asked.opinions) == sum(isinstance(record, Play) for record in log.records)


@pytest.mark.dear
def test_what_it_printed_stands_beside_the_decision(witness: Bot) -> None:
    log = read_log((GOLDEN / "mau-mau.jsonl").read_bytes())
    asked = ask(log, witness, seat=1)
    assert {one.seat for one in asked.opinions} == {1}
    for one in asked.opinions:
        assert one.output == f"of {one.choices}: {one.would}"


@pytest.mark.dear
def test_only_one_decision(witness: Bot) -> None:
    log = read_log((GOLDEN / "mau-mau.jsonl").read_bytes())
    wanted = ask(log, witness, seat=1).opinions[4]
    (one,) = ask(log, witness, ply=wanted.ply).opinions
    assert replace(one, ms=0) == replace(wanted, ms=0)
    with pytest.raises(BadSettings, match=r"ply 400 .* ply 46"):
        ask(log, witness, ply=400)
    with pytest.raises(BadSettings, match="seats 1 to 3"):
        ask(log, witness, seat=3)


def test_where_no_bot_can_be_started_it_says_why(
    witness: Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "#").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "#"))
    with pytest.raises(RunError, match="set TMPDIR to a short, plain directory"):
        ask(read_log((GOLDEN / "mau-mau.jsonl").read_bytes()), witness, seat=1)


@pytest.mark.dear
@pytest.mark.parametrize(
    ("name", "verdict", "opinions", "detail"),
    [
        ("crash_mid_game", Verdict.DISCONNECT, 9, "exited with code 139"),
        ("illegal", Verdict.ILLEGAL, 9, ""),
        ("silent", Verdict.TIMEOUT, 0, "no answer within the 0.4"),
        ("exits_at_once", Verdict.NO_START, 0, "before it said Hello"),
        ("garbage", Verdict.PROTOCOL, 0, ""),
    ],
)
def test_a_bot_at_fault_is_asked_no_more(
    bot: FindBot, name: str, verdict: Verdict, opinions: int, detail: str
) -> None:
    log = read_log((GOLDEN / "mau-mau.jsonl").read_bytes())
    time_ms = 400 if name == "silent" else 20_000
    asked: AskResult = ask(log, bot(name), seat=0, clock=Clock(time_ms, 0, time_ms))
    (trouble,) = asked.troubles
    assert (trouble.verdict, len(asked.opinions)) == (verdict, opinions)
    assert detail in trouble.detail
    assert trouble.seat == 0


@pytest.mark.dear
def test_a_seat_that_was_at_fault_is_asked_until_then(bot: FindBot, witness: Bot) -> None:
    log = played([bot("crash_mid_game"), bot("last.py"), bot("last.py")], "mau-mau")
    asked = ask(log, witness)
    plays = [record for record in log.records if isinstance(record, Play)]
    assert [one.played for one in asked.opinions] == [record.action for record in plays]
