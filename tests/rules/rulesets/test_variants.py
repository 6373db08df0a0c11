"""Rulesets: tests that need more than a scenario."""

from dataclasses import replace
from itertools import pairwise

import pytest

from arena.rules import EventKind, apply, choices, game_for, ruleset, start
from arena.rules import ruleset as ruleset_named
from arena.rules.cards import Card, CardSet
from arena.rules.dealer import TABLE
from arena.rules.rulesets.variants import TSCHAU_SEPP
from tests.rules.script import Script, set_of
from tests.rules.table import change, rule, set_up, started
from tests.rules.words import names

# ---- chips -------------------------------------------------------------------------------------------------
CHIPS = "german-chips"


@rule("X-CHIPS", "X-ELIM", "X-PLACES")
@pytest.mark.parametrize(
    ("hands", "places"),
    [
        (["KD 7S", "AC", "KC"], (1, 4, 3, 2)),
        (["KD", "AC", "KC"], (1, 2, 4, 2)),
        (["KD", "QS", "KC"], (1, 2, 2, 2)),
    ],
)
def test_several_who_go_in_one_deal_rank_by_the_card_points_they_held(
    hands: list[str], places: tuple[int, ...]
) -> None:
    table = set_up(CHIPS, ["JH", *hands], pile="8H", totals=[14, 2, 1, 2])
    table.act("JH")
    table.expect(ask="over", places=places, totals=(19, 0, 0, 0))


# ---- faraon ------------------------------------------------------------------------------------------------
BOTH = pytest.mark.parametrize("ruleset", ["faraon", "faraon-bells"])


@BOTH
@rule("FARAON-BASE", "PRSI-PACK", "X-DEALING")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_five_of_32_cards_each_and_the_dealers_neighbour_leads(ruleset: str, seats: int) -> None:
    table = started(ruleset, seats, "...")
    assert table.position.game.pack.size == 32
    table.expect(turn=0, ask="turn", dealer=seats - 1)
    assert [who for who, *_ in table.dealer.takes] == [*range(seats)] * 5 + [TABLE]


@BOTH
@rule("FARAON-OBER")
@pytest.mark.parametrize("top", ["8H", "7H", "AH", "JS", "KD"])
def test_an_ober_goes_on_any_card_and_names_the_suit(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["QC 9D TD", "9S TC", "KC TS"], pile=top)
    assert "QC:CDHS" in table.choices
    assert table.act("QC:S") == change(hand_0="9D TD", pile=f"{top} QC", suit="S", turn=1)
    assert table.choices == "9S"


# ---- nines -------------------------------------------------------------------------------------------------
DEALT = "7C 7D 8C 8D 9C 9D TC TD KC KD"  # five each between two


