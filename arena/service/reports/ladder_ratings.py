"""The ratings of the ladders, which rank all bots from every rated tournament.

There is one ladder for each ruleset, and one over several rulesets.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from arena.ratings.live import LiveRatings, RatedBoard
from arena.ratings.overall import Overall, is_rated, overall
from arena.ratings.rating import Fitted, Rank, Rating
from arena.service.common.text import versioned
from arena.service.errors import BadSettings
from arena.service.reports.fault_counts import count_faults
from arena.service.reports.ratings import (
    ANCHOR,
    anchor_names,
    by_strength,
    fitted,
    kinds_of,
    rank_fields,
    rating_fields,
)
from arena.service.reports.round_summary import rounds_of, ruleset_of, rulesets_of
from arena.service.reports.variance import board_saving
from arena.service.results import Ladder, LadderRow, OverallLadder, OverallRow
from arena.service.rulesets import find_ruleset
from arena.store.database.store import Store
from arena.store.results.faults import verdicts_by_bot
from arena.store.results.records import Entrant, Tournament
from arena.store.results.results import Place, rated_matches
from arena.store.tournaments.schedule import read_tournament, tournament_keys


class EloChange(NamedTuple):
    """The change of a bot version's live Elo by one match. Live Elo is updated after every board."""

    tournament: int
    round: int
    pairing: int
    bot: int
    elo: float  # live Elo after the match
    change: float
    before: float | None  # live Elo before the match; None before the bot's first match


@dataclass(slots=True)
class RatingHistory:
    """All rated results under one ruleset, from which its ladder is computed.

    Results are added tournament by tournament. The dictionaries are keyed by bot version.
    """

    title: str
    live: LiveRatings = field(default_factory=LiveRatings)
    boards: Counter[RatedBoard] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)
    verdicts: dict[int, Counter[str]] = field(default_factory=dict)
    bots: dict[int, Entrant] = field(default_factory=dict)
    history: dict[int, list[float]] = field(default_factory=dict)
    steps: list[EloChange] = field(default_factory=list)
    anchors: set[int] = field(default_factory=set)  # versions of the bot whose Elo is 0
    tournaments: int = 0
    left_out: int = 0

    def enter(self, tournament: Tournament) -> None:
        """Add a tournament's entrants. Call this before the tournament's matches are added."""
        for entrant in tournament.entrants:
            self.bots[entrant.bot_version] = replace(entrant, name=entrant.bot)
            if entrant.bot == ANCHOR:
                self.anchors.add(entrant.bot_version)

    def add_match(self, tournament: int, match: Place, boards: Iterable[RatedBoard]) -> None:
        """Add the results of a match, and record the bots' changes of live Elo (updated after each board).

        `match`: the numbers of the round and the pairing. `boards`: the results of each board (all of its
        games).
        """
        raw, before = self.live.raw, dict[int, float | None]()
        zero_before = self.live.zero(self._anchor())
        for board in boards:
            before = {bot: raw.get(bot) for bot in board.bots} | before
            self.add(board)
        zero = self.live.zero(self._anchor())
        self.steps += [
            EloChange(
                tournament,
                *match,
                bot,
                raw[bot] - zero,
                raw[bot] - (elo or 0.0),
                None if elo is None else elo - zero_before,
            )
            for bot, elo in before.items()
            if bot in raw
        ]

    def add(self, board: RatedBoard) -> None:
        self.live.add(board)
        self.boards[board] += 1
        for game in board.games:
            pairs = zip(board.bots, game.places, strict=True)
            self.games.update(bot for bot, place in pairs if place is not None)

    def end(self, verdicts: Mapping[int, Counter[str]]) -> None:
        """Add a tournament's faults, and record every bot's live Elo. Call this after the last `add_match`.

        `verdicts`: for each bot version, its number of games with each verdict, such as "OK" or "TIMEOUT".
        """
        self.tournaments += 1
        for bot, counts in verdicts.items():
            self.verdicts.setdefault(bot, Counter()).update(counts)
        for bot, rating in self.live_elo().items():
            self.history.setdefault(bot, []).append(rating)

    def live_elo(self) -> Mapping[int, float]:
        """Return the current live Elo of each bot version."""
        return self.live.anchored(self._anchor())

    def _anchor(self) -> int | None:
        return max((bot for bot in self.anchors if bot in self.live.raw), default=None)

    def fitted(self) -> Fitted:
        """Fit ratings to all results added so far, and return them."""
        return fitted(kinds_of(self.boards), (self.bots[bot] for bot in sorted(self.bots)))


