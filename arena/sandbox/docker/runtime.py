"""The container runtime that runs the bots: the engine's default, or the one that ARENA_RUNTIME names."""

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from docker import APIClient

VARIABLE: Final = "ARENA_RUNTIME"


def chosen_runtime() -> str | None:
    """Return the name of the chosen container runtime, such as `runsc` for gVisor; None for the engine's
    default.
    """
    return os.environ.get(VARIABLE) or None


def missing_runtime(api: "APIClient") -> str:
    """Return why the engine cannot use the chosen container runtime; empty if it can."""
    name = chosen_runtime()
    if name is None:
        return ""
    known = sorted(api.info()["Runtimes"])
    if name in known:
        return ""
    return (
        f"the Docker engine has no runtime {name}, which {VARIABLE} names; it has: {', '.join(known)}. "
        f"Add it to the engine's daemon.json, or unset {VARIABLE}"
    )
