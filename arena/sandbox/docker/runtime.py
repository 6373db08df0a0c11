"""What runs the containers: the engine's own runtime, or another that the operator of this machine names."""

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from docker import APIClient

VARIABLE: Final = "ARENA_RUNTIME"


def chosen() -> str | None:
    """Its name, `runsc` for gVisor; None for the engine's own."""
    return os.environ.get(VARIABLE) or None


def missing_runtime(api: "APIClient") -> str:
    """Why the engine cannot run containers with the chosen one; empty if it can."""
    name = chosen()
    if name is None:
        return ""
    known = sorted(api.info()["Runtimes"])
    if name in known:
        return ""
    return (
        f"the Docker engine has no runtime {name}, which {VARIABLE} names; it has: {', '.join(known)}. "
        f"Add it to the engine's daemon.json, or unset {VARIABLE}"
    )