def ladders(store: Store, *names: str) -> tuple[Ladder, ...]:
    """Return the ladder of each ruleset, from all rated tournaments.

    Tournaments whose seed is public do not count, because everybody can compute their cards.

    `names`: return only the ladders of these rulesets; empty: of all rulesets played. A name is a ruleset's
    name, a file of house rules, or the name of house rules that were played.

    Raise BadSettings for an unknown name.
    """
    return tuple(ladder_of(key, made, made.fitted()) for key, made in collect_histories(store, names).items())


def ratings_before(store: Store, key: str, tournament: int) -> tuple[Fitted, Mapping[int, Entrant]]:
    """Return a ruleset's ratings before a tournament, and the bots of earlier tournaments, keyed by version.

    Only rated tournaments with lower numbers than `tournament` count. `key`: the ruleset's key, such as
    "mau-mau@1".
    """
    made = collect_histories(store, (), {key}, tournament).get(key)
    return (made.fitted(), made.bots) if made else (Fitted({}, ()), {})


def collect_histories(
    store: Store, names: Sequence[str], keys: Set[str] = frozenset(), before: int | None = None
) -> dict[str, RatingHistory]:
    """Return the rated results under each ruleset, keyed by ruleset.

    `names`: the rulesets to use; if empty, those with these `keys`; if both are empty, all rulesets played.
    `before`: ignore the tournament with this number and all later tournaments.

    Raise BadSettings for an unknown name.
    """
    made: dict[str, RatingHistory] = {}
    with store.reading() as tx:
        numbers = [number for number in tournament_keys(tx) if before is None or number < before]
        tournaments = {number: read_tournament(tx, number) for number in numbers}
        played = {key for one in tournaments.values() if one for key in rulesets_of(one)}
        wanted = keys or played
        if names:
            wanted = {key for name in names for key in ruleset_keys(name, played)}
        for number, tournament in tournaments.items():
            assert tournament
            for key in rulesets_of(tournament):
                if key not in wanted:
                    continue
                ladder = made.setdefault(key, RatingHistory(ruleset_of(tournament, key).title))
                if tournament.open_seed or not tournament.rated:
                    ladder.left_out += 1
                    continue
                rounds = rounds_of(tournament, key)
                ladder.enter(tournament)
                for match, boards in groupby(rated_matches(tx, number, rounds), key=lambda one: one[0]):
                    ladder.add_match(number, match, (board for _, board in boards))
                ladder.end(verdicts_by_bot(tx, number, rounds))
    return dict(sorted(made.items()))


def ruleset_keys(name: str, played: Set[str]) -> Set[str]:
    """Return the key of the ruleset with this name, or the keys of played house rules with this name.

    `played`: the keys of all rulesets that have been played, such as "mau-mau@1". Raise BadSettings for an
    unknown name.
    """
    try:
        return {find_ruleset(name).key}
    except BadSettings:
        house = {key for key in played if name in (key, key.partition("@")[0])}
        if not house:
            raise
        return house


def ladder_of(key: str, made: RatingHistory, found: Fitted) -> Ladder:
    live = made.live_elo()

    def place(row: tuple[int, Rating]) -> tuple[int, bool, tuple[int, float], float, int]:
        bot, one = row
        return one.scale, not one.is_sure, by_strength(one.elo, one.low, one.high), -live[bot], bot

    order = sorted(found.ratings.items(), key=place)
    return Ladder(
        ruleset=key,
        title=made.title,
        anchors=anchor_names(found, made.bots.values()),
        rows=tuple(_row(made, bot, rating, found.ranks.get(bot), live[bot]) for bot, rating in order),
        tournaments=made.tournaments,
        left_out=made.left_out,
        saving=board_saving(made.boards),
    )


