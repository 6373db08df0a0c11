"""Bugs of the referee end the match: no bot is judged, and the bug names the bot."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.record.match import Clock
from arena.referee.match.games import OpenGames
from arena.referee.net.stream import Stream
from tests.referee.manual_bots import Client, play_by_hand
from tests.referee.matches import match
from tests.referee.raw import call

HURRIED = Clock(300, 0, 300)


class Bug(Exception):
    """An unexpected error."""


def broken(*_: object) -> None:
    raise Bug


def wrong_call(client: Client) -> None:
    client.questions()
    client.connection.send(call(3, "/there.is.Not"))


def silent(client: Client) -> None:
    client.questions()


def leaving(client: Client) -> None:
    client.questions()
    client.end()


def bug_in(problem: BaseException) -> Bug:
    """Return the one bug in a group of exceptions."""
    while isinstance(problem, BaseExceptionGroup):
        (problem,) = problem.exceptions
    assert isinstance(problem, Bug)
    return problem


@pytest.mark.parametrize(
    ("where", "what", "act"),
    [
        (OpenGames, "receive", Client.play),
        (OpenGames, "seat", Client.play),
        (OpenGames, "lose", wrong_call),
        (OpenGames, "lose", leaving),
        (OpenGames, "overdue", silent),
        (OpenGames, "deadline", Client.play),
        (Stream, "take", Client.play),
    ],
)
def test_a_bug_ends_the_match(
    where: type, what: str, act: Callable[[Client], None], short_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, broken)
    with pytest.raises(BaseExceptionGroup) as caught:
        clock = HURRIED if act is silent else Clock()
        play_by_hand(match("one", "other", boards=1, clock=clock), act, short_path)
    bug = bug_in(caught.value)
    if what == "receive":
        assert bug.__notes__[0].startswith("while a message of one ")
