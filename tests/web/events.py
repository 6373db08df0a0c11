"""Tournaments of every kind, most of them made up, for pages that show them."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.ratings.sprt import Sprt
from arena.record.match import MatchRecord
from arena.service.bots import Bot
from arena.service.compare.compare import CompareSettings, create_comparison, schedule
from arena.service.compare.seating import arrangement
from arena.service.ladder.cache import refresh_ladders
from arena.service.reports.tournament_cache import refresh_winners
from arena.service.reports.tournament_list import find_tournament
from arena.service.tournaments.edit import cancel_tournament, pause_tournament, withdraw_bot
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import ByeRequest, TournamentSettings
from arena.store.database.store import Store
from arena.store.results.records import Piece
from arena.store.tournaments.comparisons import append_record
from tests.factories.made_up_matches import bots_in, by_chance, commit, new_queue, play_on
from tests.store.samples import NOW, record
from tests.web.played import filled_once

SECRET: Final = "5ec12e7" + "0" * 57
NASTY: Final = "<img src=x onerror=alert(1)>\"'&{{7*7}}"

SWISS, RUNNING, TABLES, GAUNTLET, NAMED, COMPARED, CANCELLED, PAUSED = range(1, 9)


def filled(factory: pytest.TempPathFactory) -> Path:
    """Return a copy of a database with all these tournaments."""
    return filled_once(factory, "events", fill)


def fill(store: Store, folder: Path) -> None:
    """One tournament after the other, numbered as above."""
    bots = bots_in(folder, 9)
    _swiss(store, bots[:7])
    _running(store, bots)
    _play(store, bots, 3, format="swiss", seats=4, rounds=2, rated=False)
    _play(store, bots[:2], 4, format="gauntlet", pool=bots[2:5])
    both = ("mau-mau", "prsi")
    _play(store, bots[:3], 5, name=NASTY, seed="7", rulesets=both, format="double-round-robin")
    _compared(store, bots[:2])
    cancel_tournament(store, _create(store, bots[:3], 7))
    pause_tournament(store, _create(store, bots[:3], 8))
    refresh_ladders(store)
    refresh_winners(store)


def _create(store: Store, bots: tuple[Bot, ...], number: int, **changes: object) -> int:
    settings = TournamentSettings(bots, boards=4, seed=SECRET, name=f"event {number}")
    assert create(store, replace(settings, **changes)) == number  # type: ignore[arg-type]  # different fields
    return number


def _play(store: Store, bots: tuple[Bot, ...], number: int, **changes: object) -> None:
    play_on(store, _create(store, bots, number, **changes), by_chance(number, f"{number}"))


def _swiss(store: Store, bots: tuple[Bot, ...]) -> None:
    """With byes that were asked for, byes of an odd field, and forfeits of a bot that withdraws."""
    number = _create(store, bots, SWISS, format="swiss", rounds=4, byes=(ByeRequest(2, "a"),))
    play = by_chance(3)
    while matches := new_queue(store, number).take(1, ()):
        piece, _ = matches[0]
        assert commit(store, piece, play)
        if piece.round == 3 and piece.pairing == 1:
            names = {one.number: one.name for one in find_tournament(store, number).entrants}
            unplayed = new_queue(store, number).take(1, ())[0][0]
            withdraw_bot(store, number, names[unplayed.bots[0]])


def _running(store: Store, bots: tuple[Bot, ...]) -> None:
    """Some of its first round is played."""
    number = _create(store, bots, RUNNING, format="swiss", rounds=3)
    for piece, _ in new_queue(store, number).take(2, ()):
        assert commit(store, piece, by_chance(2, "2"))


def play_one(store: Store, number: int) -> None:
    """One more match of a tournament."""
    piece, _ = new_queue(store, number).take(1, ())[0]
    assert commit(store, piece, by_chance(2, "2"))


def _compared(store: Store, bots: tuple[Bot, ...]) -> None:
    """A comparison, as far as its second piece."""
    number = create_comparison(store, CompareSettings(bots[0], bots[1], Sprt(), boards=200, seed=SECRET))
    assert number == COMPARED
    pieces = schedule(find_tournament(store, number), arrangement(2, 0))
    for piece, _ in zip(pieces, range(2), strict=False):
        with store.writing() as tx:
            append_record(tx, number, piece, _mixed(piece), NOW)


def _mixed(piece: Piece) -> MatchRecord:
    """The first of the two wins both games of two boards in three."""
    first, second = piece.bots.index(1), piece.bots.index(2)
    won, lost = record(piece, first, salt="c").games, record(piece, second, salt="c").games
    games = tuple(lost[at] if game.board % 3 == 0 and game.rotation else game for at, game in enumerate(won))
    return MatchRecord("6.1.1", games)
