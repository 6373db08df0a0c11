"""The terminal player: a game stepped through with the keyboard."""

from collections.abc import Callable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from arena.cli.replay.stepper import HELP, Watch
from arena.cli.terminal.raw import Screen, screen
from arena.viewer.replay.film import Film
from arena.viewer.replay.marks import MEANINGS
from arena.viewer.terminal import draw, time_line

SECONDS_A_PLY: Final = 0.6
SECONDS_TO_LOOK: Final = 0.3  # at whether the terminal has another size now
NARROWEST: Final = 40

_KEYS: Final = "← → ply   n p mark   space {play}   0-{seats} side   ? help   q leave"


def play(filmed: Callable[[int | None], Film], ply: int, seat: int | None) -> None:
    """Show a game until its watcher leaves. `filmed` makes the film of a side."""
    watch = Watch(filmed(seat), seat=seat).at(ply)
    with screen() as terminal:
        shown: tuple[Watch, tuple[int, int]] | None = None
        while not watch.over:
            if shown != (watch, terminal.size):
                shown = watch, terminal.size
                terminal.draw(list(screenful(watch, terminal.size[0])))
            watch = _next(watch, terminal, filmed)


def _next(watch: Watch, terminal: Screen, filmed: Callable[[int | None], Film]) -> Watch:
    key = terminal.key(SECONDS_A_PLY if watch.playing else SECONDS_TO_LOOK)
    if key is not None:
        return watch.press(key, filmed)
    return watch.tick() if watch.playing else watch


def screenful(watch: Watch, columns: int) -> Iterator[RenderableType]:
    width = max(NARROWEST, columns - 1)
    if watch.helping:
        yield from _help()
        return
    yield draw(watch.film, watch.film.frames[watch.ply], width)
    yield Text()
    yield time_line(watch.film, watch.ply, width)
    seats = len(watch.film.frames[0].seats)
    keys = _KEYS.format(play="stop" if watch.playing else "play", seats=seats)
    side = "all hands" if watch.seat is None else f"seat {watch.seat + 1}’s side"
    yield Text.assemble((f" {side}   ", "bold"), (keys, "bright_black"))


def _help() -> Iterator[Text]:
    yield Text("Keys", "bold")
    yield from (Text(f"  {line}") for line in HELP)
    yield Text()
    yield Text("Marks", "bold")
    yield from (Text(f"  {mark.value}  {meaning}") for mark, meaning in MEANINGS.items())
