"""A worker that is somebody else's by now: `python -m tests.cluster.hostile_worker KIND ADDRESS FOLDER`.

It plays what it is given, and delivers something else; and leaves a file named for its kind where it did.
"""

import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena.record.match import MatchRecord
from arena.referee.process.codec import decode, encode
from arena.service.cluster import task
from arena.service.cluster.messages import ClusterOrder, Delivery
from arena.service.cluster.worker import WorkerSettings, run_worker

play = task.play
old: list[bytes] = []


class Bomb:
    """Whoever unpickles it runs a command of ours: that leaves a file with the number of the process."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return eval, (f"open('{self.folder}/exploded-' + str(__import__('os').getpid()), 'w')",)


class Carrier(Exception):
    """An error with a bomb in it."""

    def __init__(self, folder: str) -> None:
        super().__init__("there is something in here")
        self.folder = folder

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Bomb]]:
        return Carrier, (Bomb(self.folder),)


def bomb(order: str, folder: str) -> object:
    return Bomb(folder)


def error(order: str, folder: str) -> object:
    raise Carrier(folder)


def forged(order: str, folder: str) -> object:
    """The last game is won by who lost it."""
    delivery = decode(Delivery, play(order))
    assert delivery.record
    *games, last = delivery.record.games
    seats = tuple(replace(seat, place=3 - seat.place, score=1 - seat.score) for seat in last.seats)
    record = MatchRecord(delivery.record.id, (*games, replace(last, seats=seats)))
    return encode(replace(delivery, record=record)).encode()


def replayed(order: str, folder: str) -> object:
    """What was played under another order."""
    other = replace(decode(ClusterOrder, order), token="0" * 32)
    return play(encode(other))


def damaged(order: str, folder: str) -> object:
    delivered = play(order)
    return delivered[: len(delivered) // 2]


def pickled(order: str, folder: str) -> object:
    """A record as an object, not as data."""
    return decode(Delivery, play(order))


KINDS: dict[str, Callable[[str, str], object]] = {
    one.__name__: one for one in (bomb, error, forged, replayed, damaged, pickled)
}


def main() -> None:
    kind, address, folder = sys.argv[1:]

    def deliver(order: str) -> object:
        Path(folder, f"did-{kind}").touch()
        return KINDS[kind](order, folder)

    deliver.__module__, deliver.__qualname__, deliver.__name__ = task.__name__, "play", "play"
    task.play = deliver  # type: ignore[assignment]  # that is the point
    assert pickle.loads(pickle.dumps(deliver)) is deliver
    Path(folder, f"pid-{os.getpid()}").touch()
    run_worker(WorkerSettings(address, 1, name=kind), lambda line: print(line, file=sys.stderr, flush=True))


if __name__ == "__main__":
    main()
