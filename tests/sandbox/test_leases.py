"""Leases: one holder at a time on the whole machine; a name is free only after clean-up."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from arena.sandbox.docker.leases import FIRST_MAPPED, FIRST_USER, FOLDER, USERS, Leases, NoLease
from tests.conftest import Scale

HOLDS = """
import sys
import tempfile
from pathlib import Path
from arena.sandbox.docker.leases import Leases
print(Leases(Path(sys.argv[1])).take_user()[0], flush=True)
sys.stdin.read()
"""


@pytest.fixture
def leases(tmp_path: Path) -> Leases:
    return Leases(tmp_path / "leases")


def test_a_name_is_held_once(leases: Leases) -> None:
    held = leases.take("a", "somebody")
    assert held
    assert leases.take("a") is None
    assert leases.is_held("a")
    assert list(leases.stale()) == []
    held.release()
    assert not leases.is_held("a")
    assert leases.take("a")


@pytest.mark.dear
def test_user_ids_are_unique(leases: Leases) -> None:
    with ThreadPoolExecutor(8) as pool:
        users = {user for user, _ in pool.map(lambda _: leases.take_user(), range(100))}
    assert users == set(range(FIRST_USER, FIRST_USER + 100))


def test_an_unwritable_folder_gives_no_lease(tmp_path: Path) -> None:
    """No bot is to blame: matches wait until an operator fixes it."""
    (tmp_path / "file").touch()
    with pytest.raises(NoLease, match="ARENA_LEASES"):
        Leases(tmp_path / "file" / "leases").take_user()


def test_every_user_has_a_private_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    mine = Leases.of_this_machine()
    assert mine.take("a")
    assert mine.folder.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "geteuid", lambda: 65_534)
    theirs = Leases.of_this_machine()
    assert theirs.folder != mine.folder


@pytest.mark.parametrize("strange", ["owner", "mode", "link"])
def test_a_folder_of_another_user_is_refused(tmp_path: Path, strange: str) -> None:
    folder = tmp_path / "leases"
    if strange == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to("elsewhere")
    else:
        folder.mkdir(mode=0o700)
    if strange == "mode":
        folder.chmod(0o1777)
    if strange == "owner":
        if os.geteuid():
            pytest.skip("only root gives folders away")
        os.chown(folder, 65_534, 65_534)
    with pytest.raises(NoLease):
        Leases(folder, private=True).take("a")
    assert not list(folder.iterdir())


def test_leases_of_dead_processes_are_stale(leases: Leases) -> None:
    with subprocess.Popen(
        (sys.executable, "-c", HOLDS, str(leases.folder)), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout and int(other.stdout.readline()) == FIRST_USER
        assert leases.take_user()[0] == FIRST_USER + 1
        assert list(leases.stale()) == []
        other.kill()
    assert leases.take_user()[0] == FIRST_USER + 2
    (stale,) = leases.stale()
    assert leases.is_held(stale.name) and not leases.is_held(stale.name, except_for=[stale])
    stale.release()
    assert leases.take_user()[0] == FIRST_USER


def test_kept_leases_stay_taken(leases: Leases) -> None:
    held = leases.take("a")
    assert held
    held.abandon()
    (stale,) = leases.stale()
    stale.abandon()
    assert leases.take("a") is None


@pytest.mark.timeout(30)
def test_other_kinds_of_files_are_not_leases(leases: Leases) -> None:
    """All users of the machine can create something in the folder."""
    held = leases.take("z")
    assert held
    held.abandon()
    os.mkfifo(leases.folder / "a-pipe")
    (leases.folder / "b-folder").mkdir()
    (leases.folder / "c-link").symlink_to("/dev/zero")
    assert [(lease.name, lease.note) for lease in leases.stale()] == [("z", "")]


def test_a_new_lease_is_never_stale(leases: Leases, scale: Scale) -> None:
    over = Event()

    def look() -> None:
        while not over.is_set():
            for lease in leases.stale():
                lease.release()

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look)
        try:
            taken = [leases.take(f"run-{n}") for n in range(scale.pick(quick=100, ci=300, full=10_000))]
        finally:
            over.set()
        looking.result()
    assert all(lease and leases.is_held(lease.name) for lease in taken)


def test_crashes_leak_nothing(leases: Leases, scale: Scale) -> None:
    """Dead processes leave their names, and the next process frees them."""
    for _ in range(scale.pick(quick=20, ci=100, full=500)):
        leases.take_user()[1].abandon()  # as when its process dies
        leases.take_user()[1].abandon()
        for stale in leases.stale():
            stale.release()
    assert leases.take_user()[0] == FIRST_USER
    assert len(list(leases.folder.iterdir())) == 1


def test_mapped_user_ids_start_lower(leases: Leases) -> None:
    user, lease = leases.take_user("", FIRST_MAPPED)
    assert user == FIRST_MAPPED and user + USERS < 65_536
    assert lease.name == f"user-{FIRST_MAPPED}"


def test_the_pool_has_an_end(leases: Leases) -> None:
    leases.take("makes the folder")
    for user in range(FIRST_USER, FIRST_USER + USERS):
        (leases.folder / f"user-{user}").touch()
    with pytest.raises(NoLease, match="taken"):
        leases.take_user()
