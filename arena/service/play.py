"""Play an unrated match that is not stored in the database."""

import os
import sys
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.record.match import BotSpec, Clock, FaultRecord, GameRecord, MatchRecord, MatchSpec
from arena.record.storage import logs_of
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.referee.run import OnEvent, run_match
from arena.rules import Ruleset
from arena.rules.events import MAX_SEATS
from arena.service.bots import DIAL, GUEST_VERSION, ME, Bot, resolve_bot, script_name
from arena.service.common.files import write_whole_file
from arena.service.common.paths import cache_folder
from arena.service.common.text import NO_CLOCK, check_seed, secret_of
from arena.service.errors import FINISHED_WITH_FAULTS, ArenaError, BadSettings, RunError
from arena.service.reports.fault_counts import fault_text
from arena.service.sandboxes import bot_spec
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS, playable
from arena.tournament.secrets import TournamentSecret, board_secret, seeds_key
from arena.viewer.printable import printable

MAX_BOARDS: Final = 512
KEPT: Final = 500
LOG: Final = ".jsonl"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of an unrated match. Its tuples have one value for each bot, in seat order."""

    id: str
    board: int  # from 0
    rotation: int
    names: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    verdicts: tuple[str, ...]
    termination: str
    plies: int
    log: bytes  # empty if the game was not played

    @property
    def winners(self) -> str:
        """The winners' names, joined by "and"."""
        return " and ".join(name for name, place in zip(self.names, self.places, strict=True) if place == 1)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The result of an unrated match."""

    ruleset: str
    bots: tuple[str, ...]
    scores: tuple[float, ...]  # each bot's total over all games
    games: tuple[PlayedGame, ...]
    faults: tuple[FaultRecord, ...]
    games_with_fault: int
    secret: str  # hex: `--seed SECRET` repeats the match
    open_seed: bool


def play_match(
    bots: Sequence[Bot],
    ruleset: str,
    boards: int = 1,
    seed: str | None = None,
    clock: Clock | None = None,
    runner: str = RUNNERS[0],
    on_event: OnEvent | None = None,
) -> PlayResult:
    """Play an unrated match, with each board in every seating, and return its result.

    `ruleset`: the name of a ruleset, or a file of house rules. `seed`: the same seed gives the same cards;
    None: random cards. `clock`: the time control; None for the default. `runner`: how the bots' programs are
    run, "process" or "docker". `on_event`: called with the match's progress.

    Matches with a guest (a person, or a bot that was started by hand) are different. Each board is played
    only once, one game at a time, with the bots in the given order. If `clock` is None, time is unlimited.

    Raise BadSettings if a setting is invalid, BadBot if a bot is not built, RunError if the match cannot be
    played.
    """
    if len(bots) == 1:
        raise BadSettings("a match needs two bots, you named one")
    if not len(bots) <= MAX_SEATS:
        raise BadSettings(f"at most {MAX_SEATS} bots can sit at a table")
    if not 1 <= boards <= MAX_BOARDS:
        raise BadSettings(
            f"a match has 1 to {MAX_BOARDS} boards, not {boards}; `arena run` plays longer ones"
        )
    check_seed(seed)
    secret = secret_of(seed)
    spec = match_to_play(bots, ruleset, boards, secret, clock, runner)
    return to_result(spec, run_match(spec, on_event), secret)


def raise_if_paused(event: MatchEvent) -> None:
    """Raise RunError if the match waits because a bot cannot be started.

    If this function is the `on_event` of `play_match`, the match fails instead of waiting.
    """
    if event.kind is MatchEventKind.PAUSED:
        raise RunError(event.detail)


def match_to_play(
    bots: Sequence[Bot],
    ruleset: str,
    boards: int,
    secret: TournamentSecret,
    clock: Clock | None = None,
    runner: str = RUNNERS[0],
) -> MatchSpec:
    """Return the match spec that `play_match` plays. Raise the same errors as `play_match`.

    `secret`: the shuffle secret.
    """
    rules = playable(ruleset, len(bots))
    specs = [bot_spec(bot, runner) for bot in bots]
    spec = _spec(specs, rules, boards, secret.value, clock or CLOCK, runner)
    if any(bot.source in (ME, DIAL) for bot in bots):  # a guest
        return replace(spec, clock=clock or NO_CLOCK, only=1, limits=replace(spec.limits, in_flight=1))
    return spec


def _spec(
    bots: Sequence[BotSpec], ruleset: Ruleset, boards: int, secret: bytes, clock: Clock, runner: str
) -> MatchSpec:
    versions = [bot.version for bot in bots]
    return MatchSpec(
        id="play",
        ruleset=ruleset.key,
        bots=tuple(bots),
        first_board=0,
        secrets=tuple(board_secret(secret, versions, 0, board).hex() for board in range(boards)),
        key=seeds_key(secret, versions, 0).hex(),
        runner=runner,
        clock=clock,
        rules=ruleset.house_rules,
    )


def to_result(spec: MatchSpec, record: MatchRecord, secret: TournamentSecret) -> PlayResult:
    """Convert a match's record to a `PlayResult`. `secret`: the shuffle secret."""
    names, logs = tuple(bot.name for bot in spec.bots), logs_of(record.games)
    return PlayResult(
        ruleset=spec.ruleset,
        bots=names,
        scores=record.scores(len(names)),
        games=tuple(to_played_game(game, names, logs) for game in record.games),
        faults=record.faults,
        games_with_fault=record.games_with_fault,
        secret=secret.value.hex(),
        open_seed=secret.open_seed,
    )


