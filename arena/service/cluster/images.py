"""Transfer of bots' images to workers, through a folder of archives or a registry.

The folder contains archives made by `docker save`. All workers mount the folder or have a copy. A registry is
written as "docker://HOST:PORT/NAME". Its images have their id as tag.
"""

import asyncio
import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from arena.sandbox.docker.transfer import ImageTransfer, TransferFailed
from arena.sandbox.protocol import Unavailable
from arena.service.errors import RunError

PLACE: Final = "ARENA_IMAGES"  # environment variable: where a worker finds missing images
REGISTRY: Final = "docker://"

_ID: Final = "sha256:"


class NoImage(RunError):
    """An image cannot be transferred; the message says what to do."""


class ImageOffers:
    """The sender of bots' images to `place`, a folder or registry from which workers load them.

    It records which images it has sent, and sends each only once. If `place` is empty, it sends nothing.
    """

    def __init__(self, place: str) -> None:
        self._place = place
        self._turn = asyncio.Lock()
        self._offered: set[str] = set()

    async def offer(self, ids: Iterable[str]) -> None:
        """Put images into the folder or registry. Skip those that this object has already put there.

        Raise NoImage if that fails.
        """
        wanted = {*ids} - self._offered
        if not self._place or not wanted:
            return
        async with self._turn:
            await asyncio.to_thread(offer, wanted - self._offered, self._place)
            self._offered |= wanted


def offer(ids: Iterable[str], place: str) -> None:
    """Put images into the folder or registry `place`, unless they are already there.

    Raise NoImage if that fails.
    """
    with _open_transfer() as engine:
        for id in sorted(set(ids)):
            if place.startswith(REGISTRY):
                engine.push(id, place.removeprefix(REGISTRY), _tag(id))
            elif not (path := archive_path(Path(place), id)).exists():
                engine.save(id, path)


def ensure_local(ids: Iterable[str]) -> None:
    """Load the images that are missing in this machine's Docker engine.

    The images come from the folder or registry that the variable ARENA_IMAGES names. Raise NoImage if an
    image cannot be loaded.
    """
    wanted = sorted(set(ids))
    if not wanted:
        return
    place = os.environ.get(PLACE, "")
    with _open_transfer() as engine:
        for id in wanted:
            if not engine.has(id):
                _fetch(engine, id, place)


def archive_path(place: Path, id: str) -> Path:
    """Return the path of an image's archive in the folder `place`."""
    return place / f"{_tag(id)}.tar"


def _fetch(engine: ImageTransfer, id: str, place: str) -> None:
    if not place:
        raise NoImage(
            f"image {id} is missing; use `arena run --images PLACE` and `arena worker --images PLACE`"
        )
    if place.startswith(REGISTRY):
        engine.pull(place.removeprefix(REGISTRY), _tag(id))
    else:
        engine.load(archive_path(Path(place), id))
    if not engine.has(id):
        raise NoImage(f"{place} has another image under {id}")


def _tag(id: str) -> str:
    """Return an image's id without "sha256:", for use as a tag or file name."""
    return id.removeprefix(_ID)


@contextlib.contextmanager
def _open_transfer() -> Iterator[ImageTransfer]:
    """Open a connection to this machine's Docker engine during the block.

    Raise NoImage if the connection or a transfer in the block fails.
    """
    try:
        with ImageTransfer() as engine:
            yield engine
    except (TransferFailed, Unavailable) as problem:
        raise NoImage(str(problem)) from None
