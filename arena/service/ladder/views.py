"""Read the data for the pages of ladders and bots from the caches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from arena.ratings.margins import NoIntervalReason
from arena.ratings.match_statistics import MatchEstimate, elo_estimate
from arena.ratings.pair_results import Sample
from arena.service.bots.builtin import builtin_descriptions
from arena.service.errors import UnknownBot
from arena.store.bots.submissions import StoredVersion, list_versions
from arena.store.database.store import Store
from arena.store.ladder.bots import (
    BotLine,
    BotMatch,
    MatchUpLine,
    VersionLine,
    bot_line,
    bot_lines,
    bot_matches,
    bot_versions,
    count_bots,
    count_matches,
    match_ups,
)
from arena.store.ladder.cached_ladders import (
    OVERALL,
    CachedLadder,
    CachedRow,
    Point,
    count_matches_of_ladders,
    count_uncounted,
    ledger_position,
    read_bot,
    read_ladders,
    read_rows,
)
from arena.store.ladder.list_query import ListQuery
from arena.store.ladder.news import NewMatch, list_new_matches, list_running
from arena.store.tournaments.list import TournamentLine, tournament_line

RUNNING: Final = 3
LATEST: Final = 5


@dataclass(frozen=True, slots=True)
class LadderView:
    """The data of a ladder's page."""

    heads: tuple[CachedLadder, ...]  # title and totals of each ladder
    head: CachedLadder | None  # title and totals of the page's own ladder; None if there is no ladder yet
    rows: tuple[CachedRow, ...]
    total: int  # rows that match the query
    since: int  # pieces (batches of boards) of any ruleset committed since the ladder was computed
    left_out: int  # tournaments that do not count: unrated, or with an open seed
    running: tuple[TournamentLine, ...]
    latest: tuple[NewMatch, ...]


@dataclass(frozen=True, slots=True)
class BotView:
    """The data of a bot's page."""

    line: BotLine
    versions: tuple[VersionLine, ...]  # the newest first
    rows: tuple[CachedRow, ...]  # by ruleset
    titles: Mapping[str, str]  # of rulesets
    lines: Mapping[str, Mapping[int, Sequence[Point]]]  # lines of live Elo, by ruleset and version
    registered: tuple[StoredVersion, ...]  # the newest first
    latest: tuple[BotMatch, ...]  # a few matches, the newest first
    since: int


@dataclass(frozen=True, slots=True)
class VersusView:
    """The data of the page that compares two bots.

    All results are from the view of the bot `first`. Only the field `back` is from the view of `second`.
    """

    first: BotLine
    second: BotLine
    lines: tuple[MatchUpLine, ...]  # by ruleset, rated or not
    total: MatchUpLine | None  # the sum of `lines`; None if the bots never met
    back: MatchUpLine | None  # `total` from the view of the second bot
    matches: tuple[BotMatch, ...]
    count: int  # how many matches pass the filter
    since: int


def ladder_view(store: Store, ruleset: str, query: ListQuery) -> LadderView | None:
    """Return the data of a ladder's page; None if the ruleset has no ladder.

    `ruleset`: the ladder's ruleset; empty for the site's default ladder. `query`: which rows to show (filter,
    order and page).
    """
    with store.reading() as tx:
        heads = read_ladders(tx)
        head = _choose_ladder(tx, heads, ruleset)
        if ruleset and head is None:
            return None
        uncounted = count_uncounted(tx)
        rows, total = read_rows(tx, head.ruleset, query) if head else ((), 0)
        return LadderView(
            heads=heads,
            head=head,
            rows=rows,
            total=total,
            since=_since(tx, head.ledger if head else 0),
            left_out=uncounted.get(head.ruleset, 0) if head else sum(uncounted.values()),
            running=tuple(found for key in list_running(tx, RUNNING) if (found := tournament_line(tx, key))),
            latest=list_new_matches(tx, LATEST),
        )


def _choose_ladder(tx: Connection, heads: Sequence[CachedLadder], ruleset: str) -> CachedLadder | None:
    """Return the head (title and totals) of a ruleset's ladder; None if the ruleset has no ladder.

    If `ruleset` is empty, choose the overall ladder. If that ladder ranks no bot with enough boards, choose
    the ladder with the most matches.
    """
    if ruleset:
        return next((head for head in heads if head.ruleset in (ruleset, f"{ruleset}@1")), None)
    first, _ = read_rows(tx, OVERALL, ListQuery(most=1))
    if not all(row.provisional for row in first):
        return next(head for head in heads if head.ruleset == OVERALL)
    matches = count_matches_of_ladders(tx)
    return max(heads, key=lambda head: matches.get(head.ruleset, 0), default=None)


