"""The system calls that a bot may make: all others are refused, as if it lacked the right.

What an engine allows by default is made for servers that somebody trusts. A bot needs less: to compute, to
start threads and programs of its own image, to write into its scratch folder, and to speak to one Unix
socket. Against the default of Moby, closed here are: sockets of every family but Unix (vsock and netlink
too, which an empty network does not hold back), io_uring and the older asynchronous I/O, `ptrace` and the
memory of others, System V and POSIX message queues, semaphores and shared memory, `sync` (all disks of the
machine would work), extended attributes but to read them, file handles, Landlock and further filters. Calls
of 32-bit and x32 programs, which no rule here names, end who makes them.
"""

import errno
import json
import socket
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

_FILES: Final = """
    access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fadvise64 fallocate fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fgetxattr
    flistxattr flock fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr
    inotify_add_watch inotify_init inotify_init1 inotify_rm_watch ioctl lchown lgetxattr link linkat
    listxattr llistxattr lseek lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2 pread64
    preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename renameat
    renameat2 rmdir sendfile splice stat statfs statx symlink symlinkat tee truncate umask unlink unlinkat
    utime utimensat utimes write writev
"""
_WAITING: Final = """
    epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait epoll_wait_old
    eventfd eventfd2 pause pipe pipe2 poll ppoll pselect6 select signalfd signalfd4
"""
_MEMORY: Final = """
    brk madvise membarrier memfd_create mincore mlock mlock2 mlockall mmap mprotect mremap mseal msync
    munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect riscv_flush_icache
"""
_PROCESSES: Final = """
    arch_prctl capget capset execve execveat exit exit_group fork futex futex_requeue futex_wait futex_waitv
    futex_wake get_robust_list get_thread_area getcpu getegid geteuid getgid getgroups getpgid getpgrp
    getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid ioprio_get
    ioprio_set kill pidfd_open pidfd_send_signal prctl prlimit64 rseq sched_get_priority_max
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
_AS_IT_IS: Final = 0xFFFFFFFF  # personality: tells it, changes nothing

Rule = dict[str, Any]


@cache
def profile() -> str:
    """The rules as the engine wants them: JSON."""
    return json.dumps({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": list(_rules())}, separators=(",", ":"))


def _rules() -> Sequence[Rule]:
    """An argument of 64 bits is compared whole, also where the kernel would look at 32 of them."""
    families = ("socket", "socketpair")
    return (
        _rule(ALLOWED),
        _rule(families, _argument("EQ", socket.AF_UNIX)),
        # As in a kernel without that family: what only looks whether there is IPv6 goes on.
        _rule(families, _argument("NE", socket.AF_UNIX), fails=errno.EAFNOSUPPORT),
        _rule(["clone"], _argument("MASKED_EQ", _NAMESPACES, valueTwo=0)),
        # Its flags are in memory, where no rule can see them; whoever is told so uses clone.
        _rule(["clone3"], fails=errno.ENOSYS),
        _rule(["personality"], _argument("EQ", 0)),
        _rule(["personality"], _argument("EQ", _AS_IT_IS)),
    )


def _rule(names: Sequence[str], *arguments: Rule, fails: int = 0) -> Rule:
    """Calls that are allowed or, with `fails`, refused with that error, if all these arguments are so."""
    if fails:
        return {"names": names, "args": arguments, "action": "SCMP_ACT_ERRNO", "errnoRet": fails}
    return {"names": names, "args": arguments, "action": "SCMP_ACT_ALLOW"}


def _argument(comparison: str, value: int, **more: int) -> Rule:
    """A comparison with a call's first argument."""
    return {"index": 0, "op": f"SCMP_CMP_{comparison}", "value": value, **more}
