"""Tournaments of all formats from the command line: files, plans, rounds and changes."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
import typer

from arena.cli.finish import finish
from arena.cli.main import run_command_line
from arena.cli.round_progress import CurrentRound
from arena.service.bots import Bot
from arena.service.results import CommittedPiece, RunProgress, RunResult
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.export_file import EXAMPLE_FILE
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import open_store, sqlite_url
from tests.cli.arena import WIDTH, arena
from tests.cli.terminals import Terminal
from tests.factories.made_up_matches import bots_in, by_chance, play_on

BOTS = Path(__file__).parents[1] / "service" / "bots"
DICE, LAST = str(BOTS / "dice.py"), str(BOTS / "last.py")
SWISS = f"""\
name = "Sunday cup"
format = "swiss"
rounds = 2
boards = 1
bots = ["{DICE}", "{LAST}"]
byes = [{{ round = 1, bot = "keeper" }}]

[[entrants]]
bot = "{BOTS / "shortest.py:Shortest"}"
name = "keeper"
"""


@pytest.fixture(scope="module")
def swiss(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """Play tournament 1, a Swiss of three bots and two rounds; return the database and the output."""
    folder = tmp_path_factory.mktemp("swiss")
    (folder / "cup.toml").write_text(SWISS)
    database = str(folder / "arena.db")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as err:
        assert run_command_line(["run", str(folder / "cup.toml"), "--db", database, "-v"]) == 0, (
            err.getvalue()
        )
    return database, err.getvalue().splitlines()


@pytest.mark.dear
def test_the_plan_is_printed_first(swiss: tuple[str, list[str]]) -> None:
    head = swiss[1][: swiss[1].index(next(line for line in swiss[1] if line.startswith("Round 1")))]
    assert head[:4] == [
        "Sunday cup: Swiss, 2 rounds",
        "  3 bots: dice, last, keeper",
        "  mau-mau@1; 2 matches of 1 board in all seatings, 4 games",
        f"  clock 10+0.1/60, runner process, -j {head[3].split('-j ')[1]}",
    ]
    assert "  tie-breaks PTS, BH/C1, BH, SB, WIN, PS, PD, LOT" in head
    assert "  bye (H) of keeper in round 1" in head
    assert max(map(len, head)) <= WIDTH


@pytest.mark.dear
def test_each_round_of_a_swiss_is_announced(swiss: tuple[str, list[str]]) -> None:
    lines = [line.split(" (")[0] for line in swiss[1] if line.startswith(("Round", "Finished"))]
    assert lines[0] == "Round 1 of 2, mau-mau@1: 1 match; bye: keeper"
    assert lines[1] == "Finished 2/4"
    assert lines[2].startswith("Round 2 of 2, mau-mau@1: 1 match; bye: ")
    assert lines[3] == "Finished 4/4"


@pytest.mark.dear
def test_a_fast_round_is_announced_once(swiss: tuple[str, list[str]]) -> None:
    with open_store(sqlite_url(Path(swiss[0]))) as store:
        rounds = CurrentRound(store, 1)
        over = [CommittedPiece(match, "mau-mau@1", (), (), 2, 0) for match in ("1.1.1", "1.2.1", "1.2.1")]
        said = [rounds.follow(RunProgress(1, 0, 4, 0.0, None, 0, line)) for line in over]
    assert [line.partition(",")[0] for line in said] == ["Round 1 of 2", "Round 2 of 2", ""]


@pytest.mark.dear
def test_pairings_as_text(swiss: tuple[str, list[str]], capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "pairings", "1", "--db", swiss[0]).out
    assert "Round 1 of 2, mau-mau@1: finished" in out
    assert "keeper (0) is not paired: a requested bye: ½" in out
    assert "a bye (odd number of bots): 1" in out
    assert max(map(len, out.splitlines())) <= WIDTH


@pytest.mark.dear
def test_pairings_as_data(swiss: tuple[str, list[str]], capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "pairings", "1", "--csv", "--db", swiss[0]).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["round"], row["kind"]) for row in rows] == [
        *[("1", ""), ("1", ""), ("1", "H")],
        *[("2", ""), ("2", ""), ("2", "U")],
    ]
    out = arena(capfd, "tournament", "pairings", "1", "--json", "--round", "2", "--db", swiss[0]).out
    [second] = json.loads(out)["rounds"]
    assert (second["number"], second["complete"], len(second["tables"])) == (2, True, 1)


@pytest.mark.dear
def test_a_finished_tournament_is_frozen(
    swiss: tuple[str, list[str]], capfd: pytest.CaptureFixture[str], errors: list[str]
) -> None:
    for line in (["pause"], ["resume"], ["cancel"], ["end"], ["add", "counting"], ["withdraw", "last"]):
        code, out, _ = arena(capfd, "tournament", line[0], "1", *line[1:], "--db", swiss[0])
        assert (code, out, errors.pop()) == (2, "", "TournamentOver")


@pytest.mark.dear
def test_the_example_file_can_be_played(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert arena(capfd, "run", "--example-file") == (0, EXAMPLE_FILE, "")
    Path("cup.toml").write_text(EXAMPLE_FILE)
    code, out, _ = arena(capfd, "run", "cup.toml", DICE, LAST, "-n", "1", "--dry-run", "--db", "nowhere.db")
    assert code == 0
    assert "2 games" in out
    assert [path.name for path in tmp_path.iterdir()] == ["cup.toml"]


@pytest.mark.dear
def test_a_plan_as_json(swiss: tuple[str, list[str]], capfd: pytest.CaptureFixture[str]) -> None:
    line = ["run", DICE, "--format", "gauntlet", "--pool", LAST, "-n", "1"]
    made = json.loads(arena(capfd, *line, "--dry-run", "--json", "--db", swiss[0]).out)
    assert (made["format"], made["pool"], made["matches"], made["sandboxes"]) == (
        "gauntlet",
        ["last"],
        1,
        4,
    )
    assert made["schedule"][0]["tables"] == [["dice", "last"]]
    assert made["estimate"]["seconds"] > 0


def test_all_mistakes_of_a_file_are_listed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cup.toml"
    path.write_text('bots = ["random", "gredy"]\nboard = 3\n')
    code, out, err = arena(capfd, "run", str(path))
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        f"arena: {path}:1: there is no bot 'gredy': no file here, not registered, not a builtin; "
        "did you mean greedy?",
        f'arena: {path}:2: there is no key "board"; did you mean "boards"?',
    ]


# ---- what is changed in a tournament -----------------------------------------------------------------------


@pytest.fixture
def bots(tmp_path: Path) -> tuple[Bot, ...]:
    return bots_in(tmp_path, 5)


@pytest.fixture
def database(tmp_path: Path, bots: tuple[Bot, ...]) -> Iterator[str]:
    """Create tournament 1, an unplayed Swiss of four bots; a and b must not meet."""
    path = tmp_path / "arena.db"
    with open_store(sqlite_url(path)) as store:
        create(store, TournamentSettings(bots[:4], format="swiss", name="cup", forbidden=(("a", "b"),)))
        yield str(path)


def test_pause_and_resume(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "tournament", "pause", "1", "--db", database)
    assert done.out == f"Tournament 1 is paused. To continue:\n  arena run --resume 1 --db {database}\n"
    listed = json.loads(arena(capfd, "tournament", "list", "--json", "--db", database).out)["tournaments"]
    assert listed[0]["state"] == "paused"
    done = arena(capfd, "tournament", "resume", "1", "--json", "--db", database)
    assert json.loads(done.out) == {"schema": 1, "tournament": 1, "state": "interrupted"}


def test_add_and_withdraw(database: str, bots: tuple[Bot, ...], capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "tournament", "add", "1", bots[4].source, "--db", database)
    assert (done.code, done.out) == (0, "Tournament 1 now includes e.\n")
    assert (
        "e is entered already" in arena(capfd, "tournament", "add", "1", bots[4].source, "--db", database).err
    )
    done = arena(capfd, "tournament", "withdraw", "1", "a", "--json", "--db", database)
    assert json.loads(done.out) == {"schema": 1, "tournament": 1, "state": "interrupted", "withdrawn": "a"}
    assert "a, b" in arena(capfd, "tournament", "withdraw", "1", "z", "--db", database).err


def test_permit(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    line = ["tournament", "permit", "1"]
    assert "pair by pair" in arena(capfd, *line, "a", "--db", database).err
    assert "c and d are not forbidden" in arena(capfd, *line, "c", "d", "--db", database).err
    assert arena(capfd, *line, "b", "a", "--db", database).out == "Tournament 1 allows these pairs.\n"
    assert arena(capfd, *line, "a", "b", "--db", database).code == 2


def test_cancel(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "tournament", "cancel", "1", "--json", "--yes", "--db", database)
    assert json.loads(done.out) == {"schema": 1, "tournament": 1, "state": "cancelled"}
    done = arena(capfd, "run", "--resume", "1", "--db", database)
    assert done.code == 1
    assert "Tournament 1 was cancelled. 0 of 0 games are stored." in done.err


@pytest.mark.dear
def test_pairings_show_the_fit_of_a_swiss(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    database = sqlite_url(tmp_path / "tables.db")
    settings = TournamentSettings(bots_in(tmp_path, 6), boards=2, seed="1", format="swiss", seats=3, rounds=3)
    with open_store(database) as store:
        play_on(store, create(store, settings), by_chance(1))
    out = arena(capfd, "tournament", "pairings", "1", "--db", database).out
    first, *others = [line.strip() for line in out.splitlines() if "meetings" in line]
    assert first == "6 meetings, 0 repeated. First and last of a table differ by 0 points on"
    assert len(others) == 2
    assert " 0 repeated" not in "".join(others)  # two tables of three hold two of an old one


@pytest.mark.dear
def test_cancel_asks_on_a_terminal(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal("tournament", "cancel", "1", "--db", database)
    try:
        terminal.wait("Cancel tournament 1, cup, for good? [y/N]:")
        terminal.press(b"n\n", until="nothing was changed")
    finally:
        terminal.close()
    [listed] = json.loads(arena(capfd, "tournament", "list", "--json", "--db", database).out)["tournaments"]
    assert listed["state"] == "interrupted"


@pytest.mark.dear
def test_end(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    done = arena(capfd, "tournament", "end", "1", "--db", database)
    assert done.out == "Tournament 1 will end after the paired rounds.\n"
    paired = arena(capfd, "tournament", "pairings", "1", "--db", database)
    assert paired == (0, "", "Tournament 1 was ended before its first round was paired.\n")
    assert arena(capfd, "tournament", "verify", "1", "--db", database).code == 0


def test_pairings_show_unplayed_rounds(database: str, capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "tournament", "pairings", "1", "--db", database).out
    assert out.startswith("Round 1 of 2, mau-mau@1: not paired yet\n")
    assert (
        "rounds 1 to 2, not 9"
        in arena(capfd, "tournament", "pairings", "1", "--round", "9", "--db", database).err
    )


# ---- how a run ends ----------------------------------------------------------------------------------------

ENDED = RunResult(7, "cup", True, 40, 40, 1.0, 0, (), "digest", "ab" * 32, open_seed=False, state="over")


@pytest.mark.parametrize(
    ("result", "code", "said"),
    [
        (ENDED, 0, "Tournament 7: 40 games in 1 s.\n"),
        (replace(ENDED, open_seed=True), 0, "does not count in the ratings"),
        (replace(ENDED, games_per_second=40.0, slots=2, busy=0.85), 0, "40.0 games/s; 2 slots, 85 % busy"),
        (replace(ENDED, faults=2), 3, "Games with a bot at fault: 2."),
        (
            replace(ENDED, finished=False, games=8, state="running"),
            130,
            "8 of 40 games are stored. To continue:\n  arena run --resume 7 --db 'my arena.db'\n",
        ),
        (
            replace(ENDED, finished=False, games=8, state="paused"),
            130,
            "Tournament 7 is paused. 8 of 40 games are stored. To continue:\n  arena run --resume 7 --db",
        ),
        (replace(ENDED, games=8, state="cancelled"), 1, "was cancelled. 8 of 40 games are stored."),
        (
            replace(ENDED, finished=False, state="running", stopped="round 3 cannot be paired"),
            1,
            "round 3 cannot be paired.\n40 of 40 games are stored. To end it with the rounds that were "
            "played:\n  arena tournament end 7 --db 'my arena.db'\n",
        ),
    ],
)
def test_the_end_of_a_run(result: RunResult, code: int, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    try:
        finish(result, "my arena.db")
        left = 0
    except typer.Exit as exit:
        left = exit.exit_code
    assert left == code
    assert said in capfd.readouterr().err


def test_a_run_ends_with_the_commands_that_show_it(capfd: pytest.CaptureFixture[str]) -> None:
    finish(ENDED, "my arena.db", replay="7.1.1/1")
    lines = capfd.readouterr().err.splitlines()
    assert [line.strip() for line in lines[-2:]] == [
        "arena serve --open --db 'my arena.db'",
        "arena replay show 7.1.1/1 --db 'my arena.db'",
    ]
    finish(ENDED, None)
    assert "replay show" not in capfd.readouterr().err


def test_only_verbose_prints_how_to_repeat_a_run(capfd: pytest.CaptureFixture[str]) -> None:
    ordered = replace(ENDED, order=("builtin:a", "my bots/b.py"))
    finish(ordered, None)
    assert "abab" not in capfd.readouterr().err
    finish(ordered, None, verbose=True)
    err = capfd.readouterr().err
    assert "--seed abab" in err
    assert "order: builtin:a 'my bots/b.py'\n" in err
    finish(replace(ordered, open_seed=True), None, verbose=True)
    assert "--seed" not in capfd.readouterr().err
