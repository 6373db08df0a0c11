"""Finished games of people, without playing them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from secrets import token_hex

from arena.store.database.store import Store
from arena.store.people.games import NewPersonGame, add_game, finish_game

START = datetime(2026, 11, 1, tzinfo=UTC)


def finish_people_games(
    store: Store,
    visitor: str,
    places: Sequence[int],
    *,
    name: str = "Ann",
    ruleset: str = "mau-mau@1",
    bots: Sequence[str] = ("builtin:a",),
    practice: bool = False,
    same_cards: bool = False,
    rotation: int = 0,
    verdict: str = "OK",
    day: int = 0,
) -> None:
    """Store one finished game for each of the person's places. The bots share the other places.

    `same_cards`: the games have the cards of earlier games. `day`: when they are played.
    """
    seats = len(bots) + 1
    with store.writing() as tx:
        for number, place in enumerate(places):
            key, now = token_hex(16), START + timedelta(days=day, minutes=number)
            first = token_hex(16) if same_cards else key
            add_game(
                tx,
                NewPersonGame(
                    key, visitor, name, ruleset, tuple(bots), token_hex(32), first, rotation, practice
                ),
                now,
            )
            by_player = (*(2 if place == 1 else 1 for _ in bots), place)
            by_seat = [by_player[(seat - rotation) % seats] for seat in range(seats)]
            finish_game(tx, key, by_seat, verdict, b"log", now)
