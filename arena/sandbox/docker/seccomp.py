"""The system calls that a bot in a container may make; all others fail.

A bot may compute, start threads and programs of its image, write into its scratch folder, and use one Unix
socket.
"""

import errno
import json
import socket
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

# The engine's default rules (Moby's) are made for trusted servers and allow more. The rules here also block:
#
# - sockets of every family but Unix (also vsock and netlink, which an empty network does not stop);
# - io_uring and the older asynchronous I/O;
# - `ptrace`, and access to the memory of other processes;
# - System V and POSIX message queues, semaphores and shared memory;
# - `sync`, which would make all disks of the machine work;
# - writing extended attributes, file handles, Landlock, and further filters (`prctl` takes only the options
#   in `_OPTIONS`).
#
# Calls of 32-bit and x32 programs kill the caller: no rule here names them.
#
# Bots must not leave messages in the page cache for later bots. All containers of an image share the cached
# pages of its files, and the pages stay cached after a container is removed. So two kinds of calls are
# restricted:
#
# - No call may evict a page: `fadvise64` and `readahead` succeed and do nothing, `madvise` refuses advice
#   that evicts pages, and no read or write bypasses the cache.
# - No call may reveal whether a page is cached: `mincore`, `cachestat` and reads that do not wait are
#   blocked.

_FILES: Final = """
    access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr flistxattr flock
    fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr inotify_add_watch
    inotify_init inotify_init1 inotify_rm_watch ioctl lchown lgetxattr link linkat listxattr llistxattr
    lseek lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2 pread64 preadv pwrite64 pwritev
    read readlink readlinkat readv rename renameat renameat2 rmdir sendfile splice stat statfs statx
    symlink symlinkat tee truncate umask unlink unlinkat utime utimensat utimes write writev
"""
_WAITING: Final = """
    epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait epoll_wait_old
    eventfd eventfd2 pause pipe pipe2 poll ppoll pselect6 select signalfd signalfd4
"""
_MEMORY: Final = """
    brk membarrier memfd_create mlock mlock2 mlockall mmap mprotect mremap mseal msync
    munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect riscv_flush_icache
"""
_PROCESSES: Final = """
    arch_prctl capget capset execve execveat exit exit_group fork futex futex_requeue futex_wait futex_waitv
    futex_wake get_robust_list get_thread_area getcpu getegid geteuid getgid getgroups getpgid getpgrp
    getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid ioprio_get
    ioprio_set kill pidfd_open pidfd_send_signal prlimit64 rseq sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
    sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield
    set_robust_list set_thread_area set_tid_address setfsgid setfsuid setgid setgroups setpgid setpriority
    setregid setresgid setresuid setreuid setrlimit setsid setuid sysinfo tgkill tkill uname vfork wait4
    waitid
"""
_SIGNALS: Final = """
    restart_syscall rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend
    rt_sigtimedwait rt_tgsigqueueinfo sigaltstack
"""
_TIME: Final = """
    alarm clock_getres clock_gettime clock_nanosleep getitimer getrandom gettimeofday nanosleep setitimer
    time timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create
    timerfd_gettime timerfd_settime times
"""
_SOCKETS: Final = """
    accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg
    sendmsg sendto setsockopt shutdown
"""
ALLOWED: Final = tuple(" ".join((_FILES, _WAITING, _MEMORY, _PROCESSES, _SIGNALS, _TIME, _SOCKETS)).split())

_NAMESPACES: Final = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_AS_IT_IS: Final = 0xFFFFFFFF  # personality: only a query
_INT: Final = 0xFFFFFFFF  # the bits that the kernel reads of an argument of type int
_WITHOUT_CACHE: Final = 0x08 | 0x40 | 0x80  # RWF_NOWAIT, RWF_ATOMIC, RWF_DONTCACHE
_KNOWN_FLAGS: Final = 0x1F7 & ~_WITHOUT_CACHE  # of preadv2 and pwritev2

