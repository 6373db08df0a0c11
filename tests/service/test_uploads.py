"""Bots that are sent from elsewhere: kept, tried one after the other, and what their senders are told."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from arena.service.bots import Bot, resolve_bot
from arena.service.bots.registered import bot_finder_in
from arena.service.bots.stored_copies import absolute_copy_path
from arena.service.common.step_titles import OTHER_RULESETS
from arena.service.errors import BadBot, BadSettings, RunError
from arena.service.submission import enqueue, queue
from arena.service.submission.enqueue import (
    TooManyUploads,
    UnsupportedFile,
    check_sent,
    check_source,
    enqueue_upload,
    file_name,
)
from arena.service.submission.listing import list_registered
from arena.service.submission.progress import UploadProgress
from arena.service.submission.queue import MAX_ATTEMPTS, resume, run_upload_worker, try_next
from arena.service.submission.register import TakenName
from arena.service.submission.sources import NOT_USED, unpack_upload
from arena.service.submission.status import UnknownUpload, list_uploads, read_upload
from arena.service.submission.upload_dir import (
    MIN_AGE_S,
    NoRoom,
    TooLarge,
    receive_file,
    scratch_folder,
    sweep,
    upload_path,
    uploads_folder,
)
from arena.service.submission.worker import UploadRules
from arena.store.bots.submissions import add_submission
from arena.store.bots.uploads import (
    QueuedUpload,
    SentFile,
    UploadOutcome,
    UploadState,
    UploadStatus,
    take_next,
)
from arena.store.database.store import Store, sqlite_url
from arena.store.tables.bots import UPLOAD
from tests.sandbox.test_remove_tree import dig
from tests.service.bad_archives import BAD
from tests.service.conftest import HERE, HOSTILE
from tests.service.test_submit import RULESETS, SHORT, at_home
from tests.store.samples import NOW
from tests.store.test_submissions import FIRST

# A check that looks for less long, but has patience where others use the machine too.
TERMS = UploadRules("process", check_limits=replace(SHORT, table_s=5.0))
SCRIPT = (HERE / "few.py").read_bytes()
TIDY = {"bot.py": SCRIPT}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_opponents: None) -> None:
    at_home(tmp_path, monkeypatch)


def packed(files: dict[str, bytes] | None = None) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in (files or TIDY).items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


def sent_in(store: Store, data: bytes, file: str = "clever.zip", **more: Any) -> QueuedUpload:  # noqa: ANN401 - of Sent
    """What a web process does with what comes in."""
    with receive_file() as coming:
        coming.write(data)
        sent = SentFile("anna", file_name(file, coming.beginning), "", 0, **{"rulesets": RULESETS, **more})
        check_sent(store, sent)
        return enqueue_upload(store, sent, coming)


def tried(store: Store, terms: UploadRules = TERMS, upload: QueuedUpload | None = None) -> UploadStatus:
    """The one that is next, tried to its end."""
    ticket = upload.ticket if upload else list_uploads(store, "anna")[0].id
    assert try_next(store, terms, Event())
    return read_upload(store, ticket, "anna")


@pytest.mark.dear
def test_scratch_folder_is_emptied() -> None:
    uploads_folder()
    dig(scratch_folder(), "d")
    assert list(scratch_folder().iterdir()) == []


@pytest.mark.dear
def test_upload_is_tried_and_registered(store: Store) -> None:
    """Its Dockerfile is not stored."""
    upload = sent_in(store, packed({**TIDY, "Dockerfile": b"FROM evil\nRUN evil\n"}))
    waits = read_upload(store, upload.ticket, "anna")
    assert (waits.state, waits.ahead, {step.state for step in waits.steps}) == ("waiting", 0, {"to do"})
    done = tried(store)
    assert (done.state, done.bot, done.over) == ("registered", "clever", True)
    assert [step.title for step in done.steps] == [
        "unpack", "prepare", "starts", "says Hello", "decides, small table", "decides, large table",
        "many games at once", "long silence", "games end", "ends", "memory and output", "speed",
        "plays the builtins",
    ]  # fmt: skip
    assert {step.state for step in done.steps} == {"passed"}
    assert done.steps[0].detail.startswith("clever: 1 file in python; its Dockerfile is ignored")
    assert not (absolute_copy_path(f"bots/{done.version}") / "Dockerfile").exists()
    assert done.steps[-1].detail.startswith("8 games: ")
    (one,) = list_registered(store)
    assert (one.owner, one.name, one.origin, one.rulesets) == ("anna", "clever", "./clever", RULESETS)
    assert done.version == one.version == resolve_bot("clever", look=bot_finder_in(store)).version
    assert not (uploads_folder() / "scratch" / "0").exists()
    again = sent_in(store, packed())
    assert again.ticket != upload.ticket
    assert tried(store).message == f"{one.short} was registered before"


@pytest.mark.dear
def test_other_rulesets_resume_after_an_interruption(store: Store) -> None:
    upload = sent_in(store, packed(), rulesets=("prsi", "mau-mau"))
    ended = Event()
    start = UploadProgress.start

    def end_at_other_rulesets(self: UploadProgress, number: int, detail: str = "") -> None:
        start(self, number, detail)
        if number == OTHER_RULESETS:
            ended.set()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(UploadProgress, "start", end_at_other_rulesets)
        assert try_next(store, TERMS, ended)
    waits = read_upload(store, upload.ticket, "anna")
    assert (waits.state, waits.steps[-1].title) == ("waiting", "other rulesets")
    assert [one.state for one in list_registered(store)] == ["active"], "it plays already"
    assert try_next(store, TERMS, Event())
    done = read_upload(store, upload.ticket, "anna")
    assert (done.state, done.steps[-1].state) == ("registered", "passed")
    assert {step.state for step in done.steps} == {"passed"}
    (one,) = list_registered(store)
    assert {games.ruleset for games in one.qualified} == {"mau-mau@1", "prsi@1"}


@pytest.mark.dear
def test_several_bots_are_tried_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    both, ended = Barrier(2), Event()

    def meet(*_: object) -> UploadOutcome:
        both.wait(30)
        return UploadOutcome(UploadState.REFUSED, "both are tried")

    monkeypatch.setattr(queue, "try_upload", meet)
    uploads = [sent_in(store, packed({**TIDY, "n": bytes([number])})) for number in range(2)]
    working = Thread(target=run_upload_worker, args=(store, replace(TERMS, jobs=2), ended, Event()))
    working.start()
    for upload in uploads:
        seen(store, upload.ticket, "refused")
    ended.set()
    working.join()


def test_same_upload_waits_once(store: Store) -> None:
    first = sent_in(store, packed())
    assert sent_in(store, packed()) == first
    assert sent_in(store, packed(), wanted_name="other").ticket != first.ticket
    assert len(list(uploads_folder().glob("*.zip"))) == 1


SOME_BAD = (
    "no zip",
    "no bot",
    "cut gzip",
    "other packing",
    "out of it",
    "link in zip",
    "lying size",
    "escape",
)


@pytest.mark.dear
@pytest.mark.parametrize("bad", SOME_BAD)
def test_uploads_of_bad_archives_are_refused(bad: str, store: Store, tmp_path: Path) -> None:
    name, make, _ = BAD[bad]
    make(tmp_path / name)
    if name.endswith(".xz"):
        with pytest.raises(UnsupportedFile):
            sent_in(store, b"x", name)
        return
    sent_in(store, (tmp_path / name).read_bytes(), name)
    done = tried(store)
    assert done.state == "refused"
    assert [step.state for step in done.steps][:2] == ["failed", "not tried"]
    assert done.steps[0].detail == done.message
    assert str(tmp_path) not in done.message, "where it lies is nobody's business"
    assert done.message.startswith(name)
    assert list_registered(store) == ()
    kept = sorted(path.name for path in (tmp_path / "data" / "arena").rglob("*") if path.is_file())
    assert [one for one in kept if not one.startswith(".lock")] == [
        f"{upload_path(done_digest(store), name).name}"
    ]


def done_digest(store: Store) -> str:
    with store.reading() as tx:
        (digest,) = tx.scalars(select(UPLOAD.c.digest))
        return str(digest)


@pytest.mark.dear
def test_failure_has_output_and_repeat_command(store: Store) -> None:
    files = {path.name: path.read_bytes() for path in (HOSTILE / "exits_at_once").iterdir() if path.is_file()}
    sent_in(store, packed(files), "wrong.zip", source="./my bots/wrong")
    done = tried(store)
    assert (done.state, done.bot) == ("failed", "wrong")
    step = next(step for step in done.steps if step.state == "failed")
    assert step.title == "starts"
    assert step.command.startswith("arena bot check './my bots/wrong' --step 1 --ruleset mau-mau")
    assert step.output
    assert done.command == step.command
    assert done.steps[-1].state == "not tried"
    assert done.message.startswith("wrong@")
    (one,) = list_registered(store)
    assert (one.owner, one.state) == ("anna", "failed")


@pytest.mark.dear
def test_strangers_dockerfile_is_not_part_of_the_bot(store: Store, tmp_path: Path) -> None:
    told: list[str] = []
    theirs = sent_in(store, packed({**TIDY, "Dockerfile": b"FROM evil\nRUN evil\n"})).sent
    plain = sent_in(store, packed()).sent
    for runner in ("docker", "process"):
        bot = unpacked(theirs, tmp_path, runner, told=told)
        assert [name for name, _ in bot.files] == ["bot.py"]
        assert bot.version == unpacked(plain, tmp_path, runner).version
    assert told == [NOT_USED] * 2
    allowed = sent_in(store, packed({**TIDY, "Dockerfile": b"FROM maumau/python-bot:0\n"})).sent
    assert {name for name, _ in unpacked(allowed, tmp_path, builds=True).files} == {"bot.py", "Dockerfile"}
    fetches = sent_in(store, packed({**TIDY, "Dockerfile": b"FROM scratch\nADD http://10.0.0.1/x /\n"})).sent
    with pytest.raises(BadBot, match="its Dockerfile says ADD, which can fetch things"):
        unpacked(fetches, tmp_path, builds=True)


def unpacked(
    sent: SentFile,
    tmp_path: Path,
    runner: str = "docker",
    builds: bool = False,
    told: list[str] | None = None,
) -> Bot:
    scratch = tmp_path / uuid4().hex
    scratch.mkdir()
    return unpack_upload(sent, scratch, runner, builds, (told if told is not None else []).append)


BUILDS = b'command = ["python", "build/bot.py"]\nbuild = "mkdir build && cp bot.py build/ && touch %s"\n'


@pytest.mark.parametrize("allowed", [False, pytest.param(True, marks=pytest.mark.dear)])
def test_build_lines_run_only_if_allowed(allowed: bool, store: Store, tmp_path: Path) -> None:
    sent_in(store, packed({**TIDY, "bot.toml": BUILDS % bytes(tmp_path / "built")}))
    done = tried(store, replace(TERMS, builds=allowed))
    assert (tmp_path / "built").exists() == allowed
    assert done.state == ("registered" if allowed else "refused")
    if not allowed:
        assert "clever needs to be built, and this arena does not build; run 'mkdir build" in done.message


@pytest.mark.dear
def test_names_belong_to_their_owners(store: Store) -> None:
    with store.writing() as tx:
        add_submission(tx, "anna", "clever", "clever", FIRST, NOW)
    for name in ("clever", "Cl_ever", "greedy"):
        with pytest.raises(TakenName):
            check_sent(store, SentFile("bob", "x.zip", "", 0, wanted_name=name))
    check_sent(store, SentFile("anna", "x.zip", "", 0, wanted_name="CLEVER"))
    with receive_file() as coming:
        coming.write(packed({**TIDY, "more.py": b""}))
        stolen = enqueue_upload(store, SentFile("bob", "clever.zip", "", 0, rulesets=RULESETS), coming)
    assert try_next(store, TERMS, Event())
    refused = read_upload(store, stolen.ticket, "bob")
    assert refused.state == "refused"
    assert refused.message.startswith("the name clever is taken: anna has it since ")
    with pytest.raises(UnknownUpload):
        read_upload(store, stolen.ticket, "anna")
    assert {one.owner for one in list_registered(store)} == {"anna"}


@pytest.mark.dear
def test_uploaded_script_has_its_authors_version(store: Store, tmp_path: Path) -> None:
    shortest = (HERE / "shortest.py").read_bytes()
    local = resolve_bot(f"{HERE / 'shortest.py'}:Shortest")
    bot = unpacked(sent_in(store, shortest, "shortest.py", member="Shortest").sent, tmp_path)
    assert (bot.name, bot.version, bot.source) == ("Shortest", local.version, "shortest.py:Shortest")
    bot = unpacked(sent_in(store, SCRIPT, "bot.py", source="bots/clever/bot.py").sent, tmp_path)
    assert (bot.name, bot.source) == ("clever", "bots/clever/bot.py")


@pytest.mark.dear
@pytest.mark.parametrize(
    ("script", "file", "said"),
    [
        (SCRIPT + b"\n(", "clever.py", "clever.py, line "),
        (b"-" * 99_000 + b"x", "deep.py", "deep.py: cannot parse it: it is nested too deeply"),
        (b"", "bot.py", "bot.py is too common"),
    ],
)
def test_invalid_scripts_are_refused(script: bytes, file: str, said: str, store: Store) -> None:
    sent_in(store, script, file)
    assert tried(store).message.startswith(said)


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"wanted_name": "a b"}, BadBot, "'a b' cannot be a bot's name"),
        ({"wanted_name": "<script>"}, BadBot, "cannot be a bot's name"),
        ({"wanted_name": "me"}, BadBot, "is reserved"),
        ({"rulesets": ("skat",)}, BadSettings, "skat"),
        ({"rulesets": ("mau-mau",) * 65}, BadSettings, "at most 64"),
        ({"member": "a.b"}, BadBot, "'a.b' is not the name of a class"),
        ({"member": "Clever"}, BadBot, "only a Python file"),
    ],
)
def test_invalid_options_are_refused_at_once(
    more: dict[str, Any], error: type[Exception], said: str, store: Store
) -> None:
    with pytest.raises(error, match=said):
        sent_in(store, packed(), **more)
    assert list_uploads(store, "anna") == ()
    assert list(uploads_folder().iterdir()) == [], "nothing is left of it"


@pytest.mark.parametrize(
    ("given", "beginning", "name"),
    [
        ("clever.zip", b"", "clever.zip"),
        ("../../etc/Clever 2.tar.gz", b"", "Clever-2.tar.gz"),
        ("C:\\bots\\x.py", b"", "x.py"),
        ("-rf.zip", b"", "rf.zip"),
        ("\u202e<b>.zip", b"", "b.zip"),
        (".zip", b"", "bot.zip"),
        ("x" * 300 + ".tgz", b"", "x" * 64 + ".tgz"),
        ("", b"PK\x03\x04", "bot.zip"),
        ("", b"\x1f\x8b\x08", "bot.tar.gz"),
        ("", b"\0" * 257 + b"ustar", "bot.tar"),
    ],
)
def test_file_names_are_made_safe(given: str, beginning: bytes, name: str) -> None:
    assert file_name(given, beginning) == name


@pytest.mark.parametrize(
    ("given", "beginning"), [("a.exe", b"MZ"), ("", b""), ("", b"hello"), ("a", b"PK\x03\x04")]
)
def test_unsupported_files_are_refused(given: str, beginning: bytes) -> None:
    with pytest.raises(
        UnsupportedFile, match=r"unsupported file: .*; send \.zip, \.tar\.gz, \.tgz, \.tar, \.py"
    ):
        file_name(given, beginning)


def test_too_long_script_is_refused(store: Store) -> None:
    with pytest.raises(TooLarge, match="larger than 100 kB"):
        sent_in(store, b"x" * 100_001, "x.py")
    assert list(uploads_folder().iterdir()) == []


def test_too_large_uploads_leave_nothing() -> None:
    with pytest.raises(TooLarge), receive_file(1_000) as coming:
        coming.write(b"x" * 600)
        coming.write(b"x" * 600)
    assert list(uploads_folder().iterdir()) == []
    with pytest.raises(NoRoom, match="disk is nearly full"), pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.service.submission.upload_dir.MIN_FREE", 1 << 60)
        with receive_file() as coming:
            raise AssertionError


def test_one_owner_cannot_fill_the_queue(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enqueue, "MAX_PER_OWNER", 2)
    for number in range(2):
        sent_in(store, packed({**TIDY, "n": bytes([number])}))
    with pytest.raises(TooManyUploads, match="2 of your bots are waiting to be tried"):
        sent_in(store, packed({**TIDY, "n": b"another"}))
    monkeypatch.setattr(enqueue, "MAX_WAITING", 2)
    with pytest.raises(RunError, match="2 bots are waiting to be tried"), receive_file() as coming:
        coming.write(packed({**TIDY, "n": b"another"}))
        enqueue_upload(store, SentFile("bob", "x.zip", "", 0), coming)
    assert len(list_uploads(store, "anna")) == 2
    assert len(list(uploads_folder().iterdir())) == 2, "of what is not queued nothing is kept"


def test_old_files_are_swept(store: Store) -> None:
    upload = sent_in(store, packed())
    (uploads_folder() / ".new-1").touch()
    (uploads_folder() / f"{'0' * 64}.zip").touch()
    sweep({upload.sent.digest}, time.time() + 60)
    assert len(list(uploads_folder().iterdir())) == 3
    sweep({upload.sent.digest}, time.time() + MIN_AGE_S + 60)
    assert [path.name for path in uploads_folder().iterdir()] == [f"{upload.sent.digest}.zip"]


def test_sources_must_be_visible() -> None:
    assert check_source("./my bots/clever") == "./my bots/clever"
    for text in ("-rf", "a\nb", "\x1b[31m", "x" * 201, "a\u202eb"):
        with pytest.raises(BadSettings):
            check_source(text)


def test_upload_that_kills_the_worker_is_given_up(store: Store) -> None:
    upload = sent_in(store, packed())
    for attempt in range(1, MAX_ATTEMPTS + 1):
        with store.writing() as tx:
            taken = take_next(tx, "process", NOW)
        assert taken
        assert taken.attempts == attempt
        resume(store)
    done = read_upload(store, upload.ticket, "anna")
    assert done.state == "given up"
    assert "the process that tried it died each time" in done.message
    assert not try_next(store, TERMS, Event())


@pytest.mark.dear
def test_our_failures_are_retried(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here: the engine does not answer."""
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    monkeypatch.setattr(queue, "RETRY_S", 0.0)
    upload = sent_in(store, packed())
    ended = Event()
    for _ in range(MAX_ATTEMPTS):
        assert read_upload(store, upload.ticket, "anna").state == "waiting"
        assert try_next(store, UploadRules("docker"), ended)
    done = read_upload(store, upload.ticket, "anna")
    assert done.state == "given up"
    assert "no Docker engine answers" in done.message
    assert list_registered(store) == ()