def _row(made: RatingHistory, bot: int, rating: Rating, rank: Rank | None, live: float) -> LadderRow:
    return LadderRow(
        **rating_fields(rating),
        **rank_fields(rank),
        bot=made.bots[bot].bot,
        version=made.bots[bot].version,
        live=live,
        step=made.live.step(bot),
        boards=made.live.boards[bot],
        games=made.games[bot],
        history=tuple(made.history[bot]),
        **count_faults(made.verdicts.get(bot, {}))._asdict(),
    )


def overall_ladder(store: Store, names: Sequence[str] = (), bots: Sequence[str] = ()) -> OverallLadder:
    """Rank bots by their mean rating over all rulesets under which every ranked bot has a rating.

    `names`: use only these rulesets. `bots`: rank only these bots. NAME stands for a bot's newest version,
    NAME@VERSION for the version whose digest starts with VERSION. If `bots` is empty, rank the bots that
    `rated_everywhere` returns.

    Raise BadSettings for an unknown name.
    """
    made = {key: one for key, one in collect_histories(store, names).items() if one.boards}
    fits = {key: one.fitted() for key, one in made.items()}
    known = {bot: entrant for one in made.values() for bot, entrant in one.bots.items()}
    chosen = tuple(dict.fromkeys(_resolve_bot(known, name) for name in bots))
    found = overall(fits, chosen or rated_everywhere(known, fits.values()))
    return OverallLadder(
        rulesets=found.rulesets,
        anchor=None if found.anchor is None else known[found.anchor].bot,
        rows=_overall_rows(found, made, known),
        left_out=tuple(
            versioned(known[bot].bot, known[bot].version)
            for bot in sorted(known)
            if bot not in found.ratings and not bots
        ),
        uncommon=tuple(key for key in made if key not in found.rulesets),
    )


def _resolve_bot(known: Mapping[int, Entrant], name: str) -> int:
    """Return the key of the newest rated bot version that fits a name.

    `known`: the rated bots, keyed by bot version. `name`: NAME for any version of the bot, or NAME@VERSION
    (VERSION is the start of the digest). Raise BadSettings if no rated version fits.
    """
    bot, _, version = name.partition("@")
    found = [
        key
        for key, entrant in known.items()
        if entrant.bot.casefold() == bot.casefold() and entrant.version.startswith(version)
    ]
    if not found:
        raise BadSettings(f"no bot {name!r} is rated here; `arena ratings` lists those that are")
    return max(found)


def rated_everywhere(known: Iterable[int], fits: Collection[Fitted]) -> tuple[int, ...]:
    """Return the bots that are rated under every ruleset. Rulesets under which no bot is rated are ignored.

    A bot is rated if its Elo has an interval or a bound, and if it is on the ruleset's first scale (the
    largest set of bots connected by results).

    `known`: bot versions to choose from. `fits`: the ratings under each ruleset.
    """
    rating = [fit for fit in fits if any(is_rated(fit, bot) for bot in fit.ratings)]
    return tuple(bot for bot in sorted(known) if rating and all(is_rated(fit, bot) for fit in rating))


def _overall_rows(
    found: Overall, made: Mapping[str, RatingHistory], known: Mapping[int, Entrant]
) -> tuple[OverallRow, ...]:
    played = [made[key] for key in found.rulesets]
    return tuple(_overall_row(found, bot, known[bot], played) for bot in found.order)


def _overall_row(found: Overall, bot: int, entrant: Entrant, played: Sequence[RatingHistory]) -> OverallRow:
    verdicts: Counter[str] = Counter()
    for ladder in played:
        verdicts.update(ladder.verdicts.get(bot, {}))
    rating = found.ratings[bot]
    return OverallRow(
        rank=found.rank(bot),
        bot=entrant.bot,
        version=entrant.version,
        elo=rating.elo or 0.0,
        low=rating.low,
        high=rating.high,
        margin=rating.margin,
        ratings=found.counted[bot],
        bounded=found.bounded[bot],
        boards=sum(ladder.live.boards[bot] for ladder in played),
        **count_faults(verdicts)._asdict(),
    )
