"""From what somebody hands in to a bot that is registered: copied, checked, qualified, under its own name."""

import os
import re
import shutil
import stat
import time
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import pytest

from arena.referee.process.match_process import MatchCancelled
from arena.service.bots import Bot, resolve_bot
from arena.service.bots.files import files_in, version
from arena.service.bots.registered import bot_finder_in, registered_bot
from arena.service.bots.stored_copies import absolute_copy_path, keep_copy
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.check.request import CheckLimits
from arena.service.errors import BadBot, BadSettings, RunError, UnknownBot
from arena.service.submission.listing import disable, enable, list_registered, registered_version, versions_of
from arena.service.submission.qualification import MatchDone, qualify
from arena.service.submission.register import TakenName, free_name
from arena.service.submission.submit import SubmitOptions, SubmitResult, submit
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.tournaments.setup.tournament_file import settings_from_file
from arena.store.bots.submissions import StoredVersion, SubmissionState
from arena.store.database.store import Store, open_store, sqlite_url
from tests.factories.runs import run
from tests.service.conftest import HERE, HOSTILE

RULESETS = ("mau-mau",)
# A check that looks at everything for less long.
SHORT = CheckLimits(quiet_s=0.1, table_s=1.0, speed_s=0.1)
FAILS_IN_PRSI = """
import maumau

def choose(view):
    assert not view.ruleset.startswith("prsi")
    return view.legal[0]

maumau.run(choose)
"""


class Told:
    """All that is told of a submission. `at`: what happens at the first match."""

    def __init__(self, at: Event | None = None, at_registered: Event | None = None) -> None:
        self.lines: list[str] = []
        self.began: list[Bot] = []
        self.steps: list[CheckStep] = []
        self.reports: list[Report] = []
        self.matches: list[MatchDone] = []
        self.untried: list[tuple[SubmissionState, tuple[str, ...]]] = []
        self._at = at
        self._stop_at_registered = at_registered

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def begin(self, bot: Bot) -> None:
        self.began.append(bot)
        if self._at:
            self._at.set()

    def step(self, step: CheckStep) -> None:
        self.steps.append(step)

    def progress(self, progress: CheckProgress) -> None:
        """Too much to keep."""

    def checked(self, report: Report) -> None:
        self.reports.append(report)

    def match(self, match: MatchDone) -> None:
        self.matches.append(match)

    def registered(self, version: StoredVersion, untried: Sequence[str]) -> None:
        self.untried.append((version.submission.state, tuple(untried)))
        if self._stop_at_registered:
            self._stop_at_registered.set()


class Once(NamedTuple):
    """A bot that was submitted once for all tests that want one: where that was, and what was told."""

    home: Path
    told: Told
    done: SubmitResult


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Once:
    """ "Clever", submitted from the folder `here/clever`."""
    home, told = tmp_path_factory.mktemp("once"), Told()
    shutil.copy(empty, home / "arena.db")
    with pytest.MonkeyPatch.context() as patch, open_store(sqlite_url(home / "arena.db")) as store:
        at_home(home, patch)
        folder("clever", bot_toml='name = "Clever"\ndescription = "Clever."\n[limits]\ngames = 8\n')
        (home / "here" / "clever" / "sub").mkdir()
        tool = home / "here" / "clever" / "sub" / "tool.sh"
        tool.write_text("x")
        tool.chmod(0o755)
        (home / "here" / "clever" / ".git").mkdir()
        return Once(home, told, handed_in(store, "clever", told))


def at_home(home: Path, patch: pytest.MonkeyPatch) -> None:
    """Copies are kept below `home`, no database is found by itself, and the current folder is `here`."""
    patch.setenv("XDG_DATA_HOME", str(home / "data"))
    patch.setenv("ARENA_DB", str(home / "none.db"))
    (home / "here").mkdir(exist_ok=True)
    patch.chdir(home / "here")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_opponents: None) -> Path:
    """Where copies are kept: there is none yet."""
    at_home(tmp_path, monkeypatch)
    return tmp_path / "data" / "arena" / "bots"


