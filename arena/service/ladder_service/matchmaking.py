"""Matchmaking of the self-running ladder: new bots play against bots that have already played."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

from arena.service.bots import BUILTIN, Bot, resolve_bot
from arena.service.bots.registered import registered_bot
from arena.service.common.text import versioned
from arena.service.errors import UserError
from arena.service.formats import GAUNTLET, ROUND_ROBIN
from arena.service.rulesets import LADDER_RULESETS, find_ruleset
from arena.service.tournaments.setup.settings import TournamentSettings, plays
from arena.store.database.store import Store
from arena.store.ladder.candidates import candidates, find_running_tournament, was_entered

NAME: Final = "ladder"  # the name of its tournaments, by which they are found again
BUILTINS: Final = ("random", "greedy", "suit_keeper", "counting")
BOARDS: Final = 10  # boards of a match, so that each of the first four bots gets 30, enough for a margin
MAX_OPPONENTS: Final = 20  # opponents of a new bot: the built-in bots, and the bots submitted last
LOG: Final = logging.getLogger("arena.duty")


@dataclass(frozen=True, slots=True)
class LadderSettings:
    """The settings of all tournaments of the ladder."""

    rulesets: tuple[str, ...] = LADDER_RULESETS
    boards: int = BOARDS  # of each match
    runner: str = "docker"


@dataclass(frozen=True, slots=True)
class DueTournament:
    """The next tournament of the ladder: new bots play against bots that have already played its ruleset.

    If `opponents` is empty, the new bots play each other.
    """

    ruleset: str
    newcomers: tuple[Bot, ...]
    opponents: tuple[Bot, ...]

    def settings(self, ladder: LadderSettings) -> TournamentSettings:
        """Return the settings with which the tournament is created."""
        return TournamentSettings(
            self.newcomers,
            (self.ruleset,),
            ladder.boards,
            runner=ladder.runner,
            format=GAUNTLET if self.opponents else ROUND_ROBIN,
            name=NAME,
            pool=self.opponents,
        )


def find_due(store: Store, ladder: LadderSettings, unfit: set[str]) -> DueTournament | None:
    """Return the ladder's next tournament; None if every bot has played or too few bots are left.

    `unfit`: the versions of bots to leave out; versions with damaged files are added to it. Raise BadSettings
    for an unknown ruleset, StoreFailed if the database does not answer.
    """
    for ruleset in ladder.rulesets:
        new = tuple(_list_bots(store, ruleset, unfit, new=True))
        if not new:
            continue
        known = tuple(islice(_list_bots(store, ruleset, unfit, new=False), MAX_OPPONENTS))
        if len(new) + len(known) > 1:
            return DueTournament(ruleset, new, known)
    return None


def find_running(store: Store) -> int | None:
    """Return the number of the ladder's running tournament, or None. A paused tournament does not count."""
    with store.reading() as tx:
        return find_running_tournament(tx, NAME)


def _list_bots(store: Store, ruleset: str, unfit: set[str], new: bool) -> Iterator[Bot]:
    """Yield the bots of the ladder, builtin bots first.

    `new`: True: only bots that have not played this ruleset yet; False: only bots that have. Versions in
    `unfit` are left out. A version with damaged files is added to `unfit`.
    """
    key = find_ruleset(ruleset).key
    with store.reading() as tx:
        builtin = [bot for bot in _builtins() if was_entered(tx, NAME, key, bot.name, bot.version) is not new]
        registered = [*candidates(tx, NAME, key, new)]
    yield from builtin
    for name, version, rulesets in registered:
        if version in unfit or not plays(rulesets, ruleset):
            continue
        try:
            found = registered_bot(store, f"{name}@{version}")
        except UserError as problem:
            unfit.add(version)
            LOG.error("%s cannot play: %s", versioned(name, version), problem)
        else:
            assert found
            yield found


@cache
def _builtins() -> tuple[Bot, ...]:
    return tuple(resolve_bot(f"{BUILTIN}{name}") for name in BUILTINS)


def describe(due: DueTournament) -> str:
    """Return a line about the tournament, such as "mau-mau: clever@1a2b3c meet 5 others"."""
    names = ", ".join(versioned(bot.name, bot.version) for bot in due.newcomers)
    whom = f"meet {len(due.opponents)} others" if due.opponents else "play each other"
    return f"{due.ruleset}: {names} {whom}"
