"""The protocols of a sandbox: the methods that every runner and every running bot (box) must have."""

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
MAX_PRINTED: Final = 16 << 20  # bytes; an honest bot prints less, whatever it logs
MAX_SOCKET_PATH: Final = 103  # bytes; with the final zero byte 104 fit on macOS, 108 on Linux

_SCARCE: Final = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)

# Characters with a meaning in URLs, as ARENA_TARGET is one, and bytes that are not text.
_NOT_IN_URLS: Final = re.compile("[#?\udc80-\udcff]|%[0-9A-Fa-f]{2}")


class CannotStart(Exception):
    """The bot could not be started, through its own fault; the message says why."""


class Unavailable(Exception):
    """No bot can be started now, and no bot is to blame; the message says what to do."""


@contextmanager
def raise_if_disk_full(folder: Path) -> Iterator[None]:
    """Raise Unavailable if the block raises OSError, for example because the disk is full.

    `folder`: where the block creates files or directories.
    """
    try:
        yield
    except OSError as problem:
        why = f"cannot create anything in {folder} ({problem.strerror or problem})"
        raise Unavailable(f"{why}: free some space there, or set TMPDIR to another directory") from problem


@contextmanager
def raise_if_no_process() -> Iterator[None]:
    """Raise Unavailable if the block fails because there are too many processes or open files."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in _SCARCE:
            raise
        why = f"cannot start more processes ({problem.strerror})"
        raise Unavailable(f"{why}: end some, or play fewer matches at a time (-j)") from problem


class Interrupted(Exception):
    """Something other than the bot itself ended a running bot; the message names the cause."""


def why_unreachable(socket: Path) -> str:
    """Return why bots cannot connect to a Unix socket at this path; empty if they can."""
    where = socket.parents[2]  # the folder of all matches
    length = len(os.fsencode(socket))
    if length > MAX_SOCKET_PATH:
        return f"{where} leads to a socket path of {length} bytes; at most {MAX_SOCKET_PATH} are allowed"
    if match := _NOT_IN_URLS.search(str(socket)):
        return f"{where} contains {match[0]!a}, which a URL cannot contain"
    return ""


@dataclass(frozen=True, slots=True)
class Launch:
    """The data that a runner needs to start one bot on one seat."""

    command: tuple[str, ...]  # runs in `folder`; the Docker runner runs it inside the bot's image
    folder: str
    seat: Path  # a directory with only the referee's socket, `SOCKET`; not writable for the bot
    token: str  # the secret that the bot must send in its Hello
    output_bytes: int  # how much of the bot's output is stored
    image: str = ""
    max_printed: int = MAX_PRINTED  # bytes of output; a bot that prints more is killed for a flood
    is_measured: bool = False  # its start and memory are reported, so it must not share the SDK with others


@dataclass(frozen=True, slots=True)
class Exit:
    """The way in which a bot ended.

    `code`: its exit code; 128 + number for a signal. `oom`: the bot itself was killed because memory ran out.
    `oom_inside`: the bot or one of its child processes was killed because memory ran out.
    """

    code: int
    oom: bool = False
    oom_inside: bool = False


class Box(Protocol):
    """One running bot, from its start until `close` returns."""

    @property
    def started(self) -> float:
        """Return the time of the bot's start, in seconds of `time.monotonic`."""

    @property
    def max_exit_delay_s(self) -> float:
        """Return the longest possible time, in seconds, from the bot's end to the return of `wait`."""

    async def wait(self) -> Exit:
        """Wait until the bot has ended, and return how it ended.

        May be called several times. Raise Interrupted if the end cannot be observed, for example because the
        Docker engine stopped.
        """

    async def check_own_exit(self) -> None:
        """Raise Interrupted if something other than the bot ended its connection to the referee."""

    async def wait_for_flood(self) -> None:
        """Wait for a flood: more than `Launch.max_printed` bytes of output. Without a flood, wait for ever.

        May be called several times. After a flood, the output is read slowly until the bot is killed.
        """

    def kill(self) -> None:
        """Kill the bot and everything that it started. Do nothing if it has ended."""

    def output(self) -> bytes:
        """Return the bot's output; if it is too long, only its start and end.

        It is complete after `close`.
        """

    async def usage(self) -> Usage:
        """Return how much memory and output the bot uses, with everything that it started.

        Not allowed after `close`.
        """

    async def close(self) -> None:
        """Kill the bot, wait for its end, and remove everything that was made for it."""


class Runner(Protocol):
    """A way to run bots, for one match."""

    def describe(self) -> str:
        """Return, in one sentence for the user, how well this runner isolates bots."""

    def check(self) -> None:
        """Raise Unavailable if this runner cannot start bots now."""

    async def start(self, launch: Launch) -> Box:
        """Start a bot. Raise CannotStart if the bot is to blame, Unavailable if it is not."""

    def sweep(self) -> None:
        """End everything of this match that still runs, even if the match process died."""