@pytest.fixture
def clever(once: Once, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A database in which "Clever" is registered; its copy, and the folder that it came from."""
    shutil.copytree(once.home, tmp_path / "clever")
    at_home(tmp_path / "clever", monkeypatch)
    with open_store(sqlite_url(tmp_path / "clever" / "arena.db")) as store:
        yield store


def handed_in(
    store: Store,
    text: str,
    told: Told | None = None,
    **wishes: Any,  # noqa: ANN401 - what Wishes takes
) -> SubmitResult:
    wanted = replace(SubmitOptions(rulesets=RULESETS, check_limits=SHORT), **wishes)
    return submit(store, text, wanted, told or Told())


def folder(name: str, comment: str = "", **files: str) -> Path:
    """A folder with a bot that plays."""
    made = Path(name)
    made.mkdir()
    text = (HERE / "few.py").read_text()
    (made / "bot.py").write_text(f"{text}\n# {comment}\n")
    for file, content in files.items():
        (made / file.replace("_", ".")).write_text(content)
    return made


def copies(data: Path) -> list[str]:
    return sorted(path.name for path in data.iterdir()) if data.exists() else []


@pytest.mark.dear
def test_bot_is_checked_and_qualifies_before_registration(once: Once) -> None:
    one = registered_version(once.done.version)
    assert not once.done.again
    assert (one.name, one.state, one.kind, one.language) == ("Clever", "active", "files", "python")
    assert (one.description, one.limits, one.rulesets) == ("Clever.", {"games": 8}, RULESETS)
    assert (one.origin, one.owner, one.command) == ("clever", "local", ("python", "bot.py"))
    assert [bot.source for bot in once.told.began] == ["./clever"]
    assert str(once.told.began[0].folder) == str(once.home / "data" / "arena" / "bots" / one.version)
    assert [step.number for step in once.told.steps] == list(range(1, 11))
    assert once.told.reports[0].passed
    assert [(match.done, match.total) for match in once.told.matches] == [(1, 2), (2, 2)]
    assert [(won.opponent, won.games) for won in one.against] == [("greedy", 4), ("random", 4)]
    assert one.faults == 0
    assert one.decision_ms
    assert one.memory_mb


@pytest.mark.dear
def test_bot_is_registered_before_all_rulesets_are_tried(store: Store) -> None:
    rulesets = ("prsi", "mau-mau")
    folder("clever")
    cancel = Event()
    told = Told(at_registered=cancel)
    with pytest.raises(MatchCancelled):
        submit(store, "clever", SubmitOptions(rulesets=rulesets, check_limits=SHORT), told, cancel)
    assert told.untried == [(SubmissionState.ACTIVE, ("prsi",))]
    assert {games.ruleset for games in list_registered(store)[0].qualified} == {"mau-mau@1"}
    bot = registered_bot(store, "clever")
    assert bot, "it plays already"
    more = Told()
    done = handed_in(store, "clever", more, rulesets=rulesets)
    assert (done.again, len(more.matches), more.began) == (False, 2, []), "only the rest is tried"
    (one,) = list_registered(store)
    assert {games.ruleset for games in one.qualified} == {"prsi@1", "mau-mau@1"}
    assert handed_in(store, "clever", rulesets=rulesets).again


@pytest.mark.dear
def test_registered_bot_that_fails_later_is_withdrawn(store: Store) -> None:
    Path("clever.py").write_text(FAILS_IN_PRSI)
    done = handed_in(store, "clever.py", told := Told(), rulesets=("mau-mau", "prsi"))
    assert told.untried == [(SubmissionState.ACTIVE, ("prsi",))]
    assert done.version.submission.state is SubmissionState.FAILED
    assert done.version.submission.failure.startswith("step 3 of the check, decides, small table: ")
    assert done.report
    assert next(step.number for step in done.report.steps if not step.passed) == 3
    with pytest.raises(BadBot):
        registered_bot(store, "clever")


@pytest.mark.dear
def test_registered_bot_plays_from_its_copy(clever: Store, once: Once) -> None:
    before = resolve_bot("./clever").version
    Path("clever", "bot.py").write_text("this is no bot any more")
    bot = resolve_bot("CLEVER", look=bot_finder_in(clever))
    assert (bot.name, bot.version, bot.folder) == ("Clever", before, absolute_copy_path(f"bots/{before}"))
    assert resolve_bot(bot.source, look=bot_finder_in(clever)) == bot
    dice = resolve_bot(str(HERE / "dice.py"))
    over = run(clever, create(clever, TournamentSettings((bot, dice), boards=1)))
    assert (over.finished, over.faults) == (True, 0)


@pytest.mark.dear
def test_copy_is_identical_and_read_only(once: Once) -> None:
    digest = once.done.version.submission.digest
    bots = once.home / "data" / "arena" / "bots"
    found = {path.relative_to(bots / digest): path.stat().st_mode for path in (bots / digest).rglob("*")}
    assert {str(name): stat.S_IMODE(mode) for name, mode in found.items() if "pycache" not in str(name)} == {
        "bot.py": 0o444,
        "bot.toml": 0o444,
        "sub": 0o555,
        "sub/tool.sh": 0o555,
    }
    assert copies(bots) == [digest]


@pytest.mark.dear
def test_submitting_the_same_bytes_again_tries_nothing(clever: Store) -> None:
    shutil.copytree("clever", "copy")
    told = Told()
    again = handed_in(clever, "copy", told)
    assert again.again
    assert (told.began, told.matches) == ([], [])
    assert len(list_registered(clever)) == len(copies(absolute_copy_path("bots"))) == 1


@pytest.mark.dear
def test_changed_bytes_are_a_new_version(clever: Store) -> None:
    old = resolve_bot("./clever").version
    Path("clever", "more.py").touch()
    new = handed_in(clever, "clever").version.submission.digest
    look = bot_finder_in(clever)
    assert resolve_bot("clever@" + old[:6], look=look).version == old
    assert registered_bot(clever, "clever") == resolve_bot(f"clever@{new}", look=look)
    assert copies(absolute_copy_path("bots")) == sorted([old, new])
    Path("clever", "more.py").unlink()
    handed_in(clever, "clever")
    newest = registered_bot(clever, "clever")
    assert newest
    assert newest.version == old, "what was submitted last plays"


@pytest.mark.dear
def test_bot_in_an_archive_is_named_after_it(store: Store) -> None:
    folder("clever")
    with zipfile.ZipFile("Smart 2.zip", "w") as packed:
        packed.write("clever/bot.py")
    done = handed_in(store, "Smart 2.zip")
    assert (done.version.name, done.version.submission.failure) == ("Smart-2", "")
    bot = registered_bot(store, "smart-2")
    assert bot
    assert bot.version == resolve_bot("./clever").version


@pytest.mark.full
def test_class_of_a_script_is_a_bot(store: Store) -> None:
    done = handed_in(store, f"{HERE / 'shortest.py'}:Shortest")
    assert (done.version.name, done.version.submission.failure) == ("Shortest", "")
    assert done.version.submission.command[:2] == ("python", "-c")
    bot = registered_bot(store, "shortest")
    assert bot
    assert bot.version == done.version.submission.digest


@pytest.mark.dear
@pytest.mark.parametrize(
    ("bot", "title"),
    [
        pytest.param("never_connects", "starts", marks=pytest.mark.full),
        ("exits_at_once", "starts"),
        ("later_protocol", "says Hello"),
        ("illegal", "decides"),
    ],
)
def test_bot_that_fails_its_check_does_not_play(bot: str, title: str, store: Store) -> None:
    shutil.copytree(HOSTILE / bot, "wrong")
    told = Told()
    done = handed_in(store, "wrong", told)
    (one,) = list_registered(store)
    assert (one.state, one.games, told.matches) == ("failed", 0, [])
    first = next(step for step in told.steps if not step.passed)
    assert one.failure.startswith(f"step {first.number} of the check, {first.title}: ")
    assert first.title.startswith(title)
    assert one.repeat.startswith("arena bot check ./wrong --step ")
    assert copies(absolute_copy_path("bots")) == [done.version.submission.digest]
    with pytest.raises(
        BadBot, match=rf"wrong@{one.version[:6]} did not qualify: step .* again: arena bot check"
    ):
        registered_bot(store, "wrong")
    with pytest.raises(BadBot, match="did not qualify; fix it"):
        enable(store, "wrong")
    if bot == "exits_at_once":
        again = Told()
        assert not handed_in(store, "wrong", again).again
        assert again.steps, "what failed is tried again"
        assert len(list_registered(store)) == 1


@pytest.mark.dear
def test_repeat_command_of_an_archive_submits_it(store: Store) -> None:
    shutil.make_archive("wrong", "zip", HOSTILE / "exits_at_once")
    told = Told()
    submission = handed_in(store, "wrong.zip", told).version.submission
    assert submission.repeat == told.steps[0].command == "arena bot submit wrong.zip"


@pytest.mark.dear
def test_bot_that_fails_in_a_game_keeps_its_output(store: Store) -> None:
    """It passes a check that does not look for long."""
    shutil.copytree(HOSTILE / "crash_mid_game", "wrong")
    bot = replace(resolve_bot("./wrong"), source="./wrong")
    qualified, failure = qualify(bot, RULESETS, "process", lambda _: None, Event())
    assert failure
    assert re.match(r"disconnected: .*, in \d of 4 games of mau-mau against ", failure.what)
    assert failure.repeat.startswith("arena play ./wrong builtin:")
    assert failure.repeat.endswith(" -r mau-mau -n 2 --seed qualify")
    assert qualified[-1].faults


@pytest.mark.dear
def test_taken_name_is_refused_with_its_owner(clever: Store) -> None:
    folder("other", "another")
    said = (
        r"the name Cl_ever is taken: it looks like Clever; local has it since 20..-..-..; choose another "
        "with --name, or --name Clever for a new version of that"
    )
    with pytest.raises(BadBot, match=said):
        handed_in(clever, "other", name="Cl_ever")
    assert len(copies(absolute_copy_path("bots"))) == len(list_registered(clever)) == 1
    with pytest.raises(TakenName):
        free_name(clever, "dever")
    assert free_name(clever, "CLEVER") == "Clever"
    assert free_name(clever, "cleverer") == "cleverer"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("greedy", "is taken by the builtin bot greedy"),
        ("gree-dy", "is taken by the builtin bot greedy"),
        ("randorn", "is taken by the builtin bot random"),
        ("RAND0M", "is taken by the builtin bot random"),
        ("me", "is reserved"),
        ("Dial", "is reserved"),
        ("mine.py", "looks like a file name"),
        ("a b", "cannot be a bot's name: 1 to 32 letters"),
        ("аbc", "cannot be a bot's name"),
        ("a\u202eb", "cannot be a bot's name"),
        ("", "cannot be a bot's name"),
        ("x" * 33, "cannot be a bot's name"),
        ("a@b", "cannot be a bot's name"),
    ],
)
def test_invalid_and_reserved_names_are_refused(name: str, said: str, store: Store, data: Path) -> None:
    folder("clever")
    with pytest.raises(BadBot, match=said):
        handed_in(store, "clever", name=name)
    assert copies(data) == []


@pytest.mark.parametrize(
    ("given", "wishes", "error", "said"),
    [
        ("nowhere", {}, UnknownBot, "there is nothing at 'nowhere'; submit a Python file, a folder, a .zip"),
        ("builtin:greedy", {}, UnknownBot, "there is nothing at 'builtin:greedy'"),
        ("", {}, UnknownBot, "there is nothing at ''"),
        ("notes.txt", {}, BadBot, "neither a Python file nor a folder"),
        ("broken.zip", {}, BadBot, "no directory at its end"),
        ("bot.rar", {}, BadBot, "unsupported archive"),
        (
            "clever",
            {"rulesets": ("mau-mua",)},
            BadSettings,
            "did you mean 'mau-mau'.; a bot qualifies in fixed",
        ),
        ("clever", {"runner": "magic"}, BadSettings, "process or docker"),
        ("image:mine", {}, BadBot, "image:mine runs only in a container; add --runner docker"),
        ("fails", {}, BadBot, "building fails failed: `echo why; exit 3` in .* ended with exit code 3"),
        ("rules", {"rulesets": ()}, BadBot, 'bot.toml:1: rulesets: no ruleset is called "skat"'),
    ],
)
def test_invalid_submissions_are_refused(
    given: str, wishes: dict[str, Any], error: type[Exception], said: str, store: Store, data: Path
) -> None:
    folder("clever")
    folder("fails", bot_toml='command = ["build/x"]\nbuild = "echo why; exit 3"\n')
    folder("rules", bot_toml='rulesets = ["skat"]\n')
    for name in ("notes.txt", "broken.zip", "bot.rar"):
        Path(name).write_text("x")
    with pytest.raises(error, match=said):
        handed_in(store, given, **wishes)
    assert copies(data) == []
    assert list_registered(store) == ()


def test_image_needs_a_docker_engine(store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(RunError, match="no Docker engine answers"):
        handed_in(store, "image:mine", runner="docker")


@pytest.mark.dear
def test_interrupted_submission_leaves_nothing(store: Store, data: Path) -> None:
    folder("clever")
    cancel = Event()
    with pytest.raises(MatchCancelled):
        submit(store, "clever", SubmitOptions(rulesets=RULESETS, check_limits=SHORT), Told(at=cancel), cancel)
    assert copies(data) == []
    assert list_registered(store) == ()


@pytest.mark.dear
def test_disabled_bot_plays_only_once_enabled(clever: Store) -> None:
    bot = registered_bot(clever, "clever")
    assert bot
    short = f"Clever@{bot.version[:6]}"
    number = create(clever, TournamentSettings((bot, resolve_bot(str(HERE / "dice.py"))), boards=1))
    assert [version.state for version in disable(clever, "clever")] == ["disabled"]
    with pytest.raises(BadBot, match="Clever is disabled; `arena bot enable Clever`"):
        registered_bot(clever, "clever")
    with pytest.raises(BadBot, match="clever is not active"):
        disable(clever, "clever")
    with pytest.raises(BadBot, match=f"`arena bot enable {short}`"):
        handed_in(clever, "clever")
    assert run(clever, number).finished, "what it was entered in goes on"
    assert [version.state for version in enable(clever, short)] == ["active"]
    with pytest.raises(BadBot, match="clever is not disabled"):
        enable(clever, "clever")
    assert registered_bot(clever, "clever") == bot


@pytest.mark.dear
def test_unknown_versions_are_refused(clever: Store, once: Once) -> None:
    short = f"Clever@{once.done.version.submission.digest[:6]}"
    with pytest.raises(UnknownBot, match=f"clever@fffff is not one version of Clever: {short}"):
        resolve_bot("clever@fffff", look=bot_finder_in(clever))
    with pytest.raises(UnknownBot, match=f"clever@fffff is not one version of Clever: {short}"):
        versions_of(clever, "clever@fffff")
    with pytest.raises(UnknownBot, match=r"no bot is registered as 'c-lever'; did you mean Clever\?"):
        versions_of(clever, "c-lever")
    with pytest.raises(UnknownBot, match="`arena bot list` shows those there are"):
        versions_of(clever, "nobody")


@pytest.mark.dear
def test_ambiguous_name_is_refused(clever: Store, once: Once) -> None:
    look, digest = bot_finder_in(clever), once.done.version.submission.digest
    assert resolve_bot("clever", look=look).source == f"Clever@{digest}"
    assert resolve_bot("./clever", look=look).source == str(Path("clever").resolve())
    Path("clever", "more.py").touch()
    short = f"Clever@{digest[:6]}"
    with pytest.raises(UnknownBot, match=rf"\./clever or {short}"):
        resolve_bot("clever", look=look)
    shutil.rmtree("clever")
    Path("clever").mkdir()
    assert resolve_bot("clever", look=look).version == digest, "a folder without a bot"


@pytest.mark.dear
def test_changed_copy_does_not_play(clever: Store, once: Once) -> None:
    copy = absolute_copy_path(f"bots/{once.done.version.submission.digest}")
    (copy / "bot.py").chmod(0o644)
    (copy / "bot.py").write_text("evil = True\n")
    with pytest.raises(BadBot, match=r"the copy of Clever@.* is missing or damaged"):
        registered_bot(clever, "clever")


@pytest.mark.full
def test_submitting_again_repairs_a_changed_copy(clever: Store, once: Once) -> None:
    copy = absolute_copy_path(f"bots/{once.done.version.submission.digest}")
    (copy / "bot.py").chmod(0o644)
    (copy / "bot.py").write_text("evil = True\n")
    assert not handed_in(clever, "clever", rulesets=("mau-mau@1",)).again
    mended = registered_bot(clever, "clever")
    assert mended
    assert (mended.version, mended.rulesets) == (once.done.version.submission.digest, RULESETS)


def test_unwritable_data_folder_is_reported(store: Store, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, where a folder should be")
    folder("clever")
    with pytest.raises(RunError, match="cannot store bots in "):
        handed_in(store, "clever")
    assert os.listdir("clever") == ["bot.py"]


def test_concurrent_copies_of_the_same_bytes_are_one(data: Path) -> None:
    bot = resolve_bot(str(folder("clever")))

    def copy(fails: bool) -> bool:
        with suppress(ZeroDivisionError), keep_copy(bot.files, bot.version) as made:
            assert version(files_in(made)) == bot.version
            assert not fails or 1 // 0
        return True

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(copy, [number % 2 == 1 for number in range(16)]))
    copy(fails=False)
    assert copies(data) == [bot.version]


def test_old_partial_copies_are_removed(data: Path) -> None:
    bot = resolve_bot(str(folder("clever")))
    for name, age in ((".new-old", 7_200), (".new-now", 0)):
        (data / name).mkdir(parents=True)
        os.utime(data / name, (time.time() - age,) * 2)
    with keep_copy(bot.files, bot.version):
        assert copies(data) == [".new-now", bot.version]


@pytest.mark.dear
def test_tournament_refuses_rulesets_that_a_bot_does_not_play(clever: Store) -> None:
    bots = (resolve_bot("builtin:random"), bot_finder_in(clever)("clever"))
    settings = TournamentSettings(bots, rulesets=("mau-mau@1", "prsi"))  # type: ignore[arg-type]  # there is one
    with pytest.raises(BadSettings, match="Clever does not play prsi"):
        create(clever, settings)


@pytest.mark.dear
def test_tournament_file_names_registered_bots(clever: Store, once: Once) -> None:
    digest = once.done.version.submission.digest
    shutil.rmtree("clever")
    Path("cup.toml").write_text(f'bots = ["clever@{digest[:8]}", "random"]\n')
    settings = settings_from_file(Path("cup.toml"), look=bot_finder_in(clever))
    assert settings.bots[0].version == digest
    Path("cup.toml").write_text('bots = [\n "nobody",\n "random"]\n')
    with pytest.raises(BadSettings, match=r"cup\.toml:2: there is no bot 'nobody'"):
        settings_from_file(Path("cup.toml"), look=bot_finder_in(clever))