@rule("NEUNER-PACK", "X-PACK-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_32_cards_and_one_joker_of_which_each_player_gets_five(seats: int) -> None:
    table = started("neuner", seats, "...")
    assert table.pack.names == (*(rank + suit for suit in "CDHS" for rank in "789TJQKA"), "XX")
    assert table.position.game.cards.bit_count() == 33
    assert [hand.bit_count() for hand in table.position.hands] == [5] * seats
    assert table.position.stock.bit_count() == 33 - 5 * seats - 1


@rule("X-MAUMAU-WILD", "X-OUT-PENALTY", "X-LAST-NAMES")
@pytest.mark.parametrize("last", ["9S", "XX"])
@pytest.mark.parametrize("word", [" Mau", ""])
def test_a_last_nine_or_joker_with_the_wrong_word_costs_two_cards_and_its_suit_holds(
    last: str, word: str
) -> None:
    table = set_up("neuner", [last, "TS KS"], pile="8H", draws="7C 8C")
    assert table.act(f"{last}:D{word}") == change(hand_0="7C 8C", pile=f"8H {last}", suit="D", turn=1)


@rule("X-JOKER-START")
def test_a_joker_turned_up_goes_back_into_the_stock_and_the_next_card_is_turned() -> None:
    table = started("neuner", 2, f"{DEALT} XX 8S")
    table.expect(pile="8S", suit="", turn=0, ask="turn", epoch=0)
    assert names(table.pack, table.position.stock).endswith("XX")
    assert [who for who, *_ in table.dealer.takes[10:]] == [TABLE, TABLE]


class Onlooker(Script):
    """A dealer that records the stocks from which cards were turned up."""

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


# ---- prsi --------------------------------------------------------------------------------------------------
CZECH = pytest.mark.parametrize("ruleset", ["prsi", "prsi-kings", "quick"])
RUSSIAN = ["czech-fool", "pharaoh-101"]
EVERY = pytest.mark.parametrize("ruleset", ["prsi", "prsi-kings", "quick", *RUSSIAN])


@CZECH
@rule("PRSI-PACK", "X-DEALING")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_32_german_cards_and_four_each(ruleset: str, seats: int) -> None:
    table = started(ruleset, seats, "...")
    assert table.pack.names == tuple(rank + suit for suit in "CDHS" for rank in "789TJQKA")
    assert table.pack.style == "german"
    assert [hand.bit_count() for hand in table.position.hands] == [4] * seats
    assert table.position.stock.bit_count() == 32 - 4 * seats - 1


@CZECH
@rule("PRSI-7", "X-DEBT")
@pytest.mark.parametrize(
    ("hands", "turns"),
    [
        (["7H 7S 9D TD", "7C 7D TS 9S"], [1, 0, 1, 0]),
        (["7H 7D 9D TD", "7C TS 9S", "7S TC 9C"], [1, 2, 0, 1]),
        (["7H 9D TD", "7C TS 9S", "7S TC 9C", "7D 9H TH"], [1, 2, 3, 0]),
    ],
)
def test_sevens_come_to_2_4_6_8_for_the_next(ruleset: str, hands: list[str], turns: list[int]) -> None:
    table = set_up(ruleset, hands, pile="8H")
    for card, turn, debt in zip(["7H", "7C", "7S", "7D"], turns, [2, 4, 6, 8], strict=True):
        table.act(card)
        table.expect(turn=turn, ask="debt", debt=debt)
    assert table.choices == "take"


@EVERY
@rule("X-STARTER")
@pytest.mark.parametrize("starter", ["7S", "8S", "TS", "KH", "AS"])
def test_the_first_face_up_card_has_no_effect(ruleset: str, starter: str) -> None:
    five = "8D 8H " if ruleset in RUSSIAN else ""
    table = started(ruleset, 2, f"9S 9D 9H TD JC JD KC KD {five}{starter}")
    table.expect(pile=starter, turn=0, ask="turn", debt=0, misses=0, direction=1)
    assert table.position.stock.bit_count() == table.pack.size - (9 if not five else 11)


# ---- puque -------------------------------------------------------------------------------------------------
PUQUE = "puque"


@rule("PUQUE-CALL", "X-CALLS")
@pytest.mark.parametrize("left", ["KS", "JS", "AS"])
def test_puque_is_due_on_leaving_one_card_whatever_it_is(left: str) -> None:
    table = set_up(PUQUE, [f"5H {left}", "6C KC"], pile="6H")
    assert "5H Mau/-" in table.choices.split(", ")
    assert table.act("5H Mau") == change(hand_0=left, said_0="Mau", pile="6H 5H", turn=1)
    assert ruleset_named(PUQUE).calls.word == "Puque"


@rule("PUQUE-SCORE")
@pytest.mark.parametrize(("deal", "over"), [(0, False), (8, False), (9, True)])
def test_after_ten_deals_the_game_is_over(deal: int, over: bool) -> None:
    table = set_up(PUQUE, ["5H", "6C KC"], pile="6H", deal=deal, draws="...")
    table.act("5H")
    assert table.position.over is over


# ---- regional ----------------------------------------------------------------------------------------------
REGIONAL = "german-regional"


# ---- Sevens ----


@rule("G-7", "X-G-FREE")
@pytest.mark.parametrize("sevens", [1, 2, 3, 4])
def test_however_many_sevens_lie_the_bearer_takes_two(sevens: int) -> None:
    hands = ["7H 7D KD QD", "7C TS TC", "7S KC QC"]
    table = set_up(REGIONAL, hands, pile="8H", draws="8C 9C")
    table.act(*["7H", "7C", "7S", "7D"][:sevens])
    table.expect(turn=sevens % 3, ask="debt", debt=2)
    table.act("take")
    assert len(table.event_texts(EventKind.DREW)) == 2


# ---- ten deals ---------------------------------------------------------------------------------------------
@rule("G-ROUNDS", "G-DEAL", "X-ORDER")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_dealers_place_goes_round_in_ten_deals(seats: int) -> None:
    table = started("german", seats, "...")
    events = list(table.events)
    while not table.position.over:
        events += apply(table.position, choices(table.position)[0].default(), table.dealer)
    begun = [
        (deal.value, deal.seat, first.seat) for deal, first in pairwise(events) if deal.kind is EventKind.DEAL
    ]
    assert begun == [(deal, (deal - 1) % seats, deal % seats) for deal in range(10)]


# ---- tschau sepp -------------------------------------------------------------------------------------------
@rule("W-DEAL")
def test_house_rules_may_deal_five_of_36_cards() -> None:
    table = started(replace(TSCHAU_SEPP, id="house", hand=5), 3, "...")
    assert [hand.bit_count() for hand in table.position.hands] == [5, 5, 5]
    assert table.position.stock.bit_count() == 36 - 15 - 1


# ---- wins --------------------------------------------------------------------------------------------------
WINS = "german-wins"


@rule("G-ROUNDS")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_are_as_many_deals_as_players(seats: int) -> None:
    hands = ["TH", "KD", "QS", "KS", "QD"][:seats]
    table = set_up(WINS, hands, pile="8H", deal=seats - 2, draws="...")
    table.act("TH")
    table.expect(deal=seats - 1, ask="turn", inside=tuple(range(seats)))
    table = set_up(WINS, hands, pile="8H", deal=seats - 1)
    table.act("TH")
    table.expect(ask="over", termination="won", deal=seats - 1)


@rule("X-ORDER", "G-DEAL")
def test_each_player_leads_once() -> None:
    table = started(WINS, 3, "...")
    table.expect(turn=0, dealer=2, totals=(0, 0, 0))
    for deal, leader in ((0, 0), (1, 1)):
        table = set_up(WINS, ["TH", "KD", "QS"], pile="8H", deal=deal, dealer=(leader - 1) % 3, draws="...")
        table.act("TH")
        table.expect(deal=deal + 1, dealer=leader, turn=leader + 1)
