"""What a program found that it could do in a bot's container, against what a bot is allowed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from arena.sandbox.docker import flags
from arena.sandbox.docker.leases import FIRST_USER
from arena.service.admin.doctor.result import Finding, failed, ok, warning

Found = Mapping[str, Any]
Wrong = list[str]

ENVIRONMENT: Final = frozenset({"ARENA_TARGET", "ARENA_TOKEN", "HOME", "LANG", "TZ"})
MAX_CPU: Final = 1.3 * flags.CPUS  # measured over a second, so not to the point
SLACK: Final = 1.1  # of memory: what is shared or in a cache is not counted for everybody
MAX_PROCESSES: Final = 3  # that are seen: the first, the program, one on its way out
_MIB: Final = 1 << 20
_ENGINE: Final = "report it, with the version of the engine; until then use gVisor, or another machine"
_KERNEL: Final = (
    "the engine cannot bound it (`docker info` ends with warnings): turn the cgroup controller on, or use "
    "another machine"
)


def size_of(name: str) -> int:
    """An option of the scratch folder's mount in bytes, or as it is.

    >>> size_of("nr_inodes")
    1024
    """
    options = dict(one.partition("=")[::2] for one in flags.SCRATCH["/tmp"].split(","))
    text = options[name]
    return int(text[:-1]) * _MIB if text.endswith("m") else int(text)


def limits() -> dict[str, int]:
    """What ought to be in force, for the program that tries it."""
    return {
        "memory": flags.MEMORY,
        "pids": flags.PIDS,
        "tmpfs": size_of("size"),
        "inodes": size_of("nr_inodes"),
        "shm": flags.SHARED_MEMORY,
    }


def judged(found: Found) -> Iterator[Finding]:
    """A finding for each thing that was tried; what is missing was not come to."""
    for name, (title, judge, to_do) in _JUDGES.items():
        if name not in found:
            yield failed(title, "not tried: the container ended before", _ENGINE)
            continue
        result = found[name]
        if isinstance(result, dict) and "error" in result:
            yield warning(title, f"could not be tried: {result['error']}", _ENGINE)
            continue
        wrong, fine = judge(result)
        yield failed(title, "; ".join(wrong), to_do) if wrong else ok(title, fine)


def _network(found: Found) -> tuple[Wrong, str]:
    wrong = [f"there is an interface {name}" for name in found["names"] if name != "lo"]
    if found["dial"] in ("allowed", "ETIMEDOUT", "ECONNREFUSED", "timed out"):
        wrong.append("packets leave for the internet")
    return wrong, f"closed: no interface but lo, to dial out ends with {found['dial']}"


def _families(found: list[str]) -> tuple[Wrong, str]:
    wrong = [f"sockets of {', '.join(found)} can be made"] if found else []
    return wrong, "none but AF_UNIX"


def _calls(found: list[str] | None) -> tuple[Wrong, str]:
    if found is None:
        return [], "not known for this processor: not tried"
    return (
        [f"let through: {', '.join(found)}"] if found else []
    ), "io_uring, keyrings, bpf, mount … are refused"


def _privileges(found: Found) -> tuple[Wrong, str]:
    checks = {
        f"user {found['user']} is one of the machine's": found["user"] < FIRST_USER,
        f"groups {found['groups']}": any(group < FIRST_USER for group in found["groups"]),
        f"capabilities {found['CapEff']}, bound {found['CapBnd']}": bool(
            int(found["CapEff"] or "0", 16) | int(found["CapBnd"] or "0", 16)
        ),
        "no_new_privs is off": found["NoNewPrivs"] == "0",
        "no system call filter": found["Seccomp"] == "0",
    }
    wrong = [what for what, is_so in checks.items() if is_so]
    return wrong, f"user {found['user']}, no capabilities, none to gain, system calls filtered"


def _environment(found: list[str]) -> tuple[Wrong, str]:
    more = sorted(set(found) - ENVIRONMENT)
    return ([f"it is told {', '.join(more)} too"] if more else []), "only what a bot has to know"


def _processes(found: int) -> tuple[Wrong, str]:
    return ([f"{found} processes are seen"] if found > MAX_PROCESSES else []), "its own, and no other"


def _limits(found: Found) -> tuple[Wrong, str]:
    wrong = [f"{found['files']} open files"] if found["files"] > flags.OPEN_FILES else []
    wrong += ["core files are written"] if found["core"] else []
    return wrong, f"{found['files']} open files, no core files"


def _disk(found: list[str]) -> tuple[Wrong, str]:
    return ([f"{', '.join(found)} can be written"] if found else []), "read-only, everywhere"


def _seat(found: list[str]) -> tuple[Wrong, str]:
    return ([f"a bot can {', '.join(found)}"] if found else []), "read-only; the socket can be reached"


def _scratch(found: Found) -> tuple[Wrong, str]:
    most, inodes = size_of("size"), size_of("nr_inodes")
    size, files = found["bytes"], found["inodes"]
    wrong = [f"{size / _MIB:.0f} MiB go in, {most / _MIB:.0f} are allowed"] if size > most else []
    wrong += [f"{files} files go in, {inodes} are allowed"] if files > inodes else []
    wrong += [f"not {name}" for name in ("nosuid", "nodev") if not found[name]]
    return wrong, f"/tmp holds {size / _MIB:.0f} MiB and {files:,} files, nosuid, nodev"


def _shm(found: int) -> tuple[Wrong, str]:
    wrong = [f"{found / _MIB:.0f} MiB go in"] if found > flags.SHARED_MEMORY else []
    return wrong, f"{found / _MIB:.0f} MiB"


def _pids(found: int) -> tuple[Wrong, str]:
    return ([f"{found} processes"] if found > flags.PIDS else []), f"{found} processes and no more"


def _cpu(found: Found) -> tuple[Wrong, str]:
    used, cores = found["used"], found["cores"]
    wrong = [f"{used:.2f} processors are used, {flags.CPUS:g} is allowed"] if used > MAX_CPU else []
    alone = "; the machine has no more" if cores <= flags.CPUS else ""
    return wrong, f"{cores + 1} spinning processes get {used:.2f} of {flags.CPUS:g}{alone}"


def _memory(found: Found) -> tuple[Wrong, str]:
    got, most = found["bytes"], flags.MEMORY
    wrong = [f"{got / _MIB:.0f} MiB are had, {most / _MIB:.0f} are allowed"] if got > SLACK * most else []
    wrong += ["nobody ends who wants more"] if not found["killed"] else []
    return wrong, f"ended at {got / _MIB:.0f} of {most / _MIB:.0f} MiB"


_JUDGES: Final[Mapping[str, tuple[str, Callable[[Any], tuple[Wrong, str]], str]]] = {
    "network": ("network", _network, _ENGINE),
    "families": ("sockets", _families, _ENGINE),
    "calls": ("system calls", _calls, _ENGINE),
    "privileges": ("privileges", _privileges, _ENGINE),
    "environment": ("environment", _environment, _ENGINE),
    "processes": ("other processes", _processes, _ENGINE),
    "disk": ("disk", _disk, _ENGINE),
    "seat": ("seat", _seat, _ENGINE),
    "scratch": ("scratch folder", _scratch, _ENGINE),
    "shm": ("shared memory", _shm, _ENGINE),
    "limits": ("files", _limits, _ENGINE),
    "memory": ("memory", _memory, _KERNEL),
    "pids": ("processes", _pids, _KERNEL),
    "cpu": ("processor", _cpu, _KERNEL),
}
