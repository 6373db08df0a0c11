"""The playing order of boards differs by rotation and affects nothing else."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from math import sqrt
from statistics import correlation

from arena.record.format import BotName
from arena.referee.match.game import FinishedGame, SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.match.piece import boards_of
from arena.referee.net.stream import Stream
from arena.rules import game_for, ruleset
from maumau.v1 import referee_pb2 as pb
from tests.figures import figures
from tests.referee.matches import match
from tests.referee.simulated_games import Silent, message, take_messages

PIECES = 200
BOARDS = 64


def places(piece: int, rotation: int) -> list[int]:
    """Return the place of each board of a piece in one rotation."""
    spec = match("greedy", "greedy", boards=0)
    secrets = tuple(sha256(b"%d/%d" % (piece, board)).hexdigest() for board in range(BOARDS))
    order = boards_of(replace(spec, secrets=secrets), rotation)
    assert sorted(board.number for board in order) == [*range(spec.first_board, spec.first_board + BOARDS)]
    assert {board.secret.hex() for board in order} == {*secrets}
    place = {board.number: at for at, board in enumerate(order)}
    return [place[number] for number in sorted(place)]


def test_the_orders_of_two_seatings_are_uncorrelated() -> None:
    first: list[int] = []
    second: list[int] = []
    schedule: list[int] = []
    for piece in range(PIECES):
        first += places(piece, 0)
        second += places(piece, 1)
        schedule += range(BOARDS)
    error = 1 / sqrt(PIECES * (BOARDS - 1))
    found = {
        "seatings": correlation(first, second),
        "first": correlation(first, schedule),
        "second": correlation(second, schedule),
    }
    figures("board orders", standard_error=error, **found)
    assert all(abs(r) < 3 * error for r in found.values()), (found, error)


def test_an_order_is_repeatable() -> None:
    assert places(1, 0) == places(1, 0)
    assert places(1, 0) != places(1, 1)


def test_messages_do_not_depend_on_the_order() -> None:
    """Neither does a log, except for number and commitment, which is new each time."""
    boards = [Board(number, sha256(b"%d" % number).digest()) for number in range(12)]
    sent, digests = played(boards)
    sent_shuffled, digests_shuffled = played(boards[5:] + boards[4::-1])
    assert sent == sent_shuffled
    assert digests == digests_shuffled
    assert len(digests) == len(boards)


Item = pb.GameStart | pb.News | pb.Question | pb.GameEnd


def played(boards: Sequence[Board]) -> tuple[dict[tuple[int, int], list[str]], dict[int, str]]:
    """Play boards, four at a time; return what was sent by board and seat, and the game digests by board."""
    over: list[FinishedGame] = []
    names = (BotName("a", "a" * 64), BotName("b", "b" * 64))
    setting = SeatingContext(game_for(ruleset("mau-mau"), 2), 0, names, bytes(32))
    tables = OpenGames(setting, boards, 4, over.append)
    for seat in (0, 1):
        tables.seat(seat, Stream(Silent()), 256)
    board_of: dict[int, int] = {}  # by game number
    sent = defaultdict(list)
    while not tables.over or any(stream.changed for stream in tables.streams if stream):
        for seat in (0, 1):
            board_of |= {number: game.board for number, game in tables.games.items()}
            answers: list[pb.Answer] = []
            for response in take_messages(tables, seat):
                items: list[Item] = [*response.ends, *response.starts, *response.news, *response.questions]
                for item in items:
                    sent[board_of[item.game], seat].append(text(item))
                answers += [pb.Answer(game=one.game, number=one.number) for one in response.questions]
            if answers:
                tables.receive(seat, message(answers), 0.0, 0.0)
    digests = {game.board: game.log.reveal(game.secret).game_digest for game in over}
    return dict(sent), digests


def text(item: Item) -> str:
    """Return the item without the fields that differ between two playings of a board."""
    fields = [field for field in item.ListFields() if field[0].name not in ("game", "commitment")]
    return f"{type(item).__name__} {[(field.name, value) for field, value in fields]}"
