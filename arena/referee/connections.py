"""Which connections to a socket of ours are there, as this process holds them."""

import array
import fcntl
import os
import select
import socket
import stat
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

_OPEN_FILES: Final = "/proc/self/fd"
_HUNG_UP: Final = select.POLLHUP | select.POLLERR


def connections(path: Path) -> frozenset[int]:
    """Our ends of all connections to a Unix socket of this process, by their inodes.

    They are looked for among the open files, as the kernel's table shows those of containers only in them.
    None are found where the system does not show open files (no /proc).
    """
    return frozenset(_of_each(path, lambda ours: os.fstat(ours.fileno()).st_ino))


def waiting(path: Path) -> int:
    """How many bytes have come on them that are not read yet."""
    return sum(_of_each(path, _unread))


def _of_each(path: Path, tell: Callable[[socket.socket], int]) -> Iterator[int]:
    """What is told of every connection."""
    try:
        files = os.listdir(_OPEN_FILES)
    except OSError:
        return
    for file in files:
        yield from _of_connection(int(file), str(path), tell)


def _of_connection(file: int, path: str, tell: Callable[[socket.socket], int]) -> Iterator[int]:
    """What is told of it, if it is one; the file may be closed at any moment, by the library's threads."""
    try:
        if not stat.S_ISSOCK(os.fstat(file).st_mode):
            return
        with _same(file) as ours:
            if ours.family == socket.AF_UNIX and ours.getsockname() == path and _alive(ours):
                yield tell(ours)
    except OSError:
        return


def _same(file: int) -> socket.socket:
    """The socket once more. Raises OSError."""
    copy = os.dup(file)
    try:
        return socket.socket(fileno=copy)
    except OSError:
        os.close(copy)
        raise


def _alive(ours: socket.socket) -> bool:
    """Whether somebody is at the other end."""
    if ours.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        return False
    poll = select.poll()
    poll.register(ours, 0)
    return not any(events & _HUNG_UP for _, events in poll.poll(0))


def _unread(ours: socket.socket) -> int:
    size = array.array("i", (0,))
    fcntl.ioctl(ours, termios.FIONREAD, size)
    return size[0]
