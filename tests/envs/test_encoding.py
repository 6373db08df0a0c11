"""The encoding of what a seat sees: right numbers, and nothing hidden."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from arena.rules import GameRules, game_for, ruleset, rulesets
from arena.rules.cards import members
from arena.rules.dealer import SamplingDealer
from maumau.envs.encoding import OPEN, VIEW, Encoding, encoding_of
from maumau.envs.table import Table
from tests.docs.documents import guide

RULESETS = [one.id for one in rulesets()]


def numbers(encoding: Encoding, table: Table, seat: int) -> dict[str, list[float]]:
    """Return the encoded numbers that a seat sees, by the name of their column."""
    (vector,) = encoding.vectors([table.row(encoding, seat)])
    found, first = {}, 0
    for column in encoding.columns:
        found[column.name] = vector[first : first + column.width].tolist()
        first += column.width
    assert first == len(vector)
    return found


def counts(game: GameRules, cards: int) -> list[float]:
    held = [0.0] * (max(game.faces) + 1)
    for card in members(cards):
        held[game.faces[card]] += 1
    return held


def walk(rules: str, seats: int, plies: int = 120) -> Iterator[Table]:
    """Yield a table before each step of a game that is played at random."""
    chance = Random(f"{rules} {seats}")
    table = Table(game_for(ruleset(rules), seats), SamplingDealer(chance))
    while not table.position.over and table.position.ply < plies:
        yield table
        table.step(chance.choice(table.menu.options()))


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", RULESETS)
def test_columns_show_the_position_from_each_seat(rules: str) -> None:
    seats = ruleset(rules).players[1]
    for table in walk(rules, seats):
        game, position = table.game, table.position
        for name in (VIEW, OPEN):
            encoding = encoding_of(game, name)
            for seat in range(seats):
                found = numbers(encoding, table, seat)
                order = [(seat + step) % seats for step in range(seats)]
                assert found["hand"] == counts(game, position.hands[seat])
                assert found["counts"] == [position.hands[one].bit_count() for one in order]
                assert found["totals"] == [position.totals[one] for one in order]
                assert found["inside"] == [position.inside >> one & 1 for one in order]
                assert found["turn"].index(1) == order.index(position.turn)
                assert found["dealer"].index(1) == order.index(position.dealer)
                assert found["ask"].index(1) == position.ask
                assert found["stock"] == [position.stock.bit_count()]
                assert found["debt"] == [position.debt]
                assert sum(found["part"]) == (seat == position.turn)
                if name == OPEN:
                    others = [count for one in order[1:] for count in counts(game, position.hands[one])]
                    assert found["others"] == others


@pytest.mark.ci_one_in(2)
@pytest.mark.parametrize("rules", RULESETS)
def test_the_view_does_not_depend_on_hidden_cards(rules: str) -> None:
    seats, chance = ruleset(rules).players[0], Random(rules)
    for table in walk(rules, seats):
        encoding = encoding_of(table.game, VIEW)
        for seat in range(seats):
            other, position = table.copy(), table.position
            hidden = [
                *members(position.stock),
                *(card for one in range(seats) if one != seat for card in members(position.hands[one])),
            ]
            chance.shuffle(hidden)
            for one in range(seats):
                if one != seat:
                    taken = [hidden.pop() for _ in members(position.hands[one])]
                    other.position.hands[one] = sum(1 << card for card in taken)
            other.position.stock = sum(1 << card for card in hidden)
            assert other.row(encoding, seat) == table.row(encoding, seat)
            assert other.menu is table.menu


def test_the_guide_lists_every_column() -> None:
    columns = encoding_of(game_for(ruleset("mau-mau"), 2), OPEN).columns
    rows = re.findall(
        r"^\| `(\w+)` \| [^|]+ \| (\w[^|]*) \| ([^|]+?)(?: \(only `open-1`\))? \|$",
        guide("learn"),
        re.MULTILINE,
    )
    assert rows == [(column.name, column.unit, column.text) for column in columns]


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(ValueError, match=VIEW):
        Encoding(game_for(ruleset("mau-mau"), 2), "view-0")


def test_a_card_played_face_down_is_known_to_its_player_only() -> None:
    seen = 0
    for table in walk("blind", 3):
        encoding = encoding_of(table.game, VIEW)
        claimed = table.position.claimed
        if claimed is None:
            continue
        for seat in range(3):
            found = numbers(encoding, table, seat)
            hidden = sum(found["pile_size"]) - sum(found["pile"])
            assert hidden >= (seat != claimed.seat)
            if seat == claimed.seat:
                assert found["pile"][table.game.faces[claimed.card]] >= 1
            seen += 1
    assert seen
