"""A short write or a disk error: a file is complete or unchanged."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.bot.check_output import write_junit
from arena.cli.tournament.export import _open_target
from arena.service.bots.files import files_in, version
from arena.service.bots.stored_copies import absolute_copy_path, keep_copy
from arena.service.check.report import Report
from arena.service.common.files import write_whole_file
from arena.service.errors import RunError
from arena.service.submission.upload_dir import NoRoom, uploads_folder
from arena.store.bots.uploads import count_waiting
from arena.store.database.store import Store
from tests.faults.test_store_full import ROOT
from tests.service.test_submit import at_home
from tests.service.test_uploads import packed, sent_in
from tests.store.sqlite import store  # noqa: F401 - the fixture

pytestmark = pytest.mark.fault("F08")
BEFORE = "what was there before"
SHORT = """
import resource, sys
from pathlib import Path
from arena.service.common.files import write_whole_file
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
with write_whole_file(Path(sys.argv[1])) as file:
    for _ in range(10):
        file.write(bytes(30_000))
"""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a disk that reports an error only at the end."""

    def fails(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fails)


@pytest.fixture
def there(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file.txt").write_text(BEFORE)
    return tmp_path / "out" / "file.txt"


def untouched(path: Path) -> bool:
    return path.read_text() == BEFORE and os.listdir(path.parent) == [path.name]


@pytest.mark.dear
def test_a_short_write(there: Path) -> None:
    """The third write stops at the limit, and the next one fails."""
    done = subprocess.run(
        [sys.executable, "-c", SHORT, str(there)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "File too large" in done.stderr
    assert untouched(there)


@pytest.mark.usefixtures("broken")
def test_an_error_of_the_disk(there: Path) -> None:
    with pytest.raises(OSError, match="Input/output error"), write_whole_file(there) as file:
        file.write(b"new")
    with pytest.raises(OSError, match="Input/output error"), _open_target(there) as text:
        text.write("new")
    with pytest.raises(OSError, match="Input/output error"):
        write_junit(Report("bot", "", "process", (), "", 0.0, ()), there)
    assert untouched(there)


def test_an_interrupt_leaves_the_old_file(there: Path) -> None:
    with pytest.raises(KeyboardInterrupt), _open_target(there) as text:
        text.write("new")
        raise KeyboardInterrupt
    assert untouched(there)


def test_content_and_mode_of_a_file(there: Path) -> None:
    there.chmod(0o640)
    (there.parent / "link").symlink_to(there)
    with _open_target(there.parent / "link") as text:
        text.write("nö")
    assert there.read_bytes() == b"n\xc3\xb6"
    assert there.stat().st_mode & 0o777 == 0o640
    with _open_target(Path("/dev/null")) as text:
        text.write("nobody reads this")
    assert Path("/dev/null").is_char_device()


@pytest.mark.usefixtures("broken")
def test_an_unwritten_upload_is_refused(
    store: Store,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_home(tmp_path, monkeypatch)
    with pytest.raises(NoRoom, match="Input/output error"):
        sent_in(store, packed())
    assert list(uploads_folder().iterdir()) == []
    with store.reading() as tx:
        assert count_waiting(tx) == 0


@pytest.mark.usefixtures("broken")
def test_an_unwritten_copy_of_a_bot_is_dropped(
    there: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    files = files_in(there.parent)
    with pytest.raises(RunError, match="Input/output error"), keep_copy(files, version(files)):
        pass
    assert list(absolute_copy_path("bots").iterdir()) == []
