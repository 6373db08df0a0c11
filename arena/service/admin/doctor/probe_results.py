"""Judge the probe's results: compare what the probe could do in its container with what a bot may do."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from arena.sandbox.docker import flags
from arena.sandbox.docker.leases import FIRST_USER
from arena.service.admin.doctor.result import Finding, failed, ok, warning

Result = Mapping[str, Any]
Problems = list[str]

ENVIRONMENT: Final = frozenset({"ARENA_TARGET", "ARENA_TOKEN", "HOME", "LANG", "TZ"})
MAX_CPU: Final = 1.3 * flags.CPUS  # measured over one second, so not exact
MEMORY_TOLERANCE: Final = 1.1  # shared and cached memory is not always counted
MAX_PROCESSES: Final = 3  # visible ones: init, the program, one that is ending
_MIB: Final = 1 << 20
_REPORT: Final = "report it, with the engine's version; until then, use gVisor or another machine"
_CGROUP: Final = (
    "the engine cannot limit it (see the warnings of `docker info`): turn on the cgroup controller, or use "
    "another machine"
)


def size_of(name: str) -> int:
    """Return a limit of the scratch folder /tmp from the options of its mount; sizes are in bytes.

    >>> size_of("nr_inodes")
    1024
    """
    options = dict(one.partition("=")[::2] for one in flags.SCRATCH["/tmp"].split(","))
    text = options[name]
    return int(text[:-1]) * _MIB if text.endswith("m") else int(text)


def limits() -> dict[str, int]:
    """Return the limits of a bot's container, as the probe takes them."""
    return {
        "memory": flags.MEMORY,
        "pids": flags.PIDS,
        "tmpfs": size_of("size"),
        "inodes": size_of("nr_inodes"),
        "shm": flags.SHARED_MEMORY,
    }


def probe_results(results: Result) -> Iterator[Finding]:
    """Yield a result for each attempt of the probe: a failure if the attempt succeeded or is missing."""
    for name, (title, judge, advice) in _CHECKS.items():
        if name not in results:
            yield failed(title, "not tested: the container ended earlier", _REPORT)
            continue
        result = results[name]
        if isinstance(result, dict) and "error" in result:
            yield warning(title, f"could not be tested: {result['error']}", _REPORT)
            continue
        problems, summary = judge(result)
        yield failed(title, "; ".join(problems), advice) if problems else ok(title, summary)


def _network(result: Result) -> tuple[Problems, str]:
    problems = [f"network interface {name}" for name in result["names"] if name != "lo"]
    if result["dial"] in ("allowed", "ETIMEDOUT", "ECONNREFUSED", "timed out"):
        problems.append("packets can reach the internet")
    return problems, f"closed: no interface but lo; connecting fails with {result['dial']}"


def _families(result: list[str]) -> tuple[Problems, str]:
    problems = [f"sockets of {', '.join(result)} can be created"] if result else []
    return problems, "none but AF_UNIX"


def _calls(result: list[str] | None) -> tuple[Problems, str]:
    if result is None:
        return [], "not tested on this processor"
    return (
        [f"allowed: {', '.join(result)}"] if result else []
    ), "io_uring, keyrings, bpf, mount … are refused"


def _privileges(result: Result) -> tuple[Problems, str]:
    checks = {
        f"user {result['user']} is a user of this machine": result["user"] < FIRST_USER,
        f"groups {result['groups']}": any(group < FIRST_USER for group in result["groups"]),
        f"capabilities {result['CapEff']}, bound {result['CapBnd']}": bool(
            int(result["CapEff"] or "0", 16) | int(result["CapBnd"] or "0", 16)
        ),
        "no_new_privs is off": result["NoNewPrivs"] == "0",
        "no system call filter": result["Seccomp"] == "0",
    }
    problems = [what for what, is_so in checks.items() if is_so]
    return problems, f"user {result['user']}, no capabilities, system calls filtered"


def _environment(result: list[str]) -> tuple[Problems, str]:
    extra = sorted(set(result) - ENVIRONMENT)
    return ([f"also has {', '.join(extra)}"] if extra else []), "only the variables that a bot needs"


def _processes(result: int) -> tuple[Problems, str]:
    return ([f"{result} processes are visible"] if result > MAX_PROCESSES else []), "only its own"


def _limits(result: Result) -> tuple[Problems, str]:
    problems = [f"{result['files']} open files"] if result["files"] > flags.OPEN_FILES else []
    problems += ["core files are written"] if result["core"] else []
    return problems, f"{result['files']} open files, no core files"


def _disk(result: list[str]) -> tuple[Problems, str]:
    return ([f"{', '.join(result)} is writable"] if result else []), "read-only everywhere"


def _seat(result: list[str]) -> tuple[Problems, str]:
    return ([f"a bot can {', '.join(result)}"] if result else []), "read-only; the socket is reachable"


def _scratch(result: Result) -> tuple[Problems, str]:
    most, inodes = size_of("size"), size_of("nr_inodes")
    size, files = result["bytes"], result["inodes"]
    problems = [f"{size / _MIB:.0f} MiB fit, {most / _MIB:.0f} are allowed"] if size > most else []
    problems += [f"{files} files fit, {inodes} are allowed"] if files > inodes else []
    problems += [f"not {name}" for name in ("nosuid", "nodev") if not result[name]]
    return problems, f"/tmp holds {size / _MIB:.0f} MiB and {files:,} files, nosuid, nodev"


def _shm(result: int) -> tuple[Problems, str]:
    problems = [f"{result / _MIB:.0f} MiB fit"] if result > flags.SHARED_MEMORY else []
    return problems, f"{result / _MIB:.0f} MiB"


def _pids(result: int) -> tuple[Problems, str]:
    return ([f"{result} processes"] if result > flags.PIDS else []), f"at most {result} processes"


def _cpu(result: Result) -> tuple[Problems, str]:
    used, cores = result["used"], result["cores"]
    problems = [f"{used:.2f} processors used, {flags.CPUS:g} is allowed"] if used > MAX_CPU else []
    alone = "; the machine has no more" if cores <= flags.CPUS else ""
    return problems, f"{cores + 1} spinning processes get {used:.2f} of {flags.CPUS:g}{alone}"


def _memory(result: Result) -> tuple[Problems, str]:
    got, limit = result["bytes"], flags.MEMORY
    problems = (
        [f"{got / _MIB:.0f} MiB were allocated, {limit / _MIB:.0f} are allowed"]
        if got > MEMORY_TOLERANCE * limit
        else []
    )
    problems += ["the memory limit is not enforced"] if not result["killed"] else []
    return problems, f"killed at {got / _MIB:.0f} of {limit / _MIB:.0f} MiB"


_CHECKS: Final[Mapping[str, tuple[str, Callable[[Any], tuple[Problems, str]], str]]] = {
    "network": ("network", _network, _REPORT),
    "families": ("sockets", _families, _REPORT),
    "calls": ("system calls", _calls, _REPORT),
    "privileges": ("privileges", _privileges, _REPORT),
    "environment": ("environment", _environment, _REPORT),
    "processes": ("other processes", _processes, _REPORT),
    "disk": ("disk", _disk, _REPORT),
    "seat": ("seat", _seat, _REPORT),
    "scratch": ("scratch folder", _scratch, _REPORT),
    "shm": ("shared memory", _shm, _REPORT),
    "limits": ("files", _limits, _REPORT),
    "memory": ("memory", _memory, _CGROUP),
    "pids": ("processes", _pids, _CGROUP),
    "cpu": ("processor", _cpu, _CGROUP),
}
