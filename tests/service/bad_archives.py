"""Archives of every bad kind, each with what is said of it."""

import gzip
import io
import random
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.service.submission.archives import bot_folder, open_archive, write_files

SCRIPT = b"import maumau\n"
GOOD = {"bot.py": SCRIPT, "data/table.txt": b"1 2 3\n", "build/bot": b"\x7fELF"}

Made = Callable[[Path], None]


def tar(files: dict[str, bytes], mode: str = "w", **changes: object) -> Made:
    """A tar archive; of the last file what is to be otherwise."""

    def make(path: Path) -> None:
        with tarfile.open(path, mode) as opened:  # type: ignore[call-overload]  # a mode is a text
            for number, (name, content) in enumerate(files.items(), 1):
                info = tarfile.TarInfo(name)
                info.size, info.mode = len(content), 0o755 if name.startswith("build/") else 0o644
                for key, value in changes.items() if number == len(files) else ():
                    setattr(info, key, value)
                opened.addfile(info, io.BytesIO(content))

    return make


def zipped(files: dict[str, bytes], **changes: object) -> Made:
    """A zip archive; of the last file what is to be otherwise."""

    def make(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
            for number, (name, content) in enumerate(files.items(), 1):
                info = zipfile.ZipInfo(name)
                info.external_attr = (0o755 if name.startswith("build/") else 0o644) << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                for key, value in changes.items() if number == len(files) else ():
                    setattr(info, key, value)
                opened.writestr(info, content)

    return make


def raw(content: bytes) -> Made:
    def make(path: Path) -> None:
        path.write_bytes(content)

    return make


def cut(make: Made, share: float) -> Made:
    """An upload that was cut off."""

    def half(path: Path) -> None:
        make(path)
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])

    return half


def encrypted(path: Path) -> None:
    zipped(GOOD)(path)
    data = bytearray(path.read_bytes())
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(sign)
        data[at + offset] |= 1
    path.write_bytes(data)


def wrong_sum(path: Path) -> None:
    zipped({"bot.py": SCRIPT})(path)
    data = path.read_bytes()
    with zipfile.ZipFile(path) as opened:
        right = opened.infolist()[0].CRC
    path.write_bytes(data.replace(struct.pack("<I", right), struct.pack("<I", right ^ 1)))


def lies_about_its_size(path: Path) -> None:
    """Says that it holds little, and holds much."""
    zipped({"bot.py": b"x" * 3_000_000})(path)
    path.write_bytes(path.read_bytes().replace(struct.pack("<I", 3_000_000), struct.pack("<I", 10)))


def sparse(path: Path) -> None:
    """A few bytes of archive that say they are 30 GB of nothing."""
    info = tarfile.TarInfo("bot.py")
    info.pax_headers = {
        "GNU.sparse.major": "1",
        "GNU.sparse.minor": "0",
        "GNU.sparse.realsize": str(30 << 30),
    }
    body = b"1\n0\n0\n".ljust(512, b"\0")
    info.size = len(body)
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as opened:
        opened.addfile(info, io.BytesIO(body))


def many_heads(path: Path) -> None:
    """A head of a file that is itself a bomb."""
    tar({"bot.py": SCRIPT}, "w:gz", pax_headers={"comment": "x" * 12_000_000})(path)


def edited(make: Made, edit: Callable[[bytearray], None]) -> Made:
    """What was made, with other bytes."""

    def change(path: Path) -> None:
        make(path)
        data = bytearray(path.read_bytes())
        edit(data)
        path.write_bytes(data)

    return change


def between(before: bytes, make: Made, behind: bytes) -> Made:
    """An archive with something else around it."""

    def wrap(path: Path) -> None:
        make(path)
        path.write_bytes(before + path.read_bytes() + behind)

    return wrap


# ---- zips of which only bytes can be wrong ----

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"


def put(sign: bytes, offset: int, form: str, *values: int, last: bool = True) -> Callable[[bytearray], None]:
    """Write numbers behind the last of these signs."""

    def edit(data: bytearray) -> None:
        at = data.rfind(sign) if last else data.find(sign)
        struct.pack_into(form, data, at + offset, *values)

    return edit


