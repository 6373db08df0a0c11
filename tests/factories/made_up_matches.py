"""Tournaments with made-up records, committed like real ones."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from arena.record.match import MatchRecord, Verdict
from arena.service.bots import Bot, resolve_bot
from arena.service.errors import UserError
from arena.service.reports.tournament_list import find_tournament, summaries
from arena.service.tournaments.edit import add_bots, end_tournament, withdraw_bot
from arena.service.tournaments.play.progress import RunCounters
from arena.service.tournaments.play.work_queue import TournamentQueue
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.results.records import Piece
from arena.tournament.pairing.pairing import PairingImpossible
from tests.store.samples import NOW, record

FORFEITS = 0.1
WON = 0.6

Play = Callable[[Piece], MatchRecord]


def bots_in(folder: Path, number: int) -> tuple[Bot, ...]:
    """Return this many different bots: a, b, c …"""
    names = [chr(ord("a") + index) for index in range(number)]
    for name in names:
        (folder / f"{name}.py").write_text(f"import maumau  # {name}\n")
    return tuple(resolve_bot(str(folder / f"{name}.py")) for name in names)


def by_chance(seed: int, salt: str = "") -> Play:
    """Return results that depend only on the seed and the place in the schedule.

    `salt` keeps the games of several events in one store apart.
    """

    def play(piece: Piece) -> MatchRecord:
        rng = Random(f"{seed} {piece.round} {piece.pairing} {piece.piece}")
        best = rng.randrange(len(piece.bots))
        verdict = Verdict.NO_START if rng.random() < FORFEITS else Verdict.OK
        won = record(piece, best, verdict, salt)
        return won if rng.random() < WON else _drawn(piece, won, salt)

    return play


def _drawn(piece: Piece, won: MatchRecord, salt: str) -> MatchRecord:
    """Return a drawn match: each board is won by the next bot."""
    seats = len(piece.bots)
    each = [record(piece, best, salt=salt).games for best in range(seats)]
    return replace(won, games=tuple(each[game.board % seats][at] for at, game in enumerate(won.games)))


def new_queue(store: Store, number: int) -> TournamentQueue:
    """Return the queue of a new run."""
    return TournamentQueue(store, number, RunCounters(number, 0, 1, 0), find_tournament(store, number))


def commit(store: Store, piece: Piece, play: Play) -> bool:
    with store.writing() as tx:
        return commit_record(tx, piece.key, play(piece), NOW)


def play_on(store: Store, number: int, play: Play) -> None:
    """Play to the end without interruption."""
    one = new_queue(store, number)
    while matches := one.take(3, ()):
        for piece, _ in matches:
            assert commit(store, piece, play)


def play_in_pieces(store: Store, number: int, play: Play, rng: Random) -> None:
    """Play to the end in runs of one match each, in random order."""
    while matches := new_queue(store, number).take(100, ()):
        piece, _ = rng.choice(matches)
        assert commit(store, piece, play)


def play_with_trouble(store: Store, number: int, rng: Random, seed: int, late: list[Bot]) -> None:
    """Play to the end with random latecomers and withdrawals, also during rounds."""
    play = by_chance(seed, salt=f"{number}")
    try:
        while matches := new_queue(store, number).take(2, ()):
            for piece, _ in matches:
                _come_and_go(store, number, rng, late)
                commit(store, piece, play)
    except PairingImpossible:
        end_tournament(store, number)
    assert summaries(store)[0].state == "over"


def _come_and_go(store: Store, number: int, rng: Random, late: list[Bot]) -> None:
    """Add or withdraw a bot; a refusal must have a known reason."""
    try:
        if rng.random() < 0.06:
            names = [one.name for one in find_tournament(store, number).entrants]
            withdraw_bot(store, number, rng.choice(names))
        if late and rng.random() < 0.1:
            add_bots(store, number, [late.pop()])
    except UserError as refused:
        assert re.search("withdrawn already|last round is paired|is over|no opponents are left", str(refused))
