"""A line on the terminal that shows the running step, below the printed lines."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import RenderableType
from rich.status import Status

from arena.cli.output import stderr


class StatusLine:
    """A line on stderr that shows the running step. Without a terminal, nothing is shown."""

    def __init__(self) -> None:
        self._status: Status | None = None

    @contextmanager
    def show(self, text: str) -> Iterator[None]:
        """Show `text` in the line during the block."""
        if not sys.stderr.isatty():
            yield
            return
        try:
            with stderr().status(text) as self._status:
                yield
        finally:
            self._status = None

    @property
    def is_shown(self) -> bool:
        return self._status is not None

    def update(self, text: RenderableType) -> None:
        if self._status:
            self._status.update(text)

    def say(self, *lines: str) -> None:
        """Print lines to stdout, above the status line."""
        if self._status:
            self._status.stop()
        print(*lines, sep="\n", flush=True)
        if self._status:
            self._status.start()
