"""The reasons why cards of a hand cannot be played: one case for each cause; random play for their truth."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random
from typing import ClassVar

import pytest

import maumau
from arena.rules import Ask, GameRules, Position, Ruleset, choices, game_for, ruleset
from arena.rules.cards import NO_SUIT, SUITS, Card, CardSet
from arena.rules.ruleset import AfterDraw
from arena.service.people.reasons import why_unplayable
from arena.viewer.cards.glyphs import card_name, rank_name, suit_name
from maumau import Choice, View
from tests.conftest import Scale
from tests.rules.any_rules import any_options
from tests.rules.random_play import every_table
from tests.rules.table import rule, set_up, started
from tests.sdk.tables import Table, decision

MOSTLY = 0.7  # of the times, a card is played if possible, so that deals end


class Asker(maumau.Bot):
    """A player who plays at random and asks why cards cannot be played.

    `check`: called with the reasons at each question.
    """

    def __init__(self, game: GameRules, check: Callable[[dict[str, str]], None]) -> None:
        self.game = game
        self.check = check

    def choose(self, view: View) -> Choice:
        reasons = why_unplayable(self.game, view)
        assert reasons.keys() == {str(card) for card in view.hand} - {str(one.card) for one in view.legal}
        self.check(reasons)
        plays = view.plays if self.rng.random() < MOSTLY else ()
        return self.rng.choice(list(islice(self.rng.choice(plays or view.legal).options(), 20)))


def reasons_at(position: Position) -> dict[str, str]:
    """Return the reasons at the open question, by card."""
    found: dict[str, str] = {}
    decision(Asker(position.game, found.update), position)
    return found


BELIEVE = "First believe or doubt the claim."
CASES = [
    pytest.param(
        "mau-mau", ["7H TS 8C JS", "9S"], "8H", [], {"TS": "It is neither hearts nor an 8."},
        marks=rule("W-MATCH"), id="suit and rank",
    ),
    pytest.param(
        "faraon", ["8D QC", "9S"], "JS", [], {"8D": "It is neither leaves nor an Unter."},
        marks=rule("W-MATCH"), id="German names",
    ),
    pytest.param(
        "mau-mau", ["TS", "9S"], "JH", [], {"TS": "It is not hearts."},
        marks=rule("X-STARTER"), id="wild card turned up first",
    ),
    pytest.param(
        "mau-mau", ["JS TD", "8D 7C"], "8S", ["JS:C Mau"], {"8D": "Clubs were named."},
        marks=rule("W-J", "X-WILDTOP"), id="named suit",
    ),
    pytest.param(
        "pesten", ["XX 3C 4C", "5D 6H"], "8H", ["XX", "take"], {"5D": "Hearts must be followed."},
        marks=rule("PESTEN-JOKER"), id="Joker keeps the suit",
    ),
    pytest.param(
        "neuner", ["9C 7C", "9S"], "XX", [],
        {"7C": "Only a 9 or a Joker can be laid on a Joker."}, id="Joker without a suit",
    ),
    pytest.param(
        "german", ["JS 8H", "9S"], "JH", [], {"JS": "A Jack cannot be laid on a Jack."},
        marks=rule("G-J"), id="Jack on Jack",
    ),
    pytest.param(
        "mau-mau", ["AS 8H 7S", "9S"], "8S", ["AS"],
        {"8H": "Cover the Ace: it is neither spades nor an Ace."},
        marks=rule("W-A", "X-COVER"), id="card to cover",
    ),
    pytest.param(
        "mau-mau-stacking", ["7H KD KS", "7D KH", "8D 7C"], "8H", ["7H", "7D Mau"],
        {"8D": "You owe 4 cards: only a 7 answers."}, marks=rule("W-7-STACK"), id="debt",
    ),
    pytest.param(
        "czech-fool", ["7H KD", "7D KH"], "8H", ["7H"], {"KH": "You owe 1 card: only a 7 answers."},
        marks=rule("RUSSIA-7"), id="debt of one card",
    ),
    pytest.param(
        "prsi-kings", ["KH 9D TD", "7D 9H"], "8H", ["KH"],
        {"9H": "You owe 4 cards: only a 7 or a King answers."}, marks=rule("PRSI-K"), id="two answers",
    ),
    pytest.param(
        "faraon", ["7H 9D", "7D 8D"], "8H", ["7H"],
        {"8D": "You owe 3 cards: only a 7 or the Unter of leaves answers."},
        marks=rule("FARAON-UNTER"), id="debt that a card cancels",
    ),
    pytest.param(
        "faraon", ["7H 9D", "JS JC"], "8H", ["7H"],
        {"JC": "You owe 3 cards: only a 7 or the Unter of leaves answers; lay it on another Unter."},
        marks=rule("FARAON-UNTER", "FARAON-MULTI"), id="further card of an answer",
    ),
    pytest.param(
        "german-regional", ["8H 9D TC", "8D 9H"], "7H", ["8H"], {"9H": "Only an 8 answers this skip."},
        marks=rule("G-8", "X-SKIP-ANSWER"), id="skip",
    ),
    pytest.param(
        "points-150", ["TH 8S", "9S"], "8H", ["draw"],
        {"TH": "You may play only a card that you have just drawn.",
         "8S": "You may play only a card that you have just drawn."},
        marks=rule("X-DRAWN"), id="only the drawn card",
    ),
    pytest.param(
        "points-150", ["TS 8S", "9S"], "8H", ["draw"],
        {"TS": "It is neither hearts nor an 8.",
         "8S": "You may play only a card that you have just drawn."},
        marks=rule("X-DRAWN"), id="not drawn and does not fit",
    ),
    pytest.param(
        "german-regional", ["7H KD", "TH TS"], "8H", ["7H", "take"],
        {"TH": "You may play only a card that you have just drawn.", "TS": "It is neither hearts nor a 7."},
        marks=rule("G-7", "X-DEBT-AFTER"), id="only cards drawn for a debt",
    ),
    pytest.param(
        "faraon-bells", ["7H 9D", "9H"], "8H", ["7H", "take"],
        {"9H": "Only a 7 or the Unter of leaves that you have just drawn answers."},
        marks=rule("FARAON-DRAWN7", "X-DRAWN7"), id="answer just drawn",
    ),
    pytest.param(
        "quick", ["7H 7C 9D", "9S"], "8H", [],
        {"7C": "It is neither hearts nor an 8; lay it on another 7.", "9D": "It is neither hearts nor an 8."},
        marks=rule("QUICK-MULTI"), id="further card",
    ),
    pytest.param(
        replace(ruleset("blind"), after_draw=AfterDraw.DRAWN_CARD), ["7H 9D", "9S"], "8H", ["draw"],
        {"7H": "You may play only a card that you have just drawn.",
         "9D": "You may play only a card that you have just drawn."},
        marks=rule("BLIND-DOWN"), id="face down",
    ),
    pytest.param(
        "haft-khabis+D-LAST=late", ["TH 8H", "9S 9D", "9C 9H"], "QH", ["TH"],
        {"8H": "You have played: you may only say “tak kart” now."}, marks=rule("D-LAST"), id="word only",
    ),
    pytest.param(
        "blind", ["7H 9D", "9S 7C"], "8H", ["7H=7H"], {"9S": BELIEVE, "7C": BELIEVE},
        marks=rule("BLIND-DOUBT"), id="believe",
    ),
    pytest.param(
        "points-150", ["7H 9D", "9S"], "8H", ["7H"], {"9S": "First say the missing word or let it pass."},
        marks=rule("P-CATCH"), id="catch",
    ),
    pytest.param(
        "crazy-eights", ["8S 9D", "9S"], "8H", ["8S"], {"9D": "First name a suit."},
        marks=rule("X-C8"), id="name a suit",
    ),
]  # fmt: skip


@pytest.mark.one_in(1)
@pytest.mark.parametrize(("name", "hands", "pile", "actions", "reasons"), CASES)
def test_each_cause(
    name: str | Ruleset, hands: list[str], pile: str, actions: list[str], reasons: dict[str, str]
) -> None:
    table = set_up(name, hands, pile=pile, draws="KC QC 9C TC KS")
    table.act(*actions)
    assert reasons_at(table.position).items() >= reasons.items()


@rule("W-CUT")
def test_a_card_kept_in_cutting_waits() -> None:
    table = started("mau-mau-stacking", 2, "7S 8S TS QS ...")
    table.act("keep")
    assert reasons_at(table.position) == {"7S": "First keep or leave the card that you cut."}


def card_set(game: GameRules, wanted: Callable[[str], bool]) -> CardSet:
    """Return the cards of a pack whose names `wanted` accepts."""
    return sum(1 << card for card in game.pack.cards() if wanted(game.pack.name(Card(card))))


class Claim:
    """What a sentence claims about a card at a question; each method checks one kind of sentence."""

    def __init__(self, position: Position, card: str) -> None:
        self.position = position
        self.game = game = position.game
        self.style = game.pack.style
        self.card = card_set(game, lambda name: name == card)
        self.plain = card_set(game, lambda name: name[0] not in game.ruleset.wild)
        self.top = game.pack.name(position.top)

    def is_true(self, sentence: str) -> bool:
        text, _, along = sentence.removesuffix(".").partition("; lay it on another ")
        text = text[0].lower() + text[1:]
        if covered := re.match(r"cover the (\w+): ", text):
            text = text[covered.end() :]
            if self.position.ask is not Ask.COVER or covered[1] != rank_name(self.top[0], self.style):
                return False
        if along and not self.can_go_along(along):
            return False
        [found] = [match for pattern in self.KINDS if (match := re.fullmatch(pattern, text))]
        return self.KINDS[found.re.pattern](self, *found.groups())

    def can_go_along(self, rank: str) -> bool:
        listed = self.listed(f"a {rank}")
        return any(choice.more & self.card and 1 << choice.card & listed for choice in choices(self.position))

    def listed(self, words: str) -> CardSet:
        """Return the cards that words list: "a 7 or the Unter of leaves"."""
        names = {re.sub("^(an?|the) ", "", one) for one in re.split(", | or ", words)}
        return card_set(
            self.game,
            lambda card: bool({rank_name(card[0], self.style), card_name(card, self.style)} & names),
        )

    def follows(self, suit: str, *ranks: str) -> bool:
        """True if of the plain cards exactly those of the suit and the ranks fit, and the card is another."""
        suits = card_set(self.game, lambda card: card[1] in SUITS and suit_name(card[1], self.style) == suit)
        meant = (suits | sum(map(self.listed, ranks))) & self.plain
        return (
            meant == self.position.fits & self.plain
            and not meant & self.card
            and bool(self.card & self.plain)
        )

    def is_named(self, suit: str) -> bool:
        return self.position.suit != NO_SUIT and self.follows(suit)

    def is_excluded(self, rank: str, top: str) -> bool:
        same = self.listed(rank)
        return bool(self.card & same) and not same & self.position.fits and self.lies_on(top)

    def lies_on(self, top: str) -> bool:
        return bool(self.listed(top) >> self.position.top & 1)

    def is_all(self, words: str, cards: CardSet) -> bool:
        return self.listed(words) == cards and not cards & self.card

    def answers_debt(self, many: str, words: str) -> bool:
        position = self.position
        asked = position.ask is Ask.DEBT and position.debt == int(many) and position.owed_for is not None
        return asked and self.is_all(words, self.game.answers[position.owed_for])

    def answers_skip(self, words: str) -> bool:
        answers = self.game.answers[self.game.effects[self.position.top]]
        return self.position.ask is Ask.MISS and self.is_all(words, answers)

    def answers_at_once(self, words: str) -> bool:
        position = self.position
        return (
            position.ask is Ask.DRAWN_SEVEN
            and self.listed(words) == self.game.drawn_answers[position.owed_for]
            and not position.allowed & self.card
        )

    def is_not_drawn(self) -> bool:
        allowed = self.position.allowed
        return self.position.ask in (Ask.DRAWN, Ask.PAID) and allowed >= 0 and not allowed & self.card

    def may_only_speak(self, word: str) -> bool:
        position = self.position
        return position.ask is Ask.GO_ON and not position.allowed and word == self.game.ruleset.calls.word

    KINDS: ClassVar[dict[str, Callable[..., bool]]] = {
        r"it is neither (\w+) nor (\w+ \w+)": follows,
        r"it is not (\w+)": follows,
        r"(\w+) (?:were named|must be followed)": is_named,
        r"(an? \w+) cannot be laid on (an? \w+)": is_excluded,
        r"only (.+) can be laid on (an? \w+)": lambda self, words, top: (
            self.lies_on(top) and self.is_all(words, self.position.fits)
        ),
        r"you owe (\d+) cards?: only (.+) answers": answers_debt,
        r"only (.+) answers this skip": answers_skip,
        r"only (.+) that you have just drawn answers": answers_at_once,
        r"you may play only a card that you have just drawn": is_not_drawn,
        r"you have played: you may only say “(.+)” now": may_only_speak,
        r"first keep or leave the card that you cut": lambda self: self.position.ask is Ask.CUT,
        r"first say the missing word or let it pass": lambda self: self.position.ask is Ask.CATCH,
        r"first believe or doubt the claim": lambda self: self.position.ask is Ask.BELIEVE,
        r"first name a suit": lambda self: self.position.ask is Ask.NAME,
    }


def check_game(rules: Ruleset, seats: int, seed: int, most: int) -> None:
    """Play a random game of at most `most` plies. Raise BotError unless every reason is true."""

    def check(reasons: dict[str, str]) -> None:
        for card, sentence in reasons.items():
            assert Claim(table.games[0].position, card).is_true(sentence), (card, sentence)

    game = game_for(rules, seats)
    table = Table(game, [Asker(game, check)] * seats)
    table.play([seed], most)


@pytest.mark.ci_one_in(3)
@every_table
def test_every_reason_is_true(rules: Ruleset, seats: int, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=40)):
        check_game(rules, seats, seed, most=100)


@pytest.mark.dear
@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("seed", range(20))
def test_reasons_hold_for_any_house_rules(seed: int, scale: Scale) -> None:
    rules = any_options(Random(seed))
    for seats in rules.players:
        check_game(rules, seats, seed, scale.pick(quick=100, ci=100, full=1_000))
