"""Check from a program's ELF header whether it runs in an empty container."""

import platform
import struct
from pathlib import Path
from typing import Final

_MAGIC: Final = b"\x7fELF"
_HEAD: Final = 4_096  # bytes to read; program headers come first
_LITTLE_64: Final = b"\x02\x01"
_MACHINES: Final = {62: "x86_64", 183: "aarch64"}
_INTERPRETER: Final = 3  # PT_INTERP: present unless the program is static


def find_binary_problem(path: Path, machine: str = platform.machine()) -> str:
    """Return why a program cannot run without other files here; empty if no problem is found."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head.startswith(_MAGIC):
        return "is not a Linux program"
    if head[4:6] != _LITTLE_64:
        return f"is not a program for {machine}"
    try:
        kind, offset, size, number = _layout(head)
        headers = [struct.unpack_from("<I", head, offset + size * each)[0] for each in range(number)]
    except struct.error:
        return "is damaged"
    if _MACHINES.get(kind, "another processor") != machine:
        return f"is built for {_MACHINES.get(kind, 'another processor')}, and this arena runs on {machine}"
    if _INTERPRETER in headers:
        return "needs shared libraries; link it statically"
    return ""


def _layout(head: bytes) -> tuple[int, int, int, int]:
    """Return the machine, and offset, size and number of the program headers."""
    (machine,) = struct.unpack_from("<H", head, 18)
    (offset,) = struct.unpack_from("<Q", head, 32)
    size, number = struct.unpack_from("<HH", head, 54)
    return machine, offset, size, number
