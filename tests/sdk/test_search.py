"""What a seat knows, dealt anew: the same to that seat, and possible."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

import pytest

import maumau
from arena.rules import (
    Action,
    Ask,
    GameRules,
    IllegalAction,
    Position,
    Ruleset,
    apply,
    choices,
    game_for,
    observe,
    rulesets,
)
from arena.rules import ActionKind as RulesKind
from arena.rules import Choice as Offered
from arena.rules.cards import Card, CardSet, members
from arena.rules.choices import NO_CARD
from arena.rules.dealer import SamplingDealer
from arena.rules.face_down import really_on_top
from arena.rules.position import FIELDS
from maumau import Choice, DrawReason, Event, EventKind, Kind, View
from maumau.search import Knowledge
from tests.conftest import Scale
from tests.rules.any_rules import any_options
from tests.rules.house import HOUSE, MIXED
from tests.sdk.tables import Table, game_of

TABLES: Final = [
    pytest.param(rules, seats, id=f"{rules.id}-{seats}")
    for rules in (*rulesets(), *HOUSE, *MIXED)
    for seats in range(rules.players[0], rules.players[1] + 1)
]
# What a seat need not know: hidden cards, what follows from them, and what no rule asks about any more.
HIDDEN: Final = {"claimed", "forgot", "hands", "hidden", "met", "pile", "stock", "suspected"}
PAST: Final = {"dealt", "events", "laid", "legal", "owed_for", "points", "target"}
OWING: Final = (Ask.DEBT, Ask.DRAWN_SEVEN)  # else a card on top is about to decide it
KNOWN: Final = sorted({*FIELDS} - HIDDEN - PAST)


class Looker(maumau.Bot):
    """Does anything, and compares a sample of what it knows with what is so at the table."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.table: Table
        self.looked = 0

    def choose(self, view: View) -> Choice:
        so = self.table.games[view._question.game].position
        knowledge = Knowledge(view)
        sampled = knowledge.sample(self.chance)
        assert seen(sampled, view.seat) == seen(so, view.seat)
        assert offered(sampled) == offered(so)
        assert every_card_once(sampled)
        assert known(sampled) == known(so)
        assert may_be_so(knowledge, so)
        assert may_be_so(knowledge, sampled)
        self.looked += 1
        choice = self.decided(view)
        action = knowledge.action(choice)
        assert knowledge.choice(action) is choice
        apply(sampled, action, SamplingDealer(self.chance))
        return choice

    def decided(self, view: View) -> Choice:
        plays = view.plays if self.chance.random() < 0.7 else ()
        choice = self.chance.choice(plays or view.legal)
        return choice if choice.most > 2 else self.chance.choice([*choice.options()])


def faces(game: GameRules, cards: CardSet) -> list[int]:
    return sorted(game.faces[card] for card in members(cards))


def face(game: GameRules, card: Card) -> int:
    return card if card == NO_CARD else game.faces[card]


def seen(position: Position, seat: int) -> tuple[object, ...]:
    """Return the seat's observation, with equal cards identified."""
    game, seen = position.game, observe(position, seat)
    return (*seen._replace(hand=0, drawn=0, met=Card(0)), *faces(game, seen.hand), face(game, seen.met))


def offered(position: Position) -> list[tuple[object, ...]]:
    """Return the choices, with equal cards identified."""
    return [shown(position.game, choice) for choice in choices(position)]


def shown(game: GameRules, choice: Offered) -> tuple[object, ...]:
    fields = choice.least, choice.most, choice.suits, choice.words, choice.targets, choice.claims
    return choice.kind, face(game, choice.card), *faces(game, choice.more), *fields


def every_card_once(position: Position) -> bool:
    top = really_on_top(position)
    places = [position.stock, position.pile, *position.hands, 0 if top == NO_CARD else 1 << top]
    return sum(places) == position.game.cards and sum(map(int.bit_count, places)) == position.game.pack.size


