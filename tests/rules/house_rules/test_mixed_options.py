"""Options of several sources together: several cards laid at once, and plays after a draw."""

import json

import pytest

from arena.rules import EventKind, Ruleset, ruleset, ruleset_from
from tests.rules.house import mixed, with_options
from tests.rules.table import change, rule, set_up


def owed(rules: Ruleset, play: str, hand: str = "KC KD KH KS 9D TD", pile: str = "8H") -> int:
    """Return the number of cards that the next player draws or owes for a play."""
    table = set_up(rules, [hand, "9S TS", "9C TC"], pile=pile, draws="...")
    table.act(play)
    return table.position.debt or len(table.event_texts(EventKind.DREW))


# ---- only cards that do the same count ---------------------------------------------------------------------
@rule("X-ALIKE", "RUSSIA-KS", "QUICK-EFFECT", "FARAON-MULTI")
@pytest.mark.parametrize("base", ["quick", "faraon", "faraon-bells"])
@pytest.mark.parametrize("play", ["KH+KS", "KH+KC+KS", "KH+KC+KD+KS"])
def test_plain_kings_add_nothing_to_the_king_of_spades(base: str, play: str) -> None:
    assert owed(mixed(base, "RUSSIA-KS"), play) == 4


@rule("X-ALIKE")
@pytest.mark.parametrize("base", ["quick", "faraon"])
def test_what_the_top_card_does_happens_so_a_king_of_spades_under_a_plain_king_does_nothing(
    base: str,
) -> None:
    table = set_up(mixed(base, "RUSSIA-KS"), ["KC KS 9D TD", "9S TS", "9C TC"], pile="8S")
    assert table.act("KS+KC") == change(hand_0="9D TD", pile="8S KS KC", turn=1)


@rule("X-ALIKE", "RUSSIA-KS")
@pytest.mark.parametrize(("base", "cards"), [("quick", 4), ("faraon", 8)])
def test_two_kings_of_spades_count_as_one_in_quick_and_add_up_in_faraon(base: str, cards: int) -> None:
    rules = mixed(base, "RUSSIA-KS", "QUICK-SHORT=packs")
    assert owed(rules, "KS+KS", "KS KS' 9D TD", "8S") == cards
    assert owed(rules, "KS+KC+KS", "KS KS' KC 9D TD", "8S") == cards


@rule("X-ALIKE", "X-SKIPS")
def test_a_plain_eight_adds_nothing_to_eights_that_skip() -> None:
    skip, plain = {"is": "SkipNext", "adds_up": True}, {"is": "MayGoOn"}
    data = {**ruleset("faraon").data(), "version": 0, "effects": {"8": skip, "8D": plain}}
    rules = ruleset_from(json.loads(json.dumps(data)))
    hands = ["8C 8D 8H 9D", "9S", "9C", "TC"]
    table = set_up(rules, hands, pile="9H")
    table.act("8H+8D+8C")
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped", "2 skipped"]
    table = set_up(rules, hands, pile="9H")
    table.act("8H+8C+8D")
    table.expect(turn=0, ask="go_on")


# ---- Kings: as one, or one after the other -----------------------------------------------------------------
@rule("PRSI-K", "QUICK-EFFECT")
@pytest.mark.parametrize("play", ["KH", "KH+KC", "KH+KC+KD+KS"])
def test_in_quick_kings_laid_at_once_are_four_cards(play: str) -> None:
    assert owed(mixed("quick", "PRSI-K"), play) == 4


@rule("PRSI-K", "FARAON-MULTI")
@pytest.mark.parametrize(("play", "cards"), [("KH", 4), ("KH+KC", 8), ("KH+KC+KD+KS", 16)])
def test_in_faraon_kings_laid_in_one_turn_add_up(play: str, cards: int) -> None:
    assert owed(mixed("faraon", "PRSI-K"), play) == cards


