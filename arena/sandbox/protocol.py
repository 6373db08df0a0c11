"""The protocol of a sandbox: what the referee needs of any runner of bots."""

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
MAX_PRINTED: Final = 16 << 20  # bytes: an honest bot prints less, whatever it logs
MAX_SOCKET_PATH: Final = 103  # bytes of sun_path: 104 with its end on macOS, 108 on Linux

_SCARCE: Final = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)

# Characters with a meaning in URLs, as ARENA_TARGET is one, and bytes that are not text.
_NOT_IN_URLS: Final = re.compile("[#?\udc80-\udcff]|%[0-9A-Fa-f]{2}")


class CannotStart(Exception):
    """The bot could not be started; the text says why."""


class Unavailable(Exception):
    """No bot can be started for now, and no bot is to blame; the text says what to do."""


@contextmanager
def creating_in(folder: Path) -> Iterator[None]:
    """Raise Unavailable if the block cannot create something in the folder, for example on a full disk."""
    try:
        yield
    except OSError as problem:
        why = f"cannot create anything in {folder} ({problem.strerror or problem})"
        raise Unavailable(f"{why}: free some space there, or set TMPDIR to another directory") from problem


@contextmanager
def starting_process() -> Iterator[None]:
    """Raise Unavailable if the block cannot start a process because the machine or user has too many."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in _SCARCE:
            raise
        why = f"cannot start more processes ({problem.strerror})"
        raise Unavailable(f"{why}: end some, or play fewer matches at a time (-j)") from problem


class Interrupted(Exception):
    """A running bot was ended by something else; the text says by what."""


def why_unreachable(socket: Path) -> str:
    """Return why bots cannot connect to a seat's socket at this path; empty if they can."""
    where = socket.parents[2]  # the folder of all matches
    length = len(os.fsencode(socket))
    if length > MAX_SOCKET_PATH:
        return f"{where} leads to a socket path of {length} bytes; at most {MAX_SOCKET_PATH} are allowed"
    if match := _NOT_IN_URLS.search(str(socket)):
        return f"{where} contains {match[0]!a}, which a URL cannot contain"
    return ""


@dataclass(frozen=True, slots=True)
class Launch:
    """One bot to be started for one seat.

    `seat` is a directory of mode 0755 with only the referee's socket `SOCKET`; the bot sees it and cannot
    write to it. `output_bytes` of the bot's output are kept; more than `max_printed` is a flood. A process
    runs the command in `folder`, a container in its image.
    """

    command: tuple[str, ...]
    folder: str
    seat: Path
    token: str
    output_bytes: int
    image: str = ""
    max_printed: int = MAX_PRINTED


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot ended: its exit code (128 + number for a signal), and whether it ran out of memory.

    `oom_inside`: some process of the bot, itself or a child, was killed because memory ran out.
    """

    code: int
    oom: bool = False
    oom_inside: bool = False


class Box(Protocol):
    """One running bot, from its start until `close` returns."""

    @property
    def started(self) -> float:
        """The time of its start, by `time.monotonic`."""

    @property
    def notice_s(self) -> float:
        """Seconds until `wait` knows of its end, at most."""

    async def wait(self) -> Exit:
        """Wait until the bot has ended. Raise Interrupted. May be called several times."""

    async def check_own_exit(self) -> None:
        """Raise Interrupted unless the bot itself ended its connection to the referee."""

    async def wait_for_flood(self) -> None:
        """Wait, perhaps for ever, until it has printed more than it may. May be called several times.

        Until it is killed its output is read on, so slowly that printing costs only the bot.
        """

    def kill(self) -> None:
        """Kill the bot and everything that it started; no error if it has ended."""

    def output(self) -> bytes:
        """Return the bot's output; of too much only the start and the end. Complete after `close`."""

    async def usage(self) -> Usage:
        """Return what it and everything that it started uses. Not after `close`."""

    async def close(self) -> None:
        """Kill the bot, wait for its end, and remove everything that was made for it."""


class Runner(Protocol):
    """A way to run bots, for one match: `run` is the match's own directory."""

    def describe(self) -> str:
        """Return what it protects, in one sentence for the user."""

    def check(self) -> None:
        """Raise Unavailable if bots cannot be started."""

    async def start(self, launch: Launch) -> Box:
        """Start a bot. Raise CannotStart, Unavailable."""

    def sweep(self) -> None:
        """End everything of this match that still runs, also after the referee died."""
