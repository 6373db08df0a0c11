"""Further attempts of the escape probe, which only tests make.

The test puts this source before the probe's, whose helpers it uses at run time. The order has one more key,
`abstract`: the name of an abstract Unix socket that listens outside the container.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import resource
import shutil
import signal
import socket
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.service.admin.doctor.probe import (
        REFEREE,
        Order,
        Results,
        attempt,
        call,
        in_child,
        is_device,
        open_file,
    )

CLONE, UNSHARE, PERSONALITY, PTRACE = 56, 272, 135, 101  # of x86-64
FADVISE, READAHEAD, MADVISE, PREADV2, PRCTL = 221, 187, 28, 327, 157
DONTNEED, COLD, PAGEOUT, NOWAIT, DONTCACHE, SET_SECCOMP = 4, 20, 21, 0x8, 0x80, 22
HIGH_BIT = 1 << 32  # a bit of an argument that the kernel does not look at
X32 = 0x40000000
ATTACH = 16
NAMESPACES = {"mount": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000, "user": 0x10000000,
              "pid": 0x20000000, "net": 0x40000000, "time": 0x80}  # fmt: skip
GETPID_OF_32_BITS = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret


def devices(_: Order) -> Results:
    for folder, _inner, names in os.walk("/dev"):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                yield f"device {path}", attempt(open_file, path, os.O_RDWR | os.O_NOCTTY)


def kernel_files(_: Order) -> Results:
    for folder, inner, names in os.walk("/proc"):
        inner[:] = [name for name in inner if not name.isdigit() and name not in ("self", "thread-self")]
        for path in (os.path.join(folder, name) for name in names):
            how = attempt(open_file, path, os.O_WRONLY | os.O_NONBLOCK)
            if how == "allowed" and not is_device(path):
                yield f"file {path}", "opened to write"


def new_program(_: Order) -> Results:
    shutil.copy("/bin/true", "/tmp/true")
    yield "program in /tmp", attempt(subprocess.run, ["/tmp/true"])
    os.unlink("/tmp/true")


def names(order: Order) -> Results:
    abstract = f"\0{order['abstract']}"
    yield "abstract socket outside", attempt(socket.socket(socket.AF_UNIX).connect, abstract)
    try:
        yield "name", socket.getaddrinfo("example.org", 80)
    except socket.gaierror as error:
        yield "name", errno.errorcode[errno.EADDRNOTAVAIL] if error.errno else "?"


def connection(_: Order) -> Results:
    yield "socket connect", attempt(socket.socket(socket.AF_UNIX).connect, REFEREE)


def foreign_calls(_: Order) -> Results:
    yield "call of x32", in_child(call, X32 | 39)
    yield "call of 32 bits", in_child(call_of_32_bits)
    for name, flag in NAMESPACES.items():
        yield f"new {name} namespace", in_child(call, UNSHARE, flag)
        if flag != NAMESPACES["time"]:  # a flag of the signal, there
            yield f"clone into a new {name} namespace", in_child(call, CLONE, flag | 17, 0)
    yield "personality without randomised addresses", in_child(call, PERSONALITY, 0x40000)


def call_of_32_bits() -> int:
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(GETPID_OF_32_BITS)
    found: int = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    return 0 if found > 0 else -found


def cached_pages(_: Order) -> Results:
    """Try to remove file pages from the memory cache that all containers share, and to see which are in it.

    Yield the result of each attempt.
    """
    for name, number in (("fadvise64", FADVISE), ("readahead", READAHEAD)):
        done = in_child(call, number, -1, 0, 0, DONTNEED)  # EBADF, where it gets to the kernel
        yield f"{name} does nothing", done == "reached"
    for name, advice in (("COLD", COLD), ("PAGEOUT", PAGEOUT)):
        yield f"madvise {name}", in_child(call, MADVISE, 0, 0, advice)
        yield f"madvise {name} with a high bit", in_child(call, MADVISE, 0, 0, HIGH_BIT | advice)
    for name, flag in (("NOWAIT", NOWAIT), ("DONTCACHE", DONTCACHE)):
        yield f"preadv2 {name}", in_child(call, PREADV2, -1, 0, 0, 0, 0, flag)


def filters(_: Order) -> Results:
    """Try to install a seccomp filter (a filter of system calls) in two ways, and yield the results."""
    yield "prctl SET_SECCOMP", in_child(call, PRCTL, SET_SECCOMP, 2, 0)
    yield "prctl SET_SECCOMP with a high bit", in_child(call, PRCTL, HIGH_BIT | SET_SECCOMP, 2, 0)


def init(_: Order) -> Results:
    """Try to control the container's first process, and to raise the probe's own rights. Yield the
    results.
    """
    yield "trace of init", in_child(call, PTRACE, ATTACH, 1, 0, 0)
    yield "memory of init", attempt(open, "/proc/1/mem", "r+b")
    # One file for all containers, on which locks and watches of others are seen, where it may be read.
    yield "file of init", attempt(open_file, "/proc/1/exe", os.O_RDONLY)
    yield "environment of init", attempt(open, "/proc/1/environ")
    for sent in (signal.SIGKILL, signal.SIGSTOP):
        os.kill(1, sent)
        with open("/proc/1/stat") as file:
            state = file.read().rsplit(")", 1)[1].split()[0]
        yield f"init after {sent.name}", "EPERM" if state in "SR" else state
    yield "user 0", attempt(os.setuid, 0)
    yield "group 0", attempt(os.setgid, 0)
    yield "groups", attempt(os.setgroups, [0])
    yield "priority", attempt(os.nice, -5)
    yield "more open files", attempt(resource.setrlimit, resource.RLIMIT_NOFILE, (512, 512))
