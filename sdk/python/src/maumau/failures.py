"""What ends a stream early, and what the author is told of it."""

import traceback

from maumau.views import View

_OWN = __name__.partition(".")[0] + "."


class BotError(Exception):
    """The bot raised, or returned what is none of its choices: see the cause. `view`: what it was shown."""

    def __init__(self, view: View | None = None) -> None:
        super().__init__()
        self.view = view

    def report(self) -> str:
        """The traceback, from the bot's own code on, and the view."""
        cause = self.__cause__ or self
        frames = cause.__traceback__
        while frames and frames.tb_next and frames.tb_frame.f_globals.get("__name__", "").startswith(_OWN):
            frames = frames.tb_next
        lines = traceback.format_exception(type(cause), cause, frames)
        shown = f"The view that it was shown:\n{self.view}\n" if self.view else ""
        return "".join(lines) + shown


class RefereeFault(Exception):
    """The referee closes the stream because of a fault of the bot."""