def packed_as(method: int) -> Made:
    """One file, of which both headings say that it is packed in that way."""

    def both(data: bytearray) -> None:
        put(LOCAL, 8, "<H", method)(data)
        put(CENTRAL, 10, "<H", method)(data)

    return edited(zipped({"bot.py": SCRIPT}), both)


def overlapping(path: Path) -> None:
    """A hundred names for the same packed bytes."""
    names = [f"{number:02}.py" for number in range(100)]
    zipped(dict.fromkeys(names, SCRIPT))(path)
    data = bytearray(path.read_bytes())
    at = data.find(CENTRAL)
    for _ in names:
        struct.pack_into("<I", data, at + 42, 0)  # where its own heading is
        at = data.find(CENTRAL, at + 1)
    path.write_bytes(data)


def within_each_other(path: Path) -> None:
    """The packed bytes of the first file hold the second one: what a bomb of overlaps is made of."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as opened:
        opened.writestr("in.py", SCRIPT)
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr("bot.py", inner.getvalue())
        opened.writestr("in.py", SCRIPT)
    data = bytearray(path.read_bytes())
    put(CENTRAL, 42, "<I", 30 + len("bot.py"))(data)
    path.write_bytes(data)


def with_two_directories(path: Path) -> None:
    """The one that everybody finds holds a file; one for huge archives, which overrides it, holds 3,000."""
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as opened:
        for number in range(3_000):
            opened.writestr(f"{number}.py", b"")
    many = other.getvalue()
    index = many[many.find(CENTRAL) : many.rfind(END)]
    start = many.find(CENTRAL)
    huge = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 3_000, 3_000, len(index), start)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, start + len(index), 1)
    end = struct.pack("<4s4H2IH", END, 0, 0, 1, 1, 46, start, 0)
    path.write_bytes(many[:start] + index + huge + locator + end)


def local_name(name: bytes) -> Made:
    """The heading beside the file says another name than the directory."""
    return edited(
        zipped({"bot.py": SCRIPT}), lambda data: data.__setitem__(slice(30, 36), name.ljust(6, b"_")[:6])
    )


# ---- tars of which only bytes can be wrong ----


def block(name: bytes, size: bytes, kind: bytes = b"0") -> bytes:
    """A heading with its sum right and any bytes for a size."""
    head = bytearray(name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + size.ljust(12, b"\0"))
    head += b"00000000000\0" + b" " * 8 + kind + bytes(100) + b"ustar\x0000" + bytes(247)
    struct.pack_into("8s", head, 148, b"%06o\0 " % sum(head))
    return bytes(head)


def blocks(*made: bytes) -> Made:
    """A tar archive of these headings and contents."""
    whole = b"".join(one + bytes(-len(one) % 512) for one in made)
    return raw(whole + bytes(1_024))


FILE = (block(b"bot.py", b"%011o" % len(SCRIPT)), SCRIPT)


def pax(text: bytes) -> tuple[bytes, bytes]:
    """A heading of the kind that says something about the next one."""
    return block(b"PaxHeader", b"%011o" % len(text), b"x"), text


def record(key: str, value: str) -> bytes:
    """A line of such a heading: it begins with its own length."""
    rest = f" {key}={value}\n".encode()
    length = len(rest) + len(str(len(rest)))
    length += len(str(length)) - len(str(len(rest)))
    return str(length).encode() + rest


def named_for(name: bytes, times: int = 1) -> bytes:
    """A long name in a heading of GNU's, as often as that."""
    one = block(b"././@LongLink", b"%011o" % len(name), b"L") + name
    return (one + bytes(-len(one) % 512)) * times


