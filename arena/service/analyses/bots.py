"""Cached summaries of each bot's analysed games, with its accuracy and its mistakes.

Each decision is judged by what the bot could see at that time, not by the hidden cards.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Final

from arena.analysis.calibration import version
from arena.service.analyses.mistakes import mistake_kind
from arena.service.common.text import MatchId
from arena.store.database.store import Store
from arena.store.ladder.cached_documents import (
    DocumentKind,
    drop_documents,
    read_cached_data_states,
    read_document,
    write_documents,
)
from arena.store.results.analyses import AnalysedGame, iter_analysed_games, read_analysis_states

MIN_GAMES: Final = 5
MAX_GAMES: Final = 500  # of a summary
MAX_KINDS: Final = 5
MAX_WORST: Final = 5


@dataclass(frozen=True, slots=True)
class CostlyMistake:
    """A mistake of a bot in an analysed game, with its cost in win chance."""

    match: str  # its id
    game: int  # number in the match
    seat: int  # from 0
    ply: int
    played: str  # in log notation
    better: str  # the same
    cost: float  # the win chance that was given away, 0 to 1

    @property
    def kind(self) -> str:
        return mistake_kind(self.played, self.better)


@dataclass(frozen=True, slots=True)
class BotAnalysis:
    """The summary of a bot's analysed games: its accuracy, and its most frequent and worst mistakes."""

    games: int  # those in which it had something to decide
    accuracy: float  # mean over the games, in per cent
    kinds: tuple[tuple[str, int], ...]  # the most frequent kinds of mistakes with their numbers
    worst: tuple[CostlyMistake, ...]  # the most expensive mistakes


def find_bot_analysis(store: Store, bot: int) -> BotAnalysis | None:
    """Return the cached summary of a bot's analysed games.

    Return None if fewer than `MIN_GAMES` are analysed, or if the bot made no decision in them.
    """
    with store.reading() as tx:
        found = read_document(tx, DocumentKind.ANALYSES, bot)
    if found is None or not found["games"]:
        return None
    kinds = tuple((kind, number) for kind, number in found["kinds"])
    worst = tuple(CostlyMistake(**one) for one in found["worst"])
    return BotAnalysis(found["games"], found["accuracy"], kinds, worst)


def refresh_bot_analyses(store: Store) -> bool:
    """Compute the outdated summaries of bots' analysed games, and delete summaries with too few games.

    Return True if a summary was computed or deleted.
    """
    with store.reading() as tx:
        states = {str(bot): state for bot, state in read_analysis_states(tx, version(), MIN_GAMES).items()}
        cached = read_cached_data_states(tx, DocumentKind.ANALYSES)
    outdated = [bot for bot, state in states.items() if cached.get(bot) != state]
    for bot in outdated:
        with store.reading() as tx:
            summary = summarize(iter_analysed_games(tx, int(bot), version(), MAX_GAMES))
        with store.writing() as tx:
            write_documents(tx, DocumentKind.ANALYSES, states[bot], {bot: asdict(summary)})
    if deleted := cached.keys() - states.keys():
        with store.writing() as tx:
            drop_documents(tx, DocumentKind.ANALYSES, deleted)
    return bool(outdated or deleted)


def summarize(games: Iterable[AnalysedGame]) -> BotAnalysis:
    """Return the summary of a bot, computed from its analysed games."""
    accuracies, mistakes = list[float](), list[CostlyMistake]()
    for game in games:
        found = json.loads(game.document)
        if (accuracy := found["accuracy"][game.seat]) is not None:
            accuracies.append(accuracy)
        match = str(MatchId(game.tournament, game.round, game.pairing))
        mistakes += (
            CostlyMistake(match, game.number, game.seat, one["ply"], one["played"], one["best"], one["cost"])
            for one in found["decisions"]
            if one["is_mistake"]
        )
    kinds = Counter(one.kind for one in mistakes).most_common(MAX_KINDS)
    worst = sorted(mistakes, key=lambda one: -one.cost)[:MAX_WORST]
    return BotAnalysis(len(accuracies), round(fmean(accuracies or [0.0]), 1), tuple(kinds), tuple(worst))
