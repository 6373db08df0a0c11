"""`arena compare`, with real bots in real processes."""

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from arena.cli.main import run_command_line
from arena.cli.run.compare_progress import draw_llr, line
from arena.cli.run.compare_tables import lines, llr_line
from arena.ratings.match_statistics import MatchStatistics
from arena.ratings.sprt import Decision, Sprt, SprtState
from arena.service.compare.report import ComparedBot, CompareProgress, CompareResult
from arena.service.compare.result import conclusion, figures, tally
from arena.service.results import RunProgress
from arena.store.tournaments.comparisons import ComparisonSettings
from tests.cli.arena import QUICK_BOTS, WIDTH, Done, arena

SEED = "00" * 31 + "01"
# Long enough for Ctrl-C to come while it goes on.
RUN = ("compare", "greedy", QUICK_BOTS[0], "--elo1", "10", "--seed", SEED, "-j", "1")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("compare") / "arena.db")


@pytest.fixture(scope="module")
def played(database: str) -> Done:
    """Play comparison 1 to its end."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = run_command_line([*RUN, "--db", database])
    return Done(code, out.getvalue(), err.getvalue())


@pytest.mark.dear
def test_output_resembles_fastchess(played: Done) -> None:
    assert played.code == 0, played.err
    begins = [text.partition(":")[0] for text in played.out.splitlines()]
    for word in ("Elo", "DrawRatio", "Games", "Ptnml(0-2)", "LLR", "Duplicates", "H1"):
        assert word in begins
    assert "nElo" in played.out
    assert "PairsRatio" in played.out
    assert "LOS" not in played.out  # it is for a number of games that was fixed before
    assert "about 6 in 100" in played.out
    assert "1 (goes first)" in played.out
    assert "greedy is better" in played.out
    assert max(map(len, played.out.splitlines())) <= WIDTH
    assert "\x1b" not in played.out


@pytest.mark.dear
def test_progress_is_a_line_for_each_piece(played: Done) -> None:
    finished = [text for text in played.err.splitlines() if text.startswith("Finished ")]
    assert finished[0].startswith("Finished 100 games: ")
    assert all("LLR" in text for text in finished)
    assert f"--seed {SEED}" in played.err


@pytest.mark.dear
def test_its_games_can_be_watched(played: Done, database: str, capfd: pytest.CaptureFixture[str]) -> None:
    [watch] = [text for text in played.err.splitlines() if text.startswith("To watch a game: ")]
    command = watch.partition(" arena ")[2].split()
    assert arena(capfd, *command).code == 0
    assert arena(capfd, "replay", "verify", "1.1.1/1", "--db", database).code == 0


@pytest.mark.dear
def test_a_finished_comparison_as_json(
    played: Done, database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert played.code == 0
    done = arena(capfd, "compare", "--resume", "1", "--json", "--db", database)
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["decision"], found["ended"], found["secret"]) == ("H1", "decided", SEED)
    assert found["figures"]["games"] == 2 * found["figures"]["groups"]
    assert f"LLR: {found['llr']:.2f} " in played.out


@pytest.mark.dear
def test_a_comparison_is_in_the_list_of_tournaments(
    played: Done, database: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert played.code == 0
    [one] = json.loads(arena(capfd, "tournament", "list", "--json", "--db", database).out)["tournaments"]
    assert (one["format"], one["rated"]) == ("compare", False)
    assert arena(capfd, "tournament", "show", "1", "--db", database).code == 0
    assert arena(capfd, "run", "--resume", "1", "--db", database).code == 2


@pytest.mark.dear
@pytest.mark.fault("F03")
def test_ctrl_c_stops_and_says_how_to_continue(
    played: Done, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "arena.db")
    command = [sys.executable, "-m", "arena", *RUN, "--db", database]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("Finished ")
        os.kill(process.pid, signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == 130
    words = rest.splitlines()[-1].split()
    assert words[:3] == ["arena", "compare", "--resume"]
    done = arena(capfd, *words[1:], "-q")
    assert (done.code, done.out) == (0, played.out)


@pytest.mark.dear
def test_a_bot_that_does_not_start_stops_the_comparison(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "late.py").write_text("import maumau\nraise SystemExit('not today')\n")
    done = arena(capfd, "compare", "random", str(tmp_path / "late.py"), "--db", str(tmp_path / "arena.db"))
    assert done.code == 3
    assert "No decision: a bot did not start." in done.out
    assert "not today" in done.err
    assert "did not start" in done.err


@pytest.mark.dear
def test_comparing_a_bot_with_itself_warns(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "arena.db")
    done = arena(
        capfd, "compare", "greedy", "greedy", "-n", "50", "--model", "normalised", "-q", "--db", database
    )
    assert done.code == 0
    assert done.err.startswith("greedy is compared with itself")
    assert "Ptnml(0-2): [0, 0, 50, 0, 0]" in done.out
    assert "the bots may play identically" in done.out


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (["greedy"], "BadParameter"),
        (["greedy", "random", "counting"], "BadParameter"),
        (["greedy", "gready"], "UnknownBot"),
        (["greedy", "random", "--elo0", "20"], "BadSettings"),
        (["greedy", "random", "--alpha", "1"], "BadSettings"),
        (["greedy", "random", "--model", "elo"], "BadSettings"),
        (["greedy", "random", "-r", "skat"], "BadSettings"),
        (["greedy", "random", "-n", "10"], "BadSettings"),
        (["greedy", "random", "-k", "9"], "BadSettings"),
        (["greedy", "random", "-k", "5", "--with", "counting"], "BadSettings"),
        (["greedy", "random", "--seed", ""], "BadSettings"),
        (["--resume", "99"], "UnknownTournament"),
        (["--resume"], "UnknownTournament"),
        (["--resume", "one"], "BadParameter"),
        (["--resume", "--elo1", "40"], "BadParameter"),
    ],
)
def test_a_mistake_is_one_clear_line(
    line: list[str], error: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], errors: list[str]
) -> None:
    database = str(tmp_path / "arena.db")
    assert arena(capfd, "db", "upgrade", "--db", database).code == 0
    code, out, err = arena(capfd, "compare", *line, "--db", database)
    assert (code, out, err.count("\n")) == (4 if error.startswith("Unknown") else 2, "", 1), err
    assert errors == [error]


def told(
    figures: MatchStatistics | None = None,
    llr: float = 0.0,
    boards_to_go: int = 0,
    seconds_left: float | None = 75.0,
    faults: int = 0,
    paused: str = "",
) -> CompareProgress:
    run = RunProgress(1, 146, 20_000, 50.0, seconds_left, faults, None, paused)
    return CompareProgress(
        run, SprtState(Decision.CONTINUE, llr, -2.94, 2.94, 50, boards_to_go), figures, 100
    )


@pytest.mark.parametrize(
    ("llr", "shown"),
    [
        (-2.94, "H0 [●-----------|-----------] H1"),
        (-1.5, "H0 [------●-----|-----------] H1"),
        (0.0, "H0 [------------●-----------] H1"),
        (9.0, "H0 [------------|----------●] H1"),
    ],
)
def test_the_ratio_is_shown_between_its_bounds(llr: float, shown: str) -> None:
    assert draw_llr(told(llr=llr)) == shown


def test_the_line_of_progress() -> None:
    assert line(told(), 100) == "Finished 100 games, LLR 0.00 (-2.94, 2.94), about 1:15 left"
    assert line(told(faults=3, seconds_left=None), 100) == (
        "Finished 100 games, LLR 0.00 (-2.94, 2.94), 3 with a fault"
    )
    assert line(told(paused="the disk is full"), 100).endswith(", the disk is full")
    assert draw_llr(told(boards_to_go=12)).endswith("  12 board results to go")


def counted(*boards: tuple[float, float], times: int) -> MatchStatistics:
    """Return the figures of a comparison with these scores per board."""
    made = tally(ComparisonSettings(2, 0, 0, 20, 0.05, 0.05, "logistic"))
    for scores in boards * times:
        made.running.add(scores)
    found = figures(made)
    assert found
    return found


def test_equal_boards_show_no_ratios() -> None:
    tied = counted((0.0, 1.0), times=50)
    said = [*lines(tied, result(tied))]
    assert not any(word in text for text in said for word in ("Elo", "LLR", "Ratio", "inf", "Duplicates"))
    assert "Games: 100, Wins: 50, Losses: 50" in said[0]
    assert line(told(figures=tied), 100).startswith("Finished 100 games, all boards have equal scores")
    spread = counted((0.0, 1.0), (1.0, 1.0), times=30)
    said = [*lines(spread, result(spread))]
    assert any(text.startswith("LLR: ") for text in said)
    assert not any("inf" in text or "PairsRatio" in text for text in said)


def test_equal_bots_may_be_identical() -> None:
    def said(found: MatchStatistics) -> str:
        return conclusion(Sprt(), Decision.H0, found, "a", "b")

    assert said(counted((0.0, 1.0), times=50)) == "All 50 boards were tied; the bots may play identically."
    assert "a is not 20 Elo better" in said(counted((0.0, 0.0), times=50))
    usual = said(counted((0.0, 1.0), (1.0, 1.0), times=30))
    assert usual == "H0: a is not 20 Elo better than b (risk of a miss: about 6 in 100)."


def test_likelihood_of_superiority_ends_with_the_decision() -> None:
    assert counted((0.0, 1.0), (1.0, 1.0), times=10).los is not None
    assert counted((0.0, 1.0), (1.0, 1.0), times=40).los is None


def result(found: MatchStatistics) -> CompareResult:
    return CompareResult(
        1, "mau-mau@1", 2, (ComparedBot("a", "1", 0, 0, 0), ComparedBot("b", "2", 0, 0, 0)), (), "logistic",
        0, 20, 0.05, 0.05, "decided", "H0", "", -340.0, -2.94, 2.94, found, (), found.groups, 100, 20_000,
        (), 0, 1.0, None, None, True,
    )  # fmt: skip


def test_the_ratio_as_fastchess_prints_it() -> None:
    assert (
        llr_line(2.95, -2.94, 2.94, 0, 5)
        == "LLR: 2.95 (100.3 %) (-2.94, 2.94) [0.00, 5.00], normal approximation"
    )
    assert llr_line(-1.47, -2.94, 2.94, 0, 5).startswith("LLR: -1.47 (-50.0 %)")