def test_uploads_wait_without_an_engine(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    upload, ended = sent_in(store, packed()), Event()
    monkeypatch.setattr(ended, "wait", lambda _: ended.set())
    run_upload_worker(store, UploadRules("docker"), ended, Event())
    assert (read_upload(store, upload.ticket, "anna").state, upload.attempts) == ("waiting", 0)


@pytest.mark.dear
def test_too_long_trial_is_stopped(store: Store) -> None:
    sent_in(store, packed())
    done = tried(store, replace(TERMS, max_s=0.3))
    assert done.state == "refused"
    assert "took longer than 0.005 min;" in done.message
    assert list_registered(store) == ()


@pytest.mark.dear
def test_trial_ends_sooner_while_others_wait(store: Store) -> None:
    first, second = sent_in(store, packed()), sent_in(store, packed(), wanted_name="other")
    terms = replace(TERMS, max_shared_s=0.3)
    ended = tried(store, terms, first)
    assert (ended.state, "while other bots waited" in ended.message) == ("refused", True)
    assert tried(store, terms, second).state == "registered", "nobody waits any more"


@pytest.mark.dear
def test_stopped_trial_waits_again_without_counting(store: Store) -> None:
    upload, ended = sent_in(store, packed()), Event()
    ended.set()
    assert try_next(store, TERMS, ended)
    again = read_upload(store, upload.ticket, "anna")
    assert (again.state, again.attempts) == ("waiting", 0)
    assert list_registered(store) == ()
    assert not absolute_copy_path("bots").exists() or list(absolute_copy_path("bots").iterdir()) == []


@contextlib.contextmanager
def process(tmp_path: Path, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    url = sqlite_url(tmp_path / "arena.db")
    command = [
        sys.executable,
        "-m",
        "arena.service.submission",
        "--db",
        url,
        "--runner",
        "process",
        *arguments,
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as running:
        try:
            yield running
        finally:
            running.kill()


def seen(store: Store, ticket: str, state: str) -> None:
    """Look until it is so."""
    deadline = time.monotonic() + 60
    while read_upload(store, ticket, "anna").state != state:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.dear
@pytest.mark.fault("F01")
def test_killed_worker_leaves_its_upload_to_the_next(store: Store, tmp_path: Path) -> None:
    files = {
        path.name: path.read_bytes() for path in (HOSTILE / "never_connects").iterdir() if path.is_file()
    }
    upload = sent_in(store, packed(files))
    with process(tmp_path) as first:
        seen(store, upload.ticket, "checking")
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
    assert read_upload(store, upload.ticket, "anna").state == "checking"
    with process(tmp_path) as second:
        while read_upload(store, upload.ticket, "anna").attempts < 2:
            assert second.poll() is None
            time.sleep(0.02)
        seen(store, upload.ticket, "checking")
        assert second.stdin
        second.stdin.close()
        assert second.wait(30) == 0, "it ends when its stdin does"
    again = read_upload(store, upload.ticket, "anna")
    assert (again.state, again.attempts) == ("waiting", 1)


@pytest.mark.dear
def test_only_one_worker_process_works(store: Store, tmp_path: Path) -> None:
    with process(tmp_path) as first, process(tmp_path) as second:
        upload = sent_in(store, packed({"bot.toml": b"x"}))
        seen(store, upload.ticket, "refused")
        for one in (first, second):
            assert one.stdin
            one.stdin.close()
            assert one.wait(30) == 0
