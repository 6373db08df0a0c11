"""The ratings of all bots, derived from every rated tournament."""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from arena.ratings.field import Kind
from arena.ratings.fitted import Rating
from arena.ratings.live import Group, LiveRatings, comparisons
from arena.service.errors import BadSettings
from arena.service.fitting import ANCHOR, anchor_names, fitted, margin, no_margin
from arena.service.results import Ladder, LadderRow
from arena.service.rulesets import find_ruleset
from arena.service.tables import rounds_of, ruleset_of, rulesets_of
from arena.store.records import Entrant, Tournament
from arena.store.results import rated_groups
from arena.store.schedule import read_tournament, tournament_keys
from arena.store.store import Store


@dataclass(slots=True)
class _Ladder:
    """What one ruleset's ratings come from, while tournaments are added."""

    title: str
    live: LiveRatings = field(default_factory=LiveRatings)
    kinds: Counter[Kind] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)
    bots: dict[int, Entrant] = field(default_factory=dict)
    history: dict[int, list[float]] = field(default_factory=dict)
    tournaments: int = 0
    left_out: int = 0

    def add(self, group: Group) -> None:
        self.live.add(group)
        self.kinds[comparisons(group)] += 1
        for game in group.games:
            pairs = zip(group.bots, game.places, strict=True)
            self.games.update(bot for bot, place in pairs if place is not None)

    def end(self, tournament: Tournament) -> None:
        """A tournament is in: note where everybody stands."""
        self.tournaments += 1
        for entrant in tournament.entrants:
            self.bots[entrant.bot_version] = replace(entrant, name=entrant.bot)
        for bot, rating in self.standing().items():
            self.history.setdefault(bot, []).append(rating)

    def standing(self) -> Mapping[int, float]:
        """Live ratings of the moment."""
        named = [bot for bot in self.live.raw if self.bots[bot].bot == ANCHOR]
        return self.live.anchored(max(named, default=None))


def ladders(store: Store, name: str | None = None) -> tuple[Ladder, ...]:
    """The ratings over all rated tournaments without an open seed, by ruleset. Raises BadSettings.

    `name`: only of the ruleset so called, in that file, or of house rules of that name that were played.
    """
    made: dict[str, _Ladder] = {}
    with store.reading() as tx:
        tournaments = {number: read_tournament(tx, number) for number in tournament_keys(tx)}
        played = {key for one in tournaments.values() if one for key in rulesets_of(one)}
        wanted = played if name is None else _called(name, played)
        for number, tournament in tournaments.items():
            assert tournament
            for key in rulesets_of(tournament):
                if key not in wanted:
                    continue
                ladder = made.setdefault(key, _Ladder(ruleset_of(tournament, key).title))
                if tournament.open_seed or not tournament.rated:
                    ladder.left_out += 1
                    continue
                for group in rated_groups(tx, number, rounds_of(tournament, key)):
                    ladder.add(group)
                ladder.end(tournament)
    return tuple(_ladder(key, ladder) for key, ladder in sorted(made.items()))


def _called(name: str, played: Set[str]) -> Set[str]:
    """The keys of the rulesets that are called so. Raises BadSettings."""
    try:
        return {find_ruleset(name).key}
    except BadSettings:
        house = {key for key in played if name in (key, key.partition("@")[0])}
        if not house:
            raise
        return house


def _ladder(key: str, made: _Ladder) -> Ladder:
    found = fitted(made.kinds, (made.bots[bot] for bot in sorted(made.bots)))
    live = made.standing()
    order = sorted(found.ratings.items(), key=lambda one: (one[1].scale, -one[1].elo, one[0]))
    return Ladder(
        ruleset=key,
        title=made.title,
        anchors=anchor_names(found, made.bots.values()),
        rows=tuple(_row(made, bot, rating, _rank(rating, found.ratings), live[bot]) for bot, rating in order),
        tournaments=made.tournaments,
        left_out=made.left_out,
    )


def _rank(rating: Rating, ratings: Mapping[int, Rating]) -> int:
    return 1 + sum(one.scale == rating.scale and one.elo > rating.elo for one in ratings.values())


def _row(made: _Ladder, bot: int, rating: Rating, rank: int, live: float) -> LadderRow:
    return LadderRow(
        scale=rating.scale + 1,
        rank=rank,
        bot=made.bots[bot].bot,
        version=made.bots[bot].version,
        rating=rating.elo,
        margin=margin(rating),
        no_margin=no_margin(rating),
        live=live,
        step=made.live.step(bot),
        boards=made.live.groups[bot],
        games=made.games[bot],
        history=tuple(made.history[bot]),
    )
