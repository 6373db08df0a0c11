"""What the ladder wants played: whoever is new meets those that are there."""

import logging
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from arena.service.bots import BUILTIN, Bot, resolve_bot
from arena.service.bots.registered import bot_of, short
from arena.service.errors import UserError
from arena.service.events.settings import TournamentSettings, not_played
from arena.service.formats import GAUNTLET, ROUND_ROBIN
from arena.service.rulesets import find_ruleset
from arena.service.versions import versioned
from arena.store.records import State, Tournament
from arena.store.schedule import progress, read_tournament, tournament_keys
from arena.store.store import Store
from arena.store.submissions import SubmissionState, registered

NAME: Final = "ladder"  # what its tournaments are called, and by which they are known again
RULESETS: Final = ("mau-mau",)
BUILTINS: Final = ("random", "greedy", "suit_keeper", "counting")
BOARDS: Final = 10  # the first four then have 30 each, enough for a ±
MOST_OPPONENTS: Final = 20  # that a newcomer meets: the builtins, and who came last
LOG: Final = logging.getLogger("arena.duty")


@dataclass(frozen=True, slots=True)
class Ladder:
    """How its games are played."""

    rulesets: tuple[str, ...] = RULESETS
    boards: int = BOARDS
    runner: str = "docker"


@dataclass(frozen=True, slots=True)
class Due:
    """Who is new in one ruleset, and whom they meet; nobody if the newcomers play each other."""

    ruleset: str
    newcomers: tuple[Bot, ...]
    opponents: tuple[Bot, ...]

    def settings(self, ladder: Ladder) -> TournamentSettings:
        """The tournament that it comes to."""
        return TournamentSettings(
            self.newcomers,
            (self.ruleset,),
            ladder.boards,
            runner=ladder.runner,
            format=GAUNTLET if self.opponents else ROUND_ROBIN,
            name=NAME,
            pool=self.opponents,
        )


def due(store: Store, ladder: Ladder, unfit: Set[str] = frozenset()) -> Due | None:
    """What is to be played next, None if everybody has played. Raises BadSettings, StoreFailed.

    `unfit`: versions that are left out.
    """
    for ruleset in ladder.rulesets:
        played = _played(store, ruleset)
        able = (bot for bot in candidates(store) if bot.version not in unfit)
        field = [bot for bot in able if not not_played(bot, ruleset)]
        new = tuple(bot for bot in field if (bot.name, bot.version) not in played)
        known = tuple(bot for bot in field if bot not in new)
        if new and len(field) > 1:
            return Due(ruleset, new, known[:MOST_OPPONENTS])
    return None


def candidates(store: Store) -> list[Bot]:
    """The builtins, and the newest active version of each registered bot, who came last first."""
    found = [resolve_bot(f"{BUILTIN}{name}") for name in BUILTINS]
    with store.reading() as tx:
        known = registered(tx)
    active = [one for one in known if one.submission.state is SubmissionState.ACTIVE]
    newest = {one.name: one for one in reversed(active)}  # of each name the newest is the last
    for one in sorted(newest.values(), key=lambda one: one.submitted_at, reverse=True):
        try:
            found.append(bot_of(one))
        except UserError as problem:
            LOG.error("%s cannot play: %s", short(one), problem)
    return found


def to_go_on_with(store: Store) -> int | None:
    """The ladder's own tournament that is not over. One that was paused waits for who paused it."""
    with store.reading() as tx:
        for number in tournament_keys(tx):
            found = read_tournament(tx, number)
            if found and found.name == NAME and progress(tx, number).state is State.RUNNING:
                return number
    return None


def told_of(due: Due) -> str:
    """In a line."""
    names = ", ".join(versioned(bot.name, bot.version) for bot in due.newcomers)
    whom = f"meet {len(due.opponents)} others" if due.opponents else "play each other"
    return f"{due.ruleset}: {names} {whom}"


def _played(store: Store, ruleset: str) -> frozenset[tuple[str, str]]:
    """Who was entered in a tournament of the ladder in that ruleset, by name and version."""
    wanted = find_ruleset(ruleset).key
    with store.reading() as tx:
        entered = [read_tournament(tx, number) for number in tournament_keys(tx)]
    return frozenset(
        (entrant.bot, entrant.version)
        for tournament in entered
        if tournament and tournament.name == NAME and _plays(tournament, wanted)
        for entrant in tournament.entrants
    )


def _plays(tournament: Tournament, ruleset: str) -> bool:
    return any(round.ruleset == ruleset for round in tournament.rounds)
