"""Archives that nobody made on purpose: unpacked or refused, and never anything else."""

import gzip
import io
import random
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.service.bots.files import MAX_FILES
from arena.service.errors import BadBot
from arena.service.submission.archives import MAX_DEPTH, max_unpacked
from tests.conftest import Scale
from tests.figures import figures
from tests.service.bad_archives import (
    CENTRAL,
    END,
    FILE,
    GOOD,
    LOCAL,
    block,
    blocks,
    named_for,
    pax,
    record,
    unpack,
    zipped,
)
from tests.service.bad_archives import tar as tar_of

CORPUS = Path(__file__).parent / "archives"
NUMBERS = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
WORDS = (
    b"../",
    b"/",
    b"\\",
    b"\0",
    b"..",
    b"bot.py",
    LOCAL,
    CENTRAL,
    END,
    b"PK\x06\x06",
    b"\xff" * 8,
    b"99999999",
)
HEAD = 512

Edit = Callable[[bytearray, random.Random], None]


def flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def number(data: bytearray, chance: random.Random) -> None:
    form = chance.choice(("<B", "<H", "<I"))
    at = chance.randrange(max(1, len(data) - 4))
    value = chance.choice(NUMBERS) % (1 << 8 * struct.calcsize(form))
    data[at : at + struct.calcsize(form)] = struct.pack(form, value)


def word(data: bytearray, chance: random.Random) -> None:
    text, at = chance.choice(WORDS), chance.randrange(len(data))
    data[at : at + (len(text) if chance.random() < 0.8 else 0)] = text


def leave_out(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data))
    del data[at : at + chance.choice((1, 2, 30, 46, 512))]


def again(data: bytearray, chance: random.Random) -> None:
    at, to, length = (
        chance.randrange(len(data)),
        chance.randrange(len(data)),
        chance.choice((1, 30, 46, 512, 1024)),
    )
    data[to:to] = data[at : at + length]


def end_here(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


EDITS: tuple[Edit, ...] = (flip, flip, number, number, number, word, word, leave_out, again, end_here)


def made(make: Callable[[Path], None], folder: Path) -> bytes:
    path = folder / "seed"
    make(path)
    data = path.read_bytes()
    path.unlink()
    return data


def seeds(folder: Path) -> list[tuple[str, bytes]]:
    """What is changed: archives in order, and some that are refused only late."""
    small = {name: GOOD[name] for name in ("bot.py", "data/table.txt")}
    odd = blocks(*pax(record("path", "data/x") + record("size", "14")), *FILE, *FILE)
    return [
        ("a.zip", made(zipped(GOOD), folder)),
        ("a.zip", made(zipped(small, compress_type=zipfile.ZIP_STORED), folder)),
        ("a.tar", made(tar_of(small), folder)),
        ("a.tar", made(blocks(named_for(b"data/" + b"x" * 120 + b"\0"), *FILE, *FILE), folder)),
        ("a.tar", made(odd, folder)),
        ("a.tgz", made(tar_of(small, "w:gz"), folder)),
        *((path.name, path.read_bytes()) for path in sorted(CORPUS.iterdir()) if "." in path.name),
    ]


def with_right_sums(data: bytearray) -> None:
    """The sum in every heading of a tar, so that what is behind it is read."""
    for at in range(0, len(data) - HEAD + 1, HEAD):
        if data[at + 257 : at + 262] == b"ustar":
            head = data[at : at + 148] + b" " * 8 + data[at + 156 : at + HEAD]
            struct.pack_into("8s", data, at + 148, b"%06o\0 " % sum(head))


def changed(name: str, seed: bytes, chance: random.Random) -> bytes:
    """A few edits; inside of what is packed as well."""
    inside = name == "a.tgz" and chance.random() < 0.7
    data = bytearray(gzip.decompress(seed) if inside else seed)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        if data:
            chance.choice(EDITS)(data, chance)
    if (inside or name.endswith("tar")) and chance.random() < 0.8:
        with_right_sums(data)
    return gzip.compress(bytes(data), 1) if inside else bytes(data)


def harmless(name: str, data: bytes, folder: Path) -> bool:
    """Whether it was unpacked; otherwise it was refused in words. Anything else fails."""
    (folder / name).write_bytes(data)
    target = folder / "unpacked"
    target.mkdir()
    try:
        unpack(folder / name, target)
    except BadBot as refused:
        assert str(refused).startswith(str(folder / name))
        unpacked = False
    else:
        unpacked = True
    assert sorted(path.name for path in folder.iterdir()) == sorted((name, "unpacked"))
    found = list(target.rglob("*"))
    assert all(not path.is_symlink() and (path.is_file() or path.is_dir()) for path in found)
    assert len(found) <= MAX_FILES * (MAX_DEPTH + 1)
    assert sum(path.stat().st_size for path in found if path.is_file()) <= max_unpacked(len(data))
    for path in sorted(found, reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    target.rmdir()
    (folder / name).unlink()
    return unpacked


@pytest.mark.parametrize("path", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_corpus_is_refused(path: Path, tmp_path: Path) -> None:
    assert not harmless(path.name, path.read_bytes(), tmp_path)


@pytest.mark.parametrize("lot", range(8))
def test_changed_archives_are_unpacked_or_refused(lot: int, tmp_path: Path, scale: Scale) -> None:
    chance = random.Random(lot)
    before, folder = seeds(tmp_path), tmp_path / "here"
    folder.mkdir()
    many = scale.pick(quick=120, ci=300, full=12_500)
    unpacked = 0
    for _ in range(many):
        name, seed = chance.choice(before)
        unpacked += harmless(name, changed(name, seed, chance), folder)
    assert 0 < unpacked < many, "some are still in order, most are not"
    figures("fuzz archives", inputs=many, wrong=0)


NAMES = st.text(st.sampled_from("ab./\\:~ \0\n\u202e\u0308äÄ.."), max_size=24)
KINDS = st.sampled_from(
    (b"0", b"0", b"0", b"5", b"1", b"2", b"3", b"6", b"7", b"S", b"g", b"x", b"L", b"K", b"M", b"\0", b"Q")
)
SIZES = st.one_of(
    st.integers(0, 600).map(lambda size: b"%011o" % size),
    st.sampled_from(
        (b"7" * 11, b"-1", b"\xff" * 12, b"\x80" + b"\xff" * 11, b"", b"\x80" + bytes(10) + b"\x05")
    ),
)
PARTS = st.lists(st.tuples(NAMES, KINDS, SIZES, st.binary(max_size=600)), max_size=6)


@pytest.mark.dear
@given(parts=PARTS, packed=st.booleans())
def test_random_tar_headers(
    parts: list[tuple[str, bytes, bytes, bytes]], packed: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder: Path = tmp_path_factory.mktemp("tar")
    whole = blocks(
        *(one for name, kind, size, text in parts for one in (block(name.encode()[:100], size, kind), text))
    )
    data = made(whole, folder)
    harmless("a.tgz" if packed else "a.tar", gzip.compress(data, 1) if packed else data, folder)


@given(names=st.lists(st.tuples(NAMES, st.binary(max_size=40), st.integers(0, 0xFFFFFFFF)), max_size=6))
def test_random_zip_names_and_modes(
    names: list[tuple[str, bytes, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as opened:
        for name, content, mode in names:
            info = zipfile.ZipInfo("x")
            info.filename, info.external_attr = name, mode
            if name not in opened.NameToInfo:
                opened.writestr(info, content)
    harmless("a.zip", data.getvalue(), tmp_path_factory.mktemp("zip"))
