"""The probe: a program that runs in a bot's container and attempts what a bot must not do.

It is passed as text to the container's Python, so it imports nothing of the arena. Its argument is a JSON
object of the limits that must hold. It prints a line of JSON for each attempt. Then it connects to its seat's
socket and waits, ignoring SIGTERM, until it is killed.
"""

import ctypes
import errno
import json
import os
import platform
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

Limits = dict[str, int]

MIB = 1 << 20
SEAT = Path("/run/arena")
FAMILIES = {
    "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16, "AF_PACKET": 17, "AF_CAN": 29, "AF_BLUETOOTH": 31,
    "AF_ALG": 38, "AF_VSOCK": 40, "AF_XDP": 44,
}  # fmt: skip
# System calls: their numbers on two processors, and arguments that make the call harmless if it is allowed.
CALLS: dict[str, tuple[int, int, tuple[int, ...]]] = {
    "io_uring_setup": (425, 425, (1, 0)),
    "io_uring_enter": (426, 426, (-1, 0, 0, 0, 0)),
    "keyctl": (250, 219, (0, -3, 0)),
    "add_key": (248, 217, (0, 0, 0, 0, -3)),
    "request_key": (249, 218, (0, 0, 0, -3)),
    "bpf": (321, 280, (0, 0, 0)),
    "perf_event_open": (298, 241, (0, 0, -1, -1, 0)),
    "userfaultfd": (323, 282, (1,)),
    "unshare": (272, 97, (0x10000000,)),
    "setns": (308, 268, (-1, 0)),
    "mount": (165, 40, (0, 0, 0, 0, 0)),
    "pivot_root": (155, 41, (0, 0)),
    "process_vm_readv": (310, 270, (1, 0, 0, 0, 0, 0)),
    "open_by_handle_at": (304, 265, (-1, 0, 0)),
    "kexec_load": (246, 104, (0, 0, 0, 0)),
    "init_module": (175, 105, (0, 0, 0)),
    "move_mount": (429, 429, (-1, 0, -1, 0, 0)),
}
COLUMNS = {"x86_64": 0, "aarch64": 1}
REFUSED = ("EPERM", "ENOSYS", "EACCES", "EAFNOSUPPORT")  # errors that say that a call is forbidden


def attempt(action: Callable[..., object], *arguments: object) -> str:
    """Call a function; return "allowed" if it works, else the name of its error, like "EPERM"."""
    try:
        action(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "allowed"


def network(_: Limits) -> object:
    names = sorted(os.listdir("/sys/class/net")) if os.path.isdir("/sys/class/net") else []
    return {"names": names, "dial": attempt(socket.create_connection, ("192.0.2.1", 9), 1)}


def families(_: Limits) -> object:
    """Return the names of the socket families, except AF_UNIX, of which a socket can be created."""

    def make(family: int) -> None:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
            try:
                socket.socket(family, kind).close()
            except OSError as error:
                last = error
            else:
                return
        raise last

    return [name for name, number in FAMILIES.items() if attempt(make, number) == "allowed"]


def calls(_: Limits) -> object:
    """Return the names of dangerous system calls that are not forbidden; None on an unknown processor."""
    column = COLUMNS.get(platform.machine())
    if column is None:
        return None
    libc = ctypes.CDLL(None, use_errno=True)
    reached = []
    for name, (amd, arm, arguments) in CALLS.items():
        ctypes.set_errno(0)
        result = libc.syscall(*(ctypes.c_long(one) for one in ((amd, arm)[column], *arguments)))
        error = errno.errorcode.get(ctypes.get_errno(), "")
        if result != -1 or error not in REFUSED:
            reached.append(name)
    return reached


def privileges(_: Limits) -> object:
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
    wanted = ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp")
    return {"user": os.getuid(), "groups": os.getgroups(), **{name: status.get(name, "") for name in wanted}}


def environment(_: Limits) -> object:
    return sorted(set(os.environ) - {"LC_CTYPE", "HOSTNAME", "PATH"})


def processes(_: Limits) -> object:
    """Return the number of processes that the probe can see."""
    return sum(name.isdigit() for name in os.listdir("/proc"))


def limits(_: Limits) -> object:
    names = {"files": resource.RLIMIT_NOFILE, "core": resource.RLIMIT_CORE}
    return {name: resource.getrlimit(number)[1] for name, number in names.items()}


def disk(_: Limits) -> object:
    """Return the folders in which a file can be created, except the scratch folders that bots may use."""
    points = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    folders = sorted({"/", "/bot", "/etc", "/usr", "/var/tmp", "/run", "/home", "/root", *points})
    scratch_folders = ("/tmp", "/dev/shm", "/proc", "/dev/mqueue", str(SEAT))
    return [
        one
        for one in folders
        if os.path.isdir(one) and not one.startswith(scratch_folders) and _writable(one)
    ]


def _writable(folder: str) -> bool:
    path = os.path.join(folder, ".doctor")
    try:
        with open(path, "xb"):
            pass
        os.unlink(path)
    except OSError:
        return False
    return True


def seat(_: Limits) -> object:
    """Return which changes to the seat's folder and its socket are allowed."""
    path = SEAT / "referee.sock"
    attempts = {
        "make a file": attempt(open, SEAT / "mine", "xb"),
        "rename the socket": attempt(os.rename, path, SEAT / "other"),
        "change its mode": attempt(os.chmod, path, 0o600),
        "change the folder's": attempt(os.chmod, SEAT, 0o777),
    }
    return [name for name, answer in attempts.items() if answer == "allowed"]


def fill(folder: str, most: int) -> int:
    """Return how many bytes fit into a folder, up to `most`."""
    path, written = os.path.join(folder, "big"), 0
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY)
    try:
        while written < most:
            written += os.write(descriptor, b"x" * 65_536)
    except OSError:
        pass
    finally:
        os.close(descriptor)
        os.unlink(path)
    return written


