"""What is sent of a bot that lies on this machine: the same bytes whenever its files are the same."""

import gzip
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.sandbox.docker.context import archive as tarred
from arena.service.bots import BUILTIN
from arena.service.bots.bot import File
from arena.service.bots.build import built
from arena.service.bots.files import read_up_to
from arena.service.bots.image import IMAGE
from arena.service.bots.resolve import bot_at, exists, parted
from arena.service.errors import BadBot, BadSettings, UnknownBot
from arena.service.submission.archives import is_archive
from arena.service.submission.sources import as_path, check_path
from arena.service.uploads.enqueue import source_given
from arena.service.uploads.receive import MAX_BYTES

WAYS: Final = "a Python file, a folder, a .zip, .tar or .tar.gz of one"

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Packed:
    """What is sent. `name`, `member` and `source` are empty where that is left to the arena."""

    file: str
    data: bytes
    name: str = ""
    member: str = ""
    source: str = ""


def packed(text: str, name: str | None, tell: Tell) -> Packed:
    """The bot at a path, built if it has to be. Raises UnknownBot, BadBot."""
    if text.startswith(IMAGE):
        raise BadBot("an image stays where it is: send the folder with its Dockerfile, or submit it there")
    path, member = parted(text)
    if not path or text.startswith(BUILTIN) or not exists(Path(path)):
        raise UnknownBot(f"there is nothing at {text!r}: submit {WAYS}")
    check_path(text)
    if is_archive(Path(path)) and not Path(path).is_dir():
        return _checked(Packed(Path(path).name, read_up_to(MAX_BYTES, Path(path)), name or ""))
    bot = built(bot_at(Path(path).resolve(), member), tell)
    source = _source(as_path(text))
    if Path(path).is_dir():
        return _checked(Packed(f"{bot.name}.tar.gz", _archive(bot.files), name or bot.name, source=source))
    data = read_up_to(MAX_BYTES, Path(path))
    return _checked(Packed(Path(path).name, data, name or bot.name, member, source))


def _archive(files: Sequence[File]) -> bytes:
    made = io.BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", mtime=0) as file:
        file.write(tarred(files))
    return made.getvalue()


def _checked(made: Packed) -> Packed:
    if len(made.data) > MAX_BYTES:
        raise BadBot(
            f"{made.file} has more than {MAX_BYTES // 1_000_000} MB packed, which no arena takes: leave in "
            "it only what the bot needs"
        )
    return made


def _source(text: str) -> str:
    try:
        return source_given(text)
    except BadSettings:
        return ""
