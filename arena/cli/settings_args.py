"""From a command line to the settings of a tournament: a file, bots, and what is to be otherwise."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import typer

from arena.service.bots import resolve_bot
from arena.service.bots.registered import Look, look_in
from arena.service.common.clock_notation import parse_clock
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.tournaments.setup.tournament_file import settings_from_file

FILE: Final = ".toml"


class SettingsArgs(NamedTuple):
    """What was asked for; None: as the file says, or the default."""

    bots: list[str]
    format: str | None = None
    rounds: int | None = None
    seats: int | None = None
    pool: list[str] | None = None
    rulesets: list[str] | None = None
    boards: int | None = None
    seed: str | None = None
    clock: str | None = None
    runner: str | None = None
    name: str | None = None
    unrated: bool = False

    @property
    def nothing(self) -> bool:
        """Whether nothing was asked for but bots."""
        return self == SettingsArgs(self.bots)


def settings_of(wanted: SettingsArgs, db: str | None = None) -> TournamentSettings:
    """The settings in the file or of these bots, with what was asked for. Raises UserError."""
    look = look_in(db)
    first, others = wanted.bots[:1], wanted.bots[1:]
    if toml := [bot for bot in others if bot.endswith(FILE)]:
        raise typer.BadParameter(f"{toml[0]}: a file comes first, and only one")
    if first and first[0].endswith(FILE):
        return settings_from_file(Path(first[0]), _fields(wanted, others, look), look)
    return TournamentSettings(**{"bots": (), **_fields(wanted, wanted.bots, look)})


def _fields(wanted: SettingsArgs, bots: list[str], look: Look) -> dict[str, Any]:
    """The fields that the command line gives."""
    given = {
        "bots": tuple(resolve_bot(bot, look=look) for bot in bots) or None,
        "pool": None if wanted.pool is None else tuple(resolve_bot(bot, look=look) for bot in wanted.pool),
        "format": wanted.format,
        "rounds": wanted.rounds,
        "seats": wanted.seats,
        "rulesets": None if wanted.rulesets is None else tuple(wanted.rulesets),
        "boards": wanted.boards,
        "seed": wanted.seed,
        "clock": None if wanted.clock is None else parse_clock(wanted.clock),
        "runner": wanted.runner,
        "name": wanted.name,
        "rated": False if wanted.unrated else None,
    }
    return {name: value for name, value in given.items() if value is not None}
