"""Play tournaments by chance in this process, with valid logs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from arena.record import BotName, GameRecorder, OrderDealer, header_of
from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec, Verdict, bot_on
from arena.referee.match.game import FinishedGame, LiveSeat, SeatingContext
from arena.referee.match.outcome import NO_START, game_records, unplayed_game
from arena.rules import apply, choices, forfeit, game_for, outcome, ruleset_named, start
from arena.store.database.store import Store
from arena.store.results.commit import commit_record
from arena.store.results.records import Piece
from tests.factories.made_up_matches import new_queue
from tests.record.games import any_action
from tests.store.samples import NOW

FAULT_AT = 3  # ply
LONGEST = 200

Wanted = Callable[[Piece, int], Verdict]


def all_well(piece: Piece, bot: int) -> Verdict:
    """Return the verdict of a bot that is never at fault."""
    return Verdict.OK


def record(spec: MatchSpec, piece: Piece, wanted: Wanted = all_well) -> MatchRecord:
    """Play a match by chance. `wanted`: the verdict on each entrant in all its games."""
    seats = len(spec.bots)
    verdicts = [wanted(piece, bot) for bot in piece.bots]
    games = [
        game
        for place in range(len(spec.secrets))
        for game in _games([_game(spec, place, rotation, verdicts) for rotation in range(seats)])
    ]
    faults = [fault for game in games for fault in _faults(game)]
    faults += [
        FaultRecord("", bot, 0, Verdict.NO_START, "it ended", 5.0, 10.0, 1, "bm8=", "")
        for bot in range(seats)
        if verdicts[bot] is Verdict.NO_START
    ]
    return MatchRecord(spec.id, tuple(games), tuple(faults))


def _games(board: Sequence[FinishedGame | GameRecord]) -> list[GameRecord]:
    """Return the records of a board's games, some of them unplayed."""
    over = [game for game in board if isinstance(game, FinishedGame)]
    return [*(game_records(over) if over else ()), *(game for game in board if isinstance(game, GameRecord))]


def _game(spec: MatchSpec, place: int, rotation: int, verdicts: list[Verdict]) -> FinishedGame | GameRecord:
    seats, board = len(spec.bots), spec.first_board + place
    chance = Random(f"{spec.id} {spec.secrets[place]} {rotation}")
    by_seat = [verdicts[bot_on(seat, rotation, seats)] for seat in range(seats)]
    absent = {seat: one for seat, one in enumerate(by_seat) if one is Verdict.NO_START}
    name = chance.randbytes(16).hex()
    if absent:
        return replace(unplayed_game(board, rotation, seats, absent, NO_START), id=name)
    secret = bytes.fromhex(spec.secrets[place])
    game = game_for(ruleset_named(spec.ruleset, spec.rules), seats)
    bots = [spec.bots[bot_on(seat, rotation, seats)] for seat in range(seats)]
    names = tuple(BotName(bot.name, bot.version) for bot in bots)
    header = header_of(game, name, board, rotation, secret, names)
    recorder = GameRecorder(header, game.pack, OrderDealer(secret, game.pack.size))
    position, _ = start(game, recorder)
    sitting = [LiveSeat() for _ in range(seats)]
    while not position.over and seats - sum(one.verdict is not Verdict.OK for one in sitting) > 1:
        turn = position.turn
        mine = sitting[turn]
        bad = Verdict.TIMEOUT if position.ply > LONGEST else by_seat[turn]
        if mine.verdict is not Verdict.OK:
            action = choices(position)[0].default()
            recorder.house(turn, action)
            apply(position, action, recorder)
        elif bad is not Verdict.OK and position.ply >= FAULT_AT:
            mine.verdict = bad
            mine.asked += 1
            recorder.fault(turn, bad)
        else:
            seconds = round(chance.expovariate(1000), 6)  # as the referee charges them
            mine.asked += 1
            mine.used += seconds
            action = any_action(chance, position)
            recorder.play(turn, action, seconds * 1000)
            apply(position, action, recorder)
    faulty = frozenset(seat for seat in range(seats) if sitting[seat].verdict is not Verdict.OK)
    closed = recorder.close(forfeit(position, faulty) if faulty else outcome(position))
    context = SeatingContext(game, rotation, names, b"")
    return FinishedGame(context, name, board, secret, closed, sitting, position.ply)


def _faults(game: GameRecord) -> list[FaultRecord]:
    return [
        FaultRecord(game.id, one.bot, seat, one.verdict, "as asked", 7.5, 10.0, None, "aGk=", '{"ply": 3}')
        for seat, one in enumerate(game.seats)
        if game.log_digest and one.verdict is not Verdict.OK
    ]


def play_some(store: Store, number: int, most: int, wanted: Wanted = all_well) -> bool:
    """Play at most this many matches of a tournament. False if none is left."""
    work = new_queue(store, number)
    matches = work.take(most, ())
    for piece, spec in matches:
        with store.writing() as tx:
            assert commit_record(tx, piece.key, record(spec, piece, wanted), NOW)
    return bool(matches)


def play_all(store: Store, number: int, wanted: Wanted = all_well) -> None:
    """Play a tournament to its end."""
    while play_some(store, number, 100, wanted):
        pass
