"""How a deal ends: somebody is out, nobody can move, or it is too long; and the places of one deal."""

import pytest

from arena.rules import EventKind, Termination, game_for, outcome
from arena.rules import ruleset as ruleset_named
from arena.rules.apply import MAX_DECISIONS
from arena.rules.cards import NO_SUIT
from tests.rules.table import change, rule, set_up, started, won

EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@rule("X-RANK", "X-PLACES", "X-VALUES")
def test_base_game_a_winner_and_all_others_share_the_next_place() -> None:
    table = set_up("mau-mau", ["9H", "7C TD", "JC QC KC AC", "8D"], pile="8H")
    assert table.act("9H Mau") == won((1, 2, 2, 2), (0, 17, 51, 8), hand_0="", said_0="Mau", pile="8H 9H")
    assert table.choices == ""
    assert outcome(table.position) == ((1, 2, 2, 2), (0, 17, 51, 8), Termination.WON)


@rule("X-VALUES")
@pytest.mark.parametrize(
    ("card", "points"),
    [("7C", 7), ("8C", 8), ("9C", 9), ("TC", 10), ("JC", 20), ("QC", 10), ("KC", 10), ("AC", 11)],
)
def test_base_game_card_points(card: str, points: int) -> None:
    table = set_up("mau-mau", ["9H", card], pile="8H")
    table.act("9H Mau")
    table.expect(points=(0, points))


@EVERY
@rule("X-FINAL")
@pytest.mark.parametrize("last", ["7H", "8H"])
def test_the_last_card_has_no_effect(ruleset: str, last: str) -> None:
    totals = [145, 0] if ruleset == "points-150" else [0, 100]
    table = set_up(ruleset, [last, "TS KC"], pile="9H", totals=totals, deal=9)
    table.act(last + " Mau" * (ruleset == "mau-mau"))
    table.expect(ask="over", hand_1="KC TS", debt=0, places=(1, 2), pile=f"9H {last}")


@rule("X-FINAL", "D-2C")
def test_detailed_a_last_thunder_makes_nobody_draw() -> None:
    table = set_up("detailed", ["2C", "TS KC"], pile="9C", totals=[0, 100])
    table.act("2C")
    table.expect(ask="over", hand_1="KC TS", totals=(-10, 120))


@rule("X-BLOCKED", "X-IDLE", "X-PLACES")
def test_base_game_blocked_when_nobody_can_move_and_fewest_card_points_win() -> None:
    table = set_up("mau-mau", ["9C KD", "TD 9D", "QS"], pile="8H", stock="")
    assert table.act("pass") == change(turn=1, idle=1)
    assert table.act("pass") == change(turn=2, idle=2)
    assert table.act("pass") == change(
        idle=3, ask="over", termination="blocked", points=(19, 19, 10), places=(2, 2, 1)
    )


@rule("X-BLOCKED", "X-PLACES")
def test_base_game_blocked_with_equal_hands_is_shared() -> None:
    table = set_up("mau-mau", ["9C KD", "TD 9D", "QS AS"], pile="8H", stock="")
    table.act("pass", "pass", "pass")
    table.expect(ask="over", places=(1, 1, 3), points=(19, 19, 21))


