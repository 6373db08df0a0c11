"""The containers of a match, as the engine reports them."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from arena.record.match import Clock
from arena.referee.process.codec import encode
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.sandbox.docker.cleanup import HOST, MATCH, RUN, SEAT
from arena.sandbox.docker.flags import SCRATCH
from arena.sandbox.docker.leases import FIRST_USER, FOLDER, USERS
from arena.sandbox.docker.seccomp import profile
from tests.docker.boxes import bot
from tests.docker.matches import containers, in_containers, leases_of, until_running
from tests.referee.matches import match

pytestmark = pytest.mark.dear

if TYPE_CHECKING:
    from docker import APIClient

PLAYS = """
import sys, threading
from arena.record.match import MatchSpec
from arena.referee.process.codec import decode
from arena.referee.run import run_match
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set())).start()
try:
    run_match(decode(MatchSpec, sys.argv[1]), None, stop)
except BaseException as end:
    print(type(end).__name__)
"""

Inspected = list[dict[str, Any]]


@pytest.fixture(scope="module")
def inspected(engine: "APIClient") -> Inspected:
    """Yield the containers of a running match; afterwards nothing of it is left."""
    stop = Event()
    spec = in_containers(match("silent", "silent", clock=Clock(0, 0, 0)), "inspected")
    with ThreadPoolExecutor(1) as pool:
        under_way = pool.submit(run_match, spec, None, stop)
        try:
            found = until_running(engine, f"{MATCH}={spec.id}", 2)
        finally:
            stop.set()
        with pytest.raises(MatchCancelled):
            under_way.result()
    assert containers(engine, f"{MATCH}={spec.id}") == []
    run = Path(found[0]["Config"]["Labels"][RUN])
    assert not run.exists()
    assert leases_of(run) == []
    return found


def test_no_network_privileges_or_writable_files(inspected: Inspected) -> None:
    for one in inspected:
        host = one["HostConfig"]
        assert host["NetworkMode"] == "none"
        assert one["Config"]["NetworkDisabled"] and not one["NetworkSettings"]["SandboxID"]
        assert host["ReadonlyRootfs"] is True
        assert host["Privileged"] is False
        assert host["CapDrop"] == ["ALL"] and not host["CapAdd"]
        assert host["SecurityOpt"] == ["no-new-privileges", f"seccomp={profile()}"]
        assert host["IpcMode"] == "private" and host["PidMode"] == "" and host["UTSMode"] == ""
        assert not host["Binds"] and not host["Devices"] and not host["PortBindings"]


def test_the_seat_is_the_only_mount(inspected: Inspected) -> None:
    for one in inspected:
        (mount,) = one["Mounts"]
        seat, labels = Path(mount["Source"]), one["Config"]["Labels"]
        assert (mount["Type"], seat.name, mount["Destination"]) == ("bind", labels[SEAT], "/run/arena")
        assert seat.parents[1] == Path(labels[RUN]).parent, "not below the match's own"
        assert mount["RW"] is False
        assert one["HostConfig"]["Tmpfs"] == SCRATCH
    folders = {Path(one["Mounts"][0]["Source"]).parent for one in inspected}
    assert len(folders) == len(inspected), "no two instances share one"


def test_every_bot_has_its_own_user(inspected: Inspected) -> None:
    users = {one["Config"]["User"] for one in inspected}
    assert len(users) == 2
    for user in users:
        number, group = user.split(":")
        assert number == group
        assert FIRST_USER <= int(number) < FIRST_USER + USERS


def test_users_of_one_engine_share_no_bot_user(engine: "APIClient", tmp_path: Path) -> None:
    """Every user has separate leases, so only the engine knows of both."""
    users = []
    with ExitStack() as playing:
        for name in ("anna", "bert"):
            spec = in_containers(match("silent", "silent", clock=Clock(0, 0, 0)), name)
            environment = os.environ | {FOLDER: str(tmp_path / name)}
            command = (sys.executable, "-c", PLAYS, encode(spec))
            process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
            playing.enter_context(process)  # which closes its stdin, and waits
            users += [one["Config"]["User"] for one in until_running(engine, f"{MATCH}={spec.id}", 2)]
    assert len(set(users)) == 4


def test_limits(inspected: Inspected) -> None:
    for one in inspected:
        host = one["HostConfig"]
        assert host["Memory"] == host["MemorySwap"] == 256 << 20
        assert host["NanoCpus"] == 1_000_000_000
        assert host["CpuShares"] == 336  # niceness 5
        assert host["PidsLimit"] == 128
        assert host["ShmSize"] == 1 << 20
        assert host["OomScoreAdj"] == 1_000
        assert {(u["Name"], u["Soft"], u["Hard"]) for u in host["Ulimits"]} == {
            ("nofile", 256, 256),
            ("core", 0, 0),
        }
        assert host["LogConfig"] == {"Type": "none", "Config": {}}
        assert host["RestartPolicy"]["Name"] == "no"
        assert host["Init"] is True and host["AutoRemove"] is False


def test_command(inspected: Inspected) -> None:
    for one in inspected:
        config = one["Config"]
        assert config["Entrypoint"] == ["python", "tests/bots/silent/bot.py"] and not config["Cmd"]
        assert one["Image"] == config["Image"] == bot("silent").image
        assert config["Healthcheck"] == {"Test": ["NONE"]}
        assert config["Hostname"] == "bot" and config["WorkingDir"] == "/bot"
        assert {HOST, RUN, MATCH, SEAT} <= config["Labels"].keys()
        names = {variable.partition("=")[0] for variable in config["Env"]}
        assert names == {"ARENA_TARGET", "ARENA_TOKEN", "HOME", "LANG", "PATH", "TZ"}
    tokens = {v for one in inspected for v in one["Config"]["Env"] if v.startswith("ARENA_TOKEN=")}
    assert len(tokens) == 2
