"""The Ober, which goes on any card but a Seven or an Ace, and the Unter, which is wild or plain."""

import pytest

from tests.rules.table import change, rule, set_up, started, won

WITH_OBER = ["prsi", "prsi-kings", "quick"]
OBER = pytest.mark.parametrize("ruleset", WITH_OBER)
WILD_UNTER = pytest.mark.parametrize("ruleset", ["prsi", "quick"])
PLAIN_UNTER = pytest.mark.parametrize("ruleset", ["prsi-kings", "czech-fool", "pharaoh-101"])


@OBER
@rule("PRSI-Q")
@pytest.mark.parametrize("top", ["8H", "9H", "TH", "KH"])
def test_an_ober_goes_on_any_card_and_names_the_suit(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["7C QS AS", "TS KS 7D"], pile=top)
    assert table.choices == "QS:CDHS"
    assert table.act("QS:D") == change(hand_0="7C AS", pile=f"{top} QS", suit="D", turn=1)
    assert table.choices == "7D"


@OBER
@rule("PRSI-Q", "X-WILDTOP")
def test_an_ober_goes_on_an_ober_and_else_only_the_named_suit_counts(ruleset: str) -> None:
    table = set_up(ruleset, ["TC KH QS", "TS KS 7D"], pile="8H QH", suit="C")
    assert table.choices == "TC, QS:CDHS"
    assert table.act("QS:C") == change(hand_0="TC KH", pile="8H QH QS", turn=1)


@OBER
@rule("PRSI-Q")
@pytest.mark.parametrize("top", ["7H", "AH"])
def test_on_a_spent_seven_or_ace_no_ober_goes_not_even_in_suit(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["TC QH QS", "TS KS 7D"], pile=f"8H {top}")
    assert table.choices == "draw"


@OBER
@rule("PRSI-Q", "X-STARTER")
@pytest.mark.parametrize("top", ["7H", "AH"])
def test_nor_on_a_seven_or_ace_turned_up_first(ruleset: str, top: str) -> None:
    table = started(ruleset, 2, f"TC TD QH 9D QS KS KC 8S {top}")
    assert table.choices == "draw"


@OBER
@rule("PRSI-Q")
@pytest.mark.parametrize("top", ["7H", "AH"])
def test_a_last_ober_does_not_go_there_either(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["QH", "TS KS 7D"], pile=f"8H {top}", draws="9C")
    assert table.choices == "draw"
    assert table.act("draw") == change(hand_0="9C QH", turn=1)


@OBER
@rule("X-STARTER")
def test_an_ober_turned_up_stands_for_its_own_suit(ruleset: str) -> None:
    table = started(ruleset, 2, "7C 7D QC 8D KH 9D TS 9S QS")
    table.expect(pile="QS", suit="S")
    assert table.choices == "QC:CDHS, TS"


@OBER
@rule("X-WISH")
def test_the_suit_that_was_named_before_may_be_named_again(ruleset: str) -> None:
    table = set_up(ruleset, ["TC KH QS", "9C KS"], pile="8H QH", suit="S")
    assert table.act("QS:S") == change(hand_0="TC KH", pile="8H QH QS", turn=1)


@pytest.mark.parametrize("ruleset", ["prsi", "quick"])
@rule("X-LAST-NAMES")
@pytest.mark.parametrize("last", ["QS", "JS"])
def test_a_last_ober_or_unter_wins_and_names_no_suit(ruleset: str, last: str) -> None:
    table = set_up(ruleset, [last, "TS KS"], pile="8H")
    assert table.choices == last
    assert table.act(last) == won((1, 2), (0, 20), hand_0="", pile=f"8H {last}")


@WILD_UNTER
@rule("X-INHERIT", "X-PRSI-A")
@pytest.mark.parametrize("top", ["7H", "8H", "9H", "TH", "KH", "AH"])
def test_the_unter_is_wild_and_goes_on_a_spent_seven_or_ace_too(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["TD JS KC", "TS KS"], pile=top)
    assert "JS:CDHS" in table.choices.split(", ")
    assert table.act("JS:D") == change(hand_0="KC TD", pile=f"{top} JS", suit="D", turn=1)


@WILD_UNTER
@rule("X-INHERIT", "X-WILDTOP")
@pytest.mark.parametrize("top", ["JH", "QH"])
def test_ober_and_unter_go_on_each_other(ruleset: str, top: str) -> None:
    table = set_up(ruleset, ["JC KH QS", "TS KS"], pile=f"8H {top}", suit="S")
    assert table.choices == "JC:CDHS, QS:CDHS"


@PLAIN_UNTER
@rule("PRSI-J", "X-RUSSIA")
def test_a_plain_unter_has_to_match_and_names_nothing(ruleset: str) -> None:
    table = set_up(ruleset, ["JD JH KC 9S", "TS 9D"], pile="8H")
    assert table.choices == "JH"
    assert table.act("JH") == change(hand_0="KC JD 9S", pile="8H JH", turn=1)


@PLAIN_UNTER
@rule("PRSI-J", "X-RUSSIA")
def test_a_plain_unter_goes_on_its_rank_and_on_a_named_suit(ruleset: str) -> None:
    assert set_up(ruleset, ["JD KC 9S", "TS"], pile="8H JH").choices == "JD"
    assert set_up(ruleset, ["JD KC JS", "TS"], pile="8H QH", suit="D").choices == "JD"


@PLAIN_UNTER
@rule("PRSI-J", "X-STARTER")
def test_a_plain_unter_turned_up_is_a_plain_card(ruleset: str) -> None:
    draws = {"prsi-kings": "7C 7D JC 8D 9D 9C TS 9S JS"}.get(ruleset, "7C 7D JC 8D 9D 9C TS 9S KH KC JS")
    table = started(ruleset, 2, draws)
    table.expect(pile="JS", suit="")
    assert table.choices == "JC, TS"
