"""What a running bot uses, as far as its runner can see."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_KB: Final = 1024


@dataclass(frozen=True, slots=True)
class Usage:
    """`memory`: bytes, the most so far where the system keeps that, 0 where it cannot be seen. `printed`:
    bytes of output so far. `processes`: the command lines of what still runs.
    """

    memory: int = 0
    printed: int = 0
    processes: tuple[str, ...] = ()


def peak_memory(pid: int) -> int:
    """The most memory that a process has held at one time, in bytes; 0 if it is gone or cannot be seen."""
    for line in _read(Path(f"/proc/{pid}/status")).splitlines():
        name, _, value = line.partition(":")
        if name == "VmHWM":
            return int(value.split()[0]) * _KB
    return 0


def command_line(pid: int) -> str:
    """How a process was started; empty if it has ended."""
    return _read(Path(f"/proc/{pid}/cmdline")).replace("\0", " ").strip()


def with_home(mark: str) -> list[int]:
    """Processes whose HOME begins with this; none where the system shows no environments (no /proc)."""
    return [pid for pid in _processes() if f"HOME={mark}" in _read(Path(f"/proc/{pid}/environ"))]


def _processes() -> list[int]:
    """All that can be seen. They may end at any moment, so nothing but `_read` may look at them: to glob in
    /proc fails when one does.
    """
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
