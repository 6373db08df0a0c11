"""Images of bots on their way to workers: by their digest, in a folder of archives or by a registry.

A folder (of `docker save`) is one that all machines share, or that is copied to them. With a registry,
"docker://HOST:PORT/NAME", an image is pushed and pulled under its id as a tag. Whatever comes has to have the
id that was asked for: the id is the digest of what is in the image.
"""

import asyncio
import contextlib
import os
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.sandbox.box import Unavailable
from arena.sandbox.docker_engine import answering, connect
from arena.service.errors import RunError

if TYPE_CHECKING:
    from docker import APIClient

PLACE: Final = "ARENA_IMAGES"  # in the environment of a worker: where it finds images that it lacks
REGISTRY: Final = "docker://"

_ID: Final = "sha256:"
_LONG_S: Final = 600  # to save, load, push or pull an image


class NoImage(RunError):
    """An image cannot be brought to where it is needed; the text says what to do."""


class Offers:
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
            try:
                await asyncio.to_thread(offer, wanted - self._offered, self._place)
            except Unavailable as problem:
                raise NoImage(str(problem)) from None
            self._offered |= wanted


def offer(ids: Iterable[str], place: str) -> None:
    """Put the images of this machine's engine where workers find them, those that are not there yet.

    Raises NoImage, and Unavailable where no engine answers.
    """
    with _engine(_LONG_S) as api:
        for id in sorted(set(ids)):
            if place.startswith(REGISTRY):
                _push(api, id, place.removeprefix(REGISTRY))
            else:
                _save(api, id, Path(place))


def here(ids: Iterable[str]) -> None:
    """See that this machine's engine has these images. Raises NoImage."""
    wanted = sorted(set(ids))
    if not wanted:
        return
    place = os.environ.get(PLACE, "")
    try:
        with _engine(_LONG_S) as api:
            for id in wanted:
                if not _there(api, id):
                    _fetch(api, id, place)
    except Unavailable as problem:
        raise NoImage(str(problem)) from None


def _fetch(api: "APIClient", id: str, place: str) -> None:
    if not place:
        raise NoImage(f"image {id} is not here: `arena run --images PLACE` and `arena worker --images PLACE`")
    if place.startswith(REGISTRY):
        _pull(api, id, place.removeprefix(REGISTRY))
    else:
        _load(api, id, Path(place))
    if not _there(api, id):
        raise NoImage(f"what {place} has as image {id} is another one")


def archive(place: Path, id: str) -> Path:
    """Where the archive of an image lies."""
    return place / f"{id.removeprefix(_ID)}.tar"


def _save(api: "APIClient", id: str, place: Path) -> None:
    """Whole or not at all: workers may look at any moment."""
    target = archive(place, id)
    if target.exists():
        return
    part = target.with_suffix(f".{os.getpid()}.part")
    try:
        place.mkdir(parents=True, exist_ok=True)
        with answering(), part.open("wb") as file:
            file.writelines(api.get_image(id))
        part.replace(target)
    except OSError as error:
        raise NoImage(f"{target}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def _load(api: "APIClient", id: str, place: Path) -> None:
    path = archive(place, id)
    try:
        with path.open("rb") as file, _refusals(str(path)):
            for line in api.load_image(file):  # type: ignore[no-untyped-call]  # as its stub is
                if "error" in line:
                    raise NoImage(f"{path}: {line['error']}")
    except OSError as error:
        raise NoImage(f"{path}: {error.strerror or error}") from None


def _push(api: "APIClient", id: str, name: str) -> None:
    tag = id.removeprefix(_ID)
    with _refusals(name):
        api.tag(id, name, tag)
        for line in api.push(name, tag, stream=True, decode=True):
            if "error" in line:
                raise NoImage(f"{name}: {line['error']}")


def _pull(api: "APIClient", id: str, name: str) -> None:
    with _refusals(name):
        for line in api.pull(name, id.removeprefix(_ID), stream=True, decode=True):
            if "error" in line:
                raise NoImage(f"{name}: {line['error']}")


def _there(api: "APIClient", id: str) -> bool:
    from docker.errors import ImageNotFound

    with _refusals(id):
        try:
            return bool(api.inspect_image(id)["Id"] == id)  # type: ignore[no-untyped-call]  # as its stub is
        except ImageNotFound:
            return False


@contextlib.contextmanager
def _refusals(what: str) -> Iterator[None]:
    """What the engine refuses to do is told in its words. Raises NoImage, Unavailable."""
    from docker.errors import APIError, ImageNotFound

    try:
        with answering():
            yield
    except ImageNotFound:
        raise
    except APIError as error:
        full = error.status_code == HTTPStatus.INSUFFICIENT_STORAGE
        raise NoImage(f"{what}: {'the disk is full' if full else error.explanation or error}") from None


@contextlib.contextmanager
def _engine(timeout_s: int) -> "Iterator[APIClient]":
    with connect(timeout_s) as api:
        yield api
