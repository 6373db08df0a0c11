"""Neuner: Nines and one Joker are the wild cards, Jacks are plain."""

import pytest

from arena.rules import IllegalAction, game_for, ruleset, start
from arena.rules.cards import Card, CardSet
from arena.rules.dealer import TABLE
from tests.rules.script import Script, set_of
from tests.rules.table import change, rule, set_up, started, won
from tests.rules.words import names

DEALT = "7C 7D 8C 8D 9C 9D TC TD KC KD"  # five each between two


@rule("NEUNER-PACK", "X-PACK-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_32_cards_and_one_joker_of_which_everybody_gets_five(seats: int) -> None:
    table = started("neuner", seats, "...")
    assert table.pack.names == (*(rank + suit for suit in "CDHS" for rank in "789TJQKA"), "XX")
    assert table.position.game.cards.bit_count() == 33
    assert [hand.bit_count() for hand in table.position.hands] == [5] * seats
    assert table.position.stock.bit_count() == 33 - 5 * seats - 1


@rule("NEUNER-WILD", "X-NEUNER-JOKER")
@pytest.mark.parametrize("card", ["9C", "XX"])
@pytest.mark.parametrize("top", ["7H", "8H", "TH", "JH", "QH", "KH", "AH"])
def test_a_nine_or_the_joker_goes_on_everything_and_names_the_suit(card: str, top: str) -> None:
    table = set_up("neuner", [f"{card} 9S TD", "TS KS"], pile=top)
    assert f"{card}:CDHS" in table.choices.split(", ")
    left = "TD 9S"
    assert table.act(f"{card}:D") == change(hand_0=left, pile=f"{top} {card}", suit="D", turn=1)


@rule("NEUNER-WILD", "X-NEUNER-JACK")
def test_a_jack_goes_only_on_its_suit_or_rank_and_names_nothing() -> None:
    table = set_up("neuner", ["JD JH KD QS", "TS KS"], pile="8H")
    assert table.choices == "JH"
    assert table.act("JH") == change(hand_0="JD KD QS", pile="8H JH", turn=1)
    table = set_up("neuner", ["JD TC KC", "TS KS"], pile="8H JH")
    assert table.choices == "JD"


@rule("X-NEUNER-JOKER", "X-WILDTOP")
@pytest.mark.parametrize("top", ["9H", "XX"])
@pytest.mark.parametrize(("suit", "offered"), [("S", "9C:CDHS, KS"), ("D", "9C:CDHS, TD"), ("H", "9C:CDHS")])
def test_on_a_nine_or_the_joker_the_named_suit_counts_or_a_wild_card(
    top: str, suit: str, offered: str
) -> None:
    table = set_up("neuner", ["9C TD KS", "TS KC"], pile=f"8H {top}", suit=suit)
    assert table.choices == offered


@rule("X-NEUNER-JOKER")
def test_the_joker_goes_on_a_nine() -> None:
    table = set_up("neuner", ["TD KS XX", "TS KC"], pile="8H 9H", suit="C")
    assert table.choices == "XX:CDHS"
    assert table.act("XX:C") == change(hand_0="TD KS", pile="8H 9H XX", turn=1)


@rule("X-NEUNER-JACK", "X-COVER")
@pytest.mark.parametrize(
    ("hand", "offered"),
    [("9C JD KD XX", "9C:CDHS, XX:CDHS"), ("JD JH KD", "JH"), ("JD KD QS", "draw")],
)
def test_an_ace_is_covered_by_a_nine_or_the_joker_but_not_by_a_jack_of_another_suit(
    hand: str, offered: str
) -> None:
    table = set_up("neuner", [hand, "TS KC"], pile="AH", ask="cover")
    assert table.choices == offered


@rule("X-NEUNER-JACK")
def test_a_nine_that_covers_an_ace_names_the_suit() -> None:
    table = set_up("neuner", ["9C JD AH XX", "TS KC"], pile="8H")
    table.act("AH")
    assert table.act("9C:S") == change(hand_0="JD XX", pile="8H AH 9C", suit="S", turn=1, ask="turn")


@rule("X-MAUMAU-WILD", "W-MAU")
@pytest.mark.parametrize("left", ["9S", "XX"])
def test_on_leaving_a_nine_or_the_joker_mau_mau_is_due(left: str) -> None:
    table = set_up("neuner", [f"KH {left}", "TS KS"], pile="8H")
    assert "KH Mau-Mau/Mau/-" in table.choices.split(", ")
    assert table.act("KH Mau-Mau") == change(hand_0=left, said_0="Mau-Mau", pile="8H KH", turn=1)


@rule("X-MAUMAU-WILD", "X-ANNOUNCE")
@pytest.mark.parametrize("weak", ["KH Mau", "KH"])
def test_on_leaving_the_joker_the_weaker_word_counts_as_none(weak: str) -> None:
    table = set_up("neuner", ["KH XX", "TS KS"], pile="8H", draws="7C")
    assert table.act(weak) == change(hand_0="7C XX", pile="8H KH", turn=1)


@rule("X-MAUMAU-WILD", "X-NEUNER-JACK")
def test_on_leaving_a_jack_mau_is_enough_and_mau_mau_untrue() -> None:
    table = set_up("neuner", ["JD KH", "TS KS"], pile="8H")
    assert table.choices == "KH Mau/-"
    with pytest.raises(IllegalAction):
        table.act("KH Mau-Mau")
    assert table.act("KH Mau") == change(hand_0="JD", said_0="Mau", pile="8H KH", turn=1)


@rule("X-MAUMAU-WILD", "W-OUT-CALL", "X-LAST-NAMES")
@pytest.mark.parametrize("last", ["9S", "XX"])
def test_a_last_nine_or_joker_wins_with_mau_mau_and_names_no_suit(last: str) -> None:
    table = set_up("neuner", [last, "TS KS"], pile="8H")
    assert table.choices == f"{last} Mau-Mau, {last}:CDHS Mau/-"
    assert table.act(f"{last} Mau-Mau") == won(
        (1, 2), (0, 20), hand_0="", said_0="Mau-Mau", pile=f"8H {last}"
    )


@rule("X-MAUMAU-WILD", "X-OUT-PENALTY", "X-LAST-NAMES")
@pytest.mark.parametrize("last", ["9S", "XX"])
@pytest.mark.parametrize("word", [" Mau", ""])
def test_a_last_nine_or_joker_with_the_wrong_word_costs_two_cards_and_its_suit_holds(
    last: str, word: str
) -> None:
    table = set_up("neuner", [last, "TS KS"], pile="8H", draws="7C 8C")
    assert table.act(f"{last}:D{word}") == change(hand_0="7C 8C", pile=f"8H {last}", suit="D", turn=1)


@rule("X-MAUMAU-WILD", "W-OUT-CALL")
def test_a_last_jack_wins_with_mau() -> None:
    table = set_up("neuner", ["JH", "TS KS"], pile="8H")
    assert table.choices == "JH Mau/-"
    assert table.act("JH Mau") == won((1, 2), (0, 20), hand_0="", said_0="Mau", pile="8H JH")


@rule("X-VALUES")
@pytest.mark.parametrize(("card", "points"), [("XX", 20), ("9C", 9), ("JC", 20)])
def test_card_points_are_those_of_the_base_and_20_for_the_joker(card: str, points: int) -> None:
    table = set_up("neuner", ["TH", card], pile="8H")
    table.act("TH Mau")
    table.expect(points=(0, points))


@rule("X-JOKER-START")
def test_a_joker_turned_up_goes_back_into_the_stock_and_the_next_card_is_turned() -> None:
    table = started("neuner", 2, f"{DEALT} XX 8S")
    table.expect(pile="8S", suit="", turn=0, ask="turn", epoch=0)
    assert names(table.pack, table.position.stock).endswith("XX")
    assert [who for who, *_ in table.dealer.takes[10:]] == [TABLE, TABLE]


class Onlooker(Script):
    """Notes from which cards the table's were turned."""

    turned_from: tuple[CardSet, ...] = ()

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        if who == TABLE:
            self.turned_from += (stock,)
        return super().take(who, stock, deal, epoch)


@rule("X-JOKER-START")
def test_the_joker_is_laid_aside_while_the_next_card_is_turned() -> None:
    game = game_for(ruleset("neuner"), 2)
    dealer = Onlooker(game.pack, f"{DEALT} XX 8S")
    start(game, dealer)
    first, second = dealer.turned_from
    assert first ^ second == set_of(game.pack, "XX")


@rule("X-STARTER")
@pytest.mark.parametrize("before", ["", "XX "])
def test_a_nine_turned_up_stands_for_its_own_suit(before: str) -> None:
    table = started("neuner", 2, "7C 7D 8C 8D 9C 9D TC TS KS KD " + before + "9S")
    table.expect(pile="9S", suit="S")
    assert table.choices == "9C:CDHS, KS"


@rule("X-STARTER", "X-NEUNER-JACK")
def test_a_jack_turned_up_is_a_plain_card() -> None:
    table = started("neuner", 2, "7C 7D 8C 8D JC 9D TC TS KS KD JS")
    table.expect(pile="JS", suit="")
    assert table.choices == "JC, KS"
