"""Retry a database access while the database is locked or its disk is full."""

import logging
import random
from collections.abc import Callable
from threading import Event
from typing import Final, TypeVar

from arena.service.admin.telemetry.log_messages import DATABASE, log_message
from arena.store.database.failures import NotNow

RETRY_S: Final = 1.0  # about this long between two attempts
JITTER: Final = (0.8, 1.2)  # random factor, so that two processes do not collide each time

T = TypeVar("T")


def retry_while_locked(access: Callable[[], T], report: Callable[[str], None], stop: Event) -> T | None:
    """Call `access`, and repeat it while the database is locked or its disk is full. Return its result.

    `report`: called before each retry with a message for the user. `stop`: the event that ends the retries;
    the result is then None.
    """
    logged = ""
    while True:
        try:
            return access()
        except NotNow as why:
            if str(why) != logged:
                logged = str(why)
                log_message(DATABASE, "database waits", logging.WARNING, detail=logged)
            report(f"{why}: {why.do}, then it goes on; or leave with Ctrl-C, what is stored stays")
        if stop.wait(RETRY_S * random.uniform(*JITTER)):
            return None
