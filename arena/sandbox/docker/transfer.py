"""Images between this machine's Docker engine and others: as archives of `docker save`, or by a registry.

Whatever comes has to have the id that was asked for: the id is the digest of what is in the image.
"""

import contextlib
import os
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import answering, connect

if TYPE_CHECKING:
    from docker import APIClient

_LONG_S: Final = 600  # to save, load, push or pull an image


class NotMoved(Exception):
    """An image could not be brought there, or from there; the text is why."""


class Traveller:
    """Moves images. A context; to enter it raises NoEngine, all else NotMoved too."""

    def __enter__(self) -> "Traveller":
        self._api: APIClient = connect(_LONG_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._api.close()

    def has(self, id: str) -> bool:
        """Whether the engine has this image."""
        from docker.errors import ImageNotFound

        with _refusals(id):
            try:
                return bool(self._api.inspect_image(id)["Id"] == id)  # type: ignore[no-untyped-call]  # its stub is
            except ImageNotFound:
                return False

    def save(self, id: str, path: Path) -> None:
        """Write an image to a file, whole or not at all: others may look at any moment."""
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with answering(), part.open("wb") as file:
                file.writelines(self._api.get_image(id))
            part.replace(path)
        except OSError as error:
            raise NotMoved(f"{path}: {error.strerror or error}") from None
        finally:
            part.unlink(missing_ok=True)

    def load(self, path: Path) -> None:
        """Take in the image of a file."""
        try:
            with path.open("rb") as file, _refusals(str(path)):
                _heed(str(path), self._api.load_image(file))  # type: ignore[no-untyped-call]  # its stub is
        except OSError as error:
            raise NotMoved(f"{path}: {error.strerror or error}") from None

    def push(self, id: str, name: str, tag: str) -> None:
        """Put an image into the registry that its name begins with."""
        with _refusals(name):
            self._api.tag(id, name, tag)
            _heed(name, self._api.push(name, tag, stream=True, decode=True))

    def pull(self, name: str, tag: str) -> None:
        """Take an image from there."""
        with _refusals(name):
            _heed(name, self._api.pull(name, tag, stream=True, decode=True))


def _heed(what: str, told: Iterator[dict[str, object]]) -> None:
    """An engine tells of some failures only as the last line of its report."""
    for line in told:
        if "error" in line:
            raise NotMoved(f"{what}: {line['error']}")


@contextlib.contextmanager
def _refusals(what: str) -> Iterator[None]:
    """What the engine refuses to do is told in its words."""
    from docker.errors import APIError, ImageNotFound

    try:
        with answering():
            yield
    except ImageNotFound:
        raise
    except APIError as error:
        full = error.status_code == HTTPStatus.INSUFFICIENT_STORAGE
        raise NotMoved(f"{what}: {'the disk is full' if full else error.explanation or error}") from None