# ---- Tens --------------------------------------------------------------------------------------------------
@rule("PRSI-10", "QUICK-10", "FARAON-MULTI")
@pytest.mark.parametrize(
    ("base", "option", "cards"),
    [
        ("quick", "PRSI-10", 1),
        ("quick", "QUICK-10", 1),
        ("quick", "QUICK-10=each", 2),
        ("faraon", "PRSI-10", 2),
        ("faraon", "QUICK-10", 1),
        ("faraon", "QUICK-10=each", 2),
    ],
)
def test_two_tens_give_each_player_else_one_card_or_two_and_one_further_turn(
    base: str, option: str, cards: int
) -> None:
    table = set_up(mixed(base, option), ["TC TH KD 9D", "QS KS", "9S QC"], pile="8H", draws="...")
    table.act("TH+TC")
    told = [event.split(" drew")[0] for event in table.event_texts(EventKind.DREW)]
    assert told == ["1"] * cards + ["2"] * cards
    table.expect(turn=0, ask="turn")
    table.act("draw")
    table.expect(turn=1)


@rule("RUSSIA-10", "FARAON-MULTI")
@pytest.mark.parametrize(
    ("base", "play", "turn"),
    [
        ("quick", "TH", 2),
        ("quick", "TH+TC", 2),
        ("quick", "TH+TC+TD", 2),
        ("faraon", "TH", 2),
        ("faraon", "TH+TC", 1),
        ("faraon", "TH+TC+TD", 2),
    ],
)
def test_two_tens_reverse_the_direction_once_in_quick_and_twice_in_faraon(
    base: str, play: str, turn: int
) -> None:
    table = set_up(mixed(base, "RUSSIA-10"), ["TC TD TH KD 9D", "QS KS", "9S QC"], pile="8H")
    table.act(play)
    table.expect(turn=turn, direction=1 if turn == 1 else -1)


# ---- of the first three cards drawn ------------------------------------------------------------------------
@rule("FARAON-DRAWN7", "PRSI-K")
@pytest.mark.parametrize("seven", ["FARAON-DRAWN7", "FARAON-DRAWN7=three"])
@pytest.mark.parametrize(
    ("drawn", "offered"), [("KD 7C JS", "7C, JS, pass"), ("KD KS KC", "pass"), ("KD 8C JS", "JS, pass")]
)
def test_of_the_first_three_a_seven_or_the_unter_of_leaves_may_be_played_and_no_king(
    seven: str, drawn: str, offered: str
) -> None:
    rules = mixed("faraon", "PRSI-K", seven)
    table = set_up(rules, ["9D KH", "9S TS"], pile="8H 7H", ask="debt", debt=6, draws=drawn)
    assert table.choices == "KH, take"
    table.act("take")
    assert table.choices == offered


@rule("FARAON-DRAWN7", "PRSI-K")
def test_kings_are_the_same_whether_the_bells_are_there_before_or_are_options_too() -> None:
    faraon = with_options(ruleset("faraon"), ["PRSI-K", "FARAON-A-NODEF", "FARAON-DRAWN7"])
    bells = with_options(ruleset("faraon-bells"), ["PRSI-K"])
    assert faraon.effects == bells.effects


@rule("FARAON-DRAWN7")
@pytest.mark.parametrize("base", ["faraon", "faraon-bells"])
@pytest.mark.parametrize(("debt", "more"), [(3, ""), (6, "9C TC JC"), (12, "9C TC JC 9D TD JD AC AD QC")])
def test_with_exactly_three_what_was_not_drawn_lapses_when_the_seven_is_played(
    base: str, debt: int, more: str
) -> None:
    rules = mixed(base, "FARAON-DRAWN7=three")
    table = set_up(rules, ["8C KC", "9S TS"], pile="7H", ask="debt", debt=debt, draws=f"7D KD JS {more}")
    table.act("take")
    assert table.choices == "7D, JS, pass"
    table.act("7D")
    table.expect(turn=1, ask="debt", debt=3, hand_0="8C KC KD JS")
    table = set_up(rules, ["8C KC", "9S TS"], pile="7H", ask="debt", debt=debt, draws=f"7D KD JS {more}")
    table.act("take", "JS")
    table.expect(turn=1, ask="turn", debt=0)
    table = set_up(rules, ["8C KC", "9S TS"], pile="7H", ask="debt", debt=debt, draws=f"7D KD JS {more}")
    table.act("take", "pass")
    assert len(table.event_texts(EventKind.DREW)) == debt


