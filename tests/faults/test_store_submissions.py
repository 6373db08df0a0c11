"""Concurrent submissions of one bot and of two versions; a tournament keeps the versions it started with."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.service.bots.files import files_in, version
from arena.service.bots.registered import bot_finder_in
from arena.service.bots.resolve import resolve_bot
from arena.service.bots.stored_copies import absolute_copy_path, keep_copy, relative_copy_path
from arena.service.submission.enqueue import (
    MAX_PER_OWNER,
    MAX_WAITING,
    QueueFull,
    TooManyUploads,
    enqueue_upload,
)
from arena.service.submission.register import register
from arena.service.submission.upload_dir import receive_file, uploads_folder
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.bots.submissions import Submission, SubmissionKind, list_versions
from arena.store.bots.uploads import SentFile, count_waiting
from arena.store.database.store import Store
from tests.conftest import Scale
from tests.factories.made_up_matches import new_queue
from tests.service.test_submit import at_home
from tests.service.test_uploads import sent_in
from tests.store.sqlite import store  # noqa: F401 - the fixture

OWNERS = MAX_WAITING // MAX_PER_OWNER


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(tmp_path, monkeypatch)


def made(content: str) -> Submission:
    """Return a version that plays, with copied files."""
    folder = Path("bots") / content
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text(f"import maumau  # {content}\n")
    digest = version(files_in(folder))
    with keep_copy(files_in(folder), digest, program="bot.py"):
        pass
    return Submission(
        digest,
        SubmissionKind.FILES,
        relative_copy_path(digest),
        ("python", "bot.py"),
        "python",
        "./clever",
        "process",
    )


@pytest.mark.fault("F19")
def test_concurrent_equal_uploads_are_one(store: Store, scale: Scale) -> None:  # noqa: F811
    many = scale.pick(quick=10, ci=50, full=50)
    with ThreadPoolExecutor(many) as threads:
        sent = list(threads.map(lambda _: sent_in(store, b"PK\x03\x04 the same").ticket, range(many)))
    assert len(set(sent)) == 1
    assert len(list(uploads_folder().iterdir())) == 1
    with store.reading() as tx:
        assert count_waiting(tx) == 1


@pytest.mark.fault("F19")
def test_concurrent_equal_versions_are_one(store: Store, scale: Scale) -> None:  # noqa: F811
    many, one = scale.pick(quick=10, ci=20, full=50), made("one")
    with ThreadPoolExecutor(many) as threads:
        keys = {found.key for found in threads.map(lambda _: register(store, "clever", one), range(many))}
    assert len(keys) == 1
    with store.reading() as tx:
        assert [found.submission.digest for found in list_versions(tx)] == [one.digest]


@pytest.mark.fault("F19")
def test_concurrent_versions_are_ordered(store: Store) -> None:  # noqa: F811
    versions = [made(f"number {number}") for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        seen = list(threads.map(lambda one: register(store, "clever", one).submitted_at, versions))
    assert len(set(seen)) == 8
    with store.reading() as tx:
        found = list_versions(tx, "clever")
    assert [one.submitted_at for one in found] == sorted(seen, reverse=True)
    assert resolve_bot("clever", look=bot_finder_in(store)).version == found[0].submission.digest


@pytest.mark.fault("F19")
def test_a_tournament_keeps_its_versions(store: Store) -> None:  # noqa: F811
    old, new, other = made("old"), made("new"), made("other")
    register(store, "clever", old)
    register(store, "other", other)
    look = bot_finder_in(store)
    entered = (resolve_bot("clever", look=look), resolve_bot("other", look=look))
    number = create(store, TournamentSettings(entered, boards=1))
    register(store, "clever", new)
    assert resolve_bot("clever", look=look).version == new.digest
    ((_, spec),) = new_queue(store, number).take(1, ())
    assert sorted(bot.version for bot in spec.bots) == sorted((old.digest, other.digest))
    assert {str(absolute_copy_path(relative_copy_path(bot.version))) for bot in spec.bots} == {
        str(bot.folder) for bot in spec.bots
    }


@pytest.mark.dear
@pytest.mark.fault("F28")
def test_the_upload_queue_is_limited(store: Store, scale: Scale) -> None:  # noqa: F811
    """The others are asked to come later, and nothing of them is stored."""
    bots = scale.pick(quick=400, ci=400, full=1_000)
    refused: list[type[Exception]] = []

    def send_one(number: int) -> None:
        with receive_file() as coming:
            coming.write(b"PK\x03\x04 number %d" % number)
            try:
                enqueue_upload(
                    store, SentFile(f"owner{number % OWNERS:02}", f"bot{number}.zip", "", 0), coming
                )
            except (TooManyUploads, QueueFull) as later:
                refused.append(type(later))

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(send_one, range(bots)))
    with store.reading() as tx:
        assert count_waiting(tx) == MAX_WAITING
        assert {count_waiting(tx, f"owner{owner:02}") for owner in range(OWNERS)} == {MAX_PER_OWNER}
    assert len(refused) == bots - MAX_WAITING
    assert len(list(uploads_folder().iterdir())) == MAX_WAITING