def known(position: Position) -> dict[str, Any]:
    """Return the fields without hidden information."""
    found = {name: getattr(position, name) for name in KNOWN}
    game = position.game
    found["game"] = game.ruleset, game.seats  # there may be two of the same rules
    found["top"] = face(game, position.top)
    found["allowed"] = faces(game, position.allowed) if position.allowed > 0 else position.allowed
    found["owed_for"] = position.owed_for if position.debt and position.ask in OWING else None
    found["last_plays"] = {
        seat: [face(game, card) for card in laid] for seat, laid in position.last_plays.items()
    }
    found["pile"] = [] if game.face_down else faces(game, position.pile)
    if game.ruleset.deals and not hasattr(game.ruleset.deals.scoring, "multiplied_by"):
        found["outs"] = [deal for deal, _ in position.outs]  # hands are hidden
    else:
        found["outs"] = [
            (deal, deal and rank(position, seat)) for seat, (deal, _) in enumerate(position.outs)
        ]
    return found


def may_be_so(knowledge: Knowledge, so: Position) -> bool:
    """Whether what is known leaves room for what others hold indeed, and for what they laid face down; where
    there are equal cards, for each of them alone.
    """
    account = knowledge._account
    slots = [(seat, slot) for seat, slots in enumerate(account.hands) for slot in slots]
    places = [*unshown(knowledge, so), *(lying_unseen(knowledge, so) if account.pile else ())]
    fits = [
        [seat in seats and slot.may_be(card, min(account.unseen[card])) for seat, slot in slots]
        for card, seats in places
    ]
    return len(slots) == len(places) and all_placed(fits)


def unshown(knowledge: Knowledge, so: Position) -> Iterator[tuple[int, set[int]]]:
    """Yield every unseen card in a hand and its possible holders."""
    for seat, shown in enumerate(knowledge._account.shown):
        held = faces(so.game, so.hands[seat]) if seat != knowledge.seat else []
        for card in (Counter(held) - Counter(shown)).elements():
            yield card, {seat}


def lying_unseen(knowledge: Knowledge, so: Position) -> Iterator[tuple[int, set[int]]]:
    """Yield every unrevealed face-down card and its possible holders."""
    *below, top = knowledge._account.pile
    if top.holder is not None:
        yield face(so.game, really_on_top(so)), {top.holder}
    seen = Counter(one.real for one in below if one.holder is None)
    holders = {one.holder for one in below if one.holder is not None}
    for card in (Counter(faces(so.game, so.pile)) - seen).elements():
        yield card, holders


def all_placed(fits: Sequence[Sequence[bool]]) -> bool:
    """True if all cards can be placed, by augmenting paths."""
    holder: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for slot, good in enumerate(fits[card]):
            if good and slot not in tried:
                tried.add(slot)
                if slot not in holder or place(holder[slot], tried):
                    holder[slot] = card
                    return True
        return False

    return all(place(card, set()) for card in range(len(fits)))


def rank(position: Position, seat: int) -> int:
    """Return the rank among seats that went out together."""
    deal, points = position.outs[seat]
    return sum(other < points for there, other in position.outs if there == deal)


@pytest.mark.ci_one_in(12)
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_a_sample_is_the_same_to_who_is_question_with(rules: Ruleset, seats: int, scale: Scale) -> None:
    the_same_to_who_is_question_with(game_for(rules, seats), scale)


@pytest.mark.ci_one_in(2)
@pytest.mark.dear
@pytest.mark.parametrize("part", range(4))
def test_sample_looks_the_same_with_any_options(part: int, scale: Scale) -> None:
    for seed in range(part, scale.pick(quick=12, ci=12, full=4_000), 4):
        rules = any_options(Random(seed))
        seats = Random(seed).randint(*rules.players)
        watched(game_for(rules, seats), [Looker(Random(seed * 10 + seat)) for seat in range(seats)]).play(
            [seed], most=150
        )


def watched(game: GameRules, bots: Sequence[Any]) -> Table:
    """Return a table whose bots can inspect it."""
    table = Table(game, bots)
    for bot in bots:
        bot.table = table
    return table


def the_same_to_who_is_question_with(game: GameRules, scale: Scale) -> None:
    for seed in range(scale.pick(quick=1, ci=1, full=100)):
        bots = [Looker(Random(seed * 10 + seat)) for seat in range(game.seats)]
        table = watched(game, bots)
        table.play([seed], most=scale.pick(quick=25, ci=60, full=20_000))
        assert sum(bot.looked for bot in bots) > 1


def test_sample_works_with_rules_read_from_data(scale: Scale) -> None:
    old = game_of("mau-mau", 2)
    game_for.cache_clear()
    the_same_to_who_is_question_with(old, scale)


