"""`run_match`: the one unit of work. Starts a child process for the match and sees it through."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Final

from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec, Verdict, seat_of
from arena.referee.live.progress import GAME, OVER_BUDGET, PROGRESS, RECORD, MatchEvent, MatchEventKind
from arena.referee.live.spectators import Audience, EmptyHouse, Show
from arena.referee.match.outcome import forfeited, void
from arena.referee.process.codec import BadJson, decode, encode
from arena.referee.process.main_loop import UNAVAILABLE
from arena.referee.process.match_process import ChildHangs, MatchProcess
from arena.referee.process.time_limit import SILENT_S, wall_s
from arena.referee.retry import Patience, check
from arena.rules import game_for, ruleset_named
from arena.sandbox.match_dir import matches_folder, run_directory, swept
from arena.sandbox.protocol import Unavailable, making_room, starting
from arena.sandbox.runners import runners

MAX_RUNS: Final = 3

_BROUGHT_DOWN: Final = "the bot used more of the referee than it may, and then the referee failed"

OnEvent = Callable[[MatchEvent], None]


class ChildDied(Exception):
    """The match's process ended without a record; the text is how, and the last of its stderr.

    `culprits`: the bots that had used more of it than they may.
    """

    def __init__(self, how: str, culprits: Collection[int]) -> None:
        super().__init__(how)
        self.culprits = sorted(culprits)


def run_match(
    spec: MatchSpec,
    on_event: OnEvent | None = None,
    cancel: Event | None = None,
    audience: Audience | None = None,
) -> MatchRecord:
    """Play a match, or a piece of one, in a process of its own. Blocks until it is over.

    A process that dies is our fault: everything is played again with fresh instances, at most twice, and then
    all games are VOID. But if a bot had used more of it than it may, that bot has lost all games. While no
    bot can be started it waits, and tells so. `on_event` and `audience` are called from this thread. Raises
    MatchCancelled soon after `cancel` is set; UnknownRuleset, BadRuleset, WrongNumberOfPlayers or
    UnknownRunner for a spec that cannot be played.
    """
    game_for(ruleset_named(spec.ruleset, spec.rules), len(spec.bots))
    tell, cancel = on_event or _nobody, cancel or Event()
    patience = Patience(lambda why: tell(_event(spec, MatchEventKind.PAUSED, why)), cancel)
    begins = _event(spec, MatchEventKind.STARTED)
    internal: list[str] = []
    while len(internal) < MAX_RUNS:
        if internal:
            begins = _event(spec, MatchEventKind.RESTARTED, internal[-1])
        try:
            record = _run_once(spec, begins, tell, cancel, audience or EmptyHouse())
        except Unavailable as why:
            patience.rest(str(why))
        except ChildDied as death:
            if death.culprits:
                return _lost_by(spec, death)
            internal.append(str(death))
        else:
            return replace(record, internal=tuple(internal))
    tell(_event(spec, MatchEventKind.VOID, internal[-1]))
    return MatchRecord(spec.id, void(spec), internal=tuple(internal))


def _run_once(
    spec: MatchSpec, begins: MatchEvent, tell: OnEvent, cancel: Event, audience: Audience
) -> MatchRecord:
    with _directory() as run, swept(runners(spec, run)) as started_by:
        check(started_by)
        tell(begins)
        return _played(spec, run, tell, cancel, audience)


@contextmanager
def _directory() -> Iterator[Path]:
    """The match's own. Raises Unavailable where none can be made."""
    with ExitStack() as entered:
        with making_room(matches_folder()):
            run = entered.enter_context(run_directory())
        yield run


def _played(spec: MatchSpec, run: Path, tell: OnEvent, cancel: Event, audience: Audience) -> MatchRecord:
    culprits: set[int] = set()
    with starting():
        started = MatchProcess(run)
    with started as child:
        child.send(encode(spec))
        show = Show(child, audience)
        lines = child.lines(cancel, show.look, wall_s(spec), SILENT_S)
        try:
            record = _heard(lines, tell, show, culprits)
        except (ChildHangs, BadJson) as problem:
            raise ChildDied(f"{problem}\n{child.last_words}", culprits) from problem
        if record:
            return record
        if child.code == UNAVAILABLE:
            raise Unavailable(child.last_words)
        raise ChildDied(child.death(), culprits)


def _heard(lines: Iterable[bytes], tell: OnEvent, show: Show, culprits: set[int]) -> MatchRecord | None:
    """The record, if it comes before the end; what else is told goes where it belongs. Raises BadJson."""
    games: list[GameRecord] = []  # a whole record as one text takes several times its size
    for line in lines:
        if line.startswith(PROGRESS):
            tell(decode(MatchEvent, line.removeprefix(PROGRESS)))
        elif line.startswith(GAME):
            games.append(decode(GameRecord, line.removeprefix(GAME)))
        elif line.startswith(RECORD):
            return replace(decode(MatchRecord, line.removeprefix(RECORD)), games=tuple(games))
        elif line.startswith(OVER_BUDGET):
            culprits.add(int(line.removeprefix(OVER_BUDGET)))
        else:
            show.heard(line)
    return None


def _lost_by(spec: MatchSpec, death: ChildDied) -> MatchRecord:
    """The record of a match that was brought down by bots that used more of the referee than they may."""
    detail = f"{_BROUGHT_DOWN}: {death}"
    faults = [
        FaultRecord(
            "", bot, seat_of(bot, 0, len(spec.bots)), Verdict.PROTOCOL, detail, 0.0, 0.0, None, "", ""
        )
        for bot in death.culprits
    ]
    return MatchRecord(spec.id, forfeited(spec, death.culprits), tuple(faults))


def _event(spec: MatchSpec, kind: MatchEventKind, detail: str = "") -> MatchEvent:
    total = spec.rotations * len(spec.secrets)
    return MatchEvent(spec.id, kind, 0, total, (0.0,) * len(spec.bots), detail)


def _nobody(event: MatchEvent) -> None:
    """Nobody listens."""
