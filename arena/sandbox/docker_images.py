"""Images of bots: one for the same bytes, built when it is first needed, and run by its id."""

import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from arena.sandbox.docker_build import CannotBuild, build
from arena.sandbox.docker_context import IMAGES, File, archive, python_context
from arena.sandbox.docker_engine import answering, connect

if TYPE_CHECKING:
    from docker import APIClient

PYTHON: Final = "maumau/python-bot:0"
BOTS: Final = "maumau/bot"
DOCKERFILE: Final = "Dockerfile"
PLAIN: Final = IMAGES / "plain" / DOCKERFILE
CONTENT: Final = "arena.content"  # label: SHA-256 of what the base image was built from

_ID: Final = "sha256:"


def bot_image(files: Sequence[File]) -> str:
    """The id of a bot's image: from its Dockerfile, or without one its files on the image for Python bots.

    Its name is the digest of the files. Raises NoEngine, CannotBuild.
    """
    dockerfile = dict(files).get(DOCKERFILE, PLAIN)
    context = archive([*dict(files, **{DOCKERFILE: dockerfile}).items()])
    with connect() as api:
        tag = f"{BOTS}:{sha256(context).hexdigest()}"
        if PYTHON in dockerfile.read_text(errors="replace"):
            tag += f"-{_python_image(api).removeprefix(_ID)[:12]}"  # built anew when that is
        image = _inspect(api, tag)
        if image is None:
            build(api, context, tag)
            image = _inspect(api, tag)
    return _fit_for_use(image, tag)


def python_image() -> str:
    """The id of the image for Python bots, of this very SDK. Raises NoEngine, CannotBuild."""
    with connect() as api:
        return _python_image(api)


def _python_image(api: "APIClient") -> str:
    content = _python_content()
    image = _inspect(api, PYTHON)
    if image and (image["Config"]["Labels"] or {}).get(CONTENT) == content:
        return str(image["Id"])
    # Compiled packages fit the Python that they were installed for.
    version = {"PYTHON": f"{sys.version_info.major}.{sys.version_info.minor}"}
    return build(api, archive(python_context()), PYTHON, version, {CONTENT: content})


@cache
def _python_content() -> str:
    return sha256(archive(python_context())).hexdigest()


def _inspect(api: "APIClient", name: str) -> dict[str, Any] | None:
    from docker.errors import ImageNotFound

    with answering():
        try:
            image: dict[str, Any] = api.inspect_image(name)  # type: ignore[no-untyped-call]  # as its stub is
        except ImageNotFound:
            return None
        return image


def _fit_for_use(image: dict[str, Any] | None, tag: str) -> str:
    if image is None:
        raise CannotBuild(f"{tag} was built and is gone")
    if image["Config"]["Volumes"]:
        raise CannotBuild(f"{tag} cannot be used: its Dockerfile has a VOLUME, which would not be read-only")
    return str(image["Id"])