def scratch(most: Limits) -> object:
    size = fill("/tmp", 2 * most["tmpfs"])
    made: list[str] = []
    try:
        while len(made) < 2 * most["inodes"]:
            name = f"/tmp/{len(made)}"
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
            made.append(name)
    except OSError:
        pass
    for name in made:
        os.unlink(name)
    flags = os.statvfs("/tmp").f_flag
    return {"bytes": size, "inodes": len(made), "nosuid": bool(flags & 2), "nodev": bool(flags & 4)}


def shm(most: Limits) -> object:
    return fill("/dev/shm", 4 * most["shm"]) if os.path.isdir("/dev/shm") else 0


def pids(most: Limits) -> object:
    """Return how many processes can run at once, including this one and init."""
    reads, writes = os.pipe()
    children: list[int] = []
    try:
        while len(children) < 2 * most["pids"]:
            child = os.fork()
            if child == 0:
                os.close(writes)
                os.read(reads, 1)  # wait until the parent closes the pipe
                os._exit(0)
            children.append(child)
    except OSError:
        pass
    count = processes(most)
    os.close(writes)
    for child in children:
        os.waitpid(child, 0)
    os.close(reads)
    return count


def cpu(_: Limits) -> object:
    """Measure how many processors are used when one process more than there are processors is busy."""
    cores = len(os.sched_getaffinity(0))
    began = time.monotonic()
    children = []
    for _number in range(cores + 1):
        child = os.fork()
        if child == 0:
            while time.monotonic() < began + 1:
                pass
            os._exit(0)
        children.append(child)
    used = sum(usage.ru_utime + usage.ru_stime for usage in (os.wait4(child, 0)[2] for child in children))
    return {"used": used / (time.monotonic() - began), "cores": cores}


def memory(most: Limits) -> object:
    """Return how many bytes of memory a process could allocate, and whether it was killed for that."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        hoard = []
        for _number in range(2 * most["memory"] // (4 * MIB)):
            hoard.append(b"x" * (4 * MIB))
            os.write(writes, b"x")
        os._exit(0)
    os.close(writes)
    got = 0
    while data := os.read(reads, 4_096):
        got += len(data) * 4 * MIB
    status = os.waitpid(child, 0)[1]
    return {"bytes": got, "killed": os.WIFSIGNALED(status)}


ATTEMPTS: dict[str, Callable[[Limits], object]] = {
    "network": network,
    "families": families,
    "calls": calls,
    "privileges": privileges,
    "environment": environment,
    "processes": processes,
    "limits": limits,
    "disk": disk,
    "seat": seat,
    "scratch": scratch,
    "shm": shm,
    "pids": pids,
    "cpu": cpu,
    "memory": memory,
}


def main() -> None:
    most = json.loads(sys.argv[1])
    for name, run in ATTEMPTS.items():
        try:
            result = run(most)
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({name: result}), flush=True)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    dial = socket.socket(socket.AF_UNIX)
    dial.connect(str(SEAT / "referee.sock"))
    while True:
        signal.pause()


if __name__ == "__main__":
    main()
