"""A person at the page of `arena play me --open`, as a program: it answers questions with random choices."""

import json
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from arena.service.common.local_server import HOST

TIMEOUT_S = 60

Json = dict[str, Any]


class PagePlayer:
    """The page's requests. `received`: everything that the page has got so far."""

    def __init__(self, port: int, root: str, seed: int = 1, cookie: str = "") -> None:
        self._port = port
        self._root = root
        self._headers = {"Cookie": cookie}
        self._random = random.Random(seed)
        self.received: list[str] = []

    def get(self, name: str) -> tuple[int, str]:
        return self._request("GET", name, None)

    def post(self, name: str, body: Json) -> tuple[int, Json]:
        status, text = self._request("POST", name, json.dumps(body))
        return status, json.loads(text or "{}")

    def events(self, plies: int) -> Iterator[tuple[str, Any]]:
        """Yield the name and the data of each event of the running game."""
        with closing(HTTPConnection(HOST, self._port, timeout=TIMEOUT_S)) as connection:
            connection.request("GET", f"{self._root}events?from={plies}", headers=self._headers)
            name = ""
            with connection.getresponse() as answer:
                for line in _lines(answer):
                    self.received.append(line)
                    field, _, value = line.partition(": ")
                    if field == "event":
                        name = value
                    elif field == "data":
                        yield name, json.loads(value)

    def play(self) -> Json:
        """Answer all questions of a game, and return the data of its end."""
        film = json.loads(self.get("film")[1])
        for name, data in self.events(film["plies"]):
            if name == "question" and data:
                status, answer = self.post("answer", self.choose(data))
                assert status == 200, answer
            if name == "end":
                over: Json = data["over"]
                return over
        raise AssertionError("the events ended before the game")

    def choose(self, question: Json) -> Json:
        """Return a random answer to a question."""
        pick = self._random
        number = pick.randrange(len(question["choices"]))
        choice = question["choices"][number]
        answer = {"ply": question["ply"], "choice": number}
        for field, allowed in (("suit", "suits"), ("target", "targets"), ("claim", "claims")):
            if allowed in choice:
                answer[field] = pick.choice(choice[allowed])
        if "words" in choice:
            answer["word"] = pick.choice(choice["words"])[0]
        if "further" in choice:
            count = pick.randint(choice["least"], choice["most"])
            answer["more"] = pick.sample(choice["further"], count)
        return answer

    def _request(self, method: str, name: str, body: str | None) -> tuple[int, str]:
        with self._connection() as connection:
            connection.request(method, self._root + name, body, self._headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        self.received.append(text)
        return answer.status, text

    def _connection(self) -> AbstractContextManager[HTTPConnection]:
        """Return the connection for a request, as a context manager."""
        return closing(HTTPConnection(HOST, self._port, timeout=TIMEOUT_S))


def _lines(answer: HTTPResponse) -> Iterator[str]:
    while line := answer.readline():
        yield line.decode().rstrip("\n")
