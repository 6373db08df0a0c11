"""Whose the logs are that lie together, also where games were not played or rows are gone."""

from typing import Any

from arena.service.verify.boards import by_game
from arena.service.verify.logs import LogFacts, Stored


def game(key: int, played: bool = True) -> dict[str, Any]:
    digest = "ab" * 32 if played else ""
    return {"id": key, "name": f"g{key}", "game_digest": digest, "log_digest": digest}


def told(*keys: int) -> Stored:
    """What logs of the games with these keys say: their names matter here."""
    return tuple(
        LogFacts("", "", "", f"g{key}", 0, 0, (), (), (), "", "", 0, "", "", (), (), (), as_stored=True)
        for key in keys
    )


def matched(games: list[dict[str, Any]], *stored: tuple[int, Stored]) -> dict[int, tuple[str, int]]:
    found = by_game(games, stored)
    return {
        key: (one.facts if isinstance(one.facts, str) else one.facts.name, one.row)
        for key, one in found.items()
    }


def test_logs_are_those_of_the_next_games() -> None:
    games = [game(1), game(2), game(3), game(4)]
    assert matched(games, (1, told(1, 2)), (3, told(3, 4))) == {
        1: ("g1", 1),
        2: ("g2", 1),
        3: ("g3", 3),
        4: ("g4", 3),
    }


def test_what_a_row_calls_its_game_does_not_matter() -> None:
    games = [game(1), {**game(2), "name": "other", "game_digest": "", "log_digest": ""}]
    assert matched(games, (1, told(1, 2))) == {1: ("g1", 1), 2: ("g2", 1)}


def test_games_that_were_not_played_have_none() -> None:
    games = [game(1, played=False), game(2), game(3, played=False), game(4), game(5, played=False)]
    assert matched(games, (2, told(2, 4))) == {2: ("g2", 2), 4: ("g4", 2)}


def test_where_a_game_is_gone_the_others_are_known_by_name() -> None:
    assert matched([game(1), game(3)], (1, told(1, 2, 3))) == {1: ("g1", 1), 3: ("g3", 1)}


def test_a_row_that_cannot_be_read_is_that_of_all_its_games() -> None:
    games = [game(1), game(2), game(3)]
    assert matched(games, (1, "damaged"), (3, told(3))) == {
        1: ("damaged", 1),
        2: ("damaged", 1),
        3: ("g3", 3),
    }


def test_a_row_of_no_game() -> None:
    assert matched([game(2)], (7, "damaged"), (9, told(9))) == {}
