"""Events whose matches are not played: records are made up, and committed as those of real ones."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from arena.record.match import MatchRecord, Verdict
from arena.service.agenda import Agenda
from arena.service.bots import Bot, resolve_bot
from arena.service.meter import Meter
from arena.service.tournaments import find_tournament
from arena.store.commit import commit_record
from arena.store.records import Piece
from arena.store.store import Store
from tests.store.samples import NOW, record

FORFEITS = 0.1
WON = 0.6

Play = Callable[[Piece], MatchRecord]


def bots_in(folder: Path, number: int) -> tuple[Bot, ...]:
    """So many different bots: a, b, c …"""
    names = [chr(ord("a") + index) for index in range(number)]
    for name in names:
        (folder / f"{name}.py").write_text(f"import maumau  # {name}\n")
    return tuple(resolve_bot(str(folder / f"{name}.py")) for name in names)


def by_chance(seed: int, salt: str = "") -> Play:
    """Results that depend on the seed and the place in the schedule alone: wins, draws, forfeits.

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
    """Every board is won by the next bot."""
    seats = len(piece.bots)
    each = [record(piece, best, salt=salt).games for best in range(seats)]
    return replace(won, games=tuple(each[game.board % seats][at] for at, game in enumerate(won.games)))


def agenda(store: Store, number: int) -> Agenda:
    """The agenda of who begins to play now."""
    return Agenda(store, number, Meter(number, 0, 1, 0), find_tournament(store, number))


def commit(store: Store, piece: Piece, play: Play) -> bool:
    with store.writing() as tx:
        return commit_record(tx, piece.key, play(piece), NOW)


def play_on(store: Store, number: int, play: Play) -> None:
    """To the end, by one who is never disturbed."""
    one = agenda(store, number)
    while matches := one.take(3, ()):
        for piece, _ in matches:
            assert commit(store, piece, play)


def play_in_pieces(store: Store, number: int, play: Play, rng: Random) -> None:
    """To the end, by one who is killed after every match, and whose matches end in any order."""
    while matches := agenda(store, number).take(100, ()):
        piece, _ = rng.choice(matches)
        assert commit(store, piece, play)
