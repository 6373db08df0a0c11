"""Invented tournaments and records; none of their games was played."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from arena.record.match import Clock, FaultRecord, GameRecord, Limits, MatchRecord, SeatRecord, Verdict
from arena.store.results.records import Entrant, Piece, Round, Tournament

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def tournament(*names: str, rounds: int = 1, boards: int = 2) -> Tournament:
    entrants = tuple(
        Entrant(number, name, name, digest(name), f"builtin:{name}") for number, name in enumerate(names, 1)
    )
    return Tournament(
        name="spring cup",
        format="round-robin",
        boards=boards,
        secret=bytes(range(32)),
        open_seed=False,
        rated=True,
        runner="process",
        clock=Clock(),
        limits=Limits(),
        entrants=entrants,
        rounds=tuple(Round(number, "mau-mau@1", digest("mau-mau@1")) for number in range(1, rounds + 1)),
    )


def piece(
    *bots: int, round: int = 1, pairing: int = 1, number: int = 1, first: int = 0, boards: int = 2
) -> Piece:
    return Piece(round, pairing, number, 0, first, boards, bots, bots_as_paired=bots)


def record(piece: Piece, best: int = 0, verdict: Verdict = Verdict.OK, salt: str = "") -> MatchRecord:
    """Return a record in which the bot `best` wins every game and the others share the last place."""
    seats = len(piece.bots)
    games = tuple(
        _game(piece, board, rotation, best, verdict, salt)
        for board in range(piece.first_board, piece.first_board + piece.boards)
        for rotation in range(seats)
    )
    return MatchRecord("1.1.1", games)


def _game(piece: Piece, board: int, rotation: int, best: int, verdict: Verdict, salt: str) -> GameRecord:
    seats = len(piece.bots)
    name = digest(f"{piece.round} {piece.pairing} {board} {rotation} {salt}")[:32]
    return GameRecord(
        id=name,
        board=board,
        rotation=rotation,
        seats=tuple(_seat((seat - rotation) % seats, best, seats, verdict) for seat in range(seats)),
        termination="WON",
        plies=20,
        game_digest=digest(f"game {name}"),
        log_digest=digest(f"log {name}"),
        log=b64encode(f"log {name}".encode()).decode(),
    )


def _seat(bot: int, best: int, seats: int, verdict: Verdict) -> SeatRecord:
    won = bot == best
    score = 1.0 if won else (seats - 2) / 2 / (seats - 1)
    return SeatRecord(bot, 1 if won else 2, 0 if won else 10, score, Verdict.OK if won else verdict, 10, 12.5)


def with_points(record: MatchRecord, points: Callable[[], int]) -> MatchRecord:
    """Return the record with other points, the same for all losers of a game. `points`: called per game."""
    games = []
    for game in record.games:
        lost = points()
        seats = tuple(replace(seat, points=0 if seat.place == 1 else lost) for seat in game.seats)
        games.append(replace(game, seats=seats))
    return replace(record, games=tuple(games))


def fault(bot: int) -> FaultRecord:
    return FaultRecord(
        "", bot, bot, Verdict.NO_START, "exited", 12.0, 10_000.0, 1, b64encode(b"\x00no").decode(), ""
    )


def void(record: MatchRecord) -> MatchRecord:
    """Return the record with all boards void."""
    games = tuple(
        replace(
            game,
            termination="VOID",
            game_digest="",
            log="",
            seats=tuple(replace(seat, verdict=Verdict.VOID) for seat in game.seats),
        )
        for game in record.games
    )
    return replace(record, games=games)
