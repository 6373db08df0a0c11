"""Run in a container: tries all that a bot might, and prints a line for each, `what: how it ended`.

What is refused ends with the name of an error. The first argument: the system calls, JSON from number to
name; the second: the name of an abstract Unix socket that listens outside.
"""

import ctypes
import errno
import json
import mmap
import os
import resource
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

LIBC = ctypes.CDLL(None, use_errno=True)
SEAT = "/run/arena"
KERNEL = ("/proc", "/sys")
CLONE, UNSHARE, PERSONALITY, PTRACE = 56, 272, 135, 101  # of x86-64
FADVISE, READAHEAD, MADVISE, PREADV2, PRCTL = 221, 187, 28, 327, 157
DONTNEED, COLD, PAGEOUT, NOWAIT, DONTCACHE, SET_SECCOMP = 4, 20, 21, 0x8, 0x80, 22
HIGH = 1 << 32  # a bit of an argument that the kernel does not look at
X32 = 0x40000000
PATIENCE_S = 0.5
ATTACH = 16
NAMESPACES = {"mount": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000, "user": 0x10000000,
              "pid": 0x20000000, "net": 0x40000000, "time": 0x80}  # fmt: skip
KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW)
FAMILIES = {getattr(socket, name): name for name in reversed(dir(socket)) if name.startswith("AF_")}
GETPID_OF_32_BITS = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret


def tell(what: str, how: object) -> None:
    print(f"{what}: {how}")


def tried(what: Callable[..., object], *arguments: object) -> str:
    try:
        what(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    except ValueError:  # of setrlimit
        return "EPERM"
    return "allowed"


def opened(path: str, how: int) -> None:
    os.close(os.open(path, how))


def called(number: int, *arguments: int) -> int:
    """Return the error of a system call; 0 for success."""
    ctypes.set_errno(0)
    LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    return ctypes.get_errno()


def in_child(what: Callable[..., int], *arguments: int) -> str:
    """Return how it ends in a child process, which may die."""
    ours, its = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # for its C library's last words, as after vfork
        os.write(its, bytes([what(*arguments)]))
        os._exit(0)
    os.close(its)
    answer = os.read(ours, 1) if select.select([ours], [], [], PATIENCE_S)[0] else b""
    os.close(ours)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGSYS:
        return "SIGSYS"
    return "reached" if not answer or answer == b"\0" else errno.errorcode[answer[0]]


# ---- what is there ----


def around() -> None:
    tell("processes", sum(map(str.isdigit, os.listdir("/proc"))))
    tell("environment", " ".join(sorted({*os.environ} - {"LC_CTYPE"})))
    tell("host name", socket.gethostname())
    tell("network devices", " ".join(sorted(os.listdir("/sys/class/net"))))
    tell("seat", " ".join(os.listdir(SEAT)))
    with open("/proc/self/status") as status:
        for line in status:
            name, _, value = line.partition(":")
            if name.startswith("Cap") or name in ("NoNewPrivs", "Seccomp"):
                tell(name, value.strip())
    tell("groups but its own", sorted({*os.getgroups(), os.getgid()} - {os.getuid()}))


def limits() -> None:
    for name in ("NOFILE", "CORE"):
        tell(f"limit {name}", resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))


def mounts() -> None:
    with open("/proc/self/mountinfo") as info:
        rows = [line.partition(" - ")[0].split() + line.partition(" - ")[2].split() for line in info]
    for row in sorted(rows, key=lambda row: row[4]):
        options = {*row[5].split(",")} & {"ro", "nosuid", "nodev", "noexec"}
        if not is_device(row[4]):
            tell(
                f"mount {row[4]}", "EROFS" if "ro" in options else f"written to, {' '.join(sorted(options))}"
            )


def is_device(path: str) -> bool:
    """True for a device listed below, or for the null device that masks a path."""
    return stat.S_ISCHR(os.stat(path).st_mode)


def devices() -> None:
    for folder, _, names in os.walk("/dev"):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                tell(f"device {path}", tried(opened, path, os.O_RDWR | os.O_NOCTTY))


# ---- writing ----


def folders() -> Iterator[str]:
    for folder, inner, _ in os.walk("/"):
        inner[:] = [name for name in inner if os.path.join(folder, name) not in KERNEL]
        yield folder


def writing() -> None:
    for folder in folders():
        if tried(os.mkdir, f"{folder}/probe") == "allowed":
            tell(f"folder {folder}", "written to")
            os.rmdir(f"{folder}/probe")
    for folder, inner, names in os.walk("/proc"):
        inner[:] = [name for name in inner if not name.isdigit() and name not in ("self", "thread-self")]
        for path in (os.path.join(folder, name) for name in names):
            how = tried(opened, path, os.O_WRONLY | os.O_NONBLOCK)
            if how == "allowed" and not is_device(path):
                tell(f"file {path}", "opened to write")


