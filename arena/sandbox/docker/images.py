"""The Docker images that bots run in: built from a bot's files when first needed, or a user's own."""

import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arena.sandbox.docker.build import CannotBuild, File, archive, build, python_context
from arena.sandbox.docker.cleanup import BUILT, mark_used, remove_unused_images
from arena.sandbox.docker.dockerfile import dockerfile_for, starts_itself
from arena.sandbox.docker.engine import connect, ignore_statuses, raise_no_engine
from arena.sandbox.docker.flags import HOME

if TYPE_CHECKING:
    from docker import APIClient

PYTHON: Final = "maumau/python-bot:0"
BOTS: Final = "maumau/bot"
DOCKERFILE: Final = "Dockerfile"
REGISTERED: Final = "maumau/registered"  # the name of registered bots' images, so that nothing prunes them
MAX_BYTES: Final = 1_000_000_000  # of an image
CONTENT: Final = "arena.content"  # label: SHA-256 of the context that the base image was built from

_ID: Final = "sha256:"


class Image(NamedTuple):
    """An image of a bot, with the bot's command and the folder in which the command is run."""

    id: str
    command: tuple[str, ...]
    folder: str


def bot_image(files: Sequence[File], command: Sequence[str] = ()) -> Image:
    """Return the image of a bot; build it first if it does not exist yet.

    Build it with the bot's own Dockerfile, or else with a Dockerfile that fits `command`. The result has a
    command only if the Dockerfile has an ENTRYPOINT or CMD.

    Raise NoEngine if the engine does not answer, CannotBuild if the image cannot be built or used.
    """
    dockerfile = dict(files).get(DOCKERFILE) or dockerfile_for(command, dict(files))
    context = archive([*dict(files, **{DOCKERFILE: dockerfile}).items()])
    with connect() as api:
        tag = f"{BOTS}:{sha256(context).hexdigest()}"
        text = dockerfile.read_text(errors="replace")
        if PYTHON in text:
            tag += f"-{_python_image(api).removeprefix(_ID)[:12]}"  # rebuilt when the Python image is
        image = _inspect(api, tag)
        if image is None:
            remove_unused_images(api, BOTS)
            build(api, context, tag, labels={BUILT: ""})
            image = _inspect(api, tag)
        else:
            mark_used(api, tag)
    if image is None:
        raise CannotBuild(f"{tag} was built and is gone")
    checked = _checked(image, "the image that its Dockerfile makes")
    return Image(checked.id, checked.command if starts_itself(text) else (), HOME)


def image_named(name: str) -> Image:
    """Return the image with this name or id.

    Raise NoEngine if the engine does not answer, CannotBuild if bots cannot use the image.
    """
    with connect() as api:
        image = _inspect(api, name)
    if image is None:
        raise CannotBuild(f"the engine has no image {name}: build or load it first, nothing is downloaded")
    checked = _checked(image, f"image {name}")
    if not checked.command:
        raise CannotBuild(f"image {name} cannot be used: it has neither ENTRYPOINT nor CMD")
    return checked


def has_image(name: str) -> bool:
    """True if the engine has an image of this name. Raise NoEngine if the engine does not answer."""
    with connect() as api:
        return _inspect(api, name) is not None


def keep_image(id: str) -> None:
    """Tag an image with a name for registered bots, so that no clean-up removes it as unused.

    Raise NoEngine if the engine does not answer.
    """
    with connect() as api, raise_no_engine(), ignore_statuses(HTTPStatus.NOT_FOUND):
        api.tag(id, REGISTERED, id.removeprefix(_ID))


def python_image() -> str:
    """Return the id of the image for Python bots with this SDK; build it if needed.

    Raise NoEngine if the engine does not answer, CannotBuild if the build fails.
    """
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

    with raise_no_engine():
        try:
            image: dict[str, Any] = api.inspect_image(name)  # type: ignore[no-untyped-call]  # as its stub is
        except ImageNotFound:
            return None
        return image


def _checked(image: dict[str, Any], what: str) -> Image:
    """Convert the engine's description of an image to an Image.

    `what`: the image's name in error messages. Raise CannotBuild if bots cannot use the image.
    """
    config = image["Config"]
    if config["Volumes"]:
        raise CannotBuild(f"{what} cannot be used: it has a VOLUME, which would not be read-only")
    if config.get("OnBuild"):
        raise CannotBuild(f"{what} cannot be used: it has ONBUILD and is meant as a base for other images")
    if image["Size"] > MAX_BYTES:
        size, most = image["Size"] / 1e9, MAX_BYTES / 1e9
        raise CannotBuild(f"{what} cannot be used: it has {size:.1f} GB, and {most:g} GB is the most")
    command = (*(config["Entrypoint"] or ()), *(config["Cmd"] or ()))
    return Image(str(image["Id"]), command, config["WorkingDir"] or "/")
