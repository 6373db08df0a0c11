"""Images of bots that nobody played for long: they go, so that old versions do not fill the disk.

Only what was built here, which a label shows, and only its name of ours: what has another name stays.
"""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from arena.sandbox.docker.engine import answering, unless

if TYPE_CHECKING:
    from docker import APIClient

BUILT: Final = "arena.bot"  # label of an image that was built here
UNUSED: Final = timedelta(days=30)


def used(api: "APIClient", tag: str) -> None:
    """Note that an image is wanted now: the engine keeps when it was named last. Raises NoEngine."""
    name, _, version = tag.rpartition(":")
    with answering(), unless(HTTPStatus.NOT_FOUND):
        api.tag(tag, name, version)


def forget_unused(api: "APIClient", name: str, now: datetime | None = None) -> None:
    """Remove images of this name that were built here and not `used` for long. Raises NoEngine."""
    since = (now or datetime.now(UTC)) - UNUSED
    with answering():
        for listed in api.images(name, filters={"label": BUILT}):
            with unless(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):  # another is at it, or it runs
                if last_used(api.inspect_image(listed["Id"])) < since:  # type: ignore[no-untyped-call]  # as its stub is
                    for tag in listed["RepoTags"]:
                        api.remove_image(tag)


def last_used(image: dict[str, Any]) -> datetime:
    """When it was named last, or made."""
    times = (image["Created"], image.get("Metadata", {}).get("LastTagTime") or image["Created"])
    return max(map(datetime.fromisoformat, times))
