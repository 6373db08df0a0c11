"""Code in a container as a bot would run there, and the bots of `tests/bots` in an image."""

import asyncio
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from arena.record.match import BotSpec
from arena.sandbox.docker.box import DockerBox
from arena.sandbox.docker.images import bot_image, python_image
from arena.sandbox.docker.runner import DockerRunner
from arena.sandbox.protocol import Exit, Launch

ROOT = Path(__file__).parents[2]

Act = Callable[[DockerBox], None]


def run(code: str, folder: Path, act: Act | None = None, output_bytes: int = 4_000) -> tuple[Exit, bytes]:
    """Run Python code as a bot until it ends, or until `act` ends it. `folder`: the match's directory."""
    return run_launch(launch(code, folder, output_bytes), folder, act)


def launch(code: str, folder: Path, output_bytes: int = 4_000) -> Launch:
    """Return Python code as a bot on a new seat."""
    seat = folder / "seat"
    seat.mkdir()
    return Launch(("python", "-c", code), "", seat, "token-of-the-bot", output_bytes, python_image())


def run_launch(what: Launch, folder: Path, act: Act | None = None) -> tuple[Exit, bytes]:
    """Start it, wait for its end, and remove everything."""
    runner = DockerRunner(folder, "test")

    async def play() -> tuple[Exit, bytes]:
        box = await runner.start(what)
        try:
            if act:
                act(box)
            how = await asyncio.wait_for(box.wait(), 120)
        finally:
            await box.close()
        return how, box.output()

    try:
        return asyncio.run(play())
    finally:
        runner.sweep()


def bot(name: str) -> BotSpec:
    """Return a bot of `tests/bots` that runs in a container."""
    version = sha256(name.encode()).hexdigest()
    return BotSpec(name, version, ("python", f"tests/bots/{name}/bot.py"), "", _image())


@cache
def _image() -> str:
    """Return an image with all of `tests/bots` in a checkout."""
    files = [(str(path.relative_to(ROOT)), path) for path in (ROOT / "tests/bots").rglob("*.py")]
    return bot_image(files).id
