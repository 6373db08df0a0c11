"""Images of the bots of these tests: all of them in one, and of that one for each bot, which starts it."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.build import build
from arena.sandbox.docker.context import archive
from arena.sandbox.docker.engine import unless
from arena.sandbox.docker.images import bot_image

if TYPE_CHECKING:
    from docker import APIClient

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("tests/bots", "tests/hostile")
NAMES: Final = "maumau-hostile"


def made(api: "APIClient", bots: Sequence[Path], folder: Path) -> Mapping[Path, str]:
    """The name of an image for each of these bots' folders. `folder`: for what is built from."""
    base = _all_bots()
    return {bot: _starting(api, base, bot, folder) for bot in bots}


def removed(api: "APIClient", names: Sequence[str]) -> None:
    """Without these images."""
    for name in names:
        with unless(HTTPStatus.NOT_FOUND):
            api.remove_image(name, noprune=True)


def _all_bots() -> str:
    """All of them, where they expect themselves: in a checkout."""
    files = [
        (str(path.relative_to(ROOT)), path)
        for part in PARTS
        for path in sorted((ROOT / part).rglob("*.py"))
        if not path.name.startswith(("test_", "conftest"))
    ]
    return bot_image(files).id


def _starting(api: "APIClient", base: str, bot: Path, folder: Path) -> str:
    script = bot.relative_to(ROOT) / "bot.py"
    dockerfile = folder / "Dockerfile"
    dockerfile.write_text(f'FROM {base}\nENTRYPOINT ["python", "{script}"]\n')
    name = f"{NAMES}/{bot.name.replace('_', '-')}:{sha256(dockerfile.read_bytes()).hexdigest()[:12]}"
    if not api.images(name, quiet=True):
        build(api, archive([("Dockerfile", dockerfile)]), name)
    return name
