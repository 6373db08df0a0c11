"""Uploaded bots in containers use the arena's images; their Dockerfiles are built only if allowed."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from arena.service.bots.builtin import builtin_folders
from arena.service.bots.registered import registered_bot
from arena.service.sandboxes import prepare_bot
from arena.service.submission.enqueue import enqueue_upload
from arena.service.submission.queue import try_next
from arena.service.submission.status import read_upload
from arena.service.submission.upload_dir import receive_file
from arena.service.submission.worker import UploadRules
from arena.store.bots.uploads import SentFile, UploadStatus
from arena.store.database.store import Store, open_store, sqlite_url
from tests.service.test_submit import SHORT

pytestmark = [pytest.mark.usefixtures("engine"), pytest.mark.dear]

TERMS = UploadRules("docker", check_limits=replace(SHORT, table_s=5.0))
SCRIPT = (builtin_folders()["greedy"] / "bot.py").read_bytes()
MARK = "built-for-a-stranger"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


def tried(store: Store, terms: UploadRules = TERMS, **files: bytes) -> UploadStatus:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name.replace("__", "/").replace("_", ".")), content)
    with receive_file() as coming:
        coming.write(made.getvalue())
        upload = enqueue_upload(store, SentFile("anna", "clever.zip", "", 0, rulesets=("mau-mau",)), coming)
    assert try_next(store, terms, Event())
    return read_upload(store, upload.ticket, "anna")


@pytest.mark.full
def test_an_uploaded_dockerfile_is_not_built(store: Store) -> None:
    evil = f"FROM maumau/python-bot:0\nRUN echo {MARK} && exit 3\n".encode()
    done = tried(store, bot_py=SCRIPT, Dockerfile=evil)
    assert done.state == "registered", done
    assert {step.state for step in done.steps} == {"passed"}
    assert done.steps[0].detail.startswith("clever: 1 file in python; its Dockerfile is ignored")
    assert done.steps[1].detail == "runs in a container"
    bot = registered_bot(store, "clever")
    assert bot
    prepare_bot(bot, "docker")


def test_an_allowed_build_says_why_it_fails(store: Store) -> None:
    evil = f"FROM maumau/python-bot:0\nRUN echo {MARK} && exit 3\n".encode()
    done = tried(store, replace(TERMS, builds=True), bot_py=SCRIPT, Dockerfile=evil)
    assert done.state == "refused"
    assert MARK in done.message
    assert "returned a non-zero code: 3" in done.message


def test_an_allowed_build_downloads_nothing(store: Store) -> None:
    done = tried(store, replace(TERMS, builds=True), bot_py=SCRIPT, Dockerfile=b"FROM evil/image:1\n")
    assert (done.state, done.steps[0].state) == ("refused", "failed")
    assert done.message == "its Dockerfile needs the image evil/image:1, which this arena does not have"


def test_a_static_binary_needs_nothing_else(store: Store, tmp_path: Path) -> None:
    """The binary does nothing, so it does not connect."""
    (tmp_path / "x.c").write_text('#include <stdio.h>\nint main(void) { puts("I am static"); return 7; }\n')
    subprocess.run(["cc", "-static", "-o", "bot", "x.c"], cwd=tmp_path, check=True)
    toml = b'language = "c"\ncommand = ["build/bot"]\n'
    done = tried(store, bot_toml=toml, build__bot=(tmp_path / "bot").read_bytes())
    assert (done.state, done.steps[2].state, done.steps[2].output) == ("failed", "failed", "I am static")
    assert "--runner docker" in done.command


def test_missing_libraries_are_reported(store: Store) -> None:
    toml = b'language = "c"\ncommand = ["build/bot"]\n'
    done = tried(store, bot_toml=toml, build__bot=Path(sys.executable).read_bytes()[:8_000_000])
    assert done.state == "refused"
    assert done.message == "clever: build/bot needs shared libraries; link it statically"
