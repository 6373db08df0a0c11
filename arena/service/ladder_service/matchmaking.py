"""What the ladder wants played: whoever is new meets those that are there."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

from arena.service.bots import BUILTIN, Bot, resolve_bot
from arena.service.bots.registered import registered_bot
from arena.service.common.version_names import versioned
from arena.service.errors import UserError
from arena.service.formats import GAUNTLET, ROUND_ROBIN
from arena.service.rulesets import LADDER_RULESETS, find_ruleset
from arena.service.tournaments.setup.settings import TournamentSettings, plays
from arena.store.database.store import Store
from arena.store.ladder.candidates import candidates, has_met, under_way

NAME: Final = "ladder"  # what its tournaments are called, and by which they are known again
BUILTINS: Final = ("random", "greedy", "suit_keeper", "counting")
BOARDS: Final = 10  # the first four then have 30 each, enough for a ±
MAX_OPPONENTS: Final = 20  # that a newcomer meets: the builtins, and who came last
LOG: Final = logging.getLogger("arena.duty")


@dataclass(frozen=True, slots=True)
class LadderState:
    """How its games are played."""

    rulesets: tuple[str, ...] = LADDER_RULESETS
    boards: int = BOARDS
    runner: str = "docker"


@dataclass(frozen=True, slots=True)
class Due:
    """Who is new in one ruleset, and whom they meet; nobody if the newcomers play each other."""

    ruleset: str
    newcomers: tuple[Bot, ...]
    opponents: tuple[Bot, ...]

    def settings(self, ladder: LadderState) -> TournamentSettings:
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


def due(store: Store, ladder: LadderState, unfit: set[str]) -> Due | None:
    """What is to be played next, None if everybody has played. Raises BadSettings, StoreFailed.

    `unfit`: versions that are left out; one that turns out to be damaged is added.
    """
    for ruleset in ladder.rulesets:
        new = tuple(_field(store, ruleset, unfit, new=True))
        if not new:
            continue
        known = tuple(islice(_field(store, ruleset, unfit, new=False), MAX_OPPONENTS))
        if len(new) + len(known) > 1:
            return Due(ruleset, new, known)
    return None


def to_go_on_with(store: Store) -> int | None:
    """The ladder's own tournament that is not over. One that was paused waits for who paused it."""
    with store.reading() as tx:
        return under_way(tx, NAME)


def _field(store: Store, ruleset: str, unfit: set[str], new: bool) -> Iterator[Bot]:
    """Who has played on the ladder in that ruleset, or who is new.

    The builtins, then the newest active version of each registered bot, who came last first.
    """
    key = find_ruleset(ruleset).key
    with store.reading() as tx:
        builtin = [bot for bot in _builtins() if has_met(tx, NAME, key, bot.name, bot.version) is not new]
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


def told_of(due: Due) -> str:
    """In a line."""
    names = ", ".join(versioned(bot.name, bot.version) for bot in due.newcomers)
    whom = f"meet {len(due.opponents)} others" if due.opponents else "play each other"
    return f"{due.ruleset}: {names} {whom}"
