"""`arena play`: a match that is not stored or rated."""

import os
import sys
from base64 import b64decode
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Final

import typer

from arena.cli.lazy import examples, load_function
from arena.cli.options import AsJson, Quiet, Runner, Seed, TimeControl
from arena.cli.output import command_to_copy, print_remark, say, say_json, stderr, table
from arena.cli.tables.standings import FaultLine, report_faults
from arena.record.match import Verdict
from arena.record.reader import read_log
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.bots import DIAL, GUEST_VERSION, ME, Bot, guest, resolve_bot
from arena.service.common.text import parse_clock
from arena.service.errors import FINISHED_WITH_FAULTS
from arena.service.play import PlayedGame, PlayResult, folder_for_logs, play_match, save_logs
from arena.service.reports.fault_counts import fault_text
from arena.service.sandboxes import prepare
from arena.service.tournaments.setup.settings import RUNNERS
from arena.viewer.printable import printable
from arena.viewer.replay.film import film
from arena.viewer.second_person import address
from arena.viewer.terminal import draw, script


def resolve_players(texts: Sequence[str]) -> list[Bot]:
    """Return the players with these names. `me` stands for a person, `dial` for a bot that is started by
    hand.

    Raise UserError for an unknown bot, BadParameter if `me` cannot play here.
    """
    names = [text if text in GUESTS else resolve_bot(text).name for text in texts]
    return [_resolve(text, number, names) for number, text in enumerate(texts)]


GUESTS: Final = (ME, DIAL)


def _resolve(text: str, number: int, names: Sequence[str]) -> Bot:
    if text == ME:
        return _person(number, names)
    if text == DIAL:
        return guest(DIAL)
    return resolve_bot(text)


def _person(number: int, names: Sequence[str]) -> Bot:
    if not sys.stdin.isatty():
        raise typer.BadParameter(f"`{ME}` needs a terminal")
    if names.count(ME) > 1:
        raise typer.BadParameter(f"only one `{ME}` can play at this terminal")
    style = "colours" if stderr().color_system else "plain"
    device = os.ttyname(sys.stdin.fileno())
    command = (sys.executable, "-P", "-m", "arena.cli.terminal.person", device, style, str(number), *names)
    return Bot(ME, GUEST_VERSION, command, Path(), ME, runner="process")


ID_LENGTH: Final = 12  # characters of a game's id, enough to find it


@examples(
    "arena play greedy counting",
    "arena play mybot.py builtin:random -r detailed -n 5 --seed 1",
    "arena play mybot.py:MyBot builtin:random --text",
    "arena play me greedy          # you play, in this terminal",
    "arena play me greedy --open   # you play, in the browser",
    "arena play dial greedy        # you start the bot, e.g. in a debugger",
)
def play(  # noqa: PLR0913 - options
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="builtin:NAME or NAME, path/to/bot.py[:Class], a folder, a registered NAME[@VERSION], "
            "image:REF; me; dial.",
        ),
    ],
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", metavar="RULESET", help="Ruleset to play.")
    ] = "mau-mau",
    boards: Annotated[
        int, typer.Option("--boards", "-n", metavar="N", min=1, help="Boards, each played in every seating.")
    ] = 1,
    seed: Seed = None,
    clock: TimeControl = None,
    runner: Runner = None,
    as_text: Annotated[bool, typer.Option("--text", help="Print the games, one line per ply.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FOLDER", help="Folder for the logs. Default: a cache."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open", help="Play in the browser, at a page that this command serves.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play an unrated match between bots at one table.

    Every board is played in every seating. Only the game logs are kept. Exit code 3: a bot was at fault.

    `me` lets you play in this terminal. `dial` waits for a bot that you start yourself, with the printed
    ARENA_TARGET and ARENA_TOKEN. With `me` or `dial`, every board is played once, in the given seating,
    because you would know the cards the second time. There is no clock unless you set one. With --open, `me`
    plays in the browser, one game after another until Ctrl-C.
    """
    time_control = parse_clock(clock) if clock else None
    folder_for_logs(out)  # before the games: they would be lost if it could not be written
    runner = runner or RUNNERS[0]
    if browser:
        if boards != 1 or as_text or as_json:
            raise typer.BadParameter("--open plays game after game; leave out --boards, --text and --json")
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # otherwise gRPC prints that the referee hung up
        load_function("run.play_in_browser:play_in_browser")(bots, ruleset, seed, time_control, runner, out)
        return
    seats = prepare(resolve_players(bots), runner, print_remark)
    try:
        result = play_match(seats, ruleset, boards, seed, time_control, runner, _print_event)
    except KeyboardInterrupt:
        if ME in bots:
            print_remark("")  # below the prompt
        raise
    logs = dict(
        zip([game.id for game in result.games if game.log], save_logs(result.games, out), strict=True)
    )
    if as_json:
        _show_json(result, logs)
    else:
        _show(result, as_text, show_end=ME in bots)
    report_faults(fault for fault in _faults(result) if fault[:2] != (ME, Verdict.RESIGN))
    if logs and not quiet and not as_json:
        first = next(iter(logs.values())) if out else next(iter(logs))[:ID_LENGTH]
        print_remark(f"To watch the first game: {command_to_copy(f'replay show {first}')}")
    if result.games_with_fault:
        raise typer.Exit(FINISHED_WITH_FAULTS)


def _print_event(event: MatchEvent) -> None:
    """Print a match event if the user must know it: a bot to start by hand, or a pause."""
    if event.kind is MatchEventKind.WAITING:
        print_remark(
            "\n".join(("Start your bot now, with this in its environment:", *event.detail.split("\n")))
        )
    elif event.kind is MatchEventKind.PAUSED:
        print_remark(f"Paused. {event.detail}")
    elif event.kind is MatchEventKind.CONNECTED and event.detail == DIAL:
        print_remark("Your bot has connected.")


def _show(result: PlayResult, as_text: bool, show_end: bool) -> None:
    if as_text:
        for game in result.games:
            if game.log:
                say(*script(film(read_log(game.log))), "")
    elif show_end and result.games[-1].log:
        played = film(read_log(result.games[-1].log))
        end = played.frames[-1]
        say("", draw(played, replace(end, text=address(end.text, ME))), "")
    games = table(">Game", "Seats", "Won by", ">Plies", "Ended")
    for number, game in enumerate(result.games, start=1):
        winners = [name for name, place in zip(game.names, game.places, strict=True) if place == 1]
        seats, won_by = ", ".join(game.names), ", ".join(winners)
        games.add_row(str(number), printable(seats), printable(won_by), str(game.plies), _end_text(game))
    total = table("Bot", ">Score", f">of {len(result.games)}")
    for bot, score in zip(result.bots, result.scores, strict=True):
        total.add_row(printable(bot), f"{score:g}", f"{100 * score / max(len(result.games), 1):.0f} %")
    say(games, "", total)


def _end_text(game: PlayedGame) -> str:
    faults = [fault_text(verdict) for verdict in game.verdicts if verdict != "OK"]
    ended = game.termination.lower().replace("_", " ")
    return ": ".join([ended, ", ".join(faults)] if faults else [ended])


def _faults(result: PlayResult) -> Iterator[FaultLine]:
    for fault in result.faults:
        output = b64decode(fault.output).decode(errors="backslashreplace")
        yield FaultLine(result.bots[fault.bot], fault.verdict, fault.detail, output)


def _show_json(result: PlayResult, logs: dict[str, Path]) -> None:
    games = [
        {key: value for key, value in asdict(game).items() if key != "log"} | {"log": logs.get(game.id)}
        for game in result.games
    ]
    say_json(asdict(result) | {"games": games})