# Numbers of linux/mman.h. Left out: MERGEABLE, HUGEPAGE and COLLAPSE, which may change pages that others see;
# COLD and PAGEOUT, which evict them; and those for root only.
_ADVICE: Final = {
    "NORMAL": 0, "RANDOM": 1, "SEQUENTIAL": 2, "WILLNEED": 3, "DONTNEED": 4, "FREE": 8, "REMOVE": 9,
    "DONTFORK": 10, "DOFORK": 11, "UNMERGEABLE": 13, "NOHUGEPAGE": 15, "DONTDUMP": 16, "DODUMP": 17,
    "WIPEONFORK": 18, "KEEPONFORK": 19, "POPULATE_READ": 22, "POPULATE_WRITE": 23, "DONTNEED_LOCKED": 24,
    "GUARD_INSTALL": 102, "GUARD_REMOVE": 103,
}  # fmt: skip
# Numbers of linux/prctl.h: names, limits and properties of the caller. Left out above all: SECCOMP and MM.
_OPTIONS: Final = {
    "SET_PDEATHSIG": 1, "GET_PDEATHSIG": 2, "GET_DUMPABLE": 3, "SET_DUMPABLE": 4, "GET_KEEPCAPS": 7,
    "GET_TIMING": 13, "SET_NAME": 15, "GET_NAME": 16, "CAPBSET_READ": 23, "GET_TSC": 25,
    "GET_SECUREBITS": 27, "SET_TIMERSLACK": 29, "GET_TIMERSLACK": 30, "SET_CHILD_SUBREAPER": 36,
    "GET_CHILD_SUBREAPER": 37, "SET_NO_NEW_PRIVS": 38, "GET_NO_NEW_PRIVS": 39, "GET_TID_ADDRESS": 40,
    "SET_THP_DISABLE": 41, "GET_THP_DISABLE": 42, "CAP_AMBIENT": 47, "SVE_SET_VL": 50, "SVE_GET_VL": 51,
    "GET_SPECULATION_CTRL": 52, "GET_TAGGED_ADDR_CTRL": 56, "SME_GET_VL": 64, "SET_VMA": 0x53564D41,
    "SET_PTRACER": 0x59616D61, "GET_AUXV": 0x41555856,
}  # fmt: skip

Rule = dict[str, Any]


@cache
def profile() -> str:
    """Return the seccomp profile for the engine, as JSON."""
    return json.dumps({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": list(_rules())}, separators=(",", ":"))


def _rules() -> Sequence[Rule]:
    """Return the rules of the seccomp profile: which system calls work, and the errors of some others."""
    # All 64 bits of an argument are compared, even if the kernel uses only 32.
    families = ("socket", "socketpair")
    return (
        _rule(ALLOWED),
        _rule(families, _argument(0, "EQ", socket.AF_UNIX)),
        # As in a kernel without that family, so programs that only test for IPv6 go on.
        _rule(families, _argument(0, "NE", socket.AF_UNIX), error_number=errno.EAFNOSUPPORT),
        _rule(["clone"], _argument(0, "MASKED_EQ", _NAMESPACES, valueTwo=0)),
        # Its flags are in memory, where no rule can see them; on ENOSYS programs use clone.
        _rule(["clone3"], error_number=errno.ENOSYS),
        _rule(["personality"], _argument(0, "EQ", 0)),
        _rule(["personality"], _argument(0, "EQ", _AS_IT_IS)),
        _rule(["fadvise64", "readahead"], error_number=0),
        _rule(["cachestat", "mincore"], error_number=errno.ENOSYS),
        _rule(["preadv2", "pwritev2"], _argument(5, "MASKED_EQ", _INT & ~_KNOWN_FLAGS, valueTwo=0)),
        *(_rule(["madvise"], _argument(2, "MASKED_EQ", _INT, valueTwo=one)) for one in _ADVICE.values()),
        *(_rule(["prctl"], _argument(0, "MASKED_EQ", _INT, valueTwo=one)) for one in _OPTIONS.values()),
    )


def _rule(names: Sequence[str], *arguments: Rule, error_number: int | None = None) -> Rule:
    """Return a rule for the system calls `names` whose arguments match `arguments`.

    `error_number`: None allows the calls; 0 makes them succeed with no effect; other numbers make them fail
    with this error.
    """
    if error_number is None:
        return {"names": names, "args": arguments, "action": "SCMP_ACT_ALLOW"}
    return {"names": names, "args": arguments, "action": "SCMP_ACT_ERRNO", "errnoRet": error_number}


def _argument(index: int, comparison: str, value: int, **more: int) -> Rule:
    """Return a rule's condition on one argument of a system call.

    `index`: the argument's number, from 0. `comparison`: the end of a constant of libseccomp, such as "EQ"
    of SCMP_CMP_EQ. `more`: further fields of the condition.
    """
    return {"index": index, "op": f"SCMP_CMP_{comparison}", "value": value, **more}
