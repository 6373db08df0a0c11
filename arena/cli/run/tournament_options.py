"""The options of `arena run` that describe a tournament, and the settings made of them."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from arena.cli.options import BoardsPerMatch, RulesetNames, Runner, Seed, TimeControl
from arena.service.bots import resolve_bot
from arena.service.bots.registered import Look, bot_finder
from arena.service.common.text import parse_clock
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.tournaments.setup.tournament_file import settings_from_file

FILE: Final = ".toml"


@dataclass(frozen=True, slots=True)
class TournamentOptions:
    """The options that a tournament's file can set too.

    An option that is None has the file's value, or else the default.
    """

    format: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="FORMAT", help="round-robin (default), double-round-robin, swiss, gauntlet."
        ),
    ] = None
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="K", min=1, help="Rounds of a Swiss in each ruleset.")
    ] = None
    seats: Annotated[
        int | None,
        typer.Option(
            "--seats",
            "-k",
            metavar="K",
            min=2,
            help="Seats at a table, 2 to 5; above 2 only in a round robin or a Swiss.",
        ),
    ] = None
    pool: Annotated[
        list[str] | None,
        typer.Option("--pool", metavar="BOT", help="Opponent of all other bots in a gauntlet; repeatable."),
    ] = None
    rulesets: RulesetNames = None
    boards: Annotated[int | None, BoardsPerMatch] = None
    seed: Seed = None
    clock: TimeControl = None
    runner: Runner = None
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Name of the tournament.")] = None
    unrated: Annotated[bool, typer.Option("--unrated", help="Do not rate.")] = False

    def settings(self, bots: list[str], db: str | None) -> TournamentSettings:
        """Return the settings of a tournament of these bots.

        If the first of `bots` is a .toml file, the settings are read from it; further bots and options
        replace the file's.

        Raise BadParameter if a .toml file is not the first of `bots`, UserError for invalid settings.
        """
        look = bot_finder(db)
        first, others = bots[:1], bots[1:]
        if files := [bot for bot in others if bot.endswith(FILE)]:
            raise typer.BadParameter(f"{files[0]}: name one file only, before all bots")
        if first and first[0].endswith(FILE):
            return settings_from_file(Path(first[0]), self._fields(others, look), look)
        return TournamentSettings(**{"bots": (), **self._fields(bots, look)})

    def _fields(self, bots: list[str], look: Look) -> dict[str, Any]:
        """Return the settings that the command line contains, keyed by field name of TournamentSettings.

        `look`: where to search for bots.
        """
        given: dict[str, Any] = {
            **{one.name: getattr(self, one.name) for one in fields(self) if one.name != "unrated"},
            "bots": tuple(resolve_bot(bot, look=look) for bot in bots) or None,
            "pool": None if self.pool is None else tuple(resolve_bot(bot, look=look) for bot in self.pool),
            "rulesets": None if self.rulesets is None else tuple(self.rulesets),
            "clock": None if self.clock is None else parse_clock(self.clock),
            "rated": False if self.unrated else None,
        }
        return {name: value for name, value in given.items() if value is not None}
