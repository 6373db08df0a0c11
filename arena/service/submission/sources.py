"""What can be submitted: a Python file, a folder, an archive of one, an image."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.service.bots import BUILTIN, Bot
from arena.service.bots.files import MAX_BYTES
from arena.service.bots.image import IMAGE, image_bot
from arena.service.bots.manifest import MANIFEST, read_manifest
from arena.service.bots.names import tidied
from arena.service.bots.resolve import bot_at, exists, parted
from arena.service.common.utf8 import is_utf8
from arena.service.errors import BadBot, RunError, UnknownBot
from arena.service.sandboxes import DOCKER
from arena.service.submission.archives import is_archive, stem
from arena.service.submission.unpack import unpack_apart

WAYS: Final = "a Python file, a folder, a .zip, .tar or .tar.gz of one, or image:REF"


@contextmanager
def given(text: str, runner: str) -> Iterator[Bot]:
    """The bot that is submitted, as long as the block lasts. Raises UnknownBot, BadBot, RunError."""
    if text.startswith(IMAGE):
        if runner != DOCKER:
            raise BadBot(f"{text} runs only in a container: add --runner {DOCKER}")
        yield image_bot(text.removeprefix(IMAGE))
        return
    path, member = parted(text)
    if not path or text.startswith(BUILTIN) or not exists(Path(path)):
        raise UnknownBot(f"there is nothing at {text!r}: submit {WAYS}")
    check_path(text)
    if is_archive(Path(path)) and not Path(path).is_dir():
        with _unpacked(Path(path)) as bot:
            yield bot
        return
    yield replace(bot_at(Path(path).resolve(), member), source=as_path(text))


def check_path(text: str) -> None:
    """Raises BadBot for a path that cannot be kept."""
    if not is_utf8(text):
        raise BadBot(f"the path {text!r} is not UTF-8: rename it")


def as_path(text: str) -> str:
    """As a command takes it for a path and for nothing else."""
    return text if "/" in text or parted(text)[0].endswith(".py") else f"./{text}"


@contextmanager
def _unpacked(archive: Path) -> Iterator[Bot]:
    try:
        scratch = tempfile.TemporaryDirectory(prefix="arena-unpacked-")
    except OSError as error:
        raise RunError(f"there is no room for {MAX_BYTES // 1_000_000} MB: {error.strerror}") from None
    with scratch as folder:
        yield replace(unpacked_bot(archive, Path(folder)), source=str(archive))


def unpacked_bot(archive: Path, folder: Path) -> Bot:
    """The bot in an archive, unpacked into an empty folder; called like it, if it has no name."""
    top = unpack_apart(archive, folder)
    bot, named = bot_at(top), read_manifest(top / MANIFEST).name
    return bot if named else replace(bot, name=tidied(stem(archive)))