@EVERY
@rule("X-IDLE")
def test_a_play_starts_the_count_again(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD QD", "TH 9D QC", "QS"], pile="8H", stock="")
    assert table.act("pass") == change(turn=1, idle=1)
    assert table.act("TH") == change(hand_1="QC 9D", pile="8H TH", turn=2, idle=0)


@EVERY
@rule("X-IDLE")
def test_a_drawn_card_starts_the_count_again(ruleset: str) -> None:
    table = set_up(ruleset, ["TC KD QC", "7D 9D"], pile="8H", stock="AC", idle=1, draws="AC")
    table.act("draw")
    table.expect(hand_0="TC QC AC KD", idle=0)


@rule("X-IDLE", "X-BLOCKED")
@pytest.mark.parametrize("ruleset", ["points-150", "german-regional"])
def test_who_drew_the_last_card_though_he_could_play_is_no_part_of_a_block(ruleset: str) -> None:
    table = set_up(ruleset, ["9H KC TC", "QS QC"], pile="8H", stock="TD", draws="TD")
    assert table.act("draw", "pass") == change(hand_0="TC KC TD 9H", turn=1)
    assert table.act("pass") == change(turn=0, idle=1)
    assert table.choices == "9H"


@EVERY
@rule("X-IDLE")
def test_a_missed_turn_does_not_count(ruleset: str) -> None:
    table = set_up(ruleset, ["8C KD QC", "7D 9D", "TC KC", "9S QS"], pile="8H", stock="", idle=3)
    assert table.act("8C") == change(hand_0="QC KD", pile="8H 8C", turn=2, idle=0)


@EVERY
@rule("X-IDLE")
def test_blocked_needs_a_pass_of_every_place_in_the_turn_order(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD", "", "QS TC"], pile="8H", stock="", inside=0b101, dealer=0, draws="...")
    assert table.act("pass") == change(turn=2, idle=1)
    table.act("pass")
    assert "deal_over" in table.told()


@EVERY
@rule("X-IDLE-NEVER")
def test_with_the_whole_pack_in_play_some_card_always_fits(ruleset: str) -> None:
    rules = ruleset_named(ruleset)
    for seats in range(2, min(5, rules.players[1]) + 1):
        game = game_for(rules, seats)
        for top in game.pack.cards():
            suits = range(4) if game.wilds >> top & 1 else (NO_SUIT,)
            assert all(game.fits[top][suit] & ~(1 << top) for suit in suits)


@rule("X-COUNT", "X-BLOCKED")
def test_base_game_the_2000th_decision_ends_the_deal_by_card_points() -> None:
    table = set_up("mau-mau", ["9C KD", "TD 8D", "QS"], pile="8H", decisions=1999, draws="7S")
    assert table.act("draw") == change(
        hand_0="9C KD 7S", ask="over", termination="decisions", points=(26, 18, 10), places=(2, 2, 1)
    )


@EVERY
@rule("X-COUNT")
def test_the_1999th_does_not(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD", "TD 8D", "QS"], pile="8H", decisions=MAX_DECISIONS - 2, draws="7S")
    table.act("draw")
    table.expect(hand_0="9C KD 7S", deal=0, termination="")


@EVERY
@rule("X-COUNT")
def test_a_2000th_decision_that_wins_is_a_win(ruleset: str) -> None:
    totals = [140, 0] if ruleset == "points-150" else [0, 95]
    table = set_up(ruleset, ["9H", "TD 8D"], pile="8H", decisions=1999, totals=totals, deal=9)
    table.act("9H" + " Mau" * (ruleset == "mau-mau"))
    table.expect(termination="won", places=(1, 2))


@rule("X-COUNT", "D-CUT")
def test_detailed_answers_about_the_cut_are_decisions_and_each_deal_counts_its_own() -> None:
    table = started("detailed", 2, "7C 8C 3D 4D ...")
    table.act("keep", "leave")
    assert table.position.decisions == 2
    table = set_up("detailed", ["9H", "TD 8D"], pile="8H", decisions=1500, draws="7C 3C 4C 5C ...")
    table.act("9H")
    assert (table.position.deal, table.position.decisions) == (1, 0)
    table.act("leave")
    assert table.position.decisions == 1


@rule("X-COUNT", "X-BLOCKED")
def test_detailed_the_2000th_decision_ends_an_open_cover_as_it_lies() -> None:
    table = set_up("detailed", ["AH KD 2D", "TD 8D"], pile="8H", decisions=1999, draws="3C 4C 5C 6C ...")
    table.act("AH")
    assert table.told(EventKind.SCORED) == ["0 scored 12", "1 scored 18"]
    table.expect(deal=1, totals=(12, 18))


@rule("X-COUNT", "X-BLOCKED", "G-LAST")
def test_german_the_2000th_decision_ends_the_deal_and_what_is_owed_lapses() -> None:
    table = set_up("german", ["TH KD", "TD 8D"], pile="8H", decisions=1999, draws="...")
    table.act("TH")
    assert table.told(EventKind.SCORED) == ["0 scored 10", "1 scored 18"]
    table.expect(deal=1, totals=(10, 18), forgot=())


@rule("X-COUNT", "X-CATCH")
@pytest.mark.parametrize("word", ["", " Mau"])
def test_points_the_2000th_decision_ends_the_deal_and_a_card_not_yet_caught_counts_as_laid(word: str) -> None:
    table = set_up("points-150", ["TH KD", "TD 8D"], pile="8H", decisions=1999, draws="...")
    table.act(f"TH{word}")
    assert table.told(EventKind.CATCHES, EventKind.LETS_PASS, EventKind.SCORED) == ["0 scored 8"]
    table.expect(deal=1, totals=(8, 0), suspected=None, said_0="")


@rule("X-COUNT", "X-CATCH")
def test_points_the_answers_about_a_catch_are_decisions() -> None:
    table = set_up("points-150", ["TH KD", "TD 8D", "9S QS"], pile="8H", decisions=1997, draws="...")
    table.act("TH", "let")
    table.expect(deal=0, turn=2, ask="catch")
    table.act("let")
    table.expect(deal=1, totals=(27, 0, 0))
    assert table.told(EventKind.SCORED) == ["0 scored 27"]


@rule("X-COUNT", "P-MAUMAU")
def test_points_a_last_jack_not_yet_caught_counts_as_laid_too() -> None:
    table = set_up("points-150", ["JH", "TD 8D"], pile="8H", decisions=1999, draws="...")
    table.act("JH:S")
    assert table.told(EventKind.SCORED) == ["0 scored 18"]
    table.expect(deal=1, totals=(18, 0))
