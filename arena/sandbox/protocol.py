"""What the referee needs of a place where a bot runs, whatever is behind it."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from arena.sandbox.usage import Usage

SOCKET: Final = "referee.sock"
MAX_PRINTED: Final = 16 << 20  # bytes: an honest bot prints less than that, whatever it logs
MAX_SOCKET_PATH: Final = 103  # bytes of sun_path without its end: 104 on macOS, 108 on Linux

_SCARCE: Final = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)

# ARENA_TARGET is a URL, in which these mean something else; and bytes that are no text have no place in it.
_NOT_IN_URLS: Final = re.compile("[#?\udc80-\udcff]|%[0-9A-Fa-f]{2}")


class CannotStart(Exception):
    """The bot could not be started; the text says why."""


class Unavailable(Exception):
    """No bot can be started for now, which is no bot's fault; the text says what to do."""


@contextmanager
def making_room(folder: Path) -> Iterator[None]:
    """Something is made there. Raises Unavailable where the machine refuses that: its disk is full, say."""
    try:
        yield
    except OSError as problem:
        why = f"nothing can be made in {folder} ({problem.strerror or problem})"
        raise Unavailable(f"{why}: make room there, or set TMPDIR to another directory") from problem


@contextmanager
def starting() -> Iterator[None]:
    """A process is started. Raises Unavailable where the machine, or this user, may not have one more."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in _SCARCE:
            raise
        why = f"no more processes can be started ({problem.strerror})"
        raise Unavailable(f"{why}: end others, or play fewer matches at a time, -j") from problem


class Interrupted(Exception):
    """A bot that ran was ended, and not by itself; the text says by what."""


def unreachable(socket: Path) -> str:
    """Why bots cannot connect to the socket of a seat with this path; empty if they can."""
    where = socket.parents[2]  # the matches' own directories are
    length = len(os.fsencode(socket))
    if length > MAX_SOCKET_PATH:
        return f"{where} makes paths of {length} bytes, {MAX_SOCKET_PATH} is the most"
    if found := _NOT_IN_URLS.search(str(socket)):
        return f"{where} has {found[0]!a} in it, which cannot stand in a URL as it is"
    return ""


@dataclass(frozen=True, slots=True)
class Launch:
    """One bot to be started for one seat.

    `seat` is a directory of mode 0755 that holds the referee's socket `SOCKET` and nothing else; the bot sees
    it, and may not write to it. `output_bytes` are kept of what the bot prints, and with more than
    `most_printed` it is flooded. A process runs the command in `folder`, a container in its image.
    """

    command: tuple[str, ...]
    folder: str
    seat: Path
    token: str
    output_bytes: int
    image: str = ""
    most_printed: int = MAX_PRINTED


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot ended: its exit code, 128 + number if a signal ended it; and whether for want of memory.

    `oom_inside`: at some time a process of it was ended for want of memory, itself or one it had started.
    """

    code: int
    oom: bool = False
    oom_inside: bool = False


class Box(Protocol):
    """One running bot, from its start until `close` returns."""

    @property
    def started(self) -> float:
        """When it was started, in seconds of `time.monotonic`."""
        ...

    @property
    def notice_s(self) -> float:
        """How long it may take until `wait` knows of its end, in seconds."""
        ...

    async def wait(self) -> Exit:
        """Wait until the bot has ended. May be asked any number of times. Raises Interrupted."""
        ...

    async def vouch(self) -> None:
        """Raises Interrupted where it may not be the bot that broke off what it had with the referee."""
        ...

    async def flooded(self) -> None:
        """Wait until it has printed more than it may, which may never be. May be asked any number of times.

        Until it is killed its output is read on, so slowly that printing costs nobody but the bot.
        """
        ...

    def kill(self) -> None:
        """End the bot and all that it started, now; no error if it has ended."""
        ...

    def output(self) -> bytes:
        """What the bot printed; the first and the last of it where it was too much. Whole after `close`."""
        ...

    async def usage(self) -> Usage:
        """What it uses, it and all that it started. Not after `close`."""
        ...

    async def close(self) -> None:
        """Kill, wait, and remove everything that was made for the bot."""
        ...


class Runner(Protocol):
    """A way to run bots, for one match: `run` is the match's own directory."""

    def describe(self) -> str:
        """What it protects, in one sentence for the user."""
        ...

    def check(self) -> None:
        """See that bots can be started. Raises Unavailable."""
        ...

    async def start(self, launch: Launch) -> Box:
        """Start a bot. Raises CannotStart, Unavailable."""
        ...

    def sweep(self) -> None:
        """End whatever still runs of this match, also of a referee that died."""
        ...
