"""`run`: connect a bot to the referee, or play a local game."""

import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

from maumau.bots import Bot, Choose, bot

DEFAULT_SOCKET: Final = "/run/arena/referee.sock"

# The value of GRPC_EXPERIMENTS. With it the waiting thread reads from the socket itself; gRPC's event engine
# passes messages between threads, which costs 50 % more for small messages.
POLLING: Final = "-event_engine_client,-event_engine_listener"


def run(player: Bot | type[Bot] | Choose, *, max_games: int = 256) -> None:
    """Play for the referee at ARENA_TARGET until it has no more games. Without a referee, play one local
    game.

    `player`: a bot or a function for all games, or a class, from which one bot is created per game.
    `max_games`: the maximum number of games at once, 1 to 256.

    An illegal choice forfeits only its own game. The process exits with code 1 if the bot raised an
    exception, and with 2 if the referee ended the bot.
    """
    target = os.environ.get("ARENA_TARGET") or (
        f"unix://{DEFAULT_SOCKET}" if os.path.exists(DEFAULT_SOCKET) else ""
    )
    if target:
        _avoid_preemption()
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(line_buffering=True)  # otherwise a killed bot loses its last output
        one = player if isinstance(player, Bot | type) else bot(player)
        code = connect(one, target, os.environ.get("ARENA_TOKEN", ""), max_games)
    else:
        code = _play_here()
    if code:
        sys.exit(code)


def connect(player: Bot | type[Bot], target: str, token: str, max_games: int) -> int:
    """Play for the referee at `target` until it has no more games, and return the exit code of `run`."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # otherwise gRPC prints that the referee hung up
    os.environ.setdefault("GRPC_EXPERIMENTS", POLLING)
    collects = gc.isenabled()
    gc.disable()  # imports create no garbage
    from maumau.dialing import dial

    if collects:
        gc.enable()
    return dial(player, target, token, max_games)


def _avoid_preemption() -> None:
    """Keep a running thread of this process from being interrupted when other threads wake.

    Do nothing if the system does not support this.
    """
    # gRPC's threads wake each other while they hold the interpreter's lock, so a woken thread can only wait.
    # With one game at once this saves about a tenth of a decision's cost.
    if hasattr(os, "SCHED_BATCH"):
        with suppress(OSError):  # a sandbox may forbid it
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _play_here() -> int:
    """Play one game between this script's bot and `builtin:random`. Return the exit code."""
    print("ARENA_TARGET is not set: playing a game against builtin:random.", file=sys.stderr)
    from pathlib import Path

    try:
        from arena.service.play import play_local
    except ImportError:
        print("To play local games, install the arena; in a clone of it: pip install .", file=sys.stderr)
        return 1
    try:
        code = play_local((sys.executable, *sys.argv), Path.cwd())
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone; nothing must be flushed into the pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
