"""The program by which a person plays as the bot `me`.

Usage: `python -m arena.cli.terminal.person TERMINAL STYLE NUMBER NAME…`

- TERMINAL: the device; STYLE: "colours" or "plain";
- NUMBER: the person's number among the bots of the match, from 0;
- NAME…: the names of all bots.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from typing import Final

from rich.console import Console
from rich.text import Text

import maumau
from arena.cli.terminal.prompts import HELP, RESIGN, PersonTerminal, Resigned, ask
from arena.cli.terminal.scene import game_event, make_scene
from arena.rules import Event, Ruleset, game_for, ruleset_from
from arena.rules.events import ALL
from arena.viewer.replay.film import empty_film
from arena.viewer.replay.frames import Camera
from arena.viewer.rule_card.special_cards import draw_specials
from arena.viewer.second_person import YOU, address
from arena.viewer.terminal import draw
from arena.viewer.text import Wording, join_names, seat_names, sentence

MIN_WIDTH: Final = 40
PAIR: Final = 2  # with more players, the text starts at the last choice: a round is long enough
PLAIN: Final = "plain"


class Terminal:
    """The terminal that the arena was started from."""

    def __init__(self, device: str, style: str) -> None:
        self._descriptor = os.open(device, os.O_RDWR | os.O_NOCTTY)
        self._lines = TextIOWrapper(BufferedReader(FileIO(self._descriptor)), "utf-8", "replace")
        writer = TextIOWrapper(BufferedWriter(FileIO(self._descriptor, "w")), "utf-8")
        self._console = Console(file=writer, color_system=None if style == PLAIN else "auto", highlight=False)

    @property
    def width(self) -> int:
        return max(MIN_WIDTH, os.get_terminal_size(self._descriptor).columns - 1)

    def say(self, text: Text) -> None:
        """Print a text on the person's terminal."""
        self._console.print(text, width=self.width + 1, soft_wrap=True)
        self._console.file.flush()

    def read(self, prompt: str) -> str | None:
        """Show a prompt and return the line that the person types; None at the end of the input."""
        self._console.print(Text(prompt, "bold"), end="")
        self._console.file.flush()
        return self._lines.readline() or None


class TerminalPerson(maumau.Bot):
    """A bot that asks a person for each choice.

    `number`: the person's index in `names`, the names of the match's bots.
    """

    def __init__(self, terminal: Terminal, number: int, names: Sequence[str]) -> None:
        self._terminal = terminal
        self._number = number
        self._names = names
        self._news: list[Event] = []
        self._ended = ""

    def on_match_start(self, info: maumau.MatchInfo) -> None:
        self._game = game_for(ruleset_from(info.rules), info.seats)
        self._help = Text("\n".join(help_lines(self._game.ruleset)))
        self._terminal.say(Text(f"“{HELP}” explains the special cards and the keys.", "bright_black"))

    def on_game_start(self, view: maumau.View) -> None:
        self._names_here = self._names_by_seat(view.seat)
        self._wording = Wording.of(self._game, self._names_here)
        self._camera = Camera(self._game, self._names_here, frozenset([view.seat]))
        self._news = []
        self._before = ""
        if self._ended:
            self._terminal.say(Text(self._ended, "bold"))

    def on_event(self, event_: maumau.Event) -> None:
        self._news.append(game_event(event_))

    def choose(self, view: maumau.View) -> maumau.Choice:
        frame = self._camera.picture(make_scene(view, tuple(self._news)))
        news = address(frame.text)
        have_others_moved = any(event.seat not in (view.seat, ALL) for event in self._news)
        is_whole_round = have_others_moved and len(self._names) > PAIR
        text = f"{self._before}. {news}" if self._before and not is_whole_round else news
        frame = replace(frame, text=text)
        self._before = news
        self._news.clear()
        self._terminal.say(Text())
        self._terminal.say(draw(empty_film(self._game), frame, self._terminal.width))
        try:
            terminal = PersonTerminal(self._wording, self._help, self._terminal.say, self._terminal.read)
            return ask(terminal, view)
        except Resigned:
            self.resign()
            return view.legal[0]

    def on_game_end(self, result: maumau.GameResult) -> None:
        """Remember how the game ended, to print it when the next game starts."""
        winners = [name for name, place in zip(self._names_here, result.places, strict=False) if place == 1]
        won_by = f" Won by {join_names(winners)}." if winners else ""
        news = address(sentence(self._news, self._wording))
        self._ended = f"\n{news}.{won_by} The next game:" if won_by else ""

    def _names_by_seat(self, seat: int) -> tuple[str, ...]:
        """Return the bots' names in seat order. `seat`: the person's seat."""
        seats = len(self._names)
        order = [(self._number + other - seat) % seats for other in range(seats)]
        return seat_names([YOU if bot == self._number else self._names[bot] for bot in order])


def help_lines(ruleset: Ruleset) -> Iterator[str]:
    """Yield lines about the special cards of a ruleset and about the keys."""
    for special in draw_specials(ruleset):
        yield f"  {special.name}: {special.effect}"
    yield "  1, 2, …: choose; Enter: choose 1"
    yield f"  {HELP}: this help; {RESIGN}: give up the game; Ctrl-C: quit"


def main() -> None:
    device, style, number, *names = sys.argv[1:]
    maumau.run(TerminalPerson(Terminal(device, style), int(number), names), max_games=1)


if __name__ == "__main__":
    main()
