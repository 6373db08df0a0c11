"""Images of bots on their way to workers: by their digest, in a folder of archives or by a registry.

A folder (of `docker save`) is one that all machines share, or that is copied to them. With a registry,
"docker://HOST:PORT/NAME", an image is pushed and pulled under its id as a tag. Whatever comes has to have the
id that was asked for: the id is the digest of what is in the image.
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

PLACE: Final = "ARENA_IMAGES"  # in the environment of a worker: where it finds images that it lacks
REGISTRY: Final = "docker://"

_ID: Final = "sha256:"


class NoImage(RunError):
    """An image cannot be brought to where it is needed; the text says what to do."""


class ImageOffers:
    """What was put where workers find it, for as long as a run lasts; nowhere, where there is no place."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._turn = asyncio.Lock()
        self._offered: set[str] = set()

    async def offer(self, ids: Iterable[str]) -> None:
        """See that these are there. Raises NoImage."""
        wanted = {*ids} - self._offered
        if not self._place or not wanted:
            return
        async with self._turn:
            await asyncio.to_thread(offer, wanted - self._offered, self._place)
            self._offered |= wanted


def offer(ids: Iterable[str], place: str) -> None:
    """Put the images of this machine's engine where workers find them, those that are not there yet.

    Raises NoImage.
    """
    with _travelling() as engine:
        for id in sorted(set(ids)):
            if place.startswith(REGISTRY):
                engine.push(id, place.removeprefix(REGISTRY), _tag(id))
            elif not (path := archive(Path(place), id)).exists():
                engine.save(id, path)


def here(ids: Iterable[str]) -> None:
    """See that this machine's engine has these images. Raises NoImage."""
    wanted = sorted(set(ids))
    if not wanted:
        return
    place = os.environ.get(PLACE, "")
    with _travelling() as engine:
        for id in wanted:
            if not engine.has(id):
                _fetch(engine, id, place)


def archive(place: Path, id: str) -> Path:
    """Where the archive of an image lies."""
    return place / f"{_tag(id)}.tar"


def _fetch(engine: ImageTransfer, id: str, place: str) -> None:
    if not place:
        raise NoImage(f"image {id} is not here: `arena run --images PLACE` and `arena worker --images PLACE`")
    if place.startswith(REGISTRY):
        engine.pull(place.removeprefix(REGISTRY), _tag(id))
    else:
        engine.load(archive(Path(place), id))
    if not engine.has(id):
        raise NoImage(f"what {place} has as image {id} is another one")


def _tag(id: str) -> str:
    """The id without what may stand neither in a tag nor in the name of a file."""
    return id.removeprefix(_ID)


@contextlib.contextmanager
def _travelling() -> Iterator[ImageTransfer]:
    """This machine's engine. Raises NoImage, also where none answers."""
    try:
        with ImageTransfer() as engine:
            yield engine
    except (TransferFailed, Unavailable) as problem:
        raise NoImage(str(problem)) from None
