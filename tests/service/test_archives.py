"""Archives: what is in order is unpacked, and whatever is not is refused with nothing left behind."""

import errno
import os
import random
import resource
import stat
import tarfile
import time
from pathlib import Path

import pytest

from arena.service.errors import BadBot, RunError
from arena.service.submission.archives import is_archive, max_unpacked, stem
from arena.service.submission.unpack import LIMITS, USER, check_script_apart, unpack_apart
from tests.conftest import Scale
from tests.figures import figures
from tests.service.bad_archives import BAD, GOOD, Made, slow_to_read, tar, unpack, zipped


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "unpacked"
    made.mkdir()
    return made


DEAR = ("too big in zip", "bomb in a head", "bomb in members")  # 50 MB each
IN_TURN = [pytest.param(bad, marks=[pytest.mark.dear] if bad in DEAR else []) for bad in BAD]


@pytest.mark.parametrize("bad", IN_TURN)
def test_bad_archives_are_refused(bad: str, tmp_path: Path, folder: Path) -> None:
    name, make, said = BAD[bad]
    make(tmp_path / name)
    most = max_unpacked((tmp_path / name).stat().st_size)
    with pytest.raises(BadBot, match=said) as refused:
        unpack(tmp_path / name, folder)
    assert str(tmp_path / name) in str(refused.value)
    assert "\x1b" not in str(refused.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, "unpacked"], "nothing is outside"
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) <= most
    figures("bad archives", tried=1, refused=1)


@pytest.mark.dear
@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("bad", list(BAD)[::5])
def test_child_process_refuses_for_the_same_reason(bad: str, tmp_path: Path, folder: Path) -> None:
    name, make, said = BAD[bad]
    make(tmp_path / name)
    with pytest.raises(BadBot, match=said):
        unpack_apart(tmp_path / name, folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, "unpacked"]


def test_child_process_owns_only_its_folder(tmp_path: Path, folder: Path) -> None:
    zipped(GOOD)(tmp_path / "a.zip")
    assert unpack_apart(tmp_path / "a.zip", folder) == folder
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    assert {key: path.read_bytes() for key, path in found.items()} == GOOD
    owner = USER if os.geteuid() == 0 else os.geteuid()
    assert {path.stat().st_uid for path in folder.rglob("*")} == {owner}
    if owner == USER:
        assert (tmp_path.stat().st_uid, (tmp_path / "a.zip").stat().st_uid) == (0, 0)


def test_limits_hold_without_another_user(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.EINVAL, "as the root of a container that has fewer users is told")

    monkeypatch.setattr(os, "chown", refused)
    zipped(GOOD)(tmp_path / "a.zip")
    unpack_apart(tmp_path / "a.zip", folder)
    assert {path.stat().st_uid for path in folder.rglob("*")} == {os.geteuid()}


@pytest.mark.parametrize(
    ("make", "bound", "most"),
    [
        pytest.param(slow_to_read, resource.RLIMIT_CPU, 1, marks=pytest.mark.dear),
        (tar({"bot.py": bytes(40_000_000)}), resource.RLIMIT_DATA, 30_000_000),
    ],
    ids=["turns in a circle", "fills the memory"],
)
def test_endless_or_huge_unpacking_is_stopped(
    make: Made, bound: int, most: int, tmp_path: Path, folder: Path
) -> None:
    make(tmp_path / "a.tar")
    with pytest.raises(BadBot, match=r"(a\.tar: damaged|cannot read .*a\.tar)"):
        unpack_apart(tmp_path / "a.tar", folder, {**LIMITS, bound: most})


