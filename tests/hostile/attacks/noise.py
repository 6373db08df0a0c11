"""Noise for the server of a seat: what a real bot sent, changed here and there, and bytes that are nothing.

`python -m tests.hostile.attacks.noise SEED SESSIONS` is the server and all who call it, in a process that may
die. It prints what came of it as JSON.
"""

import asyncio
import json
import os
import random
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.referee.net.listener import Listener
from arena.sandbox.protocol import SOCKET
from arena.sandbox.usage import peak_memory
from arena.wire.decode import ProtocolError, parse_answers, parse_hello, parse_request
from maumau.v1 import referee_pb2 as pb
from tests.hostile.attacks.http2 import PING, PREFACE, frame

RECORDED = Path(__file__).parents[1] / "corpus" / "session.hex"
HEAD = 9  # bytes of the head of a frame
PATIENCE_S = 60
MOMENT_S = 0.05
LAST_WORD = b"lastword"
LAST_PING = frame(PING, 0, 0, LAST_WORD)
HONEST_EVERY = 20


@dataclass(slots=True)
class Heard:
    """What came out of the noise."""

    sessions: int = 0
    honest: int = 0  # sessions that were not changed, and were understood
    messages: int = 0
    refused: int = 0  # of the messages: those that broke the protocol
    calls: int = 0  # that may not be started
    peak_mb: float = 0.0


class Behind:
    """Reads what comes as an instance does: first a Hello, then answers."""

    def __init__(self, heard: Heard, understood: threading.Event | None) -> None:
        self._heard = heard
        self._understood = understood or threading.Event()
        self._greeted = False

    def received(self, data: bytes) -> None:
        self._heard.messages += 1
        try:
            request = parse_request(data)
            if self._greeted:
                parse_answers(request)
                self._understood.set()
            else:
                parse_hello(request)
                self._greeted = True
        except ProtocolError:
            self._heard.refused += 1

    def next_messages(self) -> list[bytes]:
        return [pb.PlayResponse(news=[pb.News(game=1, events=bytes(100))]).SerializeToString()]

    def on_forbidden_call(self, _: str) -> None:
        self._heard.calls += 1


def recorded() -> list[bytes]:
    """The session as its frames, the greeting first."""
    data = bytes.fromhex(RECORDED.read_text())
    frames, at = [data[: len(PREFACE)]], len(PREFACE)
    while at < len(data):
        end = at + HEAD + int.from_bytes(data[at : at + 3], "big")
        frames.append(data[at:end])
        at = end
    return frames


def noise(chance: random.Random, frames: Sequence[bytes]) -> bytes:
    """The session with one kind of change."""
    kind = chance.choice(("bits", "bytes", "frames", "heads", "nothing"))
    if kind == "nothing":
        return chance.choice((b"", PREFACE)) + chance.randbytes(chance.choice((1, 9, 100, 5_000)))
    if kind == "frames":
        return b"".join(_other_order(chance, frames))
    if kind == "heads":
        return b"".join((*frames[:4], *_strange_frames(chance), *frames[4:]))
    changed = bytearray(b"".join(frames))
    for _ in range(chance.choice((1, 1, 3, 20))):
        at = chance.randrange(len(changed))
        if kind == "bits":
            changed[at] ^= 1 << chance.randrange(8)
        else:
            changed[at : at + chance.randrange(5)] = chance.randbytes(chance.randrange(5))
    return bytes(changed)


def _other_order(chance: random.Random, frames: Sequence[bytes]) -> list[bytes]:
    """Some frames are lost, some come twice, some at another time."""
    mixed = [one for one in frames[1:] for _ in range(chance.choice((0, 1, 1, 1, 1, 2)))]
    for _ in range(chance.randrange(4)):
        mixed.insert(chance.randrange(len(mixed) + 1), chance.choice(frames))
    return [frames[0], *mixed]


def _strange_frames(chance: random.Random) -> list[bytes]:
    return [
        frame(
            chance.randrange(12),
            chance.randrange(256),
            chance.choice((0, 1, 2, 3, 5, 1 << 31)),
            chance.randbytes(chance.choice((0, 4, 5, 6, 8, 300))),
            chance.choice((None, None, None, 0, 77, 0xFFFFFF)),
        )
        for _ in range(chance.randrange(1, 6))
    ]


def shout(path: Path, data: bytes, pieces: int, understood: threading.Event | None) -> None:
    """Send it in so many pieces, wait until it is understood, or a moment where it hardly will be, say that
    no more comes, and hear out what the server says. Raises TimeoutError.
    """
    with socket.socket(socket.AF_UNIX) as line, suppress(ConnectionError):
        line.settimeout(PATIENCE_S)
        line.connect(str(path))
        size = len(data) // pieces + 1
        for start in range(0, len(data), size):
            line.sendall(data[start : start + size])
        if understood:
            understood.wait(PATIENCE_S)
        else:
            _hear(line)
        line.shutdown(socket.SHUT_WR)
        while line.recv(1 << 16):
            pass


def _hear(line: socket.socket) -> None:
    """Give the server the time to answer a last ping, if it still understands one."""
    line.sendall(LAST_PING)
    line.settimeout(MOMENT_S)
    heard = b""
    with suppress(TimeoutError):
        while LAST_WORD not in heard and (more := line.recv(1 << 16)):
            heard = heard[-len(LAST_WORD) :] + more
    line.settimeout(PATIENCE_S)


async def session(
    folder: Path, heard: Heard, data: bytes, pieces: int = 1, understood: threading.Event | None = None
) -> None:
    """A server for one seat, and this noise at its door."""
    listener = Listener(folder, Behind(heard, understood))
    await listener.start()
    try:
        listener.send()
        await asyncio.to_thread(shout, folder / SOCKET, data, pieces, understood)
    finally:
        await listener.close()
    heard.sessions += 1


async def honest_session(folder: Path, heard: Heard, data: bytes) -> None:
    """The session as it was."""
    understood = threading.Event()
    await session(folder, heard, data, understood=understood)
    heard.honest += understood.is_set()


async def listen(seed: int, sessions: int) -> Heard:
    chance, frames, heard = random.Random(seed), recorded(), Heard()
    with tempfile.TemporaryDirectory(prefix="n-", dir="/tmp") as name:
        for number in range(sessions):
            if number % HONEST_EVERY == 0:
                await honest_session(Path(name), heard, b"".join(frames))
            await session(Path(name), heard, noise(chance, frames), chance.choice((1, 1, 2, 9)))
    heard.peak_mb = peak_memory(os.getpid()) / 1_048_576
    return heard


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(listen(int(sys.argv[1]), int(sys.argv[2]))))))
