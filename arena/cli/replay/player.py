"""The terminal player: step through a game with the keyboard."""

from collections.abc import Callable, Iterator
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from arena.cli.replay.stepper import HELP, PlayerState
from arena.cli.terminal.raw import Screen, open_screen
from arena.viewer.replay.film import Film
from arena.viewer.replay.marks import MEANINGS
from arena.viewer.terminal import draw, time_line

PLY_INTERVAL_S: Final = 0.6
RESIZE_INTERVAL_S: Final = 0.3  # between checks of the terminal's size
MIN_WIDTH: Final = 40

_KEYS: Final = "← → ply   n p mark   space {play}   0-{seats} seat   ? help   q quit"


def play(filmed: Callable[[int | None], Film], ply: int, seat: int | None) -> None:
    """Show a game on the terminal until the user quits.

    `filmed`: a function that returns the game in the view of a seat; None stands for all hands. `ply`,
    `seat`: the ply and the view to show first.
    """
    state = PlayerState(filmed(seat), seat=seat).at(ply)
    with open_screen() as terminal:
        drawn: tuple[PlayerState, tuple[int, int]] | None = None
        while not state.quit:
            if drawn != (state, terminal.size):
                drawn = state, terminal.size
                terminal.draw(list(screenful(state, terminal.size[0])))
            state = _next(state, terminal, filmed)


def _next(state: PlayerState, terminal: Screen, filmed: Callable[[int | None], Film]) -> PlayerState:
    key = terminal.key(PLY_INTERVAL_S if state.playing else RESIZE_INTERVAL_S)
    if key is not None:
        return state.press(key, filmed)
    return state.tick() if state.playing else state


def screenful(state: PlayerState, columns: int) -> Iterator[RenderableType]:
    width = max(MIN_WIDTH, columns - 1)
    if state.helping:
        yield from _help()
        return
    yield draw(state.film, state.film.frames[state.ply], width)
    yield Text()
    yield time_line(state.film, state.ply, width)
    seats = len(state.film.frames[0].seats)
    keys = _KEYS.format(play="stop" if state.playing else "play", seats=seats)
    side = "all hands" if state.seat is None else f"seat {state.seat + 1}"
    yield Text.assemble((f" {side}   ", "bold"), (keys, "bright_black"))


def _help() -> Iterator[Text]:
    yield Text("Keys", "bold")
    yield from (Text(f"  {line}") for line in HELP)
    yield Text()
    yield Text("Marks", "bold")
    yield from (Text(f"  {mark.value}  {meaning}") for mark, meaning in MEANINGS.items())
