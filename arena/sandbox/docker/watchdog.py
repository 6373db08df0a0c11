"""Watch a build of an image, and kill its running step if the build exceeds a limit.

The limits are time, printed bytes and written bytes. Killing the step ends the build.
"""

import re
import time
from collections import deque
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import NoEngine, ignore_statuses, raise_no_engine

if TYPE_CHECKING:
    from docker import APIClient

BUILD_S: Final = 600.0
MAX_WRITTEN: Final = 1_000_000_000  # bytes, by all steps together
MAX_PRINTED: Final = 32 << 20  # bytes
MAX_LINES: Final = 12  # lines of output in an error message
MAX_WIDTH: Final = 400
MAX_STEPS: Final = 256
MAX_FAILURES: Final = 3  # in a row; a busy engine may miss a call

_MADE: Final = re.compile(r" ---> ([0-9a-f]{12})\n")


class Watchdog:
    """A guard that ends an image build if it exceeds a limit of time, output or disk.

    Give it the build's output with `add_output`, and call `check` regularly.
    """

    def __init__(self, api: "APIClient", mark: str) -> None:
        self.why = ""  # why the build was ended: the limit that it exceeded
        self._api = api
        self._mark = mark
        self._began = time.monotonic()
        self._printed = 0
        self._images: deque[str] = deque(maxlen=MAX_STEPS)
        self._last: deque[str] = deque(maxlen=MAX_LINES)
        self._steps: dict[str, bool] = {}  # container id -> whether it is a step of this build
        self._written: dict[str, int] = {}  # container id -> bytes that the step has written
        self._failures = 0

    @property
    def last_lines(self) -> str:
        return "\n".join(filter(None, self._last))

    def images(self) -> tuple[str, ...]:
        """Return the short ids of the images that the build's steps made.

        The ids are read from the build's output, so some may be forged.
        """
        return tuple(self._images)

    def add_output(self, text: str) -> None:
        self._printed += len(text)
        if made := _MADE.fullmatch(text):
            self._images.append(made[1])
        self._last += (line[:MAX_WIDTH] for line in text.splitlines()[-MAX_LINES:])

    def check(self) -> None:
        """Kill the build's running step if a limit is exceeded.

        Raise NoEngine if the engine did not answer several times in a row.
        """
        try:
            with raise_no_engine():
                running = self._running()
                self.why = self.why or self._exceeded_limit()
                for step in running if self.why else ():
                    with ignore_statuses(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
                        self._api.kill(step, "SIGKILL")
            self._failures = 0
        except NoEngine:
            self._failures += 1
            if self._failures >= MAX_FAILURES:
                raise

    def _exceeded_limit(self) -> str:
        if time.monotonic() > self._began + BUILD_S:
            return f"it took longer than {BUILD_S:g} s"
        if self._printed > MAX_PRINTED:
            return f"it printed more than {MAX_PRINTED / 1e6:.0f} MB"
        if sum(self._written.values()) > MAX_WRITTEN:
            return f"it wrote more than {MAX_WRITTEN / 1e9:g} GB"
        return ""

    def _running(self) -> list[str]:
        """Return the ids of this build's running containers. Also record how many bytes each has written."""
        running = []
        for one in self._api.containers():
            if self._is_step(one["Id"]):
                running.append(one["Id"])
                for sized in self._api.containers(size=True, filters={"id": one["Id"]}):
                    self._written[one["Id"]] = sized.get("SizeRw") or 0
        return running

    def _is_step(self, container: str) -> bool:
        if container not in self._steps:
            with ignore_statuses(HTTPStatus.NOT_FOUND):
                hosts = self._api.inspect_container(container)["HostConfig"]["ExtraHosts"] or ()
                # Not recognised by the build's output, which can be forged.
                self._steps[container] = any(host.startswith(f"{self._mark}:") for host in hosts)
        return self._steps.get(container, False)
