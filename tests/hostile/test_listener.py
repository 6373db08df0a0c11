"""The server of a seat under attack."""

import asyncio
import gc
import os
import socket
import threading
from pathlib import Path

import pytest

from arena.referee.net.listener import Listener
from arena.sandbox.protocol import SOCKET
from tests.hostile.attacks.http2 import CALL, PING, PLAY, Line, fields, frame
from tests.hostile.attacks.noise import Behind, Heard

NO_TEXT = fields(CALL | {":path": PLAY.encode() + b"\xec"})


def call_no_text(lines: list[Line]) -> None:
    """Send a call with a path that is not UTF-8; it has arrived when the next ping is answered."""
    line = Line()
    lines.append(line)
    line.greet()
    line.call(head=NO_TEXT)
    line.raw(frame(PING, 0, 0, b"it came?"))
    said = b""
    while b"it came?" not in said:
        said += line.socket.recv(1 << 16)


@pytest.mark.parametrize("seen", [False, True], ids=["while-it-closes", "before"])
def test_it_closes_after_a_call_with_an_invalid_path(
    seen: bool, short_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TARGET", f"unix://{short_path / SOCKET}")
    lines: list[Line] = []

    async def listen() -> None:
        listener = Listener(short_path, Behind(Heard(), None))
        await listener.start()
        if seen:
            await asyncio.to_thread(call_no_text, lines)
        else:
            caller = threading.Thread(target=call_no_text, args=(lines,))
            caller.start()
            caller.join()  # here, so that the loop hears of it in `close`
        await listener.close()
        async with asyncio.timeout(60):
            while listener.connections():  # of a call that the library lost, until that is no more garbage
                gc.collect()
                await asyncio.sleep(0.01)

    try:
        asyncio.run(listen())
    finally:
        lines[0].close()


def test_nobody_connects_once_the_call_has_started(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = short_path / SOCKET
    monkeypatch.setenv("ARENA_TARGET", f"unix://{path}")

    def play() -> list[str]:
        inode = os.open(path, os.O_PATH)
        line = Line()
        line.greet()
        line.call()
        next(line.messages())
        refused = [refusal(str(path)), refusal(f"/proc/self/fd/{inode}")]
        os.close(inode)
        line.close()
        return refused

    async def listen() -> list[str]:
        listener = Listener(short_path, Behind(Heard(), None))
        await listener.start()
        listener.send()
        before = path.stat()
        try:
            refused = await asyncio.to_thread(play)
            assert path.stat().st_ino == before.st_ino
            return refused
        finally:
            await listener.close()

    assert asyncio.run(listen()) == ["ConnectionRefusedError"] * 2


def test_a_second_connection_at_the_call_is_judged(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = short_path / SOCKET
    monkeypatch.setenv("ARENA_TARGET", f"unix://{path}")
    heard = Heard()

    def play() -> None:
        other, line = Line(), Line()
        other.greet()
        other.hear()  # the library has accepted it
        line.greet()
        line.call()
        next(line.messages())
        other.close()
        line.close()

    async def listen() -> None:
        listener = Listener(short_path, Behind(heard, None))
        await listener.start()
        listener.send()
        try:
            await asyncio.to_thread(play)
        finally:
            await listener.close()

    asyncio.run(listen())
    assert heard.calls >= 1


def refusal(address: str) -> str:
    """Return the error of a connection that must fail."""
    with socket.socket(socket.AF_UNIX) as line, pytest.raises(OSError) as failed:
        line.connect(address)
    return failed.typename