def _since(tx: Connection, ledger: int) -> int:
    return max(0, ledger_position(tx) - ledger)


def bots_view(store: Store, query: ListQuery) -> tuple[tuple[BotLine, ...], int]:
    """Return one page of the list of bots that match a query, and the total number of these bots."""
    with store.reading() as tx:
        return tuple(map(_describe, bot_lines(tx, query))), count_bots(tx, query)


def _describe(line: BotLine) -> BotLine:
    """Return a bot's row in the list of bots, with a description if the bot is an example bot."""
    return line if line.state else replace(line, description=builtin_descriptions().get(line.source, ""))


def find_bot(tx: Connection, name: str) -> BotLine:
    """Return the bot with this name. Raise UnknownBot if it does not exist."""
    found = bot_line(tx, name)
    if found is None:
        raise UnknownBot(f"no bot {name[:64]!r}")
    return _describe(found)


def bot_view(store: Store, name: str) -> BotView:
    """Return the data of a bot's page. Raise UnknownBot if no bot has this name."""
    with store.reading() as tx:
        line = find_bot(tx, name)
        versions, heads = bot_versions(tx, line.key), read_ladders(tx)
        rows, lines = read_bot(tx, line.key, [head.ruleset for head in heads if head.ruleset != OVERALL])
        return BotView(
            line=line,
            versions=versions,
            rows=rows,
            titles={head.ruleset: head.title for head in heads},
            lines=lines,
            registered=list_versions(tx, line.name),
            latest=bot_matches(tx, line.key, ListQuery("date", descending=True, most=LATEST)),
            since=_since(tx, min((head.ledger for head in heads), default=0)),
        )


@dataclass(frozen=True, slots=True)
class MatchesView:
    """The data of a page that lists a bot's matches."""

    line: BotLine
    matches: tuple[BotMatch, ...]  # those on this page
    total: int  # number of matches that pass the filter
    rulesets: tuple[str, ...]  # rulesets that have a ladder


def matches_view(store: Store, name: str, opponent: str, query: ListQuery) -> MatchesView:
    """Return the data of a page that lists a bot's matches.

    `opponent`: only matches against this bot; empty: against any. Raise UnknownBot if the bot or the opponent
    does not exist.
    """
    with store.reading() as tx:
        line = find_bot(tx, name)
        other = find_bot(tx, opponent).key if opponent else None
        heads = read_ladders(tx)
        return MatchesView(
            line,
            bot_matches(tx, line.key, query, other),
            count_matches(tx, line.key, query, other),
            tuple(sorted(head.ruleset for head in heads if "@" in head.ruleset)),
        )


def match_ups_view(
    store: Store, name: str, ruleset: str, counted: bool | None
) -> tuple[BotLine, tuple[MatchUpLine, ...]]:
    """Return a bot, and its total result against each opponent.

    `ruleset`: use only matches under this ruleset; empty: all. `counted`: True: use only matches that count
    in the ladder; False: use only matches that do not count; None: use all.

    Raise UnknownBot if the bot does not exist.
    """
    with store.reading() as tx:
        line = find_bot(tx, name)
        return line, match_ups(tx, line.key, ruleset=ruleset, counted=counted, split=False)


def versus_view(store: Store, name: str, opponent: str, query: ListQuery) -> VersusView:
    """Return the data of the page that compares two bots. Raise UnknownBot if one of them does not exist.

    `query`: which matches to list.
    """
    with store.reading() as tx:
        first, second = find_bot(tx, name), find_bot(tx, opponent)
        heads = read_ladders(tx)
        return VersusView(
            first=first,
            second=second,
            lines=match_ups(tx, first.key, second.key),
            total=next(iter(match_ups(tx, first.key, second.key, split=False)), None),
            back=next(iter(match_ups(tx, second.key, first.key, split=False)), None),
            matches=bot_matches(tx, first.key, query, second.key),
            count=count_matches(tx, first.key, query, second.key),
            since=_since(tx, min((head.ledger for head in heads), default=0)),
        )


def difference(line: MatchUpLine) -> MatchEstimate:
    """Estimate by how many Elo a bot is stronger than one opponent.

    `line`: the bot's results against this opponent.
    """
    if not line.boards:
        return MatchEstimate(None, None, NoIntervalReason.FEW)
    mean = line.board_scores / line.boards
    return elo_estimate(Sample(line.boards, mean, max(0.0, line.squares / line.boards - mean**2)))
