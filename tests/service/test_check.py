"""The bot check: every kind of misbehaviour fails at its step, with the reason; good bots pass."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Timer
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet
from google.protobuf import text_format

from arena.record.match import Clock
from arena.referee.clock import NO_CLOCK
from arena.referee.process.match_process import MatchCancelled
from arena.sandbox.usage import with_home
from arena.service.bots import resolve_bot
from arena.service.check.check import check
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.check.request import CheckLimits
from arena.service.common.step_titles import CHECKS
from arena.service.errors import BadSettings, RunError
from maumau.v1 import referee_pb2 as pb

BOTS = Path(__file__).parents[1] / "bots"
SOON = CheckLimits(quiet_s=2.0, exit_s=1.5, table_s=2.0, speed_s=0.3, printed=1_000_000)
SHORT = Clock(500, 0, 500)
SECOND = Clock(1_000, 0, 1_000)
THINKS = """
import time
import maumau

@maumau.bot
def thinks(view):
    time.sleep(0.02)
    return view.legal[0]

maumau.run(thinks)
"""
ALL = tuple(CHECKS)
KINDS_OF_MAU_MAU = 9


def run_check(
    name: str,
    *steps: int,
    rulesets: Sequence[str] = ("mau-mau",),
    bounds: CheckLimits = SOON,
    clock: Clock | None = None,
) -> Report:
    bot = resolve_bot(name if name.startswith("builtin:") else str(BOTS / name / "bot.py"))
    return check(bot, runner="process", rulesets=rulesets, steps=steps, bounds=bounds, clock=clock)


class Wrong(NamedTuple):
    """A bot, the steps that are tried, what the failing one says and what the bot printed in it."""

    bot: str
    steps: tuple[int, ...]
    fails: int
    says: str
    printed: str = ""
    bounds: CheckLimits = SOON
    clock: Clock | None = None
    at_full: bool = False


WRONG = [
    Wrong(
        "exits_at_once", ALL, 1, "did not start: the bot exited with code 7 before it said Hello", "goodbye"
    ),
    Wrong("never_connects", ALL, 1, "did not connect to ARENA_TARGET within 1 s", "", CheckLimits(start_s=1)),
    Wrong("never_hello", ALL, 2, "did not start: no Hello within 5 s", "", CheckLimits(start_s=5)),
    Wrong(
        "wrong_token",
        ALL,
        2,
        "broke the protocol: hello.token is not the value of ARENA_TOKEN",
        "VERDICT_PROTOCOL",
    ),
    Wrong("garbage", ALL, 2, "broke the protocol: not a PlayRequest"),
    Wrong("later_protocol", ALL, 2, "broke the protocol: the bot speaks protocol 99, the referee 1"),
    Wrong("illegal", (3,), 3, "mau-mau: illegal move: choice 64 of a question with"),
    Wrong("illegal_field", (3,), 3, "mau-mau: illegal move: this choice does not allow suit 1"),
    Wrong("unasked", (3,), 3, "mau-mau: broke the protocol: game 255: answer 0, but nothing was asked"),
    Wrong("answers_twice", (3,), 3, "mau-mau: broke the protocol: game 0: answer 0"),
    Wrong("oversize", (3,), 3, "mau-mau: broke the protocol: a message of 200"),
    Wrong("many_calls", (3,), 3, "mau-mau: broke the protocol: more calls than one bot may start"),
    Wrong("closes_stream", (3,), 3, "mau-mau: disconnected: the bot closed its stream"),
    Wrong("crash_mid_game", (3,), 3, "mau-mau: disconnected: the bot exited with code 139", "about to die"),
    Wrong("memory_bomb", (3,), 3, "mau-mau: out of memory: the bot needed more memory than it may have"),
    Wrong("silent", (3, 4), 3, "mau-mau: out of time: the time of the game is used up", clock=SHORT),
    Wrong(
        "silent",
        (3,),
        3,
        "mau-mau: out of time: the time of the game is used up: no answer for 10.",
        at_full=True,
    ),
    Wrong(
        "silent",
        (3,),
        3,
        "mau-mau: out of time: no answer for 1 s",
        "",
        CheckLimits(table_s=0.5),
        Clock(0, 0, 0),
    ),
    Wrong("silent_later", (3, 4), 3, "mau-mau: out of time: the time of the game is used up", clock=SHORT),
    Wrong("too_slow", (3, 4), 3, "mau-mau: out of time: the time of the game is used up", clock=SHORT),
    Wrong("crash_mid_game", (4,), 4, "mau-mau: disconnected: the bot exited with code 139", "about to die"),
    Wrong(
        "one_at_a_time",
        (3, 5),
        5,
        "crashed: KeyError: 'I know nothing of game 0'",
        "I know nothing of game 0",
    ),
    Wrong("deaf", (5, 6), 6, "left a ping of HTTP/2 unanswered"),
    Wrong("all_together", (5,), 5, "256 questions were open: answer what is decided", "", SOON, SECOND),
    Wrong("crash_mid_game", (7,), 7, "disconnected: the bot exited with code 139", "about to die"),
    Wrong("never_exits", (7, 8), 8, "still runs 1.5 s after its stream was closed", "what now?"),
    Wrong("ends_badly", (7, 8), 8, "with code 1, not 0", "where did everybody go?"),
    Wrong("leaves_a_daemon", (7, 8), 8, "with code 0, but it left running: sleep 600"),
    Wrong("floods", (9,), 9, "MB, more than 1.0 MB", r"\x1b[31m spam"),
    Wrong("crash_mid_game", (10,), 10, "disconnected: the bot exited with code 139", "about to die"),
]
AT_QUICK = ("exits_at_once", "leaves_a_daemon")


def _case(wrong: Wrong) -> ParameterSet:
    mark = pytest.mark.full if wrong.at_full else pytest.mark.dear
    marks = () if wrong.bot in AT_QUICK else (mark,)
    return pytest.param(wrong, id=f"{wrong.bot}-{wrong.fails}", marks=marks)


@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("wrong", [_case(wrong) for wrong in WRONG])
def test_misbehaviour_fails_at_its_step(wrong: Wrong) -> None:
    report = run_check(wrong.bot, *wrong.steps, bounds=wrong.bounds, clock=wrong.clock)

    failed = [step for step in report.steps if not step.passed]
    assert [step.number for step in failed] == [wrong.fails]
    assert wrong.says in failed[0].detail
    assert wrong.printed in failed[0].output
    assert f"--step {wrong.fails} --ruleset mau-mau" in failed[0].command
    assert not report.passed


@pytest.mark.dear
@pytest.mark.parametrize("table_s", [0.3, pytest.param(4.0, marks=pytest.mark.full)])
def test_a_slow_bot_gets_the_whole_pause(table_s: float) -> None:
    """It thinks for 0.4 s about every question, which may be longer than the time of the seating."""
    report = run_check("too_slow", 6, bounds=CheckLimits(quiet_s=1.0, table_s=table_s))

    (silence,) = report.steps
    assert silence.passed, silence.detail
    assert silence.figures["quiet_s"] >= 1.0


@pytest.mark.dear
def test_a_slow_bot_plays_all_games_at_once(tmp_path: Path) -> None:
    """Each game has its own time: 20 ms of one second, though all 256 together take five."""
    script = tmp_path / "bot.py"
    script.write_text(THINKS)

    (many,) = check(
        resolve_bot(str(script)),
        runner="process",
        rulesets=["mau-mau"],
        steps=(5,),
        clock=SECOND,
        bounds=CheckLimits(table_s=2.0),
    ).steps
    assert many.passed, many.detail
    assert many.figures["at_once"] == 256


@pytest.mark.parametrize("step", [1, 3])
def test_an_unusable_folder_is_explained(step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "#").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "#"))
    with pytest.raises(RunError, match="set TMPDIR to a short, plain directory"):
        run_check("builtin:random", step)


@pytest.mark.dear
@pytest.mark.parametrize("clock", [pytest.param(None, marks=pytest.mark.full), NO_CLOCK])
def test_a_slow_bot_finishes_some_games(tmp_path: Path, clock: Clock | None) -> None:
    """The time of the seating is short, but the clock lets the bot think."""
    script = tmp_path / "bot.py"
    script.write_text(THINKS)
    report = check(
        resolve_bot(str(script)),
        runner="process",
        rulesets=["mau-mau"],
        steps=(7, 8),
        clock=clock,
        bounds=CheckLimits(table_s=0.1),
    )
    assert report.passed, report.steps
    assert 3 <= report.steps[0].figures["games"] < 6


@pytest.mark.dear
def test_a_good_bot_passes_every_step() -> None:
    done: list[CheckStep] = []
    parts: list[CheckProgress] = []
    bot = resolve_bot(str(BOTS / "first" / "bot.py"))
    report = check(
        bot,
        runner="process",
        rulesets=["mau-mau"],
        bounds=SOON,
        on_step=done.append,
        on_progress=parts.append,
    )

    assert report.passed
    assert report.steps == tuple(done)
    assert [(step.number, step.title) for step in done] == list(CHECKS.items())
    assert {part.number for part in parts} == set(CHECKS)
    figures = {step.number: step.figures for step in done}
    assert figures[2]["max_games"] == figures[5]["at_once"] == 256
    assert figures[3]["asked"] == figures[3]["kinds"] == figures[4]["asked"] == KINDS_OF_MAU_MAU
    assert figures[6]["quiet_s"] >= 0.9 * SOON.quiet_s
    assert figures[7]["games"] == 6
    assert figures[8]["code"] == 0
    assert 1_000_000 < figures[9]["memory"] < SOON.memory
    assert 0 < figures[10]["median_ms"] <= figures[10]["p99_ms"]
    assert figures[10]["per_second_1"] < figures[10]["per_second_64"]


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize(
    "name",
    [
        "notes",
        "resigns",
        *(pytest.param(name, marks=pytest.mark.full) for name in ("slow", "builtin:greedy")),
    ],
)
@pytest.mark.dear
def test_unusual_but_allowed_bots_pass(name: str) -> None:
    report = run_check(name)
    assert report.passed, report.steps


@pytest.mark.full
def test_every_kind_of_every_ruleset_is_asked() -> None:
    report = run_check("first", 3, 4, rulesets=())
    for step in report.steps:
        assert step.passed
        assert step.figures["rulesets"] == 26
        assert step.figures["asked"] == step.figures["kinds"]
        assert "never asked" not in step.detail


@pytest.mark.dear
def test_a_request_is_shown_as_view_and_message() -> None:
    (step,) = run_check("illegal", 3).steps
    view, _, message = step.request.partition("\n\n")
    assert view.startswith("seat 0 of 2, mau-mau@1, deal 0, ply ")
    assert max(map(len, message.split("\n"))) <= 76
    (question,) = text_format.Parse(message, pb.PlayResponse()).questions
    assert f"question with {len(question.choices) // 8}" in step.detail
    assert len(view.split("legal   ")[1].split(", ")) == len(question.choices) // 8


@pytest.mark.dear
def test_some_other_rulesets_are_tried_after_a_failure() -> None:
    (step,) = run_check("illegal", 3, rulesets=()).steps
    assert step.detail.count("mau-mau") == 2  # mau-mau and mau-mau-stacking
    assert "also failed: " in step.detail
    assert "rulesets not tried" in step.detail
    assert "--ruleset mau-mau " in step.command
    assert step.figures["rulesets"] < 8


@pytest.mark.dear
def test_a_timeout_ends_the_check() -> None:
    report = run_check("silent", 3, 4, 7, clock=SHORT)
    assert [step.number for step in report.steps] == [3]
    assert report.not_tried == (4, 7)
    assert "--clock 0.5+0/0.5" in report.steps[0].command


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("step", CHECKS)
def test_every_step_alone_reports_a_failed_start(step: int) -> None:
    (found,) = run_check("exits_at_once", step).steps
    assert not found.passed
    assert "the bot exited with code 7 before it said Hello" in found.detail
    assert found.output == ("" if step == 8 else "goodbye")


@pytest.mark.dear
@pytest.mark.ci_one_in(3)
@pytest.mark.parametrize("step", CHECKS)
def test_every_step_can_be_tried_alone(step: int) -> None:
    (found,) = run_check("first", step).steps
    assert found.passed, found


@pytest.mark.dear
def test_the_same_seed_asks_the_same_questions() -> None:
    first, again = (run_check("seeded", 3, rulesets=("prsi", "blind")).steps[0] for _ in range(2))
    assert first.figures == again.figures


@pytest.mark.dear
def test_promises_of_the_manifest_are_checked(tmp_path: Path) -> None:
    bot = tmp_path / "boaster"
    bot.mkdir()
    source = (BOTS / "first" / "bot.py").read_text().replace("{__file__}/../../../..", str(BOTS.parents[1]))
    (bot / "bot.py").write_text(source)
    promises = "[limits]\nmemory_mb = 4\ndecision_ms = 0.001\n"
    (bot / "bot.toml").write_text(f'command = ["python", "bot.py"]\nrulesets = ["prsi"]\n{promises}')

    report = check(resolve_bot(str(bot)), runner="process", rulesets=[], steps=[2, 9, 10], bounds=SOON)
    hello, memory, speed = report.steps
    assert report.rulesets == ("prsi@1",)
    assert hello.passed
    assert not memory.passed and "of 4 MB" in memory.detail
    assert not speed.passed and "bot.toml promises 0.001 ms" in speed.detail


@pytest.mark.dear
def test_fewer_games_than_promised_fail(tmp_path: Path) -> None:
    bot = tmp_path / "careful"
    bot.mkdir()
    (bot / "bot.py").write_text("import maumau\nmaumau.run(lambda view: view.legal[0], max_games=3)\n")
    (bot / "bot.toml").write_text('command = ["python", "bot.py"]\n[limits]\ngames = 8\n')
    report = check(resolve_bot(str(bot)), runner="process", rulesets=["prsi"], steps=[2, 5], bounds=SOON)
    hello, many = report.steps
    assert not hello.passed and "3 games at once; bot.toml promises 8" in hello.detail
    assert many.passed and many.detail.startswith("3 of 3 games at once")


@pytest.mark.dear
def test_a_cancelled_check_leaves_nothing(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(short_path))
    cancel = Event()
    Timer(1.0, cancel.set).start()
    bot = resolve_bot(str(BOTS / "never_connects" / "bot.py"))
    with pytest.raises(MatchCancelled):
        check(bot, runner="process", rulesets=["mau-mau"], cancel=cancel)
    assert with_home(str(short_path)) == []
    assert list(short_path.iterdir()) == []


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ({"rulesets": ["no-such"]}, "no ruleset is called 'no-such'"),
        ({"runner": "cloud"}, "cloud"),
        ({"steps": [11]}, "there is no step 11"),
    ],
)
def test_invalid_settings_are_refused(wish: dict[str, object], complaint: str) -> None:
    settings: dict[str, object] = {"runner": "process", "rulesets": ["mau-mau"], **wish}
    with pytest.raises(BadSettings, match=complaint):
        check(resolve_bot("builtin:random"), **settings)  # type: ignore[arg-type]  # that is what is tried
