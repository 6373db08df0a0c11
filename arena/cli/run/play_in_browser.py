"""`arena play me … --open`: a person plays in the browser, on this machine."""

import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

import typer

from arena.cli.output import command_to_copy, print_remark
from arena.record.match import Clock
from arena.record.reader import read_log
from arena.referee.live.progress import MatchEvent, MatchEventKind
from arena.service.bots import ME, guest, resolve_bot
from arena.service.common.text import check_seed, secret_of
from arena.service.people.game import GameToPlay, play_game
from arena.service.people.seat_server import SeatServer
from arena.service.play import save_logs
from arena.service.sandboxes import prepare


def play_in_browser(
    players: Sequence[str],
    ruleset: str,
    seed: str | None,
    clock: Clock | None,
    runner: str,
    out: Path | None,
) -> None:
    """Let a person play in the browser as `me` until Ctrl-C. `out`: the folder for logs; None: the cache.

    Raise BadParameter unless exactly one player is `me`. Also raise the errors of `play_match`.
    """
    if players.count(ME) != 1:
        raise typer.BadParameter(
            f"--open needs exactly one `{ME}`: several people at one screen would see each other's cards"
        )
    check_seed(seed)
    bots = [guest(ME) if one == ME else resolve_bot(one) for one in players]
    game = GameToPlay(
        prepare(bots, runner, print_remark), ruleset, secret_of(seed), clock=clock, runner=runner
    )
    with SeatServer(game) as server, suppress(KeyboardInterrupt):
        Thread(target=server.serve_forever, daemon=True).start()
        print(server.address, flush=True)
        if not webbrowser.open(server.address):
            print_remark("Cannot open a browser; open this address in one. Ctrl-C stops the table.")
        while True:
            _play(server, server.next_game(), out)


def _play(server: SeatServer, game: GameToPlay, out: Path | None) -> None:
    result = play_game(game, server.seat, _print_pause)
    [played] = result.games
    [path] = save_logs(result.games, out)
    server.finish(read_log(played.log), str(path))
    print_remark(f"Won by {played.winners}. {command_to_copy(f'replay show {played.id[:12]}')}")


def _print_pause(event: MatchEvent) -> None:
    if event.kind is MatchEventKind.PAUSED:
        print_remark(f"Paused. {event.detail}")
