"""What the referee needs of a place where a bot runs, whatever is behind it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

SOCKET: Final = "referee.sock"
LONGEST_SOCKET_PATH: Final = 103  # bytes of sun_path without its end: 104 on macOS, 108 on Linux


class CannotStart(Exception):
    """The bot could not be started; the text says why."""


@dataclass(frozen=True, slots=True)
class Launch:
    """One bot to be started for one seat.

    `seat` is a directory of mode 0755 that holds the referee's socket `SOCKET` and nothing else; the bot sees
    it, and may not write to it. `output_bytes` are kept of what the bot prints. A process runs the command in
    `folder`, a container in its image.
    """

    command: tuple[str, ...]
    folder: str
    seat: Path
    token: str
    output_bytes: int
    image: str = ""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot ended: its exit code, 128 + number if a signal ended it; and whether for want of memory."""

    code: int
    oom: bool = False


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
        """Wait until the bot has ended. May be asked any number of times."""
        ...

    def kill(self) -> None:
        """End the bot and all that it started, now; no error if it has ended."""
        ...

    def output(self) -> bytes:
        """What the bot printed; the first and the last of it where it was too much. Whole after `close`."""
        ...

    async def close(self) -> None:
        """Kill, wait, and remove everything that was made for the bot."""
        ...


class Runner(Protocol):
    """A way to run bots, for one match: `run` is the match's own directory."""

    def describe(self) -> str:
        """What it protects, in one sentence for the user."""
        ...

    async def start(self, launch: Launch) -> Box:
        """Start a bot. Raises CannotStart."""
        ...

    def sweep(self) -> None:
        """End whatever still runs of this match, also of a referee that died."""
        ...
