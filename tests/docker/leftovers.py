"""Run in a container: `write BITS` leaves 64 bits behind in every way that is known; `read` looks for them.

`both BITS` does that in one: it looks for what the instance before it left, then leaves the bits.

Reading prints a line of JSON: for every way of leaving bits what is found there, one character a bit. Pages
that are cached read as 1, so bits that nobody could write read as all 1 there, and elsewhere as all 0.
"""

import fcntl
import json
import mmap
import os
import resource
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

BITS = 64
OWN = "/bot/ballast"  # a file of the image's last layer
PAGE = mmap.PAGESIZE
KEPT: list[object] = []  # what stays open until the container ends
F_OFD_SETLK, F_OFD_GETLK = 37, 36
FOLDERS = (
    "/tmp",
    "/dev/shm",
    "/dev/mqueue",
    "/dev",
    "/bot",
    "/run",
    "/run/arena",
    "/run/lock",
    "/var/tmp",
    "/",
)


def large_files() -> list[str]:
    """Return two files of the base image that no process of ours maps, the largest first."""
    files = (os.path.join(folder, name) for folder, _, names in os.walk("/usr") for name in names)
    plain = (path for path in files if not os.path.islink(path) and "python" not in path)
    found = [(os.path.getsize(path), path) for path in plain if "init" not in path]
    mapped = Path("/proc/self/maps").read_text()
    return [path for _, path in sorted(found, reverse=True) if path not in mapped][:2]


def init_program() -> str:
    """Return the file that the engine mounts into every container."""
    mounts = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return next(path for path in mounts if path.endswith("docker-init"))


def page_files() -> dict[str, str]:
    base, other = large_files()
    return {
        "pages of the image's last layer": OWN,
        "pages of the base image": base,
        "pages evicted by filling the memory": other,
        "pages of a mounted file": init_program(),
    }


def blocks(path: str) -> Iterator[tuple[int, int]]:
    """Yield offset and size of 64 blocks of whole pages."""
    size = os.path.getsize(path) // BITS // PAGE * PAGE
    yield from ((number * size, size) for number in range(BITS))


def evict(path: str, offset: int, size: int) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as memory:
        for advice in (20, 21):  # COLD, PAGEOUT
            with suppress(OSError):
                memory.madvise(advice, offset, size)
    with suppress(OSError):
        os.posix_fadvise(descriptor, offset, size, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def fetch(path: str, offset: int, size: int) -> None:
    """Read only these pages: a mapping with random access has no read-ahead."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as memory:
        memory.madvise(mmap.MADV_RANDOM)
        for page in range(offset, offset + size, PAGE):
            memory[page]


def fill_memory() -> None:
    """Use memory in a child until it is killed: the kernel first evicts all our other pages."""
    child = os.fork()
    if not child:
        hoard = []
        while True:
            hoard.append(b"x" * (1 << 20))
    os.waitpid(child, 0)


def write_pages(bits: str) -> None:
    for way, path in page_files().items():
        for offset, size in blocks(path):
            evict(path, offset, size)
            if "memory" in way:
                fetch(path, offset, size)
    fill_memory()
    for path in page_files().values():
        for (offset, size), bit in zip(blocks(path), bits, strict=True):
            if bit == "1":
                fetch(path, offset, size)


def read_pages(path: str) -> str:
    """Find out by major faults and block reads which blocks are cached, without a clock."""
    found = ""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as memory:
        memory.madvise(mmap.MADV_RANDOM)
        for offset, size in blocks(path):
            before = resource.getrusage(resource.RUSAGE_SELF)
            for page in range(offset, offset + size, PAGE):
                memory[page]
            after = resource.getrusage(resource.RUSAGE_SELF)
            cached = (before.ru_majflt, before.ru_inblock) == (after.ru_majflt, after.ru_inblock)
            found += "1" if cached else "0"
    return found


def file_of(folder: str, number: int) -> str:
    return os.path.join(folder, f"bit-{number}")


def write_files(bits: str) -> None:
    for folder in FOLDERS:
        for number, bit in enumerate(bits):
            if bit == "1":
                with suppress(OSError), open(file_of(folder, number), "xb"):
                    pass


def read_files() -> str:
    return "".join(
        str(int(any(os.path.exists(file_of(folder, number)) for folder in FOLDERS))) for number in range(BITS)
    )


def locked(number: int) -> bytes:
    """Return a lock of one byte for `fcntl`."""
    return struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, number, 1, 0)


def write_locks(bits: str) -> None:
    """Take read locks, which need no write permission, and a lock on the whole file."""
    for path in (OWN, init_program()):
        file = os.open(path, os.O_RDONLY)
        KEPT.append(file)
        fcntl.flock(file, fcntl.LOCK_EX)
        for number, bit in enumerate(bits):
            if bit == "1":
                fcntl.fcntl(file, F_OFD_SETLK, locked(number))


def read_locks() -> str:
    held = Path("/proc/locks").read_text()
    found = ["0"] * BITS
    for path in (OWN, init_program()):
        with open(path, "rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return "1" * BITS
            for number in range(BITS):
                asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, number, 1, 0)
                answer = fcntl.fcntl(file, F_OFD_GETLK, asked)
                if struct.unpack("hhqqi4x", answer)[0] != fcntl.F_UNLCK or f" {number} {number}\n" in held:
                    found[number] = "1"
    return "".join(found)


def write_sockets(bits: str) -> None:
    for number, bit in enumerate(bits):
        if bit == "1":
            made = socket.socket(socket.AF_UNIX)
            made.bind(f"\0bit-{number}")
            KEPT.append(made)


def read_sockets() -> str:
    found = ""
    for number in range(BITS):
        with socket.socket(socket.AF_UNIX) as made:
            try:
                made.bind(f"\0bit-{number}")
                found += "0"
            except OSError:
                found += "1"
    return found


def write(bits: str) -> None:
    write_pages(bits)
    write_files(bits)
    write_locks(bits)
    write_sockets(bits)


def read() -> dict[str, str]:
    found = {way: read_pages(path) for way, path in page_files().items()}
    return found | {"files": read_files(), "locks": read_locks(), "sockets": read_sockets()}


def main() -> None:
    if sys.argv[1] != "write":
        print(json.dumps(read()), flush=True)
    if sys.argv[1] != "read":
        write(sys.argv[2])
        print("written", flush=True)
        time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGKILL)


main()
