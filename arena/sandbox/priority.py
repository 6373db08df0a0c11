"""Processor priority: matches of bots give way to the site and to games of people, who wait for answers."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

LOWERED: Final = 5  # niceness: on a busy machine, about a third of the processor time of other processes
_NORMAL_SHARES: Final = 1024  # of a container
_STEP: Final = 0.8  # the part of its processor time that a process keeps with one more step of niceness


def niceness() -> int:
    """Return this process's niceness: 0 is normal, 19 the lowest priority."""
    return os.getpriority(os.PRIO_PROCESS, 0)


def lower_priority() -> None:
    """Lower the priority of this process and its session."""
    set_priority(os.getpid(), max(LOWERED, niceness()))


def set_priority(pid: int, nice: int) -> None:
    """Set the niceness of a process and of the session that it leads, if allowed. 0 changes nothing."""
    if not nice:
        return
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, nice)
    # Linux may first divide the processor time between sessions, which have a niceness of their own.
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))


def container_shares() -> int:
    """Return Docker's `cpu_shares` that give a container the priority of this process."""
    return round(_NORMAL_SHARES * _STEP ** niceness())