@pytest.mark.parametrize(
    ("source", "bound", "most"),
    [
        pytest.param(b"f'''" + b"{0}" * 300_000 + b"'''", resource.RLIMIT_CPU, 1, marks=pytest.mark.dear),
        (b"x = [" + b"1," * 3_000_000 + b"]", resource.RLIMIT_DATA, 100_000_000),
    ],
    ids=["slow to parse", "fills the memory"],
)
def test_script_too_large_to_parse_is_refused(source: bytes, bound: int, most: int, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_bytes(source)
    began = time.process_time()
    with pytest.raises(BadBot, match=r"bot\.py"):
        check_script_apart(script, "", {**LIMITS, bound: most})
    assert time.process_time() - began < 1, "it is parsed in another process"


@pytest.mark.dear
def test_child_process_parses_scripts_alike(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("class Clever: pass")
    check_script_apart(script, "Clever")
    with pytest.raises(BadBot, match="defines no Other"):
        check_script_apart(script, "Other")


def test_unwritable_folder_is_our_fault(tmp_path: Path, folder: Path) -> None:
    zipped(GOOD)(tmp_path / "a.zip")
    folder.chmod(0o500)
    with pytest.raises(RunError, match="cannot unpack the upload here: Permission denied"):
        unpack_apart(tmp_path / "a.zip", folder)


def test_child_process_that_cannot_start_is_our_fault(tmp_path: Path, folder: Path) -> None:
    zipped(GOOD)(tmp_path / "a.zip")
    with pytest.raises(RunError):
        unpack_apart(tmp_path / "a.zip", folder, {**LIMITS, resource.RLIMIT_NOFILE: 3})


def test_nested_archive_is_not_unpacked(tmp_path: Path, folder: Path) -> None:
    zipped(GOOD)(tmp_path / "inner.zip")
    inner = (tmp_path / "inner.zip").read_bytes()
    zipped({"bot.py": b"", "data/inner.zip": inner})(tmp_path / "a.zip")
    unpack(tmp_path / "a.zip", folder)
    assert (folder / "data/inner.zip").read_bytes() == inner
    assert sorted(path.name for path in folder.rglob("*")) == ["bot.py", "data", "inner.zip"]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("a.zip", zipped(GOOD)),
        ("a.tar", tar(GOOD)),
        ("a.tar.gz", tar(GOOD, "w:gz")),
        ("A.TGZ", tar(GOOD, "w:gz")),
    ],
)
def test_good_archives_are_unpacked(name: str, make: Made, tmp_path: Path, folder: Path) -> None:
    make(tmp_path / name)
    assert unpack(tmp_path / name, folder) == folder
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    assert {key: path.read_bytes() for key, path in found.items()} == GOOD
    assert {key for key, path in found.items() if path.stat().st_mode & stat.S_IXUSR} == {"build/bot"}
    assert len({path.stat().st_mtime_ns for path in found.values()}) == 1


def test_only_the_executable_bit_is_kept(tmp_path: Path, folder: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as opened:
        info = tarfile.TarInfo("bot.py")
        info.mode = 0o6777
        opened.addfile(info)
    unpack(tmp_path / "a.tar", folder)
    assert stat.S_IMODE((folder / "bot.py").stat().st_mode) == 0o755


def test_outer_folder_is_skipped(tmp_path: Path, folder: Path) -> None:
    zipped({f"clever-1.0/src/{name}": content for name, content in GOOD.items()})(tmp_path / "a.zip")
    assert unpack(tmp_path / "a.zip", folder) == folder / "clever-1.0" / "src"


def test_too_large_archive_is_not_read(tmp_path: Path, folder: Path) -> None:
    with (tmp_path / "a.zip").open("wb") as file:
        file.truncate(60_000_000)
    with pytest.raises(BadBot, match="60 MB, at most 50"):
        unpack(tmp_path / "a.zip", folder)


@pytest.mark.parametrize("make", [zipped(GOOD), tar(GOOD), tar(GOOD, "w:gz")], ids=["zip", "tar", "gz"])
def test_damaged_archives_are_harmless_or_refused(
    make: Made, tmp_path: Path, scale: Scale, request: pytest.FixtureRequest
) -> None:
    name = {"zip": "a.zip", "tar": "a.tar", "gz": "a.tar.gz"}[request.node.callspec.id]
    make(tmp_path / name)
    data = (tmp_path / name).read_bytes()
    chance = random.Random(7)
    for number in range(scale.pick(quick=60, ci=200, full=20_000)):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (tmp_path / name).write_bytes(damaged)
        target = tmp_path / str(number)
        target.mkdir()
        try:
            unpack(tmp_path / name, target)
        except BadBot as refused:
            assert name in str(refused)
        assert all(path.is_file() or path.is_dir() for path in target.rglob("*"))


def test_archive_names_are_recognised() -> None:
    assert [is_archive(Path(name)) for name in ("a.ZIP", "a.tar.gz", "a.rar", "a.py", "a")] == [True] * 3 + [
        False
    ] * 2
    assert [stem(Path(name)) for name in ("a.b.zip", "a.tar.gz", "a.TGZ")] == ["a.b", "a", "a"]