def tarred(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as opened:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            opened.addfile(info, io.BytesIO(content))
    return made.getvalue()


def slow_to_read(path: Path) -> None:
    """Digits on end in a heading: what some versions of the library read again from each of them."""
    text = b"1" * 4_000_000
    blocks(*pax(text), *FILE)(path)


def many_members(path: Path) -> None:
    """A bomb in a thousand parts."""
    part = gzip.compress(bytes(60_000))
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as opened:
        info = tarfile.TarInfo("zeros")
        info.size = 60_000_000
        opened.addfile(info, io.BytesIO(bytes(info.size)))
    path.write_bytes(gzip.compress(made.getvalue()[:512]) + part * 1_000)


def twice(path: Path, name: str) -> None:
    with tarfile.open(path, "w") as opened:
        for each in ("bot.py", name):
            opened.addfile(tarfile.TarInfo(each))


BOMB = {"bot.py": SCRIPT, "noise": random.Random(7).randbytes(700_000), "zeros": bytes(60_000_000)}
THIN = {"bot.py": SCRIPT, "zeros": bytes(5_000_000)}
LINK: dict[str, Any] = {"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"}
BAD: dict[str, tuple[str, Made, str]] = {
    "no zip": ("a.zip", raw(b"hello" * 100), "no directory at its end"),
    "no tar": ("a.tar", raw(b"hello" * 1000), "damaged, or not a .tar archive"),
    "no gzip": ("a.tar.gz", raw(b"hello" * 1000), "damaged, or not a .tar.gz archive"),
    "empty file": ("a.tar", raw(b""), "damaged, or not a .tar archive"),
    "zip called tar": ("a.tar", zipped(GOOD), "damaged, or not a .tar archive"),
    "no files": ("a.tar", tar({}), "holds no file"),
    "only folders": ("a.tar", tar({"data": b""}, type=tarfile.DIRTYPE), "holds no file"),
    "no files in zip": ("a.zip", zipped({}), "holds no file"),
    "no bot": ("a.zip", zipped({"readme": b""}), "holds no bot.toml and no bot.py"),
    "two folders": ("a.zip", zipped({"a/bot.py": b"", "b/bot.py": b""}), "holds no bot.toml and no bot.py"),
    "cut zip": ("a.zip", cut(zipped(GOOD), 0.5), "no directory at its end"),
    "cut tar": ("a.tar", cut(tar(GOOD), 0.15), "damaged, or not a .tar archive"),
    "cut gzip": ("a.tgz", cut(tar(GOOD, "w:gz"), 0.8), "damaged, or not a .tgz archive"),
    "wrong sum": ("a.zip", wrong_sum, "Bad CRC-32"),
    "password": ("a.zip", encrypted, "'bot.py' is encrypted"),
    "other packing": ("a.tar.xz", raw(b""), "unsupported archive"),
    "out of it": ("a.tar", tar({**GOOD, "../bot.py": b""}), "'../bot.py' leads out of the archive"),
    "out of it, deep": ("a.zip", zipped({**GOOD, "a/../../b": b""}), "'a/../../b' leads out of the archive"),
    "absolute": ("a.tar", tar({**GOOD, "/etc/passwd": b""}), "is not a relative path"),
    "absolute in zip": ("a.zip", zipped({**GOOD, "/etc/passwd": b""}), "is not a relative path"),
    "drive": ("a.zip", zipped({**GOOD, "C:/windows": b""}), "'C:/windows' is not a relative path"),
    "backslashes": ("a.tar", tar({**GOOD, "..\\bot.py": b""}), "is not a relative path"),
    "link": ("a.tar", tar({**GOOD, "link": b""}, **LINK), "'link' is a link"),
    "hard link": ("a.tar", tar({**GOOD, "l": b""}, **{**LINK, "type": tarfile.LNKTYPE}), "'l' is a link"),
    "link in zip": ("a.zip", zipped({**GOOD, "l": b"/"}, external_attr=0o120777 << 16), "'l' is a link"),
    "device": ("a.tar", tar({**GOOD, "null": b""}, type=tarfile.CHRTYPE), "'null' is a device"),
    "pipe": ("a.tar", tar({**GOOD, "pipe": b""}, type=tarfile.FIFOTYPE), "'pipe' is a device or another"),
    "pipe in zip": ("a.zip", zipped({**GOOD, "p": b""}, external_attr=0o010644 << 16), "'p' is a device"),
    "sparse": ("a.tar", sparse, "is a device or another special file"),
    "too big": ("a.tar.gz", tar(BOMB, "w:gz"), "unpacks to more"),
    "too big in zip": ("a.zip", zipped(BOMB), "unpacks to more"),
    "bomb in a head": ("a.tar.gz", many_heads, "more than 100 times its size"),
    "ratio": ("a.tar.gz", tar(THIN, "w:gz"), "more than 1 MB and more than 100 times its size"),
    "ratio in zip": ("a.zip", zipped(THIN), "more than 100 times its size"),
    "bomb in members": ("a.tar.gz", many_members, "more than 100 times its size"),
    "lying size": ("a.zip", lies_about_its_size, "damaged|CRC"),
    "too many": ("a.tar", tar({f"{n}.py": b"" for n in range(1_001)}), "holds more than 1,000 files"),
    "too many in zip": ("a.zip", zipped({f"{n}.py": b"" for n in range(1_001)}), "more than 1,000 files"),
    "too deep": ("a.tar", tar({**GOOD, "a/" * 11 + "b": b""}), "is deeper than 10 folders"),
    "long name": ("a.tar", tar({**GOOD, "a" * 201: b""}), "longer than 200 bytes"),
    "escape": ("a.tar", tar({**GOOD, "a\x1b[2J": b""}), "contains invisible characters"),
    "other direction": ("a.zip", zipped({**GOOD, "a\u202eyp.tob": b""}), "contains invisible characters"),
    "twice": ("a.tar", lambda path: twice(path, "bot.py"), "there are two of 'bot.py'"),
    "case": ("a.tar", lambda path: twice(path, "Bot.PY"), "there are two of 'Bot.PY'"),
    "accents": ("a.zip", zipped({**GOOD, "ä": b"", "a\u0308": b""}), "there are two of"),
    "file and folder": ("a.tar", tar({**GOOD, "bot.py/x": b""}), "there are two of 'bot.py'"),
    "windows": ("a.zip", zipped({**GOOD, "data/NUL.txt": b""}), "is not a valid name on every system"),
    "windows port": ("a.tar", tar({**GOOD, "com1": b""}), "'com1' is not a valid name on every system"),
    "windows, dot": ("a.tar", tar({**GOOD, "bot.py.": b""}), "'bot.py.' is not a valid name on every"),
    "windows, blank": ("a.zip", zipped({**GOOD, "bot.py ": b""}), "'bot.py ' is not a valid name on every"),
    "windows, stream": ("a.zip", zipped({**GOOD, "bot.py:x": b""}), "'bot.py:x' is not a valid name on"),
    "windows, star": ("a.tar", tar({**GOOD, "*.py": b""}), "is not a valid name on every system"),
    "network drive": ("a.tar", tar({**GOOD, "//host/x": b""}), "'//host/x' is not a relative path"),
    "only dots": ("a.tar", tar({**GOOD, "..": b""}), "'..' leads out of the archive"),
    "no name": ("a.tar", blocks(block(b"", b"0")), "damaged|is empty or contains invisible characters"),
    "new line": ("a.zip", zipped({**GOOD, "a\nb": b""}), "contains invisible characters"),
    "end of text": ("a.zip", edited(zipped({"bot.py": b""}), lambda data: data.__setitem__(
        slice(0, None), bytes(data).replace(b"bot.py", b"bo\0.py"))), "invisible characters|damaged"),
    "folders' case": ("a.zip", zipped({**GOOD, "Data/x": b""}), "there are two of '[dD]ata'"),
    "twice in zip": ("a.zip", overlapping, "overlaps another file in it"),
    "over each other": ("a.zip", within_each_other, "overlaps another file in it"),
    "two directories": ("a.zip", with_two_directories, "more than a plain .zip archive"),
    "program and zip": ("a.zip", between(b"#!/bin/sh\nexit\n", zipped(GOOD), b""), "more than a plain"),
    "zip and more": ("a.zip", between(b"", zipped(GOOD), b"more"), "more than a plain .zip archive"),
    "tar and more": ("a.tar", between(b"", tar(GOOD), b"more"), "more bytes after its last file"),
    "gzip and more": ("a.tgz", between(b"", tar(GOOD, "w:gz"), b"more"), "damaged, or not a .tgz archive"),
    "tar and tar": ("a.tar", between(b"", tar(GOOD), tarred(GOOD)), "more bytes after its last file"),
    "torn in the middle": ("a.tar", blocks(*FILE, b"x" * 512, *FILE), "more bytes after its last file"),
    "bzip2 in zip": ("a.zip", packed_as(12), "'bot.py' has an unsupported compression"),
    "lzma in zip": ("a.zip", packed_as(14), "'bot.py' has an unsupported compression"),
    "unknown in zip": ("a.zip", packed_as(99), "'bot.py' has an unsupported compression"),
    "another name": ("a.zip", local_name(b"../../"), "damaged, or not a .zip archive"),
    "size too big": ("a.zip", edited(zipped({"bot.py": SCRIPT}), put(CENTRAL, 24, "<I", 900_000)), "damaged"),
    "size of 4 GB": ("a.zip", edited(zipped({"bot.py": SCRIPT}), put(CENTRAL, 24, "<I", 0xFFFFFFFE)),
        "more than 100 times"),
    "packed size": ("a.zip", edited(zipped({"bot.py": SCRIPT}), put(CENTRAL, 20, "<I", 900_000)),
        "its files overlap its directory"),
    "socket in zip": ("a.zip", zipped({**GOOD, "s": b""}, external_attr=0o140644 << 16), "'s' is a device"),
    "disk": ("a.tar", tar({**GOOD, "sda": b""}, type=tarfile.BLKTYPE), "'sda' is a device"),
    "other volume": ("a.tar", blocks(*FILE, block(b"x", b"0", b"M")), "'x' is a device or another"),
    "unknown kind": ("a.tar", blocks(*FILE, block(b"x", b"0", b"Z")), "'x' is a device or another"),
    "old sparse": ("a.tar", blocks(block(b"x", b"0", b"S")), "is a device or another"),
    "tar of 8 GB": ("a.tar", blocks(block(b"bot.py", b"7" * 11)), "times its size|unpacks to more"),
    "tar of more": ("a.tar", blocks(block(b"bot.py", b"\x80" + b"\xff" * 11)), "damaged|unpacks to"),
    "pax of more": ("a.tar", blocks(block(b"x", b"\x80" + b"\xff" * 11, b"x"), *FILE), "damaged"),
    "negative size": ("a.tar", blocks(block(b"bot.py", b"\xff" * 11 + b"\0")), "damaged|unpacks to"),
    "size is no number": ("a.tar", blocks(block(b"bot.py", b"abc")), "damaged"),
    "wrong sum in tar": ("a.tar", edited(blocks(*FILE), lambda data: data.__setitem__(0, 1)), "damaged"),
    "pax: out of it": ("a.tar", blocks(*pax(record("path", "../x")), *FILE), "'../x' leads out of the"),
    "pax: absolute": ("a.tar", blocks(*pax(record("path", "/x")), *FILE), "'/x' is not a relative path"),
    "pax: long": ("a.tar", blocks(*pax(record("path", "x" * 5_000)), *FILE), "longer than 200 bytes"),
    "pax: negative": ("a.tar", blocks(*pax(record("size", "-1024")), *FILE), "damaged|unpacks to"),
    "pax: huge": ("a.tar", blocks(*pax(record("size", "9" * 15)), *FILE), "damaged|unpacks to"),
    "pax: no number": ("a.tar", blocks(*pax(record("size", "many")), *FILE), "damaged"),
    "pax: length": ("a.tar", blocks(*pax(b"0 path=x\n"), *FILE), "damaged"),
    "pax: sparse": ("a.tar", blocks(*pax(record("GNU.sparse.map", "0,x")), *FILE),
        "damaged|another special file"),
    "long name: out": ("a.tar", blocks(named_for(b"../../etc/cron.d/x\0"), *FILE), "leads out of the"),
    "names of names": ("a.tar", blocks(named_for(b"x\0", 3_000), *FILE), "recursion|damaged"),
}  # fmt: skip


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack an archive in this process; return the bot's folder in it."""
    with open_archive(archive) as file:
        write_files(archive, file, folder)
    return bot_folder(archive, folder)
