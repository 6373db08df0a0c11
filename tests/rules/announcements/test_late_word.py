"""The word for one card left may be said until another player moves (D, and W of the Netherlands)."""

import pytest

from arena.rules import Ask, EventKind, choices, observe
from tests.rules.house import mixed
from tests.rules.table import change, rule, set_up

DETAILED = mixed("detailed", "D-LAST=late")
PESTEN = mixed("pesten", "PESTEN-CALL=late")
HAFT_KHABIS = mixed("haft-khabis", "D-LAST=late")
THREE = ["9S TS", "4C 5C"]


@rule("PESTEN-CALL", "X-LATE")
def test_in_pesten_the_price_is_still_a_new_hand() -> None:
    table = set_up(PESTEN, ["3H 9C", *THREE], pile="9H", draws="...")
    table.act("3H", "pass")
    assert table.position.hands[0].bit_count() == 8


@rule("X-LATE", "D-MAUMAU", "X-ASK")
@pytest.mark.parametrize(
    ("left", "said", "offered"),
    [
        ("9C", "7H Mau", "pass"),
        ("JC", "7H Mau", "pass Mau-Mau/-"),
        ("9C", "7H", "pass Mau/-"),
        ("JC", "7H", "pass Mau-Mau/Mau/-"),
    ],
)
def test_a_player_who_might_owe_a_stronger_word_is_asked_so_that_nothing_shows(
    left: str, said: str, offered: str
) -> None:
    table = set_up(DETAILED, [f"7H {left}", *THREE], pile="9H", draws="...")
    table.act(said)
    assert table.choices == offered
    assert observe(table.position, 1).ask is Ask.GO_ON


@rule("X-LATE", "D-MAUMAU")
@pytest.mark.parametrize(
    ("left", "first", "then", "price"),
    [
        ("9C", "7H Mau", "pass", 0),
        ("JC", "7H Mau", "pass Mau-Mau", 0),
        ("JC", "7H Mau", "pass", 2),
        ("JC", "7H", "pass Mau-Mau", 0),
        ("JC", "7H", "pass Mau", 2),
        ("9C", "7H", "pass Mau", 0),
        ("9C", "7H", "pass", 2),
    ],
)
def test_the_weaker_word_is_not_enough_then_either(left: str, first: str, then: str, price: int) -> None:
    table = set_up(DETAILED, [f"7H {left}", *THREE], pile="9H", draws="...")
    table.act(first, then)
    assert len(table.event_texts(EventKind.DREW)) == price
    table.expect(turn=1, ask="debt", debt=2)


@rule("X-LATE", "D-A")
def test_while_one_goes_on_oneself_nobody_else_has_moved() -> None:
    """After an Ace: covering it with the last card wins; a player who draws has two cards, owing nothing."""
    table = set_up(HAFT_KHABIS, ["8H 9H", *THREE], pile="TH", draws="...")
    table.act("8H")
    assert table.choices == "9H"
    table.act("9H")
    table.expect(places=(1, 2, 2))
    table = set_up(DETAILED, ["AH 9C", *THREE], pile="9H", draws="2C")
    table.act("AH")
    table.expect(turn=0, ask="cover", forgot=(0,))
    assert table.act("draw") == change(hand_0="2C 9C", ask="drawn", forgot=())
    table.act("pass")
    assert table.event_texts(EventKind.DREW) == ["0 drew 2C for draw"]


@rule("X-LATE", "PESTEN-7")
@pytest.mark.parametrize(("then", "cards"), [("pass Mau", 1), ("pass", 8)])
def test_a_player_who_ends_the_turn_oneself_says_it_then(then: str, cards: int) -> None:
    table = set_up(PESTEN, ["7H 9C", *THREE], pile="9H", draws="...")
    table.act("7H")
    assert table.choices == "pass Mau/-"
    table.act(then)
    table.expect(turn=1, ask="turn", forgot=())
    assert table.position.hands[0].bit_count() == cards


@rule("X-LATE", "X-NODRAW")
@pytest.mark.parametrize(("then", "said"), [("pass Mau", "Mau"), ("pass", "")])
def test_a_player_who_can_neither_cover_nor_draw_says_it_with_the_pass(then: str, said: str) -> None:
    rules = mixed("detailed", "D-LAST=late", reshuffles=False)
    table = set_up(rules, ["AH 9C", *THREE], pile="9H", stock="")
    table.act("AH")
    assert table.choices == "pass Mau/-"
    table.act(then)
    table.expect(turn=1, ask="turn", forgot=(), said_0=said, idle=1)


@rule("X-LATE", "X-ANNOUNCE")
def test_what_is_said_late_stands_until_the_hand_grows() -> None:
    table = set_up(DETAILED, ["5H JC", *THREE], pile="9H", draws="...")
    table.act("5H", "pass Mau-Mau")
    table.expect(said_0="Mau-Mau")
    table.act("draw", "pass", "draw", "pass")
    assert [one.words for one in choices(table.position) if one.words] == []
    table.act("draw")
    table.expect(said_0="")


@rule("D-LAST", "PESTEN-CALL")
@pytest.mark.parametrize("base", ["detailed", "pesten"])
def test_without_the_option_the_price_is_paid_at_once(base: str) -> None:
    table = set_up(base, ["5H 9C", *THREE], pile="9H", draws="...")
    table.act("5H")
    table.expect(turn=1, ask="turn")
    assert table.event_texts(EventKind.DREW)
