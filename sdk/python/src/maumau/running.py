"""`run`: connect a bot to the referee, or let it play here."""

import gc
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Final

from maumau.bots import Bot, Choose, bot

DEFAULT_SOCKET: Final = "/run/arena/referee.sock"

# The value of GRPC_EXPERIMENTS. Whoever waits for a message reads it from the socket himself: gRPC with its
# event engine hands it from thread to thread, which is half as dear again where messages are small.
POLLING: Final = "-event_engine_client,-event_engine_listener"


def run(player: Bot | type[Bot] | Choose, *, max_games: int = 256) -> None:
    """Play for the referee at ARENA_TARGET until it has no more games. Without one, play one game here.

    `player`: a bot or a function that is asked about all games, or a class: then each game gets its own bot.
    `max_games`: how many games it can play at once, 1 to 256.
    Exit the process with code 1 if the bot raised, and 2 if the referee ended it. An answer that is none of
    the choices loses its game; the others go on.
    """
    target = os.environ.get("ARENA_TARGET") or (
        f"unix://{DEFAULT_SOCKET}" if os.path.exists(DEFAULT_SOCKET) else ""
    )
    if target:
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # or it prints that the referee hung up
        os.environ.setdefault("GRPC_EXPERIMENTS", POLLING)
        _give_way()
        collects = gc.isenabled()
        gc.disable()  # nothing of what is imported is garbage
        from maumau.dialing import dial

        if collects:
            gc.enable()
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(line_buffering=True)  # or a bot's last words are lost with it
        one = player if isinstance(player, Bot | type) else bot(player)
        code = dial(one, target, os.environ.get("ARENA_TOKEN", ""), max_games)
    else:
        code = _play_here()
    if code:
        sys.exit(code)


def _give_way() -> None:
    """Take the processor from nobody on waking, where the system can be told so.

    The threads of gRPC wake each other while they hold the interpreter's lock: whoever takes the processor
    then can only give it back. With one game at once that is about a tenth of what a decision costs.
    """
    if hasattr(os, "SCHED_BATCH"):
        with suppress(OSError):  # a sandbox may forbid it
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _play_here() -> int:
    """One game of this very script against `builtin:random`."""
    print("ARENA_TARGET is not set, so here is a game against builtin:random.", file=sys.stderr)
    from pathlib import Path

    try:
        from arena.service.play import play_local
    except ImportError:
        print("For that, install the arena: pip install maumau-arena", file=sys.stderr)
        return 1
    try:
        code = play_local((sys.executable, *sys.argv), Path.cwd())
        sys.stdout.flush()
    except (
        BrokenPipeError
    ):  # whoever read it has gone, and nothing may be flushed into the pipe on the way out
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
