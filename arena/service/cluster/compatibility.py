"""Comparison of arena installations: a worker plays only for a coordinator with the same code."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

SLOT: Final = "match"  # a Dask resource; each match takes one

_PLAYS: Final = ("rules", "record", "wire", "sandbox", "referee")  # the packages that play a match


@cache
def arena_here() -> str:
    """Return the version and digest of the arena on this machine, such as "0.1.0+1a2b3c4d5e6f".

    The digest covers all code that plays matches, so machines with the same text run the same code.
    """
    package = Path(__file__).parents[2]
    hasher = sha256()
    for path in sorted(path for part in _PLAYS for path in (package / part).rglob("*.py")):
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(package).as_posix()}\n{len(content)}\n".encode() + content)
    return f"{version('maumau-arena')}+{hasher.hexdigest()[:12]}"


def resource() -> str:
    """Return the name of the Dask resource that only workers with this version of the arena offer."""
    return f"arena-{arena_here()}"


def resources(slots: int) -> dict[str, int]:
    """Return the Dask resources of a worker that can play `slots` matches at once, keyed by the resource's
    name.

    A match needs `resources(1)`.
    """
    return {SLOT: slots, resource(): slots}


def resources_option(slots: int) -> str:
    """Return the value of `dask worker --resources` for a worker that can play `slots` matches at once."""
    return ",".join(f"{name}={count}" for name, count in resources(slots).items())