def filling() -> None:
    for path, most in (("/tmp/big", 17 << 20), ("/dev/shm/big", 2 << 20)):
        with open(path, "wb", 0) as file:
            left = most
            with suppress(OSError):
                while left:
                    left -= file.write(bytes(min(left, 1 << 20)))
            tell(f"bytes in {path}", most - left)
        os.unlink(path)
    made = 0
    while tried(os.mkdir, f"/tmp/{made}") == "allowed":
        made += 1
    tell("folders in /tmp, to the thousand", (made + 500) // 1000 * 1000)
    for number in range(made):
        os.rmdir(f"/tmp/{number}")


def running_what_was_written() -> None:
    shutil.copy("/bin/true", "/tmp/true")
    tell("program in /tmp", tried(subprocess.run, ["/tmp/true"]))
    os.unlink("/tmp/true")


def the_seat() -> None:
    """Yield what must not work on the referee's socket and folder."""
    path = f"{SEAT}/referee.sock"
    tell("socket unlink", tried(os.unlink, path))
    tell("socket rename", tried(os.rename, path, f"{SEAT}/other"))
    tell("socket replace", tried(os.replace, "/bin/true", path))
    tell("socket link", tried(os.link, path, f"{SEAT}/other"))
    tell("socket symlink", tried(os.symlink, "/etc/passwd", f"{SEAT}/other"))
    tell("socket chmod", tried(os.chmod, path, 0o777))
    tell("socket chown", tried(os.chown, path, os.getuid(), -1))
    tell("socket utime", tried(os.utime, path))
    tell("socket bind", tried(socket.socket(socket.AF_UNIX).bind, f"{SEAT}/other"))
    tell("seat chmod", tried(os.chmod, SEAT, 0o777))
    tell("seat file", tried(os.mkfifo, f"{SEAT}/other"))
    tell("seat rename", tried(os.rename, SEAT, "/run/other"))
    tell("seat remove", tried(os.rmdir, SEAT))
    tell("socket connect", tried(socket.socket(socket.AF_UNIX).connect, path))


# ---- sockets ----


def one_of(family: int, kind: int) -> None:
    socket.socket(family, kind).close()


def pair_of(family: int) -> None:
    for end in socket.socketpair(family):
        end.close()


def sockets(abstract: str) -> None:
    for family in range(48):
        name = FAMILIES.get(family, str(family))
        found = {tried(one_of, family, kind) for kind in KINDS}
        tell(f"socket {name}", "allowed" if "allowed" in found else " ".join(sorted(found)))
        tell(f"socket pair {name}", tried(pair_of, family))
    tell("abstract socket outside", tried(socket.socket(socket.AF_UNIX).connect, f"\0{abstract}"))
    for address in ("169.254.169.254", "127.0.0.1", "172.17.0.1"):
        tell(f"port at {address}", tried(socket.create_connection, (address, 80), 1))
    try:
        tell("name", socket.getaddrinfo("example.org", 80))
    except socket.gaierror as error:
        tell("name", errno.errorcode[errno.EADDRNOTAVAIL] if error.errno else "?")


# ---- system calls ----


def system_calls(names: dict[str, str]) -> None:
    """Yield for each call, with invalid arguments, whether it reaches the kernel's own code."""
    for number, name in names.items():
        how = in_child(called, int(number), *[-1] * 6)
        tell(f"call {name}", how if how in ("EPERM", "ENOSYS", "EAFNOSUPPORT", "SIGSYS") else "reached")
    tell("call of x32", in_child(called, X32 | 39))
    tell("call of 32 bits", in_child(call_of_32_bits))
    for name, flag in NAMESPACES.items():
        tell(f"new {name} namespace", in_child(called, UNSHARE, flag))
        if flag != NAMESPACES["time"]:  # a flag of the signal, there
            tell(f"clone into a new {name} namespace", in_child(called, CLONE, flag | 17, 0))
    tell("personality without randomised addresses", in_child(called, PERSONALITY, 0x40000))


def cached_pages() -> None:
    """Yield whether a call evicts shared pages or reveals cached ones."""
    for name, number in (("fadvise64", FADVISE), ("readahead", READAHEAD)):
        done = in_child(called, number, -1, 0, 0, DONTNEED)  # EBADF, where it gets to the kernel
        tell(f"{name} does nothing", done == "reached")
    for name, advice in (("COLD", COLD), ("PAGEOUT", PAGEOUT)):
        tell(f"madvise {name}", in_child(called, MADVISE, 0, 0, advice))
        tell(f"madvise {name} with a high bit", in_child(called, MADVISE, 0, 0, HIGH | advice))
    for name, flag in (("NOWAIT", NOWAIT), ("DONTCACHE", DONTCACHE)):
        tell(f"preadv2 {name}", in_child(called, PREADV2, -1, 0, 0, 0, 0, flag))


def filters() -> None:
    """Yield whether a seccomp filter of the bot's own reaches the kernel."""
    tell("prctl SET_SECCOMP", in_child(called, PRCTL, SET_SECCOMP, 2, 0))
    tell("prctl SET_SECCOMP with a high bit", in_child(called, PRCTL, HIGH | SET_SECCOMP, 2, 0))


def call_of_32_bits() -> int:
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(GETPID_OF_32_BITS)
    found: int = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    return 0 if found > 0 else -found


# ---- others ----


def init() -> None:
    tell("trace of init", in_child(called, PTRACE, ATTACH, 1, 0, 0))
    tell("memory of init", tried(open, "/proc/1/mem", "r+b"))
    # One file for all containers, on which locks and watches of others are seen, where it may be read.
    tell("file of init", tried(opened, "/proc/1/exe", os.O_RDONLY))
    tell("environment of init", tried(open, "/proc/1/environ"))
    for sent in (signal.SIGKILL, signal.SIGSTOP):
        os.kill(1, sent)
        with open("/proc/1/stat") as file:
            state = file.read().rsplit(")", 1)[1].split()[0]
        tell(f"init after {sent.name}", "EPERM" if state in "SR" else state)
    tell("user 0", tried(os.setuid, 0))
    tell("group 0", tried(os.setgid, 0))
    tell("groups", tried(os.setgroups, [0]))
    tell("priority", tried(os.nice, -5))
    tell("more open files", tried(resource.setrlimit, resource.RLIMIT_NOFILE, (512, 512)))


def main() -> None:
    around()
    limits()
    mounts()
    devices()
    writing()
    filling()
    running_what_was_written()
    the_seat()
    sockets(sys.argv[2])
    system_calls(json.loads(sys.argv[1]))
    cached_pages()
    filters()
    init()
    tell("probe", "came to its end")


main()
