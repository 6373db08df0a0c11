"""What a runner needs of a bot before it can play: for Docker, its image."""

import sys
from collections.abc import Iterable
from typing import Final

from arena.record.match import BotSpec
from arena.service.bots import Bot
from arena.service.errors import RunError
from arena.service.events.settings import check_runner

DOCKER: Final = "docker"


def bot_spec(bot: Bot, runner: str, name: str = "") -> BotSpec:
    """The bot as a match knows it, ready to be started by that runner. Raises BadSettings, RunError.

    An image is built when there is none of these bytes yet; for the first one that takes some seconds.
    """
    check_runner(runner)
    folder = str(bot.folder.absolute())
    if bot.runner:
        return BotSpec(name or bot.name, bot.version, bot.command, folder, runner=bot.runner)
    if runner != DOCKER:
        return BotSpec(name or bot.name, bot.version, bot.command, folder)
    from arena.sandbox.docker_build import CannotBuild
    from arena.sandbox.docker_engine import NoEngine
    from arena.sandbox.docker_images import bot_image

    try:
        image = bot_image(bot.files)
    except (CannotBuild, NoEngine) as problem:
        raise RunError(str(problem)) from None
    # In an image "python" is its own.
    program = "python" if bot.command[0] == sys.executable else bot.command[0]
    return BotSpec(name or bot.name, bot.version, (program, *bot.command[1:]), folder, image)


def prepare(bots: Iterable[Bot], runner: str) -> None:
    """See that all these bots can be started by that runner. Raises BadSettings, RunError."""
    for bot in bots:
        bot_spec(bot, runner)
