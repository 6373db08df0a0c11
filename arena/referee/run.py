"""`run_match` plays one match in a process of its own."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import chain, repeat
from math import inf
from pathlib import Path
from threading import Event
from typing import Final

from arena.record.match import FaultRecord, GameRecord, MatchRecord, MatchSpec, Verdict, seat_of
from arena.referee.live.progress import GAME, OVER_BUDGET, PROGRESS, RECORD, MatchEvent, MatchEventKind
from arena.referee.live.spectators import ASK_INTERVAL_S, Audience, FeedReader, NoAudience
from arena.referee.match.outcome import forfeited_games, void_games
from arena.referee.process.codec import BadJson, decode, encode
from arena.referee.process.match_process import (
    MATCH,
    PERSON_MATCH,
    SILENT_S,
    UNAVAILABLE,
    MatchCancelled,
    MatchProcess,
    MatchProcessHangs,
    time_limit_s,
)
from arena.rules import game_for, ruleset_named
from arena.sandbox.match_dir import clean_up_after, matches_folder, run_directory
from arena.sandbox.protocol import Unavailable, raise_if_disk_full, raise_if_no_process
from arena.sandbox.runners import runners

MAX_RUNS: Final = 3
RETRY_PAUSES_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0)
MAX_RETRY_PAUSE_S: Final = 30.0

_BROUGHT_DOWN: Final = "the bot used more of the referee than it may, and then the referee failed"

OnEvent = Callable[[MatchEvent], None]


class ProcessDied(Exception):
    """The match process ended without a record; the message says how.

    `culprits`: numbers of the bots that used more of the process's resources than allowed.
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
    """Play a match or a piece of it (a batch of its boards) in a process of its own; return the record.

    If no bot can be started, report this and retry. If the process dies, bots that overused its resources
    lose all games. If there are no such bots, play everything again. If the process dies three times, all
    games are VOID (not counted).

    `on_event` and `audience` are called in this thread. Raise MatchCancelled soon after `cancel` is set.
    Raise UnknownRuleset, BadRuleset, WrongNumberOfPlayers or UnknownRunner if the spec cannot be played.
    """
    game_for(ruleset_named(spec.ruleset, spec.rules), len(spec.bots))
    report, cancel = on_event or (lambda event: None), cancel or Event()
    pauses = retry_pauses()
    first_event = _event(spec, MatchEventKind.STARTED)
    internal: list[str] = []
    while len(internal) < MAX_RUNS:
        if internal:
            first_event = _event(spec, MatchEventKind.RESTARTED, internal[-1])
        try:
            record = _run_once(spec, first_event, report, cancel, audience or NoAudience())
        except Unavailable as why:
            report(_event(spec, MatchEventKind.PAUSED, str(why)))
            if cancel.wait(next(pauses)):
                raise MatchCancelled from None
        except ProcessDied as death:
            if death.culprits:
                return _forfeit_record(spec, death)
            internal.append(str(death))
        else:
            return replace(record, internal=tuple(internal))
    report(_event(spec, MatchEventKind.VOID, internal[-1]))
    return MatchRecord(spec.id, void_games(spec), internal=tuple(internal))


def retry_pauses() -> Iterator[float]:
    """Yield the seconds to wait before each retry while no bot can be started. Never ends."""
    return chain(RETRY_PAUSES_S, repeat(MAX_RETRY_PAUSE_S))


def _run_once(
    spec: MatchSpec, first_event: MatchEvent, report: OnEvent, cancel: Event, audience: Audience
) -> MatchRecord:
    with ExitStack() as entered:
        with raise_if_disk_full(matches_folder()):
            run = entered.enter_context(run_directory())
        for runner in dict.fromkeys(entered.enter_context(clean_up_after(runners(spec, run)))):
            runner.check()
        report(first_event)
        return _play(spec, run, report, cancel, audience)


def _play(spec: MatchSpec, run: Path, report: OnEvent, cancel: Event, audience: Audience) -> MatchRecord:
    culprits: set[int] = set()
    with raise_if_no_process():
        started = MatchProcess(run, MATCH if spec.viewer is None else PERSON_MATCH)
    with started as process:
        process.send(encode(spec))
        interval_s = ASK_INTERVAL_S if spec.viewer is None else inf  # a person's feed runs until the end
        show = FeedReader(process, audience, interval_s=interval_s)
        lines = process.lines(cancel, show.look, time_limit_s(spec), SILENT_S)
        try:
            record = _read_record(lines, report, show, culprits)
        except (MatchProcessHangs, BadJson) as problem:
            raise ProcessDied(f"{problem}\n{process.last_words}", culprits) from problem
        if record:
            return record
        if process.code == UNAVAILABLE:
            raise Unavailable(process.last_words)
        raise ProcessDied(process.death(), culprits)


def _read_record(
    lines: Iterable[bytes], report: OnEvent, show: FeedReader, culprits: set[int]
) -> MatchRecord | None:
    """Return the match record from a match process's output; None if it is missing.

    `report`: called with each MatchEvent. `show`: reads each line for spectators. `culprits`: filled with the
    numbers of bots that used too many resources.
    """
    games: list[GameRecord] = []  # one by one: a whole record as one text takes several times its size
    for line in lines:
        if line.startswith(PROGRESS):
            report(decode(MatchEvent, line.removeprefix(PROGRESS)))
        elif line.startswith(GAME):
            games.append(decode(GameRecord, line.removeprefix(GAME)))
        elif line.startswith(RECORD):
            return replace(decode(MatchRecord, line.removeprefix(RECORD)), games=tuple(games))
        elif line.startswith(OVER_BUDGET):
            culprits.add(int(line.removeprefix(OVER_BUDGET)))
        else:
            show.read(line)
    return None


def _forfeit_record(spec: MatchSpec, death: ProcessDied) -> MatchRecord:
    """Return the record of a match whose process died: `death.culprits` lose all games."""
    detail = f"{_BROUGHT_DOWN}: {death}"
    faults = [
        FaultRecord(
            "", bot, seat_of(bot, 0, len(spec.bots)), Verdict.PROTOCOL, detail, 0.0, 0.0, None, "", ""
        )
        for bot in death.culprits
    ]
    return MatchRecord(spec.id, forfeited_games(spec, death.culprits), tuple(faults))


def _event(spec: MatchSpec, kind: MatchEventKind, detail: str = "") -> MatchEvent:
    total = spec.rotations * len(spec.secrets)
    return MatchEvent(spec.id, kind, 0, total, (0.0,) * len(spec.bots), detail)
