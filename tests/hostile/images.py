"""Images of the bots of these tests: one with all of them, and one on top for each bot, which starts it."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.build import archive, build
from arena.sandbox.docker.engine import ignore_statuses
from arena.sandbox.docker.images import bot_image
from tests.hostile.expectations import ROOT, Program

if TYPE_CHECKING:
    from docker import APIClient

PARTS: Final = ("tests/bots", "tests/hostile")
NAMES: Final = "maumau-hostile"


def build_images(api: "APIClient", programs: Sequence[Program], folder: Path) -> Mapping[Program, str]:
    """Return the name of an image for each program. `folder`: for the Dockerfiles."""
    base = _all_bots()
    with ThreadPoolExecutor(2) as pool:
        names = pool.map(lambda program: _starting(api, base, program, folder), programs)
        return dict(zip(programs, names, strict=True))


def remove_images(api: "APIClient", names: Sequence[str]) -> None:
    for name in names:
        with ignore_statuses(HTTPStatus.NOT_FOUND):
            api.remove_image(name, noprune=True)


def _all_bots() -> str:
    """Return the image of a checkout with all bots."""
    files = [
        (str(path.relative_to(ROOT)), path)
        for part in PARTS
        for path in sorted((ROOT / part).rglob("*.py"))
        if not path.name.startswith(("test_", "conftest"))
    ]
    return bot_image(files).id


def _starting(api: "APIClient", base: str, program: Program, folder: Path) -> str:
    text = f"FROM {base}\nENTRYPOINT {json.dumps(['python', '-m', *program])}\n"
    tag = sha256(text.encode()).hexdigest()[:12]
    dockerfile = folder / tag
    dockerfile.write_text(text)
    short = program[-1].removesuffix(".bot").rpartition(".")[2].replace("_", "-")
    name = f"{NAMES}/{short}:{tag}"
    if not api.images(name, quiet=True):
        build(api, archive([("Dockerfile", dockerfile)]), name)
    return name
