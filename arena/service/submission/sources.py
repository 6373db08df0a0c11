"""Find submitted bots in files, folders, archives, Docker images and uploads."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.service.bots import BUILTIN, Bot, script_name
from arena.service.bots.build import DOCKERFILE, must_be_built
from arena.service.bots.files import MAX_BYTES, version
from arena.service.bots.image import IMAGE, image_bot
from arena.service.bots.manifest import MANIFEST, read_manifest
from arena.service.bots.names import tidy_name
from arena.service.bots.resolve import bot_at, exists, split_member
from arena.service.bots.script import USUAL, unparsed_script_bot
from arena.service.common.paths import data_folder
from arena.service.common.text import is_utf8
from arena.service.errors import BadBot, RunError, UnknownBot
from arena.service.sandboxes import DOCKER
from arena.service.submission.archives import is_archive, stem
from arena.service.submission.dockerfile_rules import check_dockerfile, is_here
from arena.service.submission.unpack import check_script_apart, unpack_apart
from arena.service.submission.upload_dir import SCRIPT, upload_path
from arena.store.bots.uploads import SentFile

NOT_USED: Final = "its Dockerfile is ignored: this arena builds none"
UNPACKED: Final = "unpacked"


# ---- on this machine ----


@contextmanager
def local_bot(text: str, runner: str) -> Iterator[Bot]:
    """Yield the bot at a path or in an image (`image:REF`).

    An archive is unpacked into a temporary folder, which is deleted at the end of the `with` block.

    Raise UnknownBot if nothing is there, BadBot if the bot is invalid, RunError if Docker or unpacking fails.
    """
    if text.startswith(IMAGE):
        if runner != DOCKER:
            raise BadBot(f"{text} runs only in a container; add --runner {DOCKER}")
        yield image_bot(text.removeprefix(IMAGE))
        return
    path, member = check_path(text, "a Python file, a folder, a .zip, .tar or .tar.gz of one, or image:REF")
    if is_archive(path) and not path.is_dir():
        with _unpacked(path) as bot:
            yield bot
        return
    yield replace(bot_at(path.resolve(), member), source=as_path(text))


def check_path(text: str, ways: str) -> tuple[Path, str]:
    """Split `text`, such as `bot.py:Greedy`, into the bot's path and its class or function (may be empty).

    `ways`: the allowed kinds of bots, for the error message. Raise UnknownBot if the path does not exist,
    BadBot if it is not UTF-8.
    """
    name, member = split_member(text)
    path = Path(name)
    if not name or text.startswith(BUILTIN) or not exists(path):
        raise UnknownBot(f"there is nothing at {text!r}; submit {ways}")
    if not is_utf8(text):
        raise BadBot(f"the path {text!r} is not UTF-8; rename it")
    return path, member


def as_path(text: str) -> str:
    """Return a path in a form that cannot be mistaken for a bot's name: "./mybot" for "mybot"."""
    return text if "/" in text or split_member(text)[0].endswith(".py") else f"./{text}"


@contextmanager
def _unpacked(archive: Path) -> Iterator[Bot]:
    try:
        scratch = tempfile.TemporaryDirectory(prefix="arena-unpacked-")
    except OSError as error:
        raise RunError(f"cannot unpack {MAX_BYTES // 1_000_000} MB here: {error.strerror}") from None
    with scratch as folder:
        yield replace(_archived_bot(archive, Path(folder)), source=str(archive))


def _archived_bot(archive: Path, folder: Path) -> Bot:
    """Unpack an archive into an empty folder and return the bot in it.

    A bot without a name in its manifest is named after the archive.
    """
    top = unpack_apart(archive, folder)
    bot, name = bot_at(top), read_manifest(top / MANIFEST).name
    return bot if name else replace(bot, name=tidy_name(stem(archive)))


# ---- uploads ----


def unpack_upload(
    sent: SentFile, scratch: Path, runner: str, builds: bool, note: Callable[[str], None]
) -> Bot:
    """Unpack an upload into the scratch folder and return the bot in it.

    `builds`: True if the operator allows builds. Then a Dockerfile for the Docker runner may not download
    anything. If False, the bot's Dockerfile is ignored; with other runners, a bot that must be built is
    invalid. `note`: called with a message if the Dockerfile is ignored.

    Raise BadBot if the bot is invalid, RunError if the arena cannot unpack it.
    """
    bot = replace(_unpack_upload(sent, scratch), source=sent.source)
    dockerfile = dict(bot.files).get(DOCKERFILE)
    if builds:
        if runner == DOCKER and dockerfile:
            check_dockerfile(dockerfile.read_text(errors="replace"), is_here)
        return bot
    if runner != DOCKER and must_be_built(bot):
        raise BadBot(
            f"{bot.name} needs to be built, and this arena does not build; run {bot.build!r} and pack the "
            "result, in build/, with it"
        )
    if not dockerfile:
        return bot
    note(NOT_USED)
    files = tuple(file for file in bot.files if file[0] != DOCKERFILE)
    return replace(bot, files=files, version=version(files, sent.member))


def _unpack_upload(sent: SentFile, scratch: Path) -> Bot:
    packed = upload_path(sent.digest, sent.file)
    if not packed.is_file():
        raise BadBot("the uploaded file was deleted; send it again")
    named = scratch / sent.file
    named.write_bytes(packed.read_bytes())
    if sent.file.endswith(SCRIPT):
        check_script_apart(named, sent.member)
        bot = unparsed_script_bot(named, sent.member)
        return bot if sent.member else replace(bot, name=_script_name(sent))
    folder = scratch / UNPACKED
    folder.mkdir()
    return _archived_bot(named, folder)


def _script_name(sent: SentFile) -> str:
    """Return the name of a bot that is a script: the owner's choice, or else a name made from the path.

    Raise BadBot if the file name is too general, such as "bot.py".
    """
    if sent.wanted_name:
        return sent.wanted_name
    path = Path(sent.source)
    if path.name in USUAL and path.parent.name in ("", ".."):
        raise BadBot(f"{path.name} is too common to be the bot's name; give it a name")
    return script_name(path)


def hide_paths(text: str, scratch: Path) -> str:
    """Return a message without this machine's paths, so that authors of bots do not see them.

    `scratch`: the folder into which the bot was unpacked.
    """
    for folder in (scratch / UNPACKED, scratch, data_folder()):
        text = text.replace(f"{folder}/", "").replace(str(folder), "the bot")
    return text
