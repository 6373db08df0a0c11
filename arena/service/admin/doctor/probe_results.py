"""Judge the escape probe's results: report all its successful actions that bots must not be able to do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from arena.sandbox.docker import flags
from arena.sandbox.docker.leases import FIRST_USER
from arena.service.admin.doctor.result import Finding, failed, ok, warning

Result = Mapping[str, Any]
Problems = list[str]

ENVIRONMENT: Final = frozenset({"ARENA_TARGET", "ARENA_TOKEN", "HOME", "HOSTNAME", "LANG", "PATH", "TZ"})
WRITABLE: Final = ("/tmp", "/dev/shm", flags.SEAT)  # folders that have checks of their own
MAX_CPU: Final = 1.3 * flags.CPUS  # measured over one second, so not exact
MEMORY_TOLERANCE: Final = 1.1  # shared and cached memory is not always counted
MAX_PROCESSES: Final = 3  # visible ones: init, the program, one that is ending
# Dangerous system calls: their numbers on x86_64 and on aarch64, and arguments that make the call harmless if
# it is allowed.
CALLS: Final[Mapping[str, tuple[int, int, tuple[int, ...]]]] = {
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
SEAT_CHANGES: Final = {
    "seat file": "make a file",
    "socket unlink": "remove the socket",
    "socket rename": "rename the socket",
    "socket chmod": "change its mode",
    "seat chmod": "change the folder's",
}
_MIB: Final = 1 << 20
_REPORT: Final = "report it, with the engine's version; until then, use gVisor or another machine"
_CGROUP: Final = (
    "the engine cannot limit it (see the warnings of `docker info`): turn on the cgroup controller, or use "
    "another machine"
)


def size_of(name: str) -> int:
    """Return a limit of the folder /tmp in a container, from its mount options.

    `name`: "size" for the bytes, "nr_inodes" for the number of files and folders.

    >>> size_of("nr_inodes")
    1024
    """
    options = dict(one.partition("=")[::2] for one in flags.SCRATCH["/tmp"].split(","))
    text = options[name]
    return int(text[:-1]) * _MIB if text.endswith("m") else int(text)


def limits() -> dict[str, int]:
    """Return the limits of a bot's container, as the value of `limits` in the probe's argument."""
    return {
        "memory": flags.MEMORY,
        "pids": flags.PIDS,
        "tmpfs": size_of("size"),
        "inodes": size_of("nr_inodes"),
        "shm": flags.SHARED_MEMORY,
    }


def probe_order() -> dict[str, Any]:
    """Return the probe's argument. It names all attempts that the checks need.

    The last attempt, "waiting", lasts until the probe is killed.
    """
    attempts = dict.fromkeys(name for _, names, _, _ in _CHECKS for name in names.split())
    amd = {name: (number, *arguments) for name, (number, _, arguments) in CALLS.items()}
    arm = {name: (number, *arguments) for name, (_, number, arguments) in CALLS.items()}
    return {
        "attempts": [*attempts, "waiting"],
        "limits": limits(),
        "calls": {"x86_64": amd, "aarch64": arm},
    }


def probe_results(results: Result) -> Iterator[Finding]:
    """Yield a finding for each check of the sandbox.

    `results`: the results of the probe (a program that attempts forbidden things), keyed by attempt.

    - A failure: the probe could do something that a bot must not do, or the container ended too early.
    - A warning: an error of the probe prevented an attempt.
    """
    for title, attempts, judge, advice in _CHECKS:
        needed = [results[name] for name in attempts.split() if name in results]
        errors = [result["error"] for result in needed if "error" in result]
        if len(needed) < len(attempts.split()):
            yield failed(title, "not tested: the container ended earlier", _REPORT)
        elif errors:
            yield warning(title, f"could not be tested: {errors[0]}", _REPORT)
        else:
            problems, summary = judge({what: how for result in needed for what, how in result.items()})
            yield failed(title, "; ".join(problems), advice) if problems else ok(title, summary)


def _names_with_result(results: Result, start: str, how: str) -> list[str]:
    """Return the names in `results` that begin with `start` and have the result `how`, such as "reached".

    Cut `start` off from each returned name.
    """
    return [what.removeprefix(start) for what in results if what.startswith(start) and results[what] == how]


def _network(results: Result) -> tuple[Problems, str]:
    names, dial = results["network devices"].split(), results["port at 192.0.2.1"]
    problems = [f"network interface {name}" for name in names if name != "lo"]
    if dial in ("allowed", "ETIMEDOUT", "ECONNREFUSED", "timed out"):
        problems.append("packets can reach the internet")
    return problems, f"closed: no interface but lo; connecting fails with {dial}"


def _sockets(results: Result) -> tuple[Problems, str]:
    open_ones = [name for name in _names_with_result(results, "socket AF_", "allowed") if name != "UNIX"]
    names = ", ".join(f"AF_{name}" for name in open_ones)
    return [f"sockets of {names} can be created"] if names else [], "none but AF_UNIX"


def _calls(results: Result) -> tuple[Problems, str]:
    if not results:
        return [], "not tested on this processor"
    allowed = _names_with_result(results, "call ", "reached")
    return (
        [f"allowed: {', '.join(allowed)}"] if allowed else []
    ), "io_uring, keyrings, bpf, mount … are refused"


def _privileges(results: Result) -> tuple[Problems, str]:
    user, groups = results["user"], results["groups but its own"]
    effective, bound = results.get("CapEff") or "0", results.get("CapBnd") or "0"
    checks = {
        f"user {user} is a user of this machine": user < FIRST_USER,
        f"groups {groups}": any(group < FIRST_USER for group in groups),
        f"capabilities {effective}, bound {bound}": bool(int(effective, 16) | int(bound, 16)),
        "no_new_privs is off": results.get("NoNewPrivs") == "0",
        "no system call filter": results.get("Seccomp") == "0",
    }
    problems = [what for what, is_so in checks.items() if is_so]
    return problems, f"user {user}, no capabilities, system calls filtered"


def _environment(results: Result) -> tuple[Problems, str]:
    extra = sorted({*results["environment"].split()} - ENVIRONMENT)
    return ([f"also has {', '.join(extra)}"] if extra else []), "only the variables that a bot needs"


def _processes(results: Result) -> tuple[Problems, str]:
    count = results["processes"]
    return ([f"{count} processes are visible"] if count > MAX_PROCESSES else []), "only its own"


def _files(results: Result) -> tuple[Problems, str]:
    files, core = results["limit NOFILE"][1], results["limit CORE"][1]
    problems = [f"{files} open files"] if files > flags.OPEN_FILES else []
    problems += ["core files are written"] if core else []
    return problems, f"{files} open files, no core files"


def _disk(results: Result) -> tuple[Problems, str]:
    found = [
        name for name in _names_with_result(results, "folder ", "written to") if not name.startswith(WRITABLE)
    ]
    return ([f"{', '.join(found)} is writable"] if found else []), "read-only everywhere"


def _seat(results: Result) -> tuple[Problems, str]:
    found = [change for what, change in SEAT_CHANGES.items() if results[what] == "allowed"]
    return ([f"a bot can {', '.join(found)}"] if found else []), "read-only; the socket is reachable"


def _scratch(results: Result) -> tuple[Problems, str]:
    most, inodes = size_of("size"), size_of("nr_inodes")
    size, files, options = results["bytes in /tmp/big"], results["folders in /tmp"], results["mount /tmp"]
    problems = [f"{size / _MIB:.0f} MiB fit, {most / _MIB:.0f} are allowed"] if size > most else []
    problems += [f"{files} files fit, {inodes} are allowed"] if files > inodes else []
    problems += [f"not {name}" for name in ("nosuid", "nodev") if name not in options]
    return problems, f"/tmp holds {size / _MIB:.0f} MiB and {files:,} files, nosuid, nodev"


def _shm(results: Result) -> tuple[Problems, str]:
    size = results["bytes in /dev/shm/big"]
    problems = [f"{size / _MIB:.0f} MiB fit"] if size > flags.SHARED_MEMORY else []
    return problems, f"{size / _MIB:.0f} MiB"


def _pids(results: Result) -> tuple[Problems, str]:
    count = results["most processes"]
    return ([f"{count} processes"] if count > flags.PIDS else []), f"at most {count} processes"


def _cpu(results: Result) -> tuple[Problems, str]:
    used, cores = results["used processors"], results["processors"]
    problems = [f"{used:.2f} processors used, {flags.CPUS:g} is allowed"] if used > MAX_CPU else []
    alone = "; the machine has no more" if cores <= flags.CPUS else ""
    return problems, f"{cores + 1} spinning processes get {used:.2f} of {flags.CPUS:g}{alone}"


def _memory(results: Result) -> tuple[Problems, str]:
    got, limit = results["allocated bytes"], flags.MEMORY
    problems = (
        [f"{got / _MIB:.0f} MiB were allocated, {limit / _MIB:.0f} are allowed"]
        if got > MEMORY_TOLERANCE * limit
        else []
    )
    problems += ["the memory limit is not enforced"] if not results["killed for memory"] else []
    return problems, f"killed at {got / _MIB:.0f} of {limit / _MIB:.0f} MiB"


# The title of each check, the probe's attempts that it needs, its function, and advice.
_CHECKS: Final[Sequence[tuple[str, str, Callable[[Result], tuple[Problems, str]], str]]] = (
    ("network", "surroundings network", _network, _REPORT),
    ("sockets", "sockets", _sockets, _REPORT),
    ("system calls", "calls", _calls, _REPORT),
    ("privileges", "user privileges", _privileges, _REPORT),
    ("environment", "surroundings", _environment, _REPORT),
    ("other processes", "surroundings", _processes, _REPORT),
    ("disk", "folders", _disk, _REPORT),
    ("seat", "seat", _seat, _REPORT),
    ("scratch folder", "mounts scratch", _scratch, _REPORT),
    ("shared memory", "scratch", _shm, _REPORT),
    ("files", "resources", _files, _REPORT),
    ("memory", "memory", _memory, _CGROUP),
    ("processes", "pids", _pids, _CGROUP),
    ("processor", "cpu", _cpu, _CGROUP),
)
