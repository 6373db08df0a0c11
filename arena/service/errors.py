"""The errors that commands show to the user. The class of an error determines the command's exit code."""

from typing import ClassVar, Final

FINISHED_WITH_FAULTS: Final = 3
INTERRUPTED: Final = 130


class ArenaError(Exception):
    """The base class of all errors for the user. Its text is one sentence."""

    exit_code: ClassVar[int] = 1


class UserError(ArenaError):
    """The request is wrong: exit code 2."""

    exit_code: ClassVar[int] = 2


class NotFound(UserError):
    """Something that the user named does not exist: exit code 4."""

    exit_code: ClassVar[int] = 4


class UnknownBot(NotFound):
    """No bot has the name or path that the user gave."""


class BadBot(UserError):
    """A bot that the user named exists, but it is invalid or cannot be used."""


class BadSettings(UserError):
    """The settings of a tournament or match are invalid."""


class UnknownTournament(NotFound):
    """The database has no tournament with this number."""


class TournamentOver(UserError):
    """The tournament is finished or cancelled, so it cannot be changed or continued."""


class UnknownReplay(NotFound):
    """No game log, or more than one, fits the text that the user wrote."""


class LogDropped(UnknownReplay):
    """The game's log was deleted to save space; its result still exists."""


class RunError(ArenaError):
    """Something other than a bot failed during a run: exit code 1."""


class DatabaseError(RunError):
    """The database cannot be opened, read or written."""


class NoDatabase(DatabaseError):
    """The database that the user named does not exist: exit code 4."""

    exit_code: ClassVar[int] = NotFound.exit_code
