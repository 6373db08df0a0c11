"""Building one image, without network and within bounds."""

import io
import re
from collections import deque
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from arena.sandbox.docker_engine import answering, unless

if TYPE_CHECKING:
    from docker import APIClient

BUILD_S: Final = 600
MEMORY: Final = 2 << 30
LINES_TOLD: Final = 12

_RUNNING: Final = re.compile(r"Running in ([0-9a-f]{12})")


class CannotBuild(Exception):
    """An image cannot be built; the text is the end of what was printed."""


def build(
    api: "APIClient",
    context: bytes,
    tag: str,
    arguments: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> str:
    """Build the Dockerfile in a tar archive; gives the image's id. Raises CannotBuild, NoEngine."""
    with answering(), _Watchdog(api) as watchdog:
        lines = api.build(
            fileobj=io.BytesIO(context),
            custom_context=True,
            tag=tag,
            buildargs=dict(arguments or {}),
            labels=dict(labels or {}),
            network_mode="none",
            container_limits={"memory": MEMORY, "memswap": MEMORY},
            rm=True,
            forcerm=True,
            use_config_proxy=False,
            decode=True,
            timeout=2 * BUILD_S,  # of silence: the watchdog comes first
        )
        return _seen_through(lines, tag, watchdog)


def _seen_through(lines: Iterator[dict[str, object]], tag: str, watchdog: "_Watchdog") -> str:
    """Read what the engine says until the image is there."""
    last: deque[str] = deque(maxlen=LINES_TOLD)
    made = ""
    for line in lines:
        text = str(line.get("stream") or line.get("error") or "")
        last += text.splitlines()
        watchdog.read(text)
        if "error" in line:
            late = f"it took longer than {BUILD_S} s\n" if watchdog.barked else ""
            raise CannotBuild(f"{tag} cannot be built: {late}" + "\n".join(filter(None, last)))
        aux = line.get("aux")
        made = str(aux["ID"]) if isinstance(aux, dict) else made
    return made


class _Watchdog:
    """Ends a build that takes too long: kills the step that runs. (The engine goes on when we hang up.)"""

    def __init__(self, api: "APIClient") -> None:
        self.barked = False
        self._api = api
        self._step = ""
        self._timer = Timer(BUILD_S, self._bark)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._timer.cancel()

    def read(self, text: str) -> None:
        """What the engine says: when a step is run, in which container."""
        if found := _RUNNING.search(text):
            self._step = found[1]

    def _bark(self) -> None:
        self.barked = True
        if self._step:
            with answering(), unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
                self._api.kill(self._step, "SIGKILL")
