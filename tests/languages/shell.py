"""Shell lines with the tools of other languages."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

NPM_INSTALL: Final = "npm install --no-package-lock --no-audit --no-fund --silent"
# As the example bots are built, so that what they and the tests rest on is compiled once.
GO_FLAGS: Final = {"CGO_ENABLED": "0", "GOFLAGS": "-trimpath -tags=grpcnotrace -buildvcs=false"}
CARGO_FLAGS: Final = {"CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0"}  # nobody debugs it
MAX_S: Final = 15 * 60
SHOWN: Final = 8_000  # letters of what was printed


def needs(tool: str) -> None:
    """The test is skipped where this program is not installed."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")


def sh(command: str, folder: Path, **more: str) -> str:
    """What a shell line printed, with this more in its environment. Fails with its output where it fails."""
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
