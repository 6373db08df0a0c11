"""What was played waits for a database that cannot be written: its disk is full, or it is kept locked."""

import logging
import random
from collections.abc import Callable
from threading import Event
from typing import Final, TypeVar

from arena.service.admin.telemetry.log_messages import DATABASE, log_message
from arena.store.database.failures import NotNow

AGAIN_S: Final = 1.0  # about how often it is tried
JITTER: Final = (0.8, 1.2)  # so that two who wait do not meet each time

T = TypeVar("T")


def when_it_can(ask: Callable[[], T], tell: Callable[[str], None], stop: Event) -> T | None:
    """What `ask` gives; it is asked again while the database cannot be written.

    `tell` is given why nothing goes on, and what to do. None if `stop` is set meanwhile.
    """
    known = ""
    while True:
        try:
            return ask()
        except NotNow as why:
            if str(why) != known:
                known = str(why)
                log_message(DATABASE, "database waits", logging.WARNING, detail=known)
            tell(f"{why}: {why.do}, then it goes on; or leave with Ctrl-C, what is stored stays")
        if stop.wait(AGAIN_S * random.uniform(*JITTER)):
            return None
