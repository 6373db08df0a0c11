"""Identify the arena of a machine: a worker plays only for the same arena."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

SLOT: Final = "match"  # a resource; a match takes one

_PLAYS: Final = ("rules", "record", "wire", "sandbox", "referee")  # the packages that play a match


@cache
def arena_here() -> str:
    """Return version and start of the digest of all code that plays: "0.1.0+1a2b3c4d5e6f"."""
    package = Path(__file__).parents[2]
    hasher = sha256()
    for path in sorted(path for part in _PLAYS for path in (package / part).rglob("*.py")):
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(package).as_posix()}\n{len(content)}\n".encode() + content)
    return f"{version('maumau-arena')}+{hasher.hexdigest()[:12]}"


def resource() -> str:
    """Return the Dask resource that only workers with this arena have."""
    return f"arena-{arena_here()}"


def resources(slots: int) -> dict[str, int]:
    """Return the resources that a worker with this number of slots offers; a match takes those of one."""
    return {SLOT: slots, resource(): slots}


def offered(slots: int) -> str:
    """Return the option for workers that Dask starts: `dask worker --resources "…"`."""
    return ",".join(f"{name}={count}" for name, count in resources(slots).items())
