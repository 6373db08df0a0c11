"""The committed files: the top level, and no address of a package registry."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {
    "README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "compose.yaml",
    "proto", "arena", "sdk", "example_bots", "tests",
}  # fmt: skip
LOCK_FILES = {"uv.lock", "poetry.lock", "package-lock.json", "Cargo.lock"}
# Written apart so that this file does not hold them.
HOSTS = re.compile(
    r"py(?:)pi\.org|python(?:)hosted\.org|registry\.npm(?:)js|crates(?:)\.io/api|proxy\.golang(?:)\.org"
)


def committed() -> list[Path]:
    """Return every path under version control, also in a clone of another user."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listing.split("\0") if name]


def test_the_top_level_holds_only_what_a_user_expects() -> None:
    names = {path.parts[0] for path in committed()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def test_no_lock_file_is_committed() -> None:
    assert [path for path in committed() if path.name in LOCK_FILES] == []


def test_no_registry_is_named() -> None:
    files = [ROOT / path for path in committed() if (ROOT / path).is_file()]
    assert [path for path in files if HOSTS.search(path.read_text(errors="replace"))] == []
