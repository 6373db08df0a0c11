"""The German rules to the bitter end: play goes on until one player is left, and places count."""

from dataclasses import replace

import pytest

from arena.rules import EventKind, Termination, WrongNumberOfPlayers, game_for, outcome, ruleset
from tests.rules.table import Table, change, rule, set_up, started

BITTER = "german-bitter"
BY_WINS = replace(ruleset(BITTER), id="house", deals=ruleset("german-wins").deals)


def left(
    hands: list[str],
    *,
    finished: tuple[int, ...],
    pile: str = "TH",
    stock: str | None = None,
    draws: str = "",
    direction: int = 1,
    decisions: int = 0,
) -> Table:
    """Return a deal in which some players are out."""
    alive = (1 << len(hands)) - 1
    inside = alive - sum(1 << seat for seat in finished)
    return set_up(
        BITTER, hands, pile=pile, stock=stock, draws=draws, direction=direction, decisions=decisions,
        alive=alive, inside=inside, finished=finished,
    )  # fmt: skip


@rule("G-PLAYERS")
@pytest.mark.parametrize("seats", [2, 6])
def test_it_is_for_three_to_five(seats: int) -> None:
    with pytest.raises(WrongNumberOfPlayers):
        game_for(ruleset(BITTER), seats)


@rule("G-BITTER", "X-BITTER", "X-PLACES")
@pytest.mark.parametrize(
    ("finished", "places"),
    [((1, 2, 3), (4, 1, 2, 3, 5)), ((3, 1, 2), (4, 2, 3, 1, 5)), ((2, 3, 1), (4, 3, 1, 2, 5))],
)
def test_the_order_of_going_out_is_the_order_of_places(
    finished: tuple[int, ...], places: tuple[int, ...]
) -> None:
    table = left(["KH", "", "", "", "7C"], finished=finished)
    table.act("KH")
    table.expect(ask="over", places=places, termination="won")
    assert outcome(table.position) == (places, (0, 0, 0, 0, 7), Termination.WON)


@rule("X-BITTER")
@pytest.mark.parametrize(("seats", "on"), [(3, 2), (4, 2), (5, 2)])
def test_for_a_last_eight_the_next_still_in_misses(seats: int, on: int) -> None:
    hands = ["8H", "KS 9D", "KD TC", "9S TD", "QC QD"][:seats]
    table = set_up(BITTER, hands, pile="TH")
    assert table.act("8H") == change(hand_0="", pile="TH 8H", turn=on, inside=tuple(range(1, seats)))
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped"]


@rule("X-BITTER", "G-9")
@pytest.mark.parametrize("last", ["7H", "8H", "KH"])
def test_the_effect_of_a_last_card_goes_in_the_direction_in_force(last: str) -> None:
    table = left([last, "KS 9D", "", "9S TD", "KD TC"], finished=(2,), direction=-1)
    table.act(last)
    table.expect(turn={"7H": 4, "8H": 3, "KH": 4}[last], direction=-1, debt=2 * (last == "7H"))


@rule("X-BITTER", "X-FINAL")
@pytest.mark.parametrize("last", ["7H", "8H", "9H"])
def test_the_deal_ends_when_one_is_left_and_nothing_open_is_drawn(last: str) -> None:
    table = left([last, "", "KD TC"], finished=(1,))
    table.act(last)
    table.expect(ask="over", debt=0, hand_2="TC KD", places=(2, 1, 3), direction=1)
    assert table.event_texts(EventKind.DREW, EventKind.SKIPPED, EventKind.REVERSED) == []


# ---- blocked ----


@rule("X-BLOCKED", "X-PLACES", "X-IDLE")
@pytest.mark.parametrize(
    ("hands", "finished", "places", "points"),
    [
        (["9C KD", "TD", "AS"], (), (3, 1, 2), (19, 10, 11)),
        (["9C KD", "TD", "KS"], (), (3, 1, 1), (19, 10, 10)),
        (["9C KD", "", "KS"], (1,), (3, 1, 2), (19, 0, 10)),
        (["9C", "", "9S", "", "7D"], (3, 1), (4, 2, 4, 1, 3), (9, 0, 9, 0, 7)),
        (["JC", "", "9S QC", "AD"], (1,), (4, 1, 3, 2), (20, 0, 19, 11)),
    ],
)
def test_blocked_those_still_in_rank_by_card_points_after_those_who_went_out(
    hands: list[str], finished: tuple[int, ...], places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = left(hands, finished=finished, pile="JH", stock="")
    table.act(*["pass"] * (len(hands) - len(finished)))
    table.expect(ask="over", termination="blocked", places=places, points=points)


@rule("G-BITTER", "X-DEALING")
def test_a_game_is_one_deal() -> None:
    table = started(BITTER, 3, "...")
    assert [hand.bit_count() for hand in table.position.hands] == [5, 5, 5]
    table.expect(turn=0, deal=0)
    assert table.position.game.ruleset.deals is None


@rule("G-BITTER", "G-SC-WINS", "X-BITTER")
@pytest.mark.parametrize(("first", "second"), [("JH", "KH"), ("KH", "JH")])
def test_in_a_game_by_wins_the_first_one_out_has_won_and_a_last_jack_counts_nothing_extra(
    first: str, second: str
) -> None:
    table = set_up(BY_WINS, [first, second, "KD TC"], pile="TH", draws="...")
    table.act(f"{first}:H" if first == "JH" else first, second)
    table.expect(deal=1, totals=(1, 0, 0))
