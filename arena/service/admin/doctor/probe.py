"""The escape probe: a program that attempts, in a bot's container, everything that a bot must not do.

It imports nothing of the arena: only its source is passed to the container's Python.

For each attempt it prints one line of JSON with the results by name. The result of a refused action is the
name of the error, such as "EPERM".

Its argument is a JSON object, called `order` in the functions:

- `attempts`: the names of the attempts to make. Each is the name of a function below.
- `limits`: the limits that the container should have.
- `calls`: the system calls to try, by processor and name. Each is a list of the call's number and its
  arguments, such as `{"x86_64": {"io_uring_setup": [425, 1, 0]}}`.
"""

import ctypes
import errno
import json
import os
import platform
import resource
import select
import signal
import socket
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

Order = dict[str, Any]
Results = Iterator[tuple[str, object]]

LIBC = ctypes.CDLL(None, use_errno=True)
MIB = 1 << 20
SEAT = "/run/arena"
REFEREE = f"{SEAT}/referee.sock"
KERNEL = ("/proc", "/sys")
REFUSED = ("EPERM", "ENOSYS", "EAFNOSUPPORT", "SIGSYS")  # results that mean that a call is forbidden
CHILD_TIMEOUT_S = 0.5
KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW)
FAMILIES = {getattr(socket, name): name for name in reversed(dir(socket)) if name.startswith("AF_")}
PORTS = (("169.254.169.254", 80), ("127.0.0.1", 80), ("172.17.0.1", 80), ("192.0.2.1", 9))


