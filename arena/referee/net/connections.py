"""Find the Unix sockets of a seat in this process by path: the listening socket and the connections."""

import array
import fcntl
import os
import select
import socket
import stat
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

# The process's own open files are searched; without /proc no socket is found. The kernel's table of sockets
# would not do: it shows a container's connections only inside the container.

_OPEN_FILES: Final = "/proc/self/fd"
_HUNG_UP: Final = select.POLLHUP | select.POLLERR


def listening_socket(path: Path) -> socket.socket | None:
    """Return a copy of the socket that listens at a path; None if there is no such socket."""
    return next((_copy(one.fileno()) for one in _sockets(path) if _listens(one)), None)


def open_connections(path: Path) -> list[socket.socket]:
    """Return a copy of our end of each connection at `path` that the bot keeps open."""
    copies: dict[int, socket.socket] = {}
    for one in _sockets(path):
        if _is_open(one) and (inode := _inode(one)) not in copies:
            copies[inode] = _copy(one.fileno())
    return [*copies.values()]


def connections(path: Path) -> frozenset[int]:
    """Return the inode numbers of our ends of the connections at `path` that the bot keeps open."""
    return frozenset(_inode(one) for one in _sockets(path) if _is_open(one))


def accepted_connections(path: Path) -> frozenset[int]:
    """Return the inode numbers of our ends of all connections at `path`, even if the bot has closed them."""
    return frozenset(_inode(one) for one in _sockets(path) if not _listens(one))


def waiting_bytes(path: Path) -> int:
    """Return how many bytes have arrived on all open connections at a path but were not read yet."""
    found = open_connections(path)
    try:
        return sum(map(unread_bytes, found))
    finally:
        for connection in found:
            connection.close()


def unread_bytes(connection: socket.socket | int) -> int:
    """Return how many bytes have arrived on one connection but were not read yet."""
    size = array.array("i", (0,))
    fcntl.ioctl(connection, termios.FIONREAD, size)
    return size[0]


def _sockets(path: Path) -> Iterator[socket.socket]:
    """Yield a copy of each Unix socket at this path. Each copy is open until the next is requested."""
    try:
        files = os.listdir(_OPEN_FILES)
    except OSError:
        return
    for file in files:
        with suppress(OSError), _copy(int(file)) as ours:  # a thread of gRPC may close it
            if ours.family == socket.AF_UNIX and ours.getsockname() == str(path):
                yield ours


def _copy(file: int) -> socket.socket:
    """Return a copy of a socket by its file descriptor. Raise OSError if it is not a socket."""
    if not stat.S_ISSOCK(os.fstat(file).st_mode):
        raise OSError("not a socket")
    copy = os.dup(file)  # `socket.dup` would make the original blocking, and so the gRPC library
    try:
        return socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise


def _inode(ours: socket.socket) -> int:
    return os.fstat(ours.fileno()).st_ino


def _listens(ours: socket.socket) -> bool:
    return bool(ours.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def _is_open(ours: socket.socket) -> bool:
    """True if the socket is a connection whose other end is still open."""
    if _listens(ours):
        return False
    poll = select.poll()
    poll.register(ours, 0)
    return not any(events & _HUNG_UP for _, events in poll.poll(0))
