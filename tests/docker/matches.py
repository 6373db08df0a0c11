"""Matches in containers, and what the engine says of them."""

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.record.match import MatchSpec
from arena.sandbox.docker_leases import Leases
from tests.docker.boxes import bot

if TYPE_CHECKING:
    from docker import APIClient


def in_containers(spec: MatchSpec, id: str) -> MatchSpec:
    """The same match of bots of `tests/bots`; the id is found on its containers."""
    bots = tuple(bot(one.name) for one in spec.bots)
    return replace(spec, id=f"{id}-{os.getpid()}", runner="docker", bots=bots)


def containers(api: "APIClient", *labels: str) -> list[dict[str, Any]]:
    """What the engine says of all containers with these labels."""
    found = api.containers(all=True, filters={"label": list(labels)})
    return [api.inspect_container(one["Id"]) for one in found]


def until_running(api: "APIClient", label: str, count: int) -> list[dict[str, Any]]:
    """Wait until so many containers with this label run."""
    for _ in range(200):
        found = containers(api, label)
        if sum(one["State"]["Running"] for one in found) == count:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not {count} containers run")


def leases_of(run: Path) -> list[str]:
    """What a match holds: its own name, and the users of its bots."""
    return [path.name for path in Leases.of_this_machine().folder.iterdir() if path.read_text() == str(run)]
