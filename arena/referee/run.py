"""`run_match`: the one unit of work. Starts a child process for the match and sees it through."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Final

from arena.record.match import GameRecord, MatchRecord, MatchSpec
from arena.referee.child import Child
from arena.referee.codec import decode, encode
from arena.referee.outcome import void
from arena.referee.progress import GAME, PROGRESS, RECORD, MatchEvent, MatchEventKind
from arena.rules import game_for, ruleset_named
from arena.sandbox.runners import runners

MOST_RUNS: Final = 3

OnEvent = Callable[[MatchEvent], None]


class ChildDied(Exception):
    """The match's process ended without a record; the text is how, and the last of its stderr."""


def run_match(spec: MatchSpec, on_event: OnEvent | None = None, cancel: Event | None = None) -> MatchRecord:
    """Play a match, or a piece of one, in a process of its own. Blocks until it is over.

    A process that dies is our fault: everything is played again with fresh instances, at most twice, and then
    all games are VOID. `on_event` is called from this thread. Raises MatchCancelled soon after `cancel` is
    set; UnknownRuleset, BadRuleset, WrongNumberOfPlayers or UnknownRunner for a spec that cannot be played.
    """
    game_for(ruleset_named(spec.ruleset, spec.rules), len(spec.bots))
    tell = on_event or _nobody
    kind, detail = MatchEventKind.STARTED, ""
    for _ in range(MOST_RUNS):
        tell(_event(spec, kind, detail))
        try:
            return _run_once(spec, tell, cancel or Event())
        except ChildDied as death:
            kind, detail = MatchEventKind.RESTARTED, str(death)
    tell(_event(spec, MatchEventKind.VOID, detail))
    return MatchRecord(spec.id, void(spec))


def _run_once(spec: MatchSpec, tell: OnEvent, cancel: Event) -> MatchRecord:
    run = Path(tempfile.mkdtemp(prefix="arena-"))
    try:
        with Child(run) as child:
            child.send(encode(spec))
            games: list[GameRecord] = []  # a whole record as one text takes several times its size
            for line in child.lines(cancel):
                if line.startswith(PROGRESS):
                    tell(decode(MatchEvent, line.removeprefix(PROGRESS)))
                elif line.startswith(GAME):
                    games.append(decode(GameRecord, line.removeprefix(GAME)))
                elif line.startswith(RECORD):
                    return replace(decode(MatchRecord, line.removeprefix(RECORD)), games=tuple(games))
            raise ChildDied(child.death())
    finally:
        for used in set(runners(spec, run)):
            used.sweep()
        shutil.rmtree(run, ignore_errors=True)


def _event(spec: MatchSpec, kind: MatchEventKind, detail: str) -> MatchEvent:
    total = spec.rotations * len(spec.secrets)
    return MatchEvent(spec.id, kind, 0, total, (0.0,) * len(spec.bots), detail)


def _nobody(event: MatchEvent) -> None:
    """Nobody listens."""