@pytest.mark.dear
@pytest.mark.parametrize(("rules", "seats"), [("prsi-kings", 5), ("blind", 2), ("blind", 4)])
def test_sample_respects_all_knowledge(rules: str, seats: int) -> None:
    """Also if drawing card by card would usually fail."""
    for seed in range(3):
        bots = [Looker(Random(seed * 10 + seat)) for seat in range(seats)]
        table = watched(game_of(rules, seats), bots)
        table.play([seed], most=120)


def test_unpaid_debt_is_not_a_pass() -> None:
    """Only the last card for the last one owed counts as a pass (X-C8)."""
    for seats, seed in ((4, 33), (3, 16)):
        bots = [Looker(Random(seed * 10 + seat)) for seat in range(seats)]
        table = watched(game_of("crazy-eights-special", seats), bots)
        assert table.play([seed])


class Believer(maumau.Bot):
    """Makes true and false claims and checks the samples of others' claims."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.table: Table
        self.true = 0

    def choose(self, view: View) -> Choice:
        so = self.table.games[view._question.game].position
        if view.claim and view.claim.code == so.hidden:
            self.true += 1
            knowledge = Knowledge(view)
            samples = [knowledge.sample(Random(seed)) for seed in range(50)]
            assert so.hidden in {sampled.hidden for sampled in samples}
        choice = self.chance.choice(view.legal)
        return choice.with_(claim=choice.card if choice.card in choice.claims else None)


@pytest.mark.dear
@pytest.mark.parametrize("seats", [2, 3])
def test_face_down_card_can_be_the_real_one(seats: int) -> None:
    """It can be any card that its holder had, even if drawn late."""
    true = 0
    for seed in range(3):
        bots = [Believer(Random(seed * 10 + seat)) for seat in range(seats)]
        table = watched(game_of("blind", seats), bots)
        table.play([seed], most=150)
        true += sum(bot.true for bot in bots)
    assert true > 10


class Rememberer(maumau.Bot):
    """Checks its knowledge of the other hand after a reshuffle and after a forced draw."""

    def __init__(self) -> None:
        self.table: Table
        self.after_reshuffle = self.after_draw = 0

    def choose(self, view: View) -> Choice:
        so = self.table.games[view._question.game].position
        other = 1 - view.seat
        samples = [Knowledge(view).sample(Random(seed)) for seed in range(3)]
        kinds = [
            event.kind for event in view.history if event.kind is not EventKind.DREW or event.seat == other
        ]
        if EventKind.RESHUFFLED in kinds and EventKind.DREW not in kinds[last(kinds, EventKind.RESHUFFLED) :]:
            self.after_reshuffle += 1
            assert {sampled.hands[other] for sampled in samples} == {so.hands[other]}
        drew = Event(EventKind.DREW, other, None, DrawReason.DRAW)
        if view.news[-2:] == (drew, Event(EventKind.PASSED, other, None, 0)):
            self.after_draw += 1
            for sampled in samples:  # only the card just drawn may fit
                assert (sampled.hands[other] & sampled.fits).bit_count() <= 1
        return max(view.legal, key=lambda choice: choice.kind is Kind.DRAW)


def last(kinds: Sequence[EventKind], kind: EventKind) -> int:
    return max(at for at, one in enumerate(kinds) if one is kind)


@pytest.mark.dear
def test_knowledge_of_the_other_hand(scale: Scale) -> None:
    games, draws, reshuffles = scale.pick(quick=(10, 20, 0), ci=(20, 50, 1), full=(20, 50, 1))
    bots = [Rememberer(), Rememberer()]
    table = watched(game_of("mau-mau"), bots)
    table.play(range(games))
    assert sum(bot.after_draw for bot in bots) > draws
    assert sum(bot.after_reshuffle for bot in bots) > reshuffles


def test_missing_arena_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "arena.rules", None)
    monkeypatch.delitem(sys.modules, "maumau.search")
    with pytest.raises(ImportError, match="needs the arena"):
        import_module("maumau.search")


def test_illegal_action_has_no_choice() -> None:
    class Stranger(maumau.Bot):
        def choose(self, view: View) -> Choice:
            knowledge = Knowledge(view)
            with pytest.raises(IllegalAction):
                knowledge.choice(Action(RulesKind.DOUBT))
            wanted = {str(knowledge.choice(action)) for action in knowledge.actions()}
            assert wanted == {str(one) for choice in view.legal for one in choice.options()}
            return view.legal[0]

    assert Table(game_of("mau-mau"), [Stranger(), Stranger()]).play([1])
