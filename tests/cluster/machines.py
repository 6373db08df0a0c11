"""Machines of a network: namespaces of this one, each with its own address, joined by a bridge."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

import pytest

_NUMBERS = count()


def _ip(*words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words], check=check, capture_output=True)


@dataclass(frozen=True, slots=True)
class Machine:
    """One of them. A command is run there by putting `prefix` before it."""

    name: str
    address: str
    switch: str
    link: str  # the switch's end of its cable

    @property
    def prefix(self) -> tuple[str, ...]:
        return ("ip", "netns", "exec", self.name)

    def cut_off(self) -> None:
        """Nothing reaches it any more, and nobody is told."""
        _ip("-n", self.switch, "link", "set", self.link, "down")

    def join(self) -> None:
        """The cable is plugged in again."""
        _ip("-n", self.switch, "link", "set", self.link, "up")


def need_namespaces() -> None:
    """Skips where there can be none; the gate brings what is needed."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("network namespaces need root and iproute2")
    done = subprocess.run(["ip", "netns", "add", f"t{os.getpid()}"], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"no network namespaces here: {done.stderr.decode().strip()}")
    _ip("netns", "del", f"t{os.getpid()}")


@contextmanager
def network(machines: int) -> Iterator[tuple[Machine, ...]]:
    """So many machines at a switch, while the block lasts.

    The switch is a bridge in a namespace of its own, out of reach of this machine's firewall.
    """
    tag = f"a{os.getpid()}-{next(_NUMBERS)}"
    switch = f"{tag}-switch"
    made = [
        Machine(f"{tag}-{number}", f"10.77.0.{number + 1}", switch, f"m{number}")
        for number in range(machines)
    ]
    try:
        _ip("netns", "add", switch)
        _ip("-n", switch, "link", "add", "bridge", "type", "bridge")
        _ip("-n", switch, "link", "set", "bridge", "up")
        for machine in made:
            _plug_in(machine)
        yield tuple(made)
    finally:
        for name in (*(machine.name for machine in made), switch):
            _ip("netns", "del", name, check=False)


def _plug_in(machine: Machine) -> None:
    at, inside = ("-n", machine.switch), ("-n", machine.name)
    _ip("netns", "add", machine.name)
    cable = ("type", "veth", "peer", "name", "eth0", "netns", machine.name)
    _ip(*at, "link", "add", machine.link, *cable)
    _ip(*at, "link", "set", machine.link, "master", "bridge")
    _ip(*at, "link", "set", machine.link, "up")
    _ip(*inside, "link", "set", "lo", "up")
    _ip(*inside, "addr", "add", f"{machine.address}/24", "dev", "eth0")
    _ip(*inside, "link", "set", "eth0", "up")
