"""What can go wrong in a use case, by who has to act; each class carries the exit code of the command."""

from typing import ClassVar, Final

FINISHED_WITH_FAULTS: Final = 3
INTERRUPTED: Final = 130


class ArenaError(Exception):
    """The base of all of them; the text is one sentence for the person at the terminal."""

    exit_code: ClassVar[int] = 1


class UserError(ArenaError):
    """What was asked for makes no sense: exit code 2."""

    exit_code: ClassVar[int] = 2


class NotFound(UserError):
    """Something that was named is not there: exit code 4."""

    exit_code: ClassVar[int] = 4


class UnknownBot(NotFound):
    """No bot goes by that name or path."""


class BadBot(UserError):
    """There is something at that path, but it cannot be started as a bot."""


class BadSettings(UserError):
    """A tournament or a match that cannot be set up like this."""


class UnknownTournament(NotFound):
    """No tournament with that number is in the database."""


class EventOver(UserError):
    """A tournament that is over or cancelled is frozen: nothing is added to it or changed in it."""


class UnknownReplay(NotFound):
    """No game log is found under that name, or several are."""


class LogDropped(UnknownReplay):
    """The game was played, and its log was dropped since to save room: its result stays."""


class RunError(ArenaError):
    """Something outside of the bots failed while it ran: exit code 1."""


class DatabaseError(RunError):
    """The database cannot be opened, read or written."""


class NoDatabase(DatabaseError):
    """The database that was named is not there: exit code 4."""

    exit_code: ClassVar[int] = NotFound.exit_code
