"""Run shell commands of other languages' tools."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

NPM_INSTALL: Final = "npm install --no-package-lock --no-audit --no-fund --silent"
# The flags of the example bots, so that dependencies are compiled once.
GO_FLAGS: Final = {"CGO_ENABLED": "0", "GOFLAGS": "-trimpath -tags=grpcnotrace -buildvcs=false"}
CARGO_FLAGS: Final = {"CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0"}  # no debug information
MAVEN_FLAGS: Final = {"MAVEN_OPTS": "-XX:TieredStopAtLevel=1 -DargLine=-XX:TieredStopAtLevel=1"}
MAX_S: Final = 15 * 60
SHOWN: Final = 8_000  # characters of output


def needs(tool: str) -> None:
    """Skip the test if this program is not installed."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")


def sh(command: str, folder: Path, **more: str) -> str:
    """Run a shell command with additional environment variables and return its output."""
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=os.environ | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MAX_S,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-SHOWN:]}"
    return done.stdout
