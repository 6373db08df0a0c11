"""From what was sent to a bot: unpacked, with what strangers may bring and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.service.bots import Bot, script_name
from arena.service.bots.build import DOCKERFILE, must_be_built
from arena.service.bots.files import version
from arena.service.bots.script import USUAL, unparsed_script_bot
from arena.service.common.user_dirs import data_folder
from arena.service.errors import BadBot
from arena.service.sandboxes import DOCKER
from arena.service.submission.sources import unpacked_bot
from arena.service.submission.unpack import check_script_apart
from arena.service.uploads.dockerfile_rules import check_dockerfile, is_here
from arena.service.uploads.upload_dir import SCRIPT, path_of
from arena.store.bots.uploads import Sent

Tell = Callable[[str], None]

NOT_USED: Final = (
    "its Dockerfile is not used: this arena builds none that is sent to it, and puts the bot in an image of "
    "its own"
)


def contents(sent: Sent, scratch: Path, runner: str, builds: bool, tell: Tell) -> Bot:
    """The bot that was sent, in the scratch folder. Raises BadBot.

    Unless builds are allowed it is only what is there: its Dockerfile is left out, so that it is never built
    here, also not when the bot plays, and nothing that its build line would make is missing. Where they are
    allowed, it fetches nothing. Raises RunError where no engine answers.
    """
    found = replace(_found(sent, scratch), source=sent.source)
    if builds:
        if runner == DOCKER and DOCKERFILE in dict(found.files):
            check_dockerfile(dict(found.files)[DOCKERFILE].read_text(errors="replace"), is_here)
        return found
    if runner != DOCKER and must_be_built(found):
        raise BadBot(
            f"{found.name} is to be built, which is not done here: build it, {found.build!r}, and pack what "
            "that makes, in build/, with it"
        )
    files = tuple(file for file in found.files if file[0] != DOCKERFILE)
    if files == found.files:
        return found
    tell(NOT_USED)
    return replace(found, files=files, version=version(files, sent.member))


def _found(sent: Sent, scratch: Path) -> Bot:
    packed = path_of(sent.digest, sent.file)
    if not packed.is_file():
        raise BadBot("what was sent is not there any more: send it again")
    named = scratch / sent.file
    named.write_bytes(packed.read_bytes())
    if sent.file.endswith(SCRIPT):
        check_script_apart(named, sent.member)
        bot = unparsed_script_bot(named, sent.member)
        return bot if sent.member else replace(bot, name=_script_name(sent))
    folder = scratch / "unpacked"
    folder.mkdir()
    return unpacked_bot(named, folder)


def _script_name(sent: Sent) -> str:
    """What a script is called after the path that its author named. Raises BadBot."""
    if sent.wanted_name:
        return sent.wanted_name
    path = Path(sent.source)
    if path.name in USUAL and path.parent.name in ("", ".."):
        raise BadBot(f"{path.name} is what many bots are called: give it a name")
    return script_name(path)


def without_paths(text: str, scratch: Path) -> str:
    """A message without what is nobody's business: where this machine keeps things."""
    for folder in (scratch / "unpacked", scratch, data_folder()):
        text = text.replace(f"{folder}/", "").replace(str(folder), "the bot")
    return text