def attempt(action: Callable[..., object], *arguments: object) -> str:
    """Call a function. Return "allowed" if it works, else the name of its error, like "EPERM"."""
    try:
        action(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except ValueError:  # of setrlimit
        return "EPERM"
    return "allowed"


def open_file(path: str, flags: int) -> None:
    os.close(os.open(path, flags))


def call(number: int, *arguments: int) -> int:
    """Make the system call of this number. Return its error number; 0 for success."""
    ctypes.set_errno(0)
    LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    return ctypes.get_errno()


def in_child(action: Callable[..., int], *arguments: int) -> str:
    """Make a system call in a child process, because the call may kill it.

    Return the name of the error, such as "EPERM" or "SIGSYS". Return "reached" if the kernel reported no
    error within half a second.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # for its C library's last words, as after vfork
        os.write(writes, bytes([action(*arguments)]))
        os._exit(0)
    os.close(writes)
    answer = os.read(reads, 1) if select.select([reads], [], [], CHILD_TIMEOUT_S)[0] else b""
    os.close(reads)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGSYS:
        return "SIGSYS"
    return "reached" if not answer or answer == b"\0" else errno.errorcode[answer[0]]


# ---- surroundings ----


def count_processes() -> int:
    return sum(map(str.isdigit, os.listdir("/proc")))


def surroundings(_: Order) -> Results:
    yield "processes", count_processes()
    yield "environment", " ".join(sorted({*os.environ} - {"LC_CTYPE"}))
    yield "host name", socket.gethostname()
    networks = "/sys/class/net"
    yield "network devices", " ".join(sorted(os.listdir(networks))) if os.path.isdir(networks) else ""


def privileges(_: Order) -> Results:
    with open("/proc/self/status") as status:
        for line in status:
            name, _colon, value = line.partition(":")
            if name.startswith("Cap") or name in ("NoNewPrivs", "Seccomp"):
                yield name, value.strip()
    yield "groups but its own", sorted({*os.getgroups(), os.getgid()} - {os.getuid()})


def user(_: Order) -> Results:
    yield "user", os.getuid()


def resources(_: Order) -> Results:
    for name in ("NOFILE", "CORE"):
        yield f"limit {name}", resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))


def mounts(_: Order) -> Results:
    with open("/proc/self/mountinfo") as info:
        rows = [line.partition(" - ")[0].split() + line.partition(" - ")[2].split() for line in info]
    for row in sorted(rows, key=lambda row: row[4]):
        options = {*row[5].split(",")} & {"ro", "nosuid", "nodev", "noexec"}
        if not is_device(row[4]):
            written = f"written to, {' '.join(sorted(options))}"
            yield f"mount {row[4]}", "EROFS" if "ro" in options else written


def is_device(path: str) -> bool:
    """True if the path is a character device. Docker mounts a null device over files that it hides."""
    return stat.S_ISCHR(os.stat(path).st_mode)


# ---- writing ----


def list_folders() -> Iterator[str]:
    """Yield all folders of the container; below /proc and /sys only the mount points."""
    for folder, inner, _ in os.walk("/"):
        inner[:] = [name for name in inner if os.path.join(folder, name) not in KERNEL]
        yield folder
    with open("/proc/self/mountinfo") as info:
        yield from sorted({point for line in info if (point := line.split()[4]).startswith(KERNEL)})


def folders(_: Order) -> Results:
    for folder in list_folders():
        if attempt(os.mkdir, f"{folder}/probe") == "allowed":
            yield f"folder {folder}", "written to"
            os.rmdir(f"{folder}/probe")


def scratch(order: Order) -> Results:
    """Fill /tmp and /dev/shm until a write fails or far exceeds the limits.

    Yield how many bytes and how many folders fit.
    """
    limits = order["limits"]
    for path, most in (("/tmp/big", 2 * limits["tmpfs"]), ("/dev/shm/big", 4 * limits["shm"])):
        left = most
        with suppress(OSError), open(path, "wb", 0) as file:
            while left:
                left -= file.write(bytes(min(left, MIB)))
        yield f"bytes in {path}", most - left
        with suppress(FileNotFoundError):
            os.unlink(path)
    made = 0
    while made < 2 * limits["inodes"] and attempt(os.mkdir, f"/tmp/{made}") == "allowed":
        made += 1
    for number in range(made):
        os.rmdir(f"/tmp/{number}")
    yield "folders in /tmp", made


def seat(_: Order) -> Results:
    """List the folder of the referee's socket, and try to change the folder and the socket.

    Yield the list of files and the result of each attempt.
    """
    yield "seat", " ".join(os.listdir(SEAT))
    yield "socket unlink", attempt(os.unlink, REFEREE)
    yield "socket rename", attempt(os.rename, REFEREE, f"{SEAT}/other")
    yield "socket replace", attempt(os.replace, "/bin/true", REFEREE)
    yield "socket link", attempt(os.link, REFEREE, f"{SEAT}/other")
    yield "socket symlink", attempt(os.symlink, "/etc/passwd", f"{SEAT}/other")
    yield "socket chmod", attempt(os.chmod, REFEREE, 0o777)
    yield "socket chown", attempt(os.chown, REFEREE, os.getuid(), -1)
    yield "socket utime", attempt(os.utime, REFEREE)
    yield "socket bind", attempt(socket.socket(socket.AF_UNIX).bind, f"{SEAT}/other")
    yield "seat chmod", attempt(os.chmod, SEAT, 0o777)
    yield "seat file", attempt(os.mkfifo, f"{SEAT}/other")
    yield "seat rename", attempt(os.rename, SEAT, "/run/other")
    yield "seat remove", attempt(os.rmdir, SEAT)


# ---- sockets ----


def make_socket(family: int, kind: int) -> None:
    socket.socket(family, kind).close()


def make_pair(family: int) -> None:
    for end in socket.socketpair(family):
        end.close()


def sockets(_: Order) -> Results:
    for family in range(48):
        name = FAMILIES.get(family, str(family))
        found = {attempt(make_socket, family, kind) for kind in KINDS}
        yield f"socket {name}", "allowed" if "allowed" in found else " ".join(sorted(found))
        yield f"socket pair {name}", attempt(make_pair, family)


def network(_: Order) -> Results:
    for address in PORTS:
        yield f"port at {address[0]}", attempt(socket.create_connection, address, 1)


# ---- system calls ----


def calls(order: Order) -> Results:
    """Try each system call that `order` lists for this processor.

    For each call yield "call NAME" with the name of the error if the call was forbidden, else with
    "reached". Yield nothing on an unknown processor.
    """
    for name, arguments in order["calls"].get(platform.machine(), {}).items():
        how = in_child(call, *arguments)
        yield f"call {name}", how if how in REFUSED else "reached"


# ---- limits ----


def pids(order: Order) -> Results:
    """Start processes up to twice the limit.

    Yield the number of processes that ran at once, including the probe and init.
    """
    reads, writes = os.pipe()
    children: list[int] = []
    with suppress(OSError):
        while len(children) < 2 * order["limits"]["pids"]:
            child = os.fork()
            if child == 0:
                os.close(writes)
                os.read(reads, 1)  # wait until the parent closes the pipe
                os._exit(0)
            children.append(child)
    yield "most processes", count_processes()
    os.close(writes)
    for child in children:
        os.waitpid(child, 0)
    os.close(reads)


def cpu(_: Order) -> Results:
    """Yield how many processors the probe can use at once, and how many there are.

    To measure this, start one process more than there are processors. Each computes for one second.
    """
    cores = len(os.sched_getaffinity(0))
    start = time.monotonic()
    children = []
    for _number in range(cores + 1):
        child = os.fork()
        if child == 0:
            while time.monotonic() < start + 1:
                pass
            os._exit(0)
        children.append(child)
    used = sum(usage.ru_utime + usage.ru_stime for usage in (os.wait4(child, 0)[2] for child in children))
    yield "used processors", used / (time.monotonic() - start)
    yield "processors", cores


def memory(order: Order) -> Results:
    """Allocate memory in a child process, up to twice the limit.

    Yield how many bytes the child got, then whether the kernel killed it.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        hoard = []
        for _number in range(2 * order["limits"]["memory"] // (4 * MIB)):
            hoard.append(b"x" * (4 * MIB))
            os.write(writes, b"x")
        os._exit(0)
    os.close(writes)
    blocks = 0
    while data := os.read(reads, 4_096):
        blocks += len(data)
    yield "allocated bytes", blocks * 4 * MIB
    yield "killed for memory", os.WIFSIGNALED(os.waitpid(child, 0)[1])


def waiting(_: Order) -> Results:
    """Connect to the referee's socket and wait, ignoring SIGTERM, until the probe is killed."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    dial = socket.socket(socket.AF_UNIX)
    dial.connect(REFEREE)
    while True:
        signal.pause()
    yield


def main() -> None:
    order = json.loads(sys.argv[1])
    for name in order["attempts"]:
        try:
            results = dict(globals()[name](order))
        except Exception as error:
            results = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({name: results}), flush=True)


if __name__ == "__main__":
    main()
