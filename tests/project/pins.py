"""The tested set of packages: every version that uv resolved, pinned in `pyproject.toml`.

uv.lock names addresses and is not committed; these pins hold the same versions without them.

    uv run python -m tests.project.pins             # is it current?
    uv run python -m tests.project.pins --write     # pin what is new, drop what is gone
    uv run python -m tests.project.pins --upgrade   # the newest versions of everything
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.project.made import command

ROOT = Path(__file__).parents[2]
PINS = re.compile(r"(?<=^constraint-dependencies = \[\n)(.*?)(?=^\])", re.MULTILINE | re.DOTALL)


def pinned() -> list[str]:
    """Return the pins in `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pins: list[str] = project["tool"]["uv"]["constraint-dependencies"]
    return pins


def resolved(*options: str) -> list[str]:
    """Return the pins that uv resolves under the current ones: all extras, groups and platforms."""
    subprocess.run(["uv", "lock", "--quiet", *options], cwd=ROOT, check=True)
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    packages = [package for package in lock["package"] if "registry" in package["source"]]
    return [f"{package['name']}=={package['version']}" for package in packages]


def write(pins: list[str]) -> None:
    """Write these pins into `pyproject.toml`."""
    path = ROOT / "pyproject.toml"
    lines = "".join(f'    "{pin}",\n' for pin in pins)
    path.write_text(PINS.sub(lambda _: lines, path.read_text(), count=1))


def upgrade() -> None:
    """Pin the newest versions."""
    write([])
    write(resolved("--upgrade"))


def stale(pins: list[str], wanted: list[str]) -> list[str]:
    """Return the missing and the superfluous pins, or that only their order is wrong."""
    if {*pins} == {*wanted}:
        return [] if pins == wanted else ["the order of the pins"]
    return [f"{pin} is {'missing' if pin in wanted else 'not used'}" for pin in sorted({*pins} ^ {*wanted})]


if __name__ == "__main__":
    sys.exit(
        command(
            __doc__, lambda: stale(pinned(), resolved()), write=lambda: write(resolved()), upgrade=upgrade
        )
    )
