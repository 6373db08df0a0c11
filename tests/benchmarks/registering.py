"""Measure the time from the submission of a new bot to its registration."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from unittest.mock import patch
from uuid import uuid4

from arena.referee.process.match_process import MatchCancelled
from arena.service.bots import Bot
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.submission.qualification import MatchDone
from arena.service.submission.submit import SubmitOptions, submit
from arena.store.bots.submissions import StoredVersion
from arena.store.database.store import open_store, sqlite_url

TEN_LINES = """
import maumau


class MyBot(maumau.Bot):
    def choose(self, view):
        return view.legal[0]


if __name__ == "__main__":
    maumau.run(MyBot())
"""


class _Stopwatch:
    """A listener that ends the submission when the bot is registered."""

    def __init__(self) -> None:
        self.cancel = Event()
        self.seconds = 0.0
        self._started = time.monotonic()

    def registered(self, version: StoredVersion, untried: Sequence[str]) -> None:
        self.seconds = time.monotonic() - self._started
        self.cancel.set()

    def tell(self, line: str) -> None:
        pass

    def begin(self, bot: Bot) -> None:
        pass

    def step(self, step: CheckStep) -> None:
        pass

    def progress(self, progress: CheckProgress) -> None:
        pass

    def checked(self, report: Report) -> None:
        pass

    def match(self, match: MatchDone) -> None:
        pass


def seconds_until_registered(runner: str = "process") -> float:
    """Return wall-clock seconds of a Python bot of ten lines that nobody has submitted before."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, XDG_DATA_HOME=folder):
        bot = Path(folder, "mybot.py")
        bot.write_text(f"# {uuid4()}\n{TEN_LINES}")
        with open_store(sqlite_url(Path(folder, "arena.db"))) as store:
            watch = _Stopwatch()
            try:
                submit(store, str(bot), SubmitOptions(runner=runner), watch, watch.cancel)
            except MatchCancelled:
                return watch.seconds
    raise AssertionError("it has qualified in all rulesets at once")
