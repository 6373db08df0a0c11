"""Bots in an image of the local Docker engine, written `image:REF`. The image's id is the bot's version."""

import re
from pathlib import Path
from typing import Final

from arena.service.bots.bot import Bot
from arena.service.bots.names import tidy_name
from arena.service.errors import BadBot, RunError

IMAGE: Final = "image:"
LANGUAGE: Final = "image"  # the language of its bot is unknown
_ID: Final = "sha256:"
_SHORT: Final = 12


def image_bot(ref: str) -> Bot:
    """Return the bot in a Docker image. `ref`: the image's name or id.

    The bot refers to the image by id, because a name can mean another image later. Raise BadBot if the image
    is missing or unusable, RunError if Docker's engine does not answer.
    """
    from arena.sandbox.docker.build import CannotBuild
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import image_named

    if not ref:
        raise BadBot(f"{IMAGE} needs the name of an image: {IMAGE}NAME, as `docker images` shows it")
    try:
        image = image_named(ref)
    except CannotBuild as problem:
        raise BadBot(str(problem)) from None
    except NoEngine as problem:
        raise RunError(str(problem)) from None
    return Bot(
        name=_name(ref),
        version=image.id.removeprefix(_ID),
        command=image.command,
        folder=Path(image.folder),
        source=f"{IMAGE}{image.id}",
        language=LANGUAGE,
        image=image.id,
    )


def _name(ref: str) -> str:
    """Return a name for a bot, made from the name or id of its image.

    >>> _name("host:5000/me/clever:1.2"), _name("sha256:0123456789abcdef")
    ('clever', 'image-0123456789ab')
    """
    if ref.startswith(_ID):
        return f"image-{ref.removeprefix(_ID)[:_SHORT]}"
    return tidy_name(re.split(r"[:@]", ref.rpartition("/")[2])[0])


def mark_image_used(id: str) -> None:
    """Mark an image as in use, so that it is not cleaned up. Raise RunError if Docker does not answer."""
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import keep_image

    try:
        keep_image(id)
    except NoEngine as problem:
        raise RunError(str(problem)) from None
