"""Too many connections, incomplete ones, or ones on which nothing is read."""

import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial

from tests.hostile.attacks.attack import Question, add_attack, open_line, opening, play_on, strike
from tests.hostile.attacks.http2 import (
    DATA,
    PING,
    PREFACE,
    SETTINGS,
    STREAM,
    Line,
    connected,
    frame,
    prefixed,
    setting,
)
from tests.hostile.attacks.protobuf import answer, hello, questions

CROWD = 400
LATE = "NO_START"  # nobody has said Hello


def crowd(said: bytes, size: int = CROWD) -> list[socket.socket]:
    """Open many connections that send the same; ignore refused ones."""
    lines = []
    for _ in range(size):
        with suppress(OSError):
            line = connected()
            lines.append(line)
            line.setblocking(False)
            line.send(said)
    return lines


# ---- beside an honest one --------------------------------------------------------------------------------
@opening("OK PROTOCOL")
def crowd_of_silent_ones() -> None:
    """Open 400 connections and send nothing."""
    _play_beside(b"")


@opening("OK PROTOCOL")
def crowd_of_half_greetings() -> None:
    _play_beside(PREFACE[:11])


@opening("OK PROTOCOL")
def crowd_that_greets() -> None:
    _play_beside(PREFACE + frame(SETTINGS, 0, 0, b""))


@opening("OK PROTOCOL")
def comes_and_goes() -> None:
    """Open and close other connections without end."""
    line = open_line()
    for asked in line.messages():
        crowd(PREFACE, 20)
        _answer(line, asked)


def _play_beside(said: bytes) -> None:
    line = open_line()
    others = crowd(said)
    play_on(line)
    assert others


def _answer(line: Line, message: bytes) -> None:
    if asked := questions(message):
        line.send(b"".join(map(answer, asked)))


# ---- before it -------------------------------------------------------------------------------------------
@opening("OK PROTOCOL NO_START")
def crowd_first() -> None:
    """Open 400 connections, and then the bot's own."""
    others = crowd(PREFACE[:11])
    play_on(open_line())
    assert others


# ---- as fast as several processes can --------------------------------------------------------------------
STORM = 8  # processes
HELD = 200  # connections of each
GREETING = PREFACE + frame(SETTINGS, 0, 0, b"")


def storm(about: str, name: str, connect: Callable[[], None], before: bool = False) -> None:
    """Add an attack: several processes do this without end, while the bot plays or `before` it calls."""
    add_attack(name, "OK PROTOCOL NO_START", about, partial(_storm, connect, before))


def _storm(connect: Callable[[], None], before: bool) -> None:
    _inode()
    if before:
        _repeat_in_processes(connect)
        time.sleep(0.2)
    line = open_line()
    if not before:
        next(line.messages())  # the Welcome
        _repeat_in_processes(connect)
    play_on(line)


def _repeat_in_processes(connect: Callable[[], None]) -> None:
    main = os.getpid()
    for _ in range(STORM):
        if not os.fork():
            while os.getppid() == main:
                with suppress(OSError):
                    connect()
            os._exit(0)


def _connect_and_close(said: bytes) -> None:
    with connected() as line:
        line.send(said)


@cache
def _inode() -> int:
    """Return a descriptor that can be connected to even when the path is gone."""
    return os.open(os.environ["ARENA_TARGET"].removeprefix("unix://"), os.O_PATH)


def _connect_by_descriptor() -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(f"/proc/self/fd/{_inode()}")
        line.send(GREETING)


def _connect_and_hold() -> None:
    lines = crowd(GREETING, HELD)
    time.sleep(0.05)
    for line in lines:
        line.close()


storm("processes that connect, greet and hang up", "storm", partial(_connect_and_close, GREETING))
storm("processes that connect and hang up", "storm_in_silence", partial(_connect_and_close, b""))
storm("processes that connect by the inode", "storm_by_descriptor", _connect_by_descriptor)
storm("processes that connect, greet and stay", "storm_that_stays", _connect_and_hold)
storm("a storm before Hello", "storm_first", partial(_connect_and_close, GREETING), before=True)
storm("a crowd that stays before Hello", "storm_that_stays_first", _connect_and_hold, before=True)


# ---- of another kind -------------------------------------------------------------------------------------
def says(name: str, data: bytes, about: str) -> None:
    add_attack(name, LATE, about, partial(_say, data), alike=True)


def _say(data: bytes) -> None:
    line = Line()
    line.raw(data)
    line.until_gone()


TLS = bytes.fromhex("1603010200010001fc0303") + bytes(505)
OLD = b"POST /maumau.v1.RefereeService/Play HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
says("says_nothing", b"", "a connection, and no word")
says("half_a_greeting", PREFACE[:13], "half the preface of HTTP/2")
says("only_a_greeting", PREFACE, "the preface without settings")
says("greets_and_waits", PREFACE + frame(SETTINGS, 0, 0, b""), "a connection without a call")
says("http_1", OLD + b"Content-Length: 3\r\n\r\nabc", "HTTP/1.1")
says("upgrade", OLD + UPGRADE, "HTTP/1.1 that wants to be HTTP/2")
says("tls", TLS, "a ClientHello of TLS")
says("garbage_bytes", b"\xff\0" * 50_000, "no protocol at all")
says("wrong_first_frame", PREFACE + frame(PING, 0, 0, bytes(8)) * 50, "a ping where settings belong")
says("endless_line", b"GET /" + b"x" * 1_000_000, "a line of HTTP/1.1 that does not end")


@opening(f"{LATE} PROTOCOL")
def knocks() -> None:
    """Connect and disconnect 2,000 times."""
    for _ in range(2_000):
        connected().close()


@opening("NO_START DISCONNECT PROTOCOL")
def tears_its_line() -> None:
    """Start a call and disconnect within a message."""
    line = Line()
    line.greet()
    line.call()
    line.raw(frame(DATA, 0, STREAM, prefixed(hello(), length=9_999)))
    line.socket.shutdown(socket.SHUT_RDWR)


# ---- on which nothing is read ----------------------------------------------------------------------------
@opening("TIMEOUT NO_START")
def no_room() -> None:
    """Allow the referee no byte of a message."""
    line = Line()
    line.greet(setting(4, 0))
    line.call()
    line.send(hello())
    line.until_gone()


@opening("TIMEOUT PROTOCOL DISCONNECT NO_START")
def never_reads() -> None:
    """Send pings and never read the answers."""
    line = open_line()
    while True:
        line.raw(frame(PING, 0, 0, bytes(8)) * 500)


@strike("TIMEOUT PROTOCOL")
def reads_no_more(line: Line, asked: list[Question]) -> None:
    """Answer questions that were not read."""
    for number in range(1_000_000):
        line.data(prefixed(answer((asked[0][0], number))))
