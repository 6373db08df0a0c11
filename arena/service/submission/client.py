"""A client for another arena's site: send a bot, and follow its trial."""

import http.client
import json
import re
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from arena.service.common.text import is_this_machine
from arena.service.errors import BadSettings, RunError, UserError
from arena.service.submission.pack import PackedBot
from arena.store.bots.uploads import TrialStep

TIMEOUT_S: Final = 30.0
LOOK_INTERVAL_S: Final = 0.5
MAX_LOOK_INTERVAL_S: Final = 5.0
SILENCE_TIMEOUT_S: Final = 60.0  # give up on an arena that has not answered for this long
MAX_ANSWER: Final = 4_000_000  # bytes
TOKEN: Final = "ARENA_SERVER_TOKEN"  # environment variable

KEYS: Final = frozenset({"id", "state", "over", "changes", "ahead", "bot", "message", "steps"})
STEP_KEYS: Final = frozenset({field.name for field in fields(TrialStep)})

_UNAUTHORIZED: Final = 401
_WAIT: Final = (429, 503)
_MINE: Final = range(400, 500)
_MOVED: Final = range(300, 400)

Document = dict[str, Any]
Pause = Callable[[float], None]


class NoArena(RunError):
    """No arena answers at this address."""


class RequestRejected(UserError):
    """The other arena rejects the request."""


class RetryLater(RunError):
    """The other arena asks to try again later."""


@dataclass(frozen=True, slots=True)
class Arena:
    """A client for the site of another arena."""

    url: str  # its web address
    token: str  # identifies the user there

    def __post_init__(self) -> None:
        parts = _parts(self.url)
        if parts.scheme not in ("http", "https") or not _is_host(parts.hostname) or "@" in parts.netloc:
            raise BadSettings(
                f"{self.url!r} is not the address of an arena; write it like https://arena.example.org"
            )
        if not self.token:
            raise BadSettings(
                f"a token is needed; set {TOKEN} or use --token; the arena's operator makes one"
            )
        if not self.token.isascii() or not self.token.isprintable() or " " in self.token:
            raise BadSettings("invalid token; copy it exactly as printed")

    @property
    def is_unencrypted(self) -> bool:
        """True if the token would be sent to another machine without encryption."""
        parts = _parts(self.url)
        return parts.scheme == "http" and not is_this_machine(parts.hostname)

    def send(self, bot: PackedBot, rulesets: tuple[str, ...] = ()) -> Document:
        """Send a bot, and return the other arena's description of the new upload.

        Raise NoArena if no arena answers, RequestRejected if it does not accept the bot or the token,
        RetryLater if it asks to try again later.
        """
        texts = {"file": bot.file, "name": bot.name, "member": bot.member, "source": bot.source}
        query = {**{key: text for key, text in texts.items() if text}}
        if rulesets:
            query["rulesets"] = ",".join(rulesets)
        return self._checked(self._request("POST", f"/api/bots?{urlencode(query)}", bot.data))

    def fetch_upload(self, id: str) -> Document:
        """Return the current description of an upload. Raise the same errors as `send`."""
        return self._checked(self._request("GET", f"/api/uploads/{quote(id, safe='')}"))

    def follow(self, id: str, pause: Pause = time.sleep) -> Iterator[Document]:
        """Yield the description of an upload after each change, until its trial has ended.

        `pause` is called with the seconds to wait between two requests.

        Raise RequestRejected if the arena rejects a request. Raise NoArena or RetryLater if requests fail for
        more than a minute.
        """
        seen, silent_since, intervals = -1, 0.0, _look_intervals()
        while True:
            try:
                found = self.fetch_upload(id)
                silent_since = 0.0
            except (NoArena, RetryLater):
                silent_since = silent_since or time.monotonic()
                if time.monotonic() - silent_since > SILENCE_TIMEOUT_S:
                    raise
                pause(next(intervals))
                continue
            if found["changes"] != seen:
                seen = found["changes"]
                yield found
            if found["over"]:
                return
            pause(next(intervals))

    def _request(self, method: str, path: str, body: bytes | None = None) -> Document:
        parts = _parts(self.url)
        connection = self._connection()
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/octet-stream"
        try:
            connection.request(method, parts.path.rstrip("/") + path, body, headers)
            response = connection.getresponse()
            answer = response.read(MAX_ANSWER)
        except ssl.SSLError as error:
            raise NoArena(
                f"{self.url} cannot be trusted, or does not speak HTTPS: {error.reason or error}"
            ) from None
        except (OSError, http.client.HTTPException) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise NoArena(
                f"{self.url} does not answer ({why}); check the address, and that `arena serve` runs there"
            ) from None
        finally:
            connection.close()
        return self._read(response, answer)

    def _checked(self, document: Document) -> Document:
        """Check that an upload's description has all required fields, and return it. Else raise RunError."""
        steps = document.get("steps")
        known = document.keys() >= KEYS and re.fullmatch("[0-9a-f]{1,64}", str(document["id"]))
        if not known or not isinstance(steps, list) or not all(_is_step(step) for step in steps):
            raise RunError(
                f"{self.url} is not an arena, or one of another version: its answer has unknown fields"
            )
        return document

    def _connection(self) -> http.client.HTTPConnection:
        """Open a connection to the arena."""
        parts = _parts(self.url)
        assert parts.hostname
        # Without a port, http.client takes the end of an IPv6 address for one.
        if parts.scheme == "https":
            port, context = parts.port or http.client.HTTPS_PORT, ssl.create_default_context()
            return http.client.HTTPSConnection(parts.hostname, port, timeout=TIMEOUT_S, context=context)
        port = parts.port or http.client.HTTP_PORT
        return http.client.HTTPConnection(parts.hostname, port, timeout=TIMEOUT_S)

    def _read(self, response: http.client.HTTPResponse, answer: bytes) -> Document:
        status = response.status
        if status in _MOVED:
            place = response.headers.get("Location", "elsewhere")
            raise NoArena(f"{self.url} has moved; use --to {place!r}")
        try:
            document = json.loads(answer)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise NoArena(f"{self.url} is not an arena (status {status}); is the address right?")
        if status < _MOVED.start:
            return document
        said = _sentence(document)
        if status == _UNAUTHORIZED:
            raise RequestRejected(
                f"{self.url} does not know this token; copy all of it, or ask the operator for one"
            )
        if status in _WAIT:
            raise RetryLater(f"{self.url}: {said}")
        if status in _MINE:
            raise RequestRejected(f"{self.url}: {said}")
        raise RunError(f"{self.url}: {said}")


def _look_intervals() -> Iterator[float]:
    """Yield the seconds to wait before each request: at first 0.5 s, later longer, but at most 5 s."""
    waited = 0.0
    while True:
        interval = min(max(LOOK_INTERVAL_S, waited / 10), MAX_LOOK_INTERVAL_S)
        yield interval
        waited += interval


def _is_step(step: object) -> bool:
    return isinstance(step, dict) and step.keys() >= STEP_KEYS


def _sentence(document: Document) -> str:
    error, do = str(document.get("error", "no reason given")), str(document.get("do", ""))
    return f"{error} {do}".strip().removesuffix(".")


def _parts(url: str) -> Any:  # noqa: ANN401 - what urlsplit gives
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise BadSettings(f"{url!r} is not the address of an arena: {error}") from None
    return parts


def _is_host(host: str | None) -> bool:
    """True if the text is valid as a machine's name."""
    try:
        return bool(host and host.encode("idna") and http.client.HTTPConnection(host, http.client.HTTP_PORT))
    except (UnicodeError, http.client.InvalidURL):
        return False
