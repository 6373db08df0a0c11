"""Whether two machines have the same arena: only those play for one another."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

SLOT: Final = "match"  # the resource of a worker that a match takes one of

_PLAYS: Final = ("rules", "record", "wire", "sandbox", "referee")  # the packages that a match consists of


@cache
def arena_here() -> str:
    """The version of this arena, and the start of the digest over what plays: "0.1.0+1a2b3c4d5e6f"."""
    package = Path(__file__).parents[2]
    hasher = sha256()
    for path in sorted(path for part in _PLAYS for path in (package / part).rglob("*.py")):
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(package).as_posix()}\n{len(content)}\n".encode() + content)
    return f"{version('maumau-arena')}+{hasher.hexdigest()[:12]}"


def resource() -> str:
    """The resource that only workers with this very arena have."""
    return f"arena-{arena_here()}"


def resources(slots: int) -> dict[str, int]:
    """What a worker with so many slots offers, or a match with one takes."""
    return {SLOT: slots, resource(): slots}


def offered(slots: int) -> str:
    """What a worker that Dask itself starts is to offer: `dask worker --resources "…"`."""
    return ",".join(f"{name}={count}" for name, count in resources(slots).items())
