"""Pack a bot on this machine to send it to a site. The same files always give the same packed bytes."""

import gzip
import io
from collections.abc import Callable
from dataclasses import dataclass

from arena.sandbox.docker.build import archive
from arena.service.bots.build import build
from arena.service.bots.files import read_up_to
from arena.service.bots.image import IMAGE
from arena.service.bots.resolve import bot_at
from arena.service.errors import BadBot, BadSettings
from arena.service.submission.archives import is_archive
from arena.service.submission.enqueue import check_source
from arena.service.submission.sources import as_path, check_path
from arena.service.submission.upload_dir import MAX_BYTES


@dataclass(frozen=True, slots=True)
class PackedBot:
    """A packed bot, ready to send. The site chooses a value for each empty field."""

    file: str  # the file name to send
    data: bytes
    name: str = ""
    member: str = ""  # the class or function in the script that is the bot
    source: str = ""  # the bot's path on this machine


def pack_bot(text: str, name: str | None, tell: Callable[[str], None]) -> PackedBot:
    """Build the bot at a path if needed, pack it, and return the packed bot.

    `text`: the path, with `:MEMBER` for a class or function in a script. `name`: a new name for the bot; None
    to keep its own. `tell` is called with each line of text about the build.

    Raise UnknownBot if nothing is at the path, BadBot if the bot is invalid, too large or a Docker image.
    """
    if text.startswith(IMAGE):
        raise BadBot("cannot send an image; send the folder with its Dockerfile, or submit the image there")
    path, member = check_path(text, "a Python file, a folder, a .zip, .tar or .tar.gz of one")
    if is_archive(path) and not path.is_dir():
        return _checked(PackedBot(path.name, read_up_to(MAX_BYTES, path), name or ""))
    bot = build(bot_at(path.resolve(), member), tell)
    name, source = name or bot.name, _source(as_path(text))
    if path.is_dir():
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
            file.write(archive(bot.files))
        return _checked(PackedBot(f"{bot.name}.tar.gz", packed.getvalue(), name, source=source))
    return _checked(PackedBot(path.name, read_up_to(MAX_BYTES, path), name, member, source))


def _checked(packed: PackedBot) -> PackedBot:
    if len(packed.data) > MAX_BYTES:
        raise BadBot(
            f"{packed.file} is too large: more than {MAX_BYTES // 1_000_000} MB packed; remove files "
            "that the bot does not need"
        )
    return packed


def _source(text: str) -> str:
    try:
        return check_source(text)
    except BadSettings:
        return ""
