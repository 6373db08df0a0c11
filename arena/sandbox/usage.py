"""Measure the memory, output and processes of a running bot."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_KB: Final = 1024


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that a bot uses.

    `memory`: bytes, the peak if it is known, otherwise the present use; 0 if unknown. `printed`: bytes of
    output so far. `processes`: the command lines of its running processes.
    """

    memory: int = 0
    printed: int = 0
    processes: tuple[str, ...] = ()


def peak_memory(pid: int) -> int:
    """Return the most memory that a process has used, in bytes; 0 if it has ended or this is unknown."""
    for line in _read(Path(f"/proc/{pid}/status")).splitlines():
        name, _, value = line.partition(":")
        if name == "VmHWM":
            return int(value.split()[0]) * _KB
    return 0


def command_line(pid: int) -> str:
    """Return the command line of a process; empty if it has ended."""
    return _read(Path(f"/proc/{pid}/cmdline")).replace("\0", " ").strip()


def with_home(mark: str) -> list[int]:
    """Return the ids of the processes whose environment variable HOME begins with `mark`.

    The list is empty on a system without /proc.
    """
    return [pid for pid in _processes() if f"HOME={mark}" in _read(Path(f"/proc/{pid}/environ"))]


def _processes() -> list[int]:
    """Return the ids of all visible processes. Any of them may end at any moment."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