def to_played_game(game: GameRecord, names: Sequence[str], logs: Mapping[str, bytes]) -> PlayedGame:
    """Convert a game's record to a `PlayedGame`.

    `names`: the bots' names, in the order of the match. `logs`: all logs of the match, keyed by game id.
    """
    return PlayedGame(
        id=game.id,
        board=game.board,
        rotation=game.rotation,
        names=tuple(names[seat.bot] for seat in game.seats),
        places=tuple(seat.place for seat in game.seats),
        points=tuple(seat.points for seat in game.seats),
        verdicts=tuple(seat.verdict.value for seat in game.seats),
        termination=game.termination,
        plies=game.plies,
        log=logs.get(game.id, b""),
    )


def plays_folder() -> Path:
    """Return the cache folder in which the logs of unrated matches are stored."""
    return cache_folder() / "plays"


def folder_for_logs(folder: Path | None = None) -> Path:
    """Return the folder for logs, and create it if it is missing. `folder`: the folder to use; None for the
    cache folder.

    Raise BadSettings if the folder is not writable.
    """
    where = folder or plays_folder()
    problem = ""
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = error.strerror or str(error)
    if not problem and not os.access(where, os.W_OK | os.X_OK):
        problem = "Permission denied"
    if problem:
        raise BadSettings(f"cannot write logs to {where}: {problem}; name another folder with --out")
    return where


def save_logs(games: Iterable[PlayedGame], folder: Path | None = None) -> tuple[Path, ...]:
    """Write the logs of games as files and return the files' paths. A game that was not played has no log.

    `folder`: where to write; None for the cache folder, which keeps only about the newest 500 logs.
    """
    where = folder_for_logs(folder)
    written = []
    for game in games:
        if game.log:
            path = where / f"{game.id}{LOG}"
            with write_whole_file(path) as file:
                file.write(game.log)
            written.append(path)
    if folder is None:
        _prune(set(where.glob(f"*{LOG}")) - set(written), KEPT - len(written))
    return tuple(written)


def _prune(logs: Iterable[Path], most: int) -> None:
    """Delete all but the `most` newest logs."""
    for path in sorted(logs, key=_last_written, reverse=True)[max(most, 0) :]:
        path.unlink(missing_ok=True)


def _last_written(path: Path) -> int:
    """Return the time of a file's last change, in nanoseconds; 0 if the file is missing."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def play_local(command: tuple[str, ...], folder: Path) -> int:
    """Play one board between a bot and the builtin bot `random`, print the result, and return the exit code.

    `command`: the command that starts the bot in `folder`. The exit code is 0, or FINISHED_WITH_FAULTS if a
    bot had a fault, or the error's code if the match could not be played.
    """
    script = next((part for part in command if part.endswith(".py")), command[0])
    try:
        bot = Bot(script_name(folder / script), GUEST_VERSION, command, folder, script)
        result = play_match([bot, resolve_bot("builtin:random")], "mau-mau", on_event=raise_if_paused)
        kept = save_logs(result.games)
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)
        return error.exit_code
    for game in result.games:
        print(f"{' vs '.join(game.names)}: {game.winners} won, {game.plies} plies, {game.termination}")
    for fault in result.faults:
        what = printable(fault_text(fault.verdict, fault.detail))
        print(f"{result.bots[fault.bot]}: {what}", file=sys.stderr)
        print(b64decode(fault.output).decode(errors="backslashreplace"), file=sys.stderr)
    if kept:
        print(f"Watch it: arena replay show {kept[0].stem[:8]}")
    return FINISHED_WITH_FAULTS if result.games_with_fault else 0
