"""Players of `arena play` that are not ordinary bots: `me` at this terminal, `dial` started by hand."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import typer

from arena.cli.output import stderr
from arena.service.bots import DIAL, GUEST_VERSION, ME, Bot, resolve_bot


def resolve_players(texts: Sequence[str]) -> list[Bot]:
    """Return the bots of a match by their names; `me` and `dial` are guests.

    Raise UserError for an unknown bot, BadParameter if `me` cannot play here.
    """
    names = [text if text in GUESTS else resolve_bot(text).name for text in texts]
    return [_resolve(text, number, names) for number, text in enumerate(texts)]


GUESTS: Final = (ME, DIAL)


def _resolve(text: str, number: int, names: Sequence[str]) -> Bot:
    if text == ME:
        return _person(number, names)
    if text == DIAL:
        return Bot(DIAL, GUEST_VERSION, ("by", "hand"), Path(), DIAL, runner="by-hand")
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
