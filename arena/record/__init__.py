"""Game logs: record, read, replay and verify games.

dealer = OrderDealer(secret, game.pack.size)
recorder = GameRecorder(header_of(game, game_id, board, rotation, secret, bots), game.pack, dealer)
position, events = start(game, recorder)
while not position.over:
    recorder.play(position.turn, action, ms, note)
    apply(position, action, recorder)
log = recorder.close(outcome(position)).reveal(secret)
assert verify(log.data).ok
"""

from arena.record.compression import compress, decompress
from arena.record.dealers import LogCursor, LogDealer
from arena.record.digests import FinishedLog, commitment
from arena.record.format import BotName, Header
from arena.record.orders import SECRET_BYTES, OrderDealer
from arena.record.reader import BadLog, GameLog, read_log
from arena.record.recorder import GameRecorder, UnrevealedLog, header_of
from arena.record.replay import Ply, Replay, replay
from arena.record.verify import Difference, Verification, verify

__all__ = [
    "SECRET_BYTES",
    "BadLog",
    "BotName",
    "Difference",
    "FinishedLog",
    "GameLog",
    "GameRecorder",
    "Header",
    "LogCursor",
    "LogDealer",
    "OrderDealer",
    "Ply",
    "Replay",
    "UnrevealedLog",
    "Verification",
    "commitment",
    "compress",
    "decompress",
    "header_of",
    "read_log",
    "replay",
    "verify",
]
