"""What a runner needs of a bot before it can play: what it is built of made, and for Docker its image."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from arena.record.match import BotSpec
from arena.service.bots import Bot
from arena.service.bots.bot import anywhere
from arena.service.bots.build import Tell, build_command, built, check_container, check_program, must_be_built
from arena.service.errors import BadBot, BadSettings, RunError
from arena.service.tournaments.setup.settings import check_runner

if TYPE_CHECKING:
    from arena.sandbox.docker.images import Image

DOCKER: Final = "docker"


class ImageFailed(RunError):
    """The engine could not make a bot's image."""


def nobody(_: str) -> None:
    """Nobody listens."""


def ready(bot: Bot, runner: str, tell: Tell = nobody) -> Bot:
    """The bot with all made that this runner needs to start it. Raises BadBot, BadSettings, RunError.

    As a process a bot with a build line is built, if what that makes is missing or older than a source: it is
    another version then. For a container its image is made, if there is none yet, and nothing else is run.
    """
    check_runner(runner)
    if bot.runner:
        return bot
    if runner == DOCKER:
        if not bot.image:
            check_container(bot, tell)
    else:
        _check_process(bot)
        bot = built(bot, tell)
        check_program(bot)
    bot_spec(bot, runner)
    return bot


def prepare(bots: Iterable[Bot], runner: str, tell: Tell = nobody) -> tuple[Bot, ...]:
    """All these bots `ready`. Raises BadBot, BadSettings, RunError."""
    return tuple(ready(bot, runner, tell) for bot in bots)


def bot_spec(bot: Bot, runner: str, name: str = "") -> BotSpec:
    """The bot as a match knows it, ready to be started by that runner. Raises UserError, RunError.

    An image is built when there is none of these bytes yet; for the first one that takes some seconds.
    """
    check_runner(runner)
    folder = str(bot.folder.absolute())
    if bot.runner:
        return BotSpec(name or bot.name, bot.version, bot.command, folder, runner=bot.runner)
    if runner != DOCKER:
        _check_process(bot)
        if must_be_built(bot):
            raise BadBot(f"{bot.name} is not built, or was changed since: {build_command(bot)}")
        return BotSpec(name or bot.name, bot.version, bot.command, folder)
    if bot.image:
        return BotSpec(name or bot.name, bot.version, bot.command, str(bot.folder), bot.image)
    image = _image(bot)
    return BotSpec(
        name or bot.name, bot.version, image.command or anywhere(bot.command), image.folder, image.id
    )


def _check_process(bot: Bot) -> None:
    if bot.image:
        raise BadSettings(f"{bot.name} is an image, which runs only in a container: --runner docker")


def _image(bot: Bot) -> "Image":
    from arena.sandbox.docker.build import CannotBuild
    from arena.sandbox.docker.engine import NoEngine
    from arena.sandbox.docker.images import bot_image

    check_container(bot, nobody)
    try:
        return bot_image(bot.files, anywhere(bot.command))
    except CannotBuild as problem:
        raise ImageFailed(str(problem)) from None
    except NoEngine as problem:
        raise RunError(str(problem)) from None
