"""The end of a deal: a player is out, nobody can move, or it is too long; and the places."""

import pytest

from arena.rules import EventKind, game_for
from arena.rules import ruleset as ruleset_named
from arena.rules.apply import MAX_DECISIONS
from arena.rules.cards import NO_SUIT
from tests.rules.table import change, rule, set_up, started

EVERY = pytest.mark.parametrize("ruleset", ["mau-mau", "detailed", "german", "points-150"])


@EVERY
@rule("X-FINAL")
@pytest.mark.parametrize("last", ["7H", "8H"])
def test_the_last_card_has_no_effect(ruleset: str, last: str) -> None:
    totals = [145, 0] if ruleset == "points-150" else [0, 100]
    table = set_up(ruleset, [last, "TS KC"], pile="9H", totals=totals, deal=9)
    table.act(last + " Mau" * (ruleset == "mau-mau"))
    table.expect(ask="over", hand_1="KC TS", debt=0, places=(1, 2), pile=f"9H {last}")


@EVERY
@rule("X-IDLE")
def test_blocked_needs_a_pass_of_every_place_in_the_turn_order(ruleset: str) -> None:
    table = set_up(ruleset, ["9C KD", "", "QS TC"], pile="8H", stock="", inside=0b101, dealer=0, draws="...")
    assert table.act("pass") == change(turn=2, idle=1)
    table.act("pass")
    assert "deal_over" in table.event_texts()


@EVERY
@rule("X-IDLE-NEVER")
def test_with_the_whole_pack_in_play_some_card_always_fits(ruleset: str) -> None:
    rules = ruleset_named(ruleset)
    for seats in range(2, min(5, rules.players[1]) + 1):
        game = game_for(rules, seats)
        for top in game.pack.cards():
            suits = range(4) if game.wilds >> top & 1 else (NO_SUIT,)
            assert all(game.fits[top][suit] & ~(1 << top) for suit in suits)


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


@rule("X-COUNT", "X-CATCH")
@pytest.mark.parametrize("word", ["", " Mau"])
def test_points_the_2000th_decision_ends_the_deal_and_a_card_not_yet_caught_counts_as_laid(word: str) -> None:
    table = set_up("points-150", ["TH KD", "TD 8D"], pile="8H", decisions=1999, draws="...")
    table.act(f"TH{word}")
    assert table.event_texts(EventKind.CATCHES, EventKind.LETS_PASS, EventKind.SCORED) == ["0 scored 8"]
    table.expect(deal=1, totals=(8, 0), suspected=None, said_0="")
