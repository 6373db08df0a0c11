"""A Dockerfile that compiles the bot, as in the Go SDK's README, is built and plays."""

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.service.bots import Bot, resolve_bot
from arena.service.bots.new import new_bot
from arena.service.play import play_match
from tests.languages.bots import SDK

if TYPE_CHECKING:
    from docker import APIClient

pytestmark = pytest.mark.full
README = SDK / "go" / "README.md"


def dockerfile() -> str:
    """Return the Dockerfile with two stages."""
    found = re.search(r"^```dockerfile\n(FROM \S+ AS build\n.*?)^```$", README.read_text(), re.M | re.S)
    assert found
    return found[1]


@pytest.fixture
def gopher(tmp_path: Path, engine: "APIClient") -> Bot:
    """Return a new bot with its dependencies next to it, as builds download nothing."""
    base = dockerfile().split()[1]
    if not engine.images(base):
        pytest.skip(f"the engine has no image {base}")
    folder = tmp_path / "gopher"
    new_bot("gopher", "go", folder)
    subprocess.run(["go", "mod", "vendor"], cwd=folder, check=True)
    (folder / "Dockerfile").write_text(dockerfile())
    manifest = (folder / "bot.toml").read_text()
    (folder / "bot.toml").write_text(re.sub(r"^build = .*\n", "", manifest, flags=re.M))
    return resolve_bot(str(folder))


def test_it_plays(gopher: Bot) -> None:
    record = play_match([gopher, resolve_bot("builtin:greedy")], "mau-mau", runner="docker", seed="1")
    assert [game.verdicts for game in record.games] == [("OK", "OK")] * 2
