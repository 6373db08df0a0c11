"""All settings of a bot's container. The bot may do only what these settings allow."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from arena.sandbox.docker.engine import chosen_runtime
from arena.sandbox.docker.seccomp import profile
from arena.sandbox.priority import container_shares
from arena.sandbox.protocol import SOCKET, Launch

if TYPE_CHECKING:
    from docker import APIClient

HOME: Final = "/bot"  # where an image has the bot's files
SEAT: Final = "/run/arena"
MEMORY: Final = 256 << 20
CPUS: Final = 1.0
PIDS: Final = 128
OPEN_FILES: Final = 256
SHARED_MEMORY: Final = 1 << 20
# Without `exec` the engine adds noexec, but Java unpacks its socket library there.
SCRATCH: Final = {"/tmp": "rw,exec,nosuid,nodev,size=16m,nr_inodes=1024,mode=1777"}
# The paths that the engine hides by default, and those with figures of the whole machine: its load, its other
# programs, and traces of earlier instances.
HIDDEN: Final = (
    "/proc/acpi",
    "/proc/asound",
    "/proc/buddyinfo",
    "/proc/diskstats",
    "/proc/fs",
    "/proc/interrupts",
    "/proc/irq",
    "/proc/kcore",
    "/proc/key-users",
    "/proc/keys",
    "/proc/latency_stats",
    "/proc/loadavg",
    "/proc/locks",
    "/proc/pagetypeinfo",
    "/proc/pressure",
    "/proc/sched_debug",
    "/proc/schedstat",
    "/proc/scsi",
    "/proc/slabinfo",
    "/proc/softirqs",
    "/proc/swaps",
    "/proc/sys/fs",
    "/proc/timer_list",
    "/proc/timer_stats",
    "/proc/vmallocinfo",
    "/proc/vmstat",
    "/proc/zoneinfo",
    "/sys/block",
    "/sys/devices/system/node",
    "/sys/devices/virtual/block",
    "/sys/devices/virtual/powercap",
    "/sys/firmware",
    "/sys/fs/btrfs",
    "/sys/fs/ext4",
    "/sys/fs/xfs",
    "/sys/kernel/mm",
    "/sys/kernel/slab",
)
SYSTEM: Final = ("system", "virtual")  # devices that stay visible: processors, and the network's "lo"
DIES_FIRST: Final = 1_000  # oom_score_adj: the first to be killed when the machine is out of memory


def container(api: "APIClient", launch: Launch, user: int, labels: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of Docker's `create_container` for a bot.

    `user`: the user ID to run as. `labels`: the container's labels.
    """
    return {
        "image": launch.image,
        "entrypoint": list(launch.command),
        "working_dir": launch.folder or HOME,
        "user": f"{user}:{user}",
        "environment": {
            "ARENA_TARGET": f"unix://{SEAT}/{SOCKET}",
            "ARENA_TOKEN": launch.token,
            "HOME": "/tmp",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
        },
        "hostname": "bot",
        "network_disabled": True,  # creating an empty network would take half of every start
        "healthcheck": {"test": ["NONE"]},
        "labels": dict(labels),
        "use_config_proxy": False,  # a proxy's address may hold a password
        "host_config": _host(api, launch.seat),
    }


def _host(api: "APIClient", seat: Path) -> dict[str, Any]:
    """Return a container's limits, mounts and privileges. `seat`: the folder with the referee's socket."""
    from docker.types import LogConfig, Mount, Ulimit

    host: dict[str, Any] = api.create_host_config(
        runtime=chosen_runtime(),
        network_mode="none",
        mounts=[Mount(SEAT, str(seat), type="bind", read_only=True)],
        read_only=True,
        tmpfs=SCRATCH,
        shm_size=SHARED_MEMORY,
        ipc_mode="private",
        cap_drop=["ALL"],
        security_opt=["no-new-privileges", f"seccomp={profile()}"],
        mem_limit=MEMORY,
        memswap_limit=MEMORY,  # with the memory: no swap
        nano_cpus=int(CPUS * 1e9),
        cpu_shares=container_shares(),
        pids_limit=PIDS,
        ulimits=[
            Ulimit(name="nofile", soft=OPEN_FILES, hard=OPEN_FILES),
            Ulimit(name="core", soft=0, hard=0),
        ],
        init=True,
        log_config=LogConfig(type=LogConfig.types.NONE),  # its output is read and limited by us
        restart_policy={"Name": "no"},
        oom_score_adj=DIES_FIRST,
    )
    return {**host, "MaskedPaths": hidden()}


@cache
def hidden() -> tuple[str, ...]:
    """Return the paths to hide from bots, such as descriptions of this machine's hardware."""
    devices = Path("/sys/devices")
    hardware = (str(path) for path in devices.glob("*") if path.name not in SYSTEM)
    return (*HIDDEN, *sorted(hardware))
