"""Prepare bots for a runner: build their programs, or their Docker images."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from arena.record.match import BotSpec
from arena.service.bots import Bot
from arena.service.bots.bot import portable_command
from arena.service.bots.build import Tell, build, build_command, check_container, check_program, must_be_built
from arena.service.errors import BadBot, BadSettings, RunError
from arena.service.tournaments.setup.settings import check_runner

if TYPE_CHECKING:
    from arena.sandbox.docker.images import Image

DOCKER: Final = "docker"


class ImageFailed(RunError):
    """The Docker engine could not build a bot's image."""


def ignore_line(_: str) -> None:
    """Ignore a line of text for the user. This is the default function for parameters named `tell`."""


def prepare_bot(bot: Bot, runner: str, tell: Tell = ignore_line) -> Bot:
    """Prepare a bot to be started by this runner, and return it.

    - Runner "process": build the bot if a build result is missing or older than a source. A build changes the
      version (digest of the bot's files).
    - Runner "docker": build the bot's image if it does not exist.

    `tell` is called with each line of text for the user.

    Raise BadBot if the bot cannot be built or started, BadSettings if it does not support this runner,
    RunError if Docker does not work.
    """
    check_runner(runner)
    if bot.runner:
        return bot
    if runner == DOCKER:
        if not bot.image:
            check_container(bot, tell)
    else:
        _check_process(bot)
        bot = build(bot, tell)
        check_program(bot)
    bot_spec(bot, runner)
    return bot


def prepare(bots: Iterable[Bot], runner: str, tell: Tell = ignore_line) -> tuple[Bot, ...]:
    """Prepare several bots, each as `prepare_bot` does, and return them. Raise the same errors."""
    return tuple(prepare_bot(bot, runner, tell) for bot in bots)


def bot_spec(bot: Bot, runner: str, name: str = "") -> BotSpec:
    """Return the bot's part of a match spec: its name, its version and how to start it.

    A missing Docker image is built, which takes some seconds. `name`: the bot's name in the match; empty for
    the bot's own name.

    Raise BadBot if the bot is not built or lacks a file, BadSettings if the bot does not support the runner,
    RunError if Docker or the build of the image fails.
    """
    check_runner(runner)
    folder = str(bot.folder.absolute())
    if bot.runner:
        return BotSpec(name or bot.name, bot.version, bot.command, folder, runner=bot.runner)
    if runner != DOCKER:
        _check_process(bot)
        if must_be_built(bot):
            raise BadBot(f"{bot.name} is not built, or has changed since; run: {build_command(bot)}")
        return BotSpec(name or bot.name, bot.version, bot.command, folder)
    if bot.image:
        return BotSpec(name or bot.name, bot.version, bot.command, str(bot.folder), bot.image)
    image = _image(bot)
    return BotSpec(
        name or bot.name, bot.version, image.command or portable_command(bot.command), image.folder, image.id
    )


def _check_process(bot: Bot) -> None:
    if bot.image:
        raise BadSettings(f"{bot.name} is an image and runs only in a container; add --runner docker")


def _image(bot: Bot) -> "Image":
    from arena.sandbox.docker.build import CannotBuild
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import bot_image

    check_container(bot, ignore_line)
    try:
        return bot_image(bot.files, portable_command(bot.command))
    except CannotBuild as problem:
        raise ImageFailed(str(problem)) from None
    except NoEngine as problem:
        raise RunError(str(problem)) from None
