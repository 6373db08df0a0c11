"""Hidden information affects neither the bytes sent to a seat nor when it is asked."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from arena.rules import Event, GameRules, Position, apply, choices, observe, start
from arena.rules.dealer import SamplingDealer
from arena.wire.encode import Encoder, news
from tests.conftest import Scale
from tests.rules.alike import CoupledDealer, Diverged, Look, is_public_difference, side_by_side
from tests.rules.random_play import any_action
from tests.rules.relabelled import Unseen, exchanged
from tests.rules.table import Table, set_up
from tests.wire.walks import GAME_NAMES, GAMES

iter_games = pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
LONGEST = 12  # plies that two games are played side by side


@cache
def encoder(game: GameRules) -> Encoder:
    return Encoder(game)


def sent_bytes(position: Position, seat: int, events: list[Event]) -> bytes:
    """Return the bytes sent to a seat: events, and the question if it is asked."""
    packed = encoder(position.game).events(events, seat)
    if position.turn == seat and not position.over:
        seen, offered = observe(position, seat), choices(position)
        return encoder(position.game).question(0, 0, position.ply, packed, seen, offered, 0)
    return news(0, packed)


def pairs(game: GameRules) -> Iterator[tuple[Position, Position, int, Random]]:
    """Yield endless positions of random games, each with one that looks the same to a seat."""
    for seed in range(10_000):
        chance = Random(seed)
        dealer, unseen = SamplingDealer(chance), Unseen(game.seats)
        position, _ = start(game, dealer)
        for _ in range(80):
            if position.over:
                break
            if chance.random() < 0.2:
                seat = chance.choice([position.turn, chance.randrange(game.seats)])
                other = exchanged(position, seat, unseen.of(seat), chance)
                yield position.copy(), other, seat, chance
            action = any_action(chance, position)
            unseen.follow(action, apply(position, action, dealer))


@iter_games
@pytest.mark.rule("X-HIDDEN")
@pytest.mark.rule("X-ASK")
def test_games_that_look_alike_send_the_same_bytes(game: GameRules, scale: Scale) -> None:
    """Whatever others hold and do unseen, a seat is sent the same bytes, and the same seats are asked the
    same, until the rules lay open what was hidden.
    """
    wanted, compared = scale.pick(quick=40, ci=150, full=20_000), 0
    for one, two, seat, chance in pairs(game):
        assert sent_bytes(one, seat, []) == sent_bytes(two, seat, [])
        compared += side_by_side(one, two, CoupledDealer(chance, seat), LONGEST, compare_sent(one, two, seat))
        if compared >= wanted:
            return


def compare_sent(one: Position, two: Position, seat: int) -> Look:
    """Compare the bytes sent to a seat while the rules reveal nothing."""

    def look(first: list[Event], second: list[Event]) -> None:
        pack_events = encoder(one.game).events
        if pack_events(first, seat) != pack_events(second, seat):
            assert is_public_difference(first, second)
            raise Diverged
        assert sent_bytes(one, seat, first) == sent_bytes(two, seat, second)
        assert (one.turn, one.ask, one.over) == (two.turn, two.ask, two.over)

    return look


# ---- what was believed -------------------------------------------------------------------------------------
HANDS = ("9S TS QS", "7C 8C KC AH", "9D TD KD")


def blind(acts: list[str], draws: str, stock: str | None = None) -> Table:
    """Return a table of three after these actions."""
    table = set_up("blind", HANDS, pile="8H", draws=draws, stock=stock)
    table.act(*acts)
    return table


def learned(table: Table, seat: int) -> bytes:
    """Return all that a seat learned and its final view."""
    return encoder(table.position.game).events(table.events, seat) + sent_bytes(table.position, seat, [])


@pytest.mark.rule("X-BLIND")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("laid", ["9S", "TS"])
def test_believed_card_stays_hidden(laid: str, seat: int) -> None:
    acts, truth = [f"{laid}=KH", "believe", "draw"], ["QS=KH", "believe", "draw"]
    assert learned(blind(acts, "AD"), seat) == learned(blind(truth, "AD"), seat)


@pytest.mark.rule("X-BLIND")
@pytest.mark.parametrize("laid", ["9S", "TS"])
def test_reshuffle_does_not_reveal_a_believed_card(laid: str) -> None:
    """The pile is reshuffled and a player draws the believed card."""
    acts = [f"{laid}=KH", "believe", "KC=KS", "believe", "draw"]
    table = blind(acts, laid, stock="")
    other = blind(["QS=KH", *acts[1:]], "QS", stock="")
    assert learned(table, 1) == learned(other, 1)
    assert learned(table, 2) != learned(other, 2)  # who drew it sees it


@pytest.mark.rule("X-BLIND")
def test_doubt_reveals_the_card() -> None:
    for seat in range(3):
        assert learned(blind(["9S=KH", "doubt"], "..."), seat) != learned(
            blind(["TS=KH", "doubt"], "..."), seat
        )
