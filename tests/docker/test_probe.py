"""What a bot can do in its container: only what the golden file lists."""

import json
import os
import platform
import re
import socket
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from arena.sandbox.docker.seccomp import ALLOWED
from arena.sandbox.protocol import SOCKET, Exit
from arena.service.admin.doctor import probe
from arena.service.admin.doctor.containers import parse_output
from arena.service.admin.doctor.probe_results import limits
from tests.docker.boxes import launch, run_launch
from tests.docker.system_calls import NAMES
from tests.figures import figures

GOLDEN = Path(__file__).parent / "golden" / "sandbox.txt"
ATTEMPTS = (
    "surroundings", "privileges", "resources", "mounts", "devices", "folders", "kernel_files", "scratch",
    "new_program", "seat", "connection", "sockets", "network", "names", "calls", "foreign_calls",
    "cached_pages", "filters", "init",
)  # fmt: skip
ANSWERED = ("fadvise64", "readahead")  # success, whatever the arguments: they are not made
REFUSED = re.compile(r"E[A-Z0-9]+( E[A-Z0-9]+)*|SIGSYS")

pytestmark = [
    pytest.mark.dear,
    pytest.mark.usefixtures("engine"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="the kernel is called by number"),
]


def found(output: bytes) -> dict[str, str]:
    """Parse the lines of the golden file."""
    return dict(line.split(": ", 1) for line in output.decode().splitlines())


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the probe's results; the referee's socket must survive."""
    folder = tmp_path_factory.mktemp("p")
    abstract = f"arena-{uuid4()}"
    what = launch("", folder, output_bytes=200_000)
    calls = {name: (number, *[-1] * 6) for number, name in NAMES.items()}
    order = {"attempts": ATTEMPTS, "limits": limits(), "calls": {"x86_64": calls}, "abstract": abstract}
    sources = Path(__file__).with_name("escape_attempts.py"), Path(probe.__file__)
    program = "".join(source.read_text() for source in sources)
    what = replace(what, command=("python", "-c", program, json.dumps(order)))
    path = what.seat / SOCKET
    with closing(socket.socket(socket.AF_UNIX)) as referee, closing(socket.socket(socket.AF_UNIX)) as outside:
        referee.bind(str(path))
        path.chmod(0o777)
        outside.bind(f"\0{abstract}")
        for one in (referee, outside):
            one.listen()
        before = path.stat()
        how, output = run_launch(what, folder)
        assert path.stat() == before and os.listdir(what.seat) == [SOCKET]
    assert how == Exit(0), output
    results = parse_output(output.decode())
    assert tuple(results) == ATTEMPTS
    results["scratch"]["folders in /tmp"] = round(results["scratch"]["folders in /tmp"], -3)
    return {what: str(how) for result in results.values() for what, how in result.items()}


def test_the_probe_matches_the_golden_file(probed: dict[str, str], request: pytest.FixtureRequest) -> None:
    """The file lists only what is allowed."""
    allowed = {what: how for what, how in probed.items() if not REFUSED.fullmatch(how)}
    if request.config.getoption("--update-golden"):
        GOLDEN.write_text("".join(f"{what}: {how}\n" for what, how in allowed.items()))
    golden = found(GOLDEN.read_bytes())
    new = {what: how for what, how in allowed.items() if golden.get(what) != how}
    figures("sandbox probe", tried=len(probed), allowed=len(allowed), newly_allowed=len(new))
    assert new == {}
    assert len(probed) > 500


def test_only_listed_system_calls_work(probed: dict[str, str]) -> None:
    through = {what.removeprefix("call ") for what, how in probed.items() if how == "reached"}
    assert through <= {*ALLOWED, *ANSWERED}
    assert {"read", "openat", "mmap", "connect", "epoll_wait", "execve"} <= through


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("call bpf", "EPERM"),
        ("call keyctl", "EPERM"),
        ("call add_key", "EPERM"),
        ("call io_uring_setup", "EPERM"),
        ("call perf_event_open", "EPERM"),
        ("call userfaultfd", "EPERM"),
        ("call process_vm_readv", "EPERM"),
        ("call ptrace", "EPERM"),
        ("call mount", "EPERM"),
        ("call sync", "EPERM"),
        ("call clone3", "ENOSYS"),
        ("call mincore", "ENOSYS"),
        ("call cachestat", "ENOSYS"),
        ("call process_madvise", "EPERM"),
        ("call sync_file_range", "EPERM"),
        ("fadvise64 does nothing", "True"),
        ("readahead does nothing", "True"),
        ("madvise COLD", "EPERM"),
        ("madvise COLD with a high bit", "EPERM"),
        ("madvise PAGEOUT", "EPERM"),
        ("madvise PAGEOUT with a high bit", "EPERM"),
        ("preadv2 NOWAIT", "EPERM"),
        ("preadv2 DONTCACHE", "EPERM"),
        ("prctl SET_SECCOMP", "EPERM"),
        ("prctl SET_SECCOMP with a high bit", "EPERM"),
        ("call of 32 bits", "SIGSYS"),
        ("call of x32", "SIGSYS"),
        ("new user namespace", "EPERM"),
        ("clone into a new user namespace", "EPERM"),
        ("socket AF_INET", "EAFNOSUPPORT"),
        ("socket AF_INET6", "EAFNOSUPPORT"),
        ("socket AF_NETLINK", "EAFNOSUPPORT"),
        ("socket AF_PACKET", "EAFNOSUPPORT"),
        ("socket AF_VSOCK", "EAFNOSUPPORT"),
        ("abstract socket outside", "ECONNREFUSED"),
        ("port at 169.254.169.254", "EAFNOSUPPORT"),
        ("name", "EADDRNOTAVAIL"),
        ("trace of init", "EPERM"),
        ("init after SIGKILL", "EPERM"),
        ("init after SIGSTOP", "EPERM"),
        ("user 0", "EPERM"),
        ("socket unlink", "EROFS"),
        ("socket chmod", "EROFS"),
        ("socket connect", "allowed"),
        ("program in /tmp", "allowed"),
    ],
)
def test_promises(what: str, how: str, probed: dict[str, str]) -> None:
    assert probed[what] == how