# ---- a 2 at nobody -----------------------------------------------------------------------------------------


@rule("IRAN-2", "X-LAST-NAMES")
def test_a_last_two_is_one_action_with_and_without_a_target() -> None:
    rules = mixed("haft-khabis", "IRAN-2=may")
    assert set_up(rules, ["2H", "9S TS", "TC"], pile="8H").choices == "2H"
    rules = mixed("haft-khabis", "IRAN-2=may", calls=ruleset("mau-mau").calls)
    table = set_up(rules, ["2H", "9S TS", "TC"], pile="8H", draws="...")
    assert table.choices == "2H Mau, 2H@12 -, 2H -"
    table.act("2H")
    assert table.event_texts(EventKind.DREW) == ["0 drew 2C for call", "0 drew 3C for call"]


# ---- a Joker in answer to a Joker --------------------------------------------------------------------------
@rule("PESTEN-JOKER", "PESTEN-STACK")
@pytest.mark.parametrize("base", ["pesten", "pesten-royal"])
@pytest.mark.parametrize("suit", "CDHS")
def test_a_joker_that_answers_a_joker_may_change_the_suit(base: str, suit: str) -> None:
    rules = mixed(base, "PESTEN-JOKER=answer")
    hands = ["XX 4C 5C", "XX' 2D 9S TS", "6C TC"]
    table = set_up(rules, hands, pile="9H")
    assert table.choices == "XX"
    table.act("XX")
    table.expect(suit="H", debt=5)
    assert table.choices == "2D, XX':CDHS, take"
    table.act(f"XX:{suit}")
    table.expect(suit=suit, debt=10, turn=2)
    assert table.event_texts(EventKind.NAMED) == ["1 named"]


@rule("PESTEN-JOKER", "X-JOKER-SUIT", "X-ROYAL-NAME")
def test_a_joker_on_a_two_or_on_a_spent_joker_or_without_the_option_names_none() -> None:
    rules, hands = mixed("pesten", "PESTEN-JOKER=answer"), ["XX 4C 5C", "9S TS"]
    assert set_up(rules, hands, pile="2H", ask="debt", debt=2).choices == "XX, take"
    assert set_up(rules, hands, pile="9H XX'", suit="S").choices == "XX"
    assert set_up("pesten", hands, pile="9H XX'", suit="H", ask="debt", debt=5).choices == "XX, take"


# ---- a doubt that costs the turn only ----------------------------------------------------------------------
@rule("BLIND-PENALTY", "BLIND-DOUBT")
@pytest.mark.parametrize("liar_draws", [1, 3])
def test_a_player_who_doubts_a_true_card_may_lose_the_turn_only(liar_draws: int) -> None:
    more = [f"BLIND-PENALTY={liar_draws}"] if liar_draws > 1 else []
    rules = mixed("blind", "BLIND-PENALTY=turn", *more)
    table = set_up(rules, ["9C KC TC", "TS KS", "QC"], pile="9H")
    table.act("9C=9C", "doubt")
    table.expect(turn=2, ask="turn", hand_1="TS KS")
    assert table.event_texts(EventKind.SKIPPED) == ["1 skipped"]
    table = set_up(rules, ["9C KC TC", "TS KS", "QC"], pile="9H", draws="...")
    table.act("9C=KH", "doubt")
    assert len(table.event_texts(EventKind.DREW)) == liar_draws
    table.expect(turn=1, hand_1="TS KS")
