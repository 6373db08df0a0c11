"""Errors that end the connection to the referee early, and their reports for the bot's author."""

import traceback

from maumau.views import View

_OWN = __name__.partition(".")[0] + "."


class BotError(Exception):
    """The bot raised an exception (the cause) or returned an illegal choice.

    `view`: the bot's view of the question.
    """

    def __init__(self, view: View | None = None) -> None:
        super().__init__()
        self.view = view

    def report(self) -> str:
        """Return the traceback, starting in the bot's own code, followed by the view."""
        cause = self.__cause__ or self
        frames = cause.__traceback__
        while frames and frames.tb_next and frames.tb_frame.f_globals.get("__name__", "").startswith(_OWN):
            frames = frames.tb_next
        lines = traceback.format_exception(type(cause), cause, frames)
        shown = f"The view that the bot got:\n{self.view}\n" if self.view else ""
        return "".join(lines) + shown


class RefereeFault(Exception):
    """The referee ends the connection because of the bot's fault."""
