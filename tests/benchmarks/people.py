"""People at the site's tables: `uv run python -m tests.benchmarks.people [--people N] [--boards N]`.

A site of its own, with its database in a file, plays games of N people against `greedy` in processes, while
`arena run` plays a tournament on the same database. As on the page, the other players' plies are shown one
after the other. Then the person thinks for 2 to 4 s, and answers. After a game they start another one. As in
a browser, the requests of a person share a connection. The tournament is played without and with people, in
turns. Times are wall-clock times, as a person sees them: measure only on an idle machine.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import Final
from urllib.parse import urlencode

from arena.service.common.local_server import HOST
from tests.benchmarks.spread import spread
from tests.service.page_player import TIMEOUT_S, PagePlayer
from tests.web.site_process import site_process, variables
from tests.web.waiting import descendants

THINKING_S: Final = (2.0, 4.0)
FOLLOW_S: Final = 0.7  # a ply, as FOLLOW_TIME of the page
MAX_FOLLOW_S: Final = 6.0  # all plies that have arrived, as MAX_FOLLOW_TIME
KEEP_ALIVE_S: Final = 4.0  # the site closes a connection that was idle for 5 s
ARRIVAL_S: Final = 0.5  # between two people
MAX_ANSWER_MS: Final = 300
MIN_SPEED: Final = 0.8


@dataclass(slots=True)
class Times:
    """Waiting times of people in milliseconds."""

    answer: list[float] = field(default_factory=list)  # until the response
    frame: list[float] = field(default_factory=list)  # until the own move is shown
    start: list[float] = field(default_factory=list)  # from the form to the first question
    games: int = 0


class Person(PagePlayer):
    """A person who plays one game on the site, as a program."""

    def __init__(self, port: int, number: int, times: Times) -> None:
        self._began = time.monotonic()
        address = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
        path, cookie = _sit_down(port, address)
        super().__init__(port, f"/api{path}/", number, cookie)
        self._headers |= address
        self._times = times
        self._kept = HTTPConnection(HOST, port, timeout=TIMEOUT_S)
        self._used = 0.0  # when it was used last

    def _connection(self) -> AbstractContextManager[HTTPConnection]:
        """Return the connection of the last request; a new one if the site may soon close that."""
        now = time.monotonic()
        if now - self._used > KEEP_ALIVE_S:
            self._kept.close()
        self._used = now
        return nullcontext(self._kept)

    def play_until(self, stop: Event) -> None:
        """Play the game to its end, or resign when `stop` is set."""
        with closing(self._kept):
            self._play_until(stop)

    def _play_until(self, stop: Event) -> None:
        status, text = self.get("film")
        assert status == 200, text
        film = json.loads(text)
        answered = shown = next_at = 0.0
        times, is_first = self._times, True
        for name, data in self.events(film["plies"]):
            self.received.clear()
            now = time.monotonic()
            if name == "frame":
                plies = sum(piece["plies"] for piece in data)
                for number in range(plies):
                    shown = now if answered and number == 0 else max(now, next_at)  # the own move at once
                    next_at = shown + min(FOLLOW_S, MAX_FOLLOW_S / plies)
            if answered and name in ("frame", "end"):
                times.frame.append(1000 * (now - answered))
                answered = 0.0
            if name == "question" and data:
                if is_first:
                    times.start.append(1000 * (time.monotonic() - self._began))
                    is_first = False
                if stop.wait(max(0.0, shown - now) + self._random.uniform(*THINKING_S)):
                    self.post("resign", {})
                    return
                answered = time.monotonic()
                status, answer = self.post("answer", self.choose(data))
                times.answer.append(1000 * (time.monotonic() - answered))
                assert status == 200, answer
        times.games += 1


def _sit_down(port: int, address: Mapping[str, str]) -> tuple[str, str]:
    """Start a game by the form. Return the path of its page, and the person's cookie.

    `address`: the header in which a proxy would report the person's address.
    """
    body = urlencode({"ruleset": "mau-mau", "bot": "greedy"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", **address}
    with closing(HTTPConnection(HOST, port, timeout=TIMEOUT_S)) as connection:
        connection.request("POST", "/play", body, headers)
        response = connection.getresponse()
        assert response.status == 303, response.read()[:2000]
        return response.headers["Location"], response.headers["Set-Cookie"].partition(";")[0]


@contextmanager
def people(port: int, count: int, times: Times) -> Iterator[None]:
    """Let people play during a block. They all sit at a table when it begins."""
    stop = Event()
    failures: list[BaseException] = []

    def stay(number: int) -> None:
        try:
            while not stop.is_set():
                Person(port, number, times).play_until(stop)
        except BaseException as failure:
            failures.append(failure)

    threads = [Thread(target=stay, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
        time.sleep(ARRIVAL_S)
    while len(times.start) < count and not failures:
        time.sleep(0.1)
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]


def games_per_second(boards: int, environment: Mapping[str, str]) -> float:
    """Play a tournament of three bots in two matches at a time. Return its games per second."""
    bots = ("builtin:greedy", "builtin:counting", "builtin:random")
    command = (sys.executable, "-m", "arena", "run", *bots, "-j", "2", "-n", str(boards), "-q", "--unrated")
    began = time.monotonic()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return 3 * 2 * boards / (time.monotonic() - began)


def megabytes(pid: int) -> float:
    """Return the memory of a process and its descendants. Shared pages count once."""
    total = 0
    for one in (pid, *descendants(pid)):
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text()
        except OSError:  # it has just ended
            continue
        found = re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)
        total += int(found[1]) if found else 0
    return total / 1000


def row(name: str, times: Sequence[float]) -> str:
    """Return a line of the table of waiting times."""
    _, *cuts = sorted(times), *statistics.quantiles(times, n=100)
    return f"{name:36} {cuts[49]:8.0f} {cuts[94]:8.0f} {max(times):8.0f} {len(times):7}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--boards", type=int, default=4_000, help="of each match of the tournament")
    parser.add_argument("--passes", type=int, default=3)
    asked = parser.parse_args()
    times = Times()
    alone, along, memory = [], [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        environment = variables(Path(folder))
        with site_process(Path(folder)) as (process, port):
            for _ in range(asked.passes):
                alone.append(games_per_second(asked.boards, environment))
                before = megabytes(process.pid)
                with people(port, asked.people, times):
                    memory = (megabytes(process.pid) - before) / asked.people
                    along.append(games_per_second(asked.boards, environment))
                print(f"{alone[-1]:.0f} games/s, with people {along[-1]:.0f}", file=sys.stderr)
    print(f"{asked.people} people, {times.games} finished games, {memory:.0f} MB per person")
    print(f"{'ms':36} {'p50':>8} {'p95':>8} {'max':>8} {'number':>7}")
    print(row(f"answer to response (p95 <= {MAX_ANSWER_MS})", times.answer))
    print(row("answer to own move", times.frame))
    print(row("form to first question", times.start))
    shares = [one / other for one, other in zip(along, alone, strict=True)]
    print(f"tournament: {spread(alone, 0)} games/s, with people {spread(along, 0)}")
    print(f"with people ÷ without (at least {MIN_SPEED}): {spread(shares)}")


if __name__ == "__main__":
    main()
