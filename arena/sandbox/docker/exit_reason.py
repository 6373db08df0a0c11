"""Whether a container ended by itself, or the engine was made to end it."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import NoEngine, answering, connect
from arena.sandbox.protocol import Interrupted

if TYPE_CHECKING:
    from docker import APIClient

_TOLD_S: Final = 2.0  # until the engine tells of an end that it has reported
_ASK_S: Final = 0.05


def see_engine() -> None:
    """Raises Interrupted where no engine answers whoever comes now.

    One that is being stopped lets nobody in any more, while it goes on talking to who is there: it ends its
    containers then.
    """
    try:
        connect().close()
    except NoEngine as gone:
        raise Interrupted(f"the engine went away: {gone}") from gone


def see_its_own_end(container: str) -> None:
    """Raises Interrupted unless the engine that runs now saw the container end, and nobody had it killed.

    One that was started anew knows of nothing before.
    """
    deadline = time.monotonic() + _TOLD_S
    try:
        with answering(), connect() as api:
            while time.monotonic() < deadline:
                told = set(_told(api, container))
                if "kill" in told:
                    raise Interrupted("the container was killed through the engine, not by the referee")
                if "die" in told:
                    return
                time.sleep(_ASK_S)
    except NoEngine as gone:
        raise Interrupted(f"the engine went away: {gone}") from gone
    raise Interrupted("the engine was started anew")


def _told(api: "APIClient", container: str) -> Iterator[str]:
    """What happened to a container, as far as the engine remembers."""
    wanted = {"type": ["container"], "container": [container]}
    now = f"{time.time():.6f}"
    events = api.events(since="1", until=now, filters=wanted, decode=True)  # type: ignore[call-overload]  # of text
    return (str(event.get("Action", "")) for event in events)
