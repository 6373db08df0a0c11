"""Set up a comparison of two bots, and plan which boards it plays in which order.

A comparison is stored as a tournament of the format "compare". It is never rated, because it stops when the
score is decisive, which would distort the ratings.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Any, Final

from arena.ratings.sprt import MIN_BOARDS, BadTest, Model, Sprt
from arena.record.match import Clock
from arena.rules import Ruleset
from arena.service.bots import Bot
from arena.service.common.entrant_names import names_of
from arena.service.common.text import check_seed, secret_of
from arena.service.compare.seating import FIRST, SECOND, Arrangement, arrangement
from arena.service.errors import BadSettings, UnknownTournament
from arena.service.formats import MAX_SEATS, PAIR
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.setup.settings import (
    CLOCK,
    LIMITS,
    MAX_BOARDS,
    RUNNERS,
    check_runner,
    path_error,
    playable,
    ruleset_error,
)
from arena.store.database.store import Store
from arena.store.results.records import Entrant, Piece, Round, Tournament
from arena.store.tournaments.comparisons import (
    COMPARE,
    ComparisonSettings,
    add_comparison,
    open_comparisons,
    read_comparison,
)
from arena.store.tournaments.schedule import add_tournament
from arena.tournament.pairing.pairing import canonical_order

MAX_GAMES: Final = 20_000
SHARE: Final = 4  # a stage adds at most a quarter of the boards played before
MAX_GROUPS: Final = 256  # boards in a stage, counted once per table


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """The settings of a comparison of two bots."""

    first: Bot
    second: Bot
    test: Sprt
    ruleset: str = "mau-mau"
    seats: int = PAIR
    others: tuple[Bot, ...] = ()  # bots for the other seats of tables with more than two seats
    boards: int | None = None  # at most; None: enough for about 20,000 games
    seed: str | None = None
    clock: Clock = CLOCK
    runner: str = RUNNERS[0]

    @property
    def bots(self) -> tuple[Bot, ...]:
        """The two compared bots, followed by the bots on the other seats."""
        return (self.first, self.second, *self.others)


def create_comparison(store: Store, settings: CompareSettings) -> int:
    """Write a new comparison to the database and return its tournament number.

    Raise BadSettings if a setting is invalid or a bot cannot play.
    """
    ruleset = _check(settings)
    seating = arrangement(settings.seats, len(settings.others))
    secret = secret_of(settings.seed)
    tournament = Tournament(
        name=f"{settings.first.name} or {settings.second.name}"[:64],
        format=COMPARE,
        boards=settings.boards or MAX_GAMES // (settings.seats * len(seating.tables)),
        secret=secret.value,
        open_seed=secret.open_seed,
        rated=False,
        runner=settings.runner,
        clock=settings.clock,
        limits=LIMITS,
        entrants=_entrants(settings, seating),
        rounds=(Round(1, ruleset.key, ruleset.hash, ruleset.house_rules),),
        seats=settings.seats,
    )
    test = settings.test
    comparison = ComparisonSettings(
        settings.seats, len(settings.others), test.elo0, test.elo1, test.alpha, test.beta, test.model.value
    )
    with store.writing() as tx:
        number = add_tournament(tx, tournament, (), datetime.now(UTC))
        add_comparison(tx, number, comparison)
    return number


def sequential_test(
    elo0: float | None, elo1: float | None, alpha: float | None, beta: float | None, model: str | None
) -> Sprt:
    """Return the sequential test (SPRT) for these options. An option that is None gets its default. Raise
    BadSettings for an unusable value.

    - `elo0`, `elo1`: the first bot's lead over the second under the hypotheses H0 and H1.
    - `alpha`, `beta`: the error rates, such as 0.05.
    - `model`: the unit of `elo0` and `elo1`. "logistic": Elo. "normalised": nElo, which is relative to the
      standard deviation of a game's score.
    """
    if model is not None and model not in {*Model}:
        raise BadSettings(f"unknown model {model!r}; choose {' or '.join(Model)}")
    given: dict[str, Any] = {
        "elo0": elo0,
        "elo1": elo1,
        "alpha": alpha,
        "beta": beta,
        "model": model and Model(model),
    }
    try:
        return Sprt(**{name: value for name, value in given.items() if value is not None})
    except BadTest as bad:
        raise BadSettings(str(bad)) from None


def _check(settings: CompareSettings) -> Ruleset:
    seats, others = settings.seats, len(settings.others)
    if not PAIR <= seats <= MAX_SEATS:
        raise BadSettings(f"a table has {PAIR} to {MAX_SEATS} seats, not {seats}")
    if others and others != seats - PAIR:
        raise BadSettings(f"a table of {seats} has {seats - PAIR} seats for others, not {others}")
    check_runner(settings.runner)
    check_seed(settings.seed)
    found = playable(settings.ruleset, seats)
    for bot in settings.bots:
        if what := path_error(bot) or ruleset_error(bot, settings.ruleset):
            raise BadSettings(what)
    least = ceil(MIN_BOARDS / len(arrangement(seats, others).tables))
    if settings.boards is not None and not least <= settings.boards <= MAX_BOARDS:
        raise BadSettings(
            f"a comparison has {least} to {MAX_BOARDS:,} boards, not {settings.boards}: "
            f"nothing is decided before {MIN_BOARDS} board results"
        )
    return found


def _entrants(settings: CompareSettings, seating: Arrangement) -> tuple[Entrant, ...]:
    """Return all entrants of a comparison, ordered by number.

    A bot on several seats is several entrants, named "greedy", "greedy (2)", …
    """
    both = {FIRST: settings.first, SECOND: settings.second}
    copies = seating.sides[len(settings.bots) :]
    bots = (*settings.bots, *(both[side] for side in copies))
    return tuple(
        Entrant(number, name, bot.name, bot.version, bot.source)
        for number, (name, bot) in enumerate(zip(_names(bots), bots, strict=True), 1)
    )


def _names(bots: Sequence[Bot]) -> Iterator[str]:
    """Yield a name for each bot. If a bot occurs again, its name gets a number, such as "greedy (2)"."""
    once = {(bot.name, bot.version): bot for bot in bots}
    names = dict(zip(once, names_of([*once.values()]), strict=True))
    seen: Counter[str] = Counter()
    for bot in bots:
        name = names[bot.name, bot.version]
        seen[name] += 1
        yield f"{name} ({seen[name]})" if seen[name] > 1 else name


def schedule(tournament: Tournament, seating: Arrangement) -> Iterator[Piece]:
    """Yield all pieces (batches of boards) of a comparison, in the order in which they are counted.

    At tables of two, the bots' names and versions decide who takes which seat. So the same seed gives the
    same games, whichever bot the user names first.
    """
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    for number, (first, boards) in enumerate(_stages(tournament.boards, len(seating.tables)), 1):
        met: Counter[tuple[str, ...]] = Counter()
        for pairing, table in enumerate(seating.tables, 1):
            versions = tuple(sorted(entrants[bot].version for bot in table))
            identity = [f"{entrants[bot].version} {entrants[bot].name}" for bot in table]
            bots = canonical_order(table, identity) if len(table) == PAIR else table
            yield Piece(1, pairing, number, met[versions], first, boards, bots, bots_as_paired=table)
            met[versions] += 1


def _stages(most: int, tables: int) -> Iterator[tuple[int, int]]:
    """Yield the stages of a comparison: for each its first board (from 0) and its number of boards.

    The sequential test (SPRT) may decide after each stage. The first stages are small, later stages larger.
    `most`: the number of boards of all stages. `tables`: the number of tables that play each board.

    >>> [boards for _, boards in _stages(1_000, 1)]
    [50, 50, 50, 50, 50, 62, 78, 97, 121, 152, 190, 50]
    """
    first = 0
    while first < most:
        groups = min(max(MIN_BOARDS, first * tables // SHARE), MAX_GROUPS)
        boards = min(ceil(groups / tables), most - first)
        yield first, boards
        first += boards


def unfinished_comparison(store: Store) -> int:
    """Return the tournament number of the newest unfinished comparison.

    Raise UnknownTournament if it does not exist.
    """
    with store.reading() as tx:
        found = open_comparisons(tx)
    if not found:
        raise UnknownTournament("there is no unfinished comparison")
    return found[-1]


def find_comparison(store: Store, number: int) -> ComparisonSettings:
    """Return the stored settings of a comparison.

    Raise UnknownTournament if no tournament has this number, BadSettings if it is not a comparison.
    """
    find_tournament(store, number)
    with store.reading() as tx:
        found = read_comparison(tx, number)
    if found is None:
        raise BadSettings(
            f"tournament {number} is not a comparison; continue it with `arena run --resume {number}`"
        )
    return found
