"""Matches in containers, and their containers."""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.record.match import MatchSpec
from arena.sandbox.docker.leases import Leases
from tests.docker.boxes import bot

if TYPE_CHECKING:
    from docker import APIClient


def in_containers(spec: MatchSpec, id: str) -> MatchSpec:
    """Return the same match of bots of `tests/bots`; its containers have the id as a label."""
    bots = tuple(bot(one.name) for one in spec.bots)
    return replace(spec, id=f"{id}-{os.getpid()}", runner="docker", bots=bots)


def containers(api: "APIClient", *labels: str) -> list[dict[str, Any]]:
    """Return what the engine knows of all containers with these labels."""
    return list(_containers(api, labels))


def _containers(api: "APIClient", labels: Sequence[str]) -> Iterator[dict[str, Any]]:
    from docker.errors import NotFound

    for one in api.containers(all=True, filters={"label": list(labels)}):
        with suppress(NotFound):  # it went meanwhile
            yield api.inspect_container(one["Id"])


def until_running(api: "APIClient", label: str, count: int) -> list[dict[str, Any]]:
    """Wait until this many containers with the label run."""
    for _ in range(200):
        found = containers(api, label)
        if sum(one["State"]["Running"] for one in found) == count:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not {count} containers run")


def leases_of(run: Path) -> list[str]:
    """Return the leases of a match: its own, and the user ids of its bots."""
    folder = Leases.of_this_machine().folder
    return [path.name for path in folder.iterdir() if _note(path) == str(run) and path.name[:4] != "new-"]


def _note(path: Path) -> str:
    with suppress(FileNotFoundError):  # others come and go
        return path.read_text()
    return ""
