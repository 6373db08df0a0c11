"""Move images between Docker engines, as archives of `docker save` or through a registry.

An image's id is the digest of its contents. So the receiver must check that the image has the expected id.
"""

import contextlib
import os
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.sandbox.docker.engine import connect, raise_no_engine

if TYPE_CHECKING:
    from docker import APIClient

_LONG_S: Final = 600  # to save, load, push or pull an image


class TransferFailed(Exception):
    """An image could not be saved, loaded, pushed or pulled; the message says why."""


class ImageTransfer:
    """A context manager that moves images to and from the Docker engine.

    If the engine does not answer, `with` and all methods raise NoEngine. If the engine or a file reports an
    error, the methods raise TransferFailed.
    """

    def __enter__(self) -> "ImageTransfer":
        self._api: APIClient = connect(_LONG_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._api.close()

    def has(self, id: str) -> bool:
        """True if the engine has the image with this id."""
        from docker.errors import ImageNotFound

        with _transfer_errors(id):
            try:
                return bool(self._api.inspect_image(id)["Id"] == id)  # type: ignore[no-untyped-call]  # its stub is
            except ImageNotFound:
                return False

    def save(self, id: str, path: Path) -> None:
        """Write an image to a file. The file appears only when it is complete."""
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with raise_no_engine(), part.open("wb") as file:
                file.writelines(self._api.get_image(id))
            part.replace(path)
        except OSError as error:
            raise TransferFailed(f"{path}: {error.strerror or error}") from None
        finally:
            part.unlink(missing_ok=True)

    def load(self, path: Path) -> None:
        """Load an image from a file into the engine."""
        try:
            with path.open("rb") as file, _transfer_errors(str(path)):
                _check_report(str(path), self._api.load_image(file))  # type: ignore[no-untyped-call]  # its stub is
        except OSError as error:
            raise TransferFailed(f"{path}: {error.strerror or error}") from None

    def push(self, id: str, name: str, tag: str) -> None:
        """Push an image to a registry.

        `id`: the image's id. `name`: the image's name in the registry, with the registry's address.
        """
        with _transfer_errors(name):
            self._api.tag(id, name, tag)
            _check_report(name, self._api.push(name, tag, stream=True, decode=True))

    def pull(self, name: str, tag: str) -> None:
        """Pull an image from a registry.

        `name`: the image's name in the registry, with the registry's address.
        """
        with _transfer_errors(name):
            _check_report(name, self._api.pull(name, tag, stream=True, decode=True))


def _check_report(what: str, report: Iterator[dict[str, object]]) -> None:
    """Raise TransferFailed if the engine's report on a push, pull or load contains an error.

    `what`: the start of the error message.
    """
    for line in report:
        if "error" in line:
            raise TransferFailed(f"{what}: {line['error']}")


@contextlib.contextmanager
def _transfer_errors(what: str) -> Iterator[None]:
    """Raise TransferFailed if the engine answers with an error inside the block.

    `what`: the start of the error message.
    """
    from docker.errors import APIError, ImageNotFound

    try:
        with raise_no_engine():
            yield
    except ImageNotFound:
        raise
    except APIError as error:
        full = error.status_code == HTTPStatus.INSUFFICIENT_STORAGE
        raise TransferFailed(
            f"{what}: {'the disk is full' if full else error.explanation or error}"
        ) from None
