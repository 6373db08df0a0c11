"""`compose.yaml` is valid for docker-compose 1.29 with every profile, and requires a password."""

import os
import re
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
@pytest.mark.parametrize("missing", ["COMPOSE_PROJECT_NAME", "POSTGRES_PASSWORD_FILE"])
def test_name_and_password_are_required(tmp_path: Path, missing: str) -> None:
    given = {"COMPOSE_PROJECT_NAME": "one", "POSTGRES_PASSWORD_FILE": "x"}
    del given[missing]
    done = config(tmp_path / "env", **given)
    assert done.returncode != 0
    assert "put it into the file .env" in done.stderr


@pytest.mark.dear
def test_every_profile_is_valid_and_projects_share_nothing(tmp_path: Path) -> None:
    """Compose puts the project's name before the names that it makes; others have it too."""
    done = config(tmp_path / "env", *PROFILES, COMPOSE_PROJECT_NAME="one", POSTGRES_PASSWORD_FILE="x")
    assert done.returncode == 0, done.stderr
    assert "docker-proxy:" in done.stdout
    assert "container_name:" not in done.stdout and " name:" not in done.stdout
    ours = [
        line for line in done.stdout.splitlines() if "image: maumau" in line or "ARENA_RUN_VOLUME" in line
    ]
    assert len(ours) == 7
    assert all("one" in line for line in ours)


CALLS = [
    ("GET", "/_ping", True),
    ("GET", "/v1.41/containers/json", True),
    ("GET", "/v1.41/containers/abc/json", True),
    ("GET", "/v1.41/containers/abc/stats", True),
    ("GET", "/v1.41/containers/abc/export", True),
    ("GET", "/v1.41/events", True),
    ("GET", "/v1.41/images/postgres:15/json", True),
    ("GET", "/v1.41/volumes/one_matches", True),
    ("POST", "/v1.41/containers/create", True),
    ("POST", "/v1.41/containers/abc/attach", True),
    ("DELETE", "/v1.41/containers/abc", True),
    ("GET", "/v1.41/containers/abc/archive", False),
    ("GET", "/v1.41/containers/abc/logs", False),
    ("GET", "/v1.41/secrets/abc", False),
    ("PUT", "/v1.41/containers/abc/archive", False),
    ("POST", "/v1.41/containers/abc/exec", False),
    ("POST", "/v1.41/images/create", False),
]


@pytest.mark.parametrize(("method", "path", "passes"), CALLS)
def test_the_socket_proxy_passes_only_needed_calls(method: str, path: str, passes: bool) -> None:
    """It matches the whole path, without the query."""
    text = (ROOT / "compose.yaml").read_text()
    patterns = re.findall(rf"- -allow{method}=(.+)", text)
    assert any(re.fullmatch(pattern, path) for pattern in patterns) == passes
