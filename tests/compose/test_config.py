"""`compose.yaml` is taken by docker-compose 1.29, with every profile, and without a password it says so."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROFILES = ("--profile", "cluster", "--profile", "proxy")


def config(empty: Path, *arguments: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    if shutil.which("docker-compose") is None:
        pytest.skip("there is no docker-compose here")
    empty.touch()  # whatever is in this checkout's own
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | variables
    return subprocess.run(
        ["docker-compose", "--env-file", str(empty), *arguments, "config"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.dear
def test_it_is_taken_with_every_profile(tmp_path: Path) -> None:
    done = config(tmp_path / "env", *PROFILES, POSTGRES_PASSWORD="x")
    assert done.returncode == 0, done.stderr
    assert "docker-proxy:" in done.stdout


@pytest.mark.dear
def test_there_is_no_password_unless_somebody_gives_one(tmp_path: Path) -> None:
    done = config(tmp_path / "env")
    assert done.returncode != 0
    assert "put it into the file .env" in done.stderr
