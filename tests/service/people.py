"""The worker that plays people's games, as a real process, and a person who answers through the database."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from arena.service.database import VARIABLE
from arena.service.people.site import events_of, own_game, send_request
from arena.store.database.store import Store
from arena.store.people.games import StoredPersonGame

TIMEOUT_S = 60
VISITOR = "v" * 64

Json = dict[str, Any]


@contextmanager
def people_worker(url: str, data: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run the worker of a database."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.service.people.worker", "--runner", "process"],
        stdin=subprocess.PIPE,
        env={**os.environ, VARIABLE: url, "XDG_DATA_HOME": data},
        process_group=0,
    )
    try:
        yield process
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait(TIMEOUT_S)


def kill(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(TIMEOUT_S)


def wait_for(what: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever it waits for
    """Return the first true result of a function that is called again and again."""
    deadline = time.monotonic() + TIMEOUT_S
    while not (found := what()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


class StoredPlayer:
    """A person who plays a game whose messages are in a database."""

    def __init__(self, store: Store, key: str, seed: int = 1) -> None:
        self._store = store
        self._key = key
        self._random = random.Random(seed)
        self.answered: list[int] = []  # plies

    @property
    def game(self) -> StoredPersonGame:
        return own_game(self._store, self._key, VISITOR)

    def question(self) -> Json | None:
        """Return the open question; None if there is none."""
        asked = [event for event in events_of(self._store, self._key) if event.name == "question"]
        question: Json | None = json.loads(asked[-1].data) if asked else None
        return None if question is None or question["ply"] in self.answered else question

    def send(self, name: str, data: Json) -> None:
        send_request(self._store, self.game, name, json.dumps(data).encode())

    def answer(self, question: Json) -> None:
        number = self._random.randrange(len(question["choices"]))
        self.answered.append(question["ply"])
        self.send("answer", {"ply": question["ply"], "choice": number})

    def play(self, answers: int = 1_000) -> bool:
        """Answer questions, at most this many. Return True once the game is over."""
        for _ in range(answers):
            question = wait_for(lambda: self.question() or self.game.is_over)
            if question is True:
                return True
            self.answer(question)
        return False
