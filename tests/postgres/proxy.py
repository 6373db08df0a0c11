"""A proxy to PostgreSQL that cuts connections during a commit."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import Final, Self

COMMIT: Final = b"COMMIT\0"  # a statement, and not a part of one
CHUNK: Final = 1 << 16


class Cut(StrEnum):
    """The moment at which a connection is cut."""

    BEFORE = "before the server hears of it"
    DURING = "while the server is at it"
    AFTER = "before its answer arrives"


class Proxy:
    """Pass data between clients and the server; apply `cut` to the next COMMITs in turn."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._lock = threading.Lock()
        self._coming: list[Cut | None] = []
        self.cuts: list[Cut] = []  # that were done
        self.after_cut = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, *when: Cut | None) -> None:
        """Set what happens to the next COMMITs; None: nothing."""
        with self._lock:
            self._coming += when
            self.after_cut.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), socket.create_connection(("127.0.0.1", self._server)) as server:
            swallow = threading.Event()
            back = threading.Thread(target=self._pass_back, args=(server, client, swallow), daemon=True)
            back.start()
            with closing_both(client, server):
                while said := client.recv(CHUNK):
                    when = self._next() if COMMIT in said else None
                    if when:
                        self._do(when, said, server, swallow, back)
                        return
                    server.sendall(said)

    def _do(
        self, when: Cut, said: bytes, server: socket.socket, swallow: threading.Event, back: threading.Thread
    ) -> None:
        if when is Cut.AFTER:
            swallow.set()
        if when is not Cut.BEFORE:
            server.sendall(said)
        if when is Cut.AFTER:
            back.join(10)  # it ends when the answer is there
        self.cuts.append(when)
        self.after_cut.set()

    def _next(self) -> Cut | None:
        with self._lock:
            return self._coming.pop(0) if self._coming else None

    @staticmethod
    def _pass_back(server: socket.socket, client: socket.socket, swallow: threading.Event) -> None:
        with suppress(OSError):
            while said := server.recv(CHUNK):
                if swallow.is_set():
                    return
                client.sendall(said)
            client.shutdown(socket.SHUT_RDWR)


@contextmanager
def closing_both(*ends: socket.socket) -> Iterator[None]:
    """Close both connections after the block, so that readers notice at once."""
    try:
        yield
    finally:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
