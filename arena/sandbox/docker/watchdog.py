"""Ends a build that takes too long, prints too much or writes too much: kills the step that runs.

Hanging up may not end it, but the death of the step that runs does. Steps are found by a mark that is part of
their containers' settings: what a build prints is not to be believed.
"""

import re
import time
from collections import deque
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import NoEngine, answering, unless

if TYPE_CHECKING:
    from docker import APIClient

BUILD_S: Final = 600.0
MAX_WRITTEN: Final = 1_000_000_000  # bytes, by all steps together
MAX_PRINTED: Final = 32 << 20  # bytes
LINES_TOLD: Final = 12
WIDTH_TOLD: Final = 400
MAX_STEPS: Final = 256
MAX_FAILURES: Final = 3  # in a row: an engine that is busy may miss a call

_MADE: Final = re.compile(r" ---> ([0-9a-f]{12})\n")


class Watchdog:
    """Of one build: `heard` is told what is printed, `look` is called now and then."""

    def __init__(self, api: "APIClient", mark: str) -> None:
        self.why = ""  # it was ended
        self._api = api
        self._mark = mark
        self._began = time.monotonic()
        self._printed = 0
        self._images: deque[str] = deque(maxlen=MAX_STEPS)
        self._last: deque[str] = deque(maxlen=LINES_TOLD)
        self._steps: dict[str, bool] = {}  # containers by id: whether they are steps of this build
        self._written: dict[str, int] = {}  # bytes, by step
        self._failures = 0

    @property
    def last_words(self) -> str:
        return "\n".join(filter(None, self._last))

    def images(self) -> tuple[str, ...]:
        """The beginnings of the ids of what its steps made, and what they print that looks like that."""
        return tuple(self._images)

    def heard(self, text: str) -> None:
        self._printed += len(text)
        if made := _MADE.fullmatch(text):
            self._images.append(made[1])
        self._last += (line[:WIDTH_TOLD] for line in text.splitlines()[-LINES_TOLD:])

    def look(self) -> None:
        """See whether it may go on. Raises NoEngine for an engine that does not answer any more."""
        try:
            with answering():
                running = self._running()
                self.why = self.why or self._too_much()
                for step in running if self.why else ():
                    with unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
                        self._api.kill(step, "SIGKILL")
            self._failures = 0
        except NoEngine:
            self._failures += 1
            if self._failures >= MAX_FAILURES:
                raise

    def _too_much(self) -> str:
        if time.monotonic() > self._began + BUILD_S:
            return f"it took longer than {BUILD_S:g} s"
        if self._printed > MAX_PRINTED:
            return f"it printed more than {MAX_PRINTED / 1e6:.0f} MB"
        if sum(self._written.values()) > MAX_WRITTEN:
            return f"it wrote more than {MAX_WRITTEN / 1e9:g} GB"
        return ""

    def _running(self) -> list[str]:
        """The containers of its steps, of which there is one at a time; how much they wrote is noted."""
        running = []
        for one in self._api.containers():
            if self._is_step(one["Id"]):
                running.append(one["Id"])
                for sized in self._api.containers(size=True, filters={"id": one["Id"]}):
                    self._written[one["Id"]] = sized.get("SizeRw") or 0
        return running

    def _is_step(self, container: str) -> bool:
        if container not in self._steps:
            with unless(HTTPStatus.NOT_FOUND):
                hosts = self._api.inspect_container(container)["HostConfig"]["ExtraHosts"] or ()
                self._steps[container] = any(host.startswith(f"{self._mark}:") for host in hosts)
        return self._steps.get(container, False)
