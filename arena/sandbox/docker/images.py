"""Images of bots: one for the same bytes, built when it is first needed, or somebody's own; run by its id."""

import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arena.sandbox.docker.base_images import dockerfile_for
from arena.sandbox.docker.build import CannotBuild, build
from arena.sandbox.docker.context import File, archive, python_context
from arena.sandbox.docker.dockerfile import starts_itself
from arena.sandbox.docker.engine import answering, connect, unless
from arena.sandbox.docker.flags import HOME
from arena.sandbox.docker.unused_images import BUILT, forget_unused, used

if TYPE_CHECKING:
    from docker import APIClient

PYTHON: Final = "maumau/python-bot:0"
BOTS: Final = "maumau/bot"
DOCKERFILE: Final = "Dockerfile"
REGISTERED: Final = "maumau/registered"  # images that bots are registered as, so that nothing prunes them
MAX_BYTES: Final = 1_000_000_000  # of an image
CONTENT: Final = "arena.content"  # label: SHA-256 of what the base image was built from

_ID: Final = "sha256:"


class Image(NamedTuple):
    """An image that a bot can be run from. `command`: what it says is started in it, in its folder."""

    id: str
    command: tuple[str, ...]
    folder: str


def bot_image(files: Sequence[File], command: Sequence[str] = ()) -> Image:
    """A bot's image: from its Dockerfile, or without one its files on the image that its command wants.

    Its name is the digest of the files. It has a command only if the Dockerfile itself names one: what a base
    image starts is not the bot. Raises NoEngine, CannotBuild.
    """
    dockerfile = dict(files).get(DOCKERFILE) or dockerfile_for(command, dict(files))
    context = archive([*dict(files, **{DOCKERFILE: dockerfile}).items()])
    with connect() as api:
        tag = f"{BOTS}:{sha256(context).hexdigest()}"
        text = dockerfile.read_text(errors="replace")
        if PYTHON in text:
            tag += f"-{_python_image(api).removeprefix(_ID)[:12]}"  # built anew when that is
        image = _inspect(api, tag)
        if image is None:
            forget_unused(api, BOTS)  # more of them are there only after this
            build(api, context, tag, labels={BUILT: ""})
            image = _inspect(api, tag)
        else:
            used(api, tag)
    if image is None:
        raise CannotBuild(f"{tag} was built and is gone")
    made = _fit_for_use(image, "the image that its Dockerfile makes")
    return Image(made.id, made.command if starts_itself(text) else (), HOME)


def image_named(name: str) -> Image:
    """An image that is there, by its name or id. Raises NoEngine, CannotBuild."""
    with connect() as api:
        image = _inspect(api, name)
    if image is None:
        raise CannotBuild(f"the engine has no image {name}: build or load it first, nothing is downloaded")
    made = _fit_for_use(image, f"image {name}")
    if not made.command:
        raise CannotBuild(
            f"image {name} cannot be used: it has neither ENTRYPOINT nor CMD, so nothing starts"
        )
    return made


def keep_image(id: str) -> None:
    """Give an image a name of ours, so that it is there when nobody else names it. Raises NoEngine."""
    with connect() as api, answering(), unless(HTTPStatus.NOT_FOUND):
        api.tag(id, REGISTERED, id.removeprefix(_ID))


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


def _fit_for_use(image: dict[str, Any], what: str) -> Image:
    config = image["Config"]
    if config["Volumes"]:
        raise CannotBuild(f"{what} cannot be used: it has a VOLUME, which would not be read-only")
    if config.get("OnBuild"):
        raise CannotBuild(f"{what} cannot be used: it has ONBUILD, so it is made to build others from")
    if image["Size"] > MAX_BYTES:
        size, most = image["Size"] / 1e9, MAX_BYTES / 1e9
        raise CannotBuild(f"{what} cannot be used: it has {size:.1f} GB, and {most:g} GB is the most")
    command = (*(config["Entrypoint"] or ()), *(config["Cmd"] or ()))
    return Image(str(image["Id"]), command, config["WorkingDir"] or "/")
