"""The options of the rules: changes of a ruleset that users turn on by name.

Options are applied in the order of `OPTIONS`. Two options that change the same rule exclude each other.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from arena.rules.cards import JOKER, Pack
from arena.rules.effects import (
    Bearer,
    Cover,
    Effect,
    MayGoOn,
    OneDraws,
    OthersDraw,
    OweCards,
    Reverse,
    SkipNext,
)
from arena.rules.house_rules.problems import did_you_mean, quote
from arena.rules.ruleset import AfterDraw, Paid, Ruleset
from arena.rules.rulesets.base import PACK, PACK_36, PACK_52
from arena.rules.scoring import (
    AfterDeals,
    Chips,
    Collected,
    DealEach,
    Deals,
    End,
    HandPoints,
    NothingLeft,
    OutAt,
    SomebodyAt,
    Wins,
)

FEW: Final = 5  # players that one pack is enough for
MANY: Final = 8
MIN_TO_THE_END: Final = 3  # players: with two, play ends with the first who is out
COURTS: Final = {"J": 20, "Q": 10, "K": 10, "A": 11}
BY_NUMBER: Final = {rank: int(rank) for rank in "23456789"} | {"T": 10} | COURTS
FIVE_EACH: Final = dict.fromkeys("23456789T", 5) | COURTS


class Condition(NamedTuple):
    """A condition that a ruleset must meet before an option can change it. `says`: the condition in words."""

    says: str
    is_met: Callable[[Ruleset], bool]


class Option(NamedTuple):
    """A change of a ruleset that users can turn on by name."""

    name: str  # the id of its rule, and a value if the rule has several options: "D-OUT=301"
    says: str  # the change in words
    # matters such as "the cards dealt"; options that decide the same one exclude each other
    decides: tuple[str, ...]
    needs: tuple[Condition, ...] = ()  # conditions that the ruleset must meet
    # new values of fields: "hand", "calls.paid", "effects.7.cards", "packs.*.copies" (all packs); read-only
    set: Mapping[str, object] = {}
    # returns the changed ruleset, if `set` cannot express the change
    change: Callable[[Ruleset], Ruleset] | None = None

    @property
    def rule(self) -> str:
        """Return the id of the rule in the rulebook, such as "D-OUT" for the option "D-OUT=301"."""
        return self.name.partition("=")[0]


class BadOption(ValueError):
    """The option does not exist or does not work with this ruleset; the text says why."""


def option_named(name: str) -> Option:
    """Return the option with this name. Raise BadOption if it does not exist.

    >>> option_named("D-OUT=301").says
    'a player with 301 points or more is out'
    """
    if name in OPTIONS:
        return OPTIONS[name]
    same = [known for known in OPTIONS if known.startswith(f"{name.partition('=')[0]}=")]
    hint = f"there are {', '.join(same)}" if same else did_you_mean(name.upper(), OPTIONS)
    raise BadOption(f"there is no option {quote(name)}; {hint or '`arena ruleset options` lists them'}")


def with_option(ruleset: Ruleset, option: Option) -> Ruleset:
    """Return the ruleset with an option turned on.

    Raise BadOption if the ruleset does not meet a condition of the option.
    """
    for need in option.needs:
        if not need.is_met(ruleset):
            raise BadOption(f"{option.name} does not work with {ruleset.id}: it needs {need.says}")
    changed = ruleset if option.change is None else option.change(ruleset)
    for field, value in option.set.items():
        changed = _with_field(changed, field.split("."), value)
    return changed


def _with_field(holder: Any, path: list[str], value: object) -> Any:  # noqa: ANN401  # whatever a path leads to
    """Return a copy of `holder` (a dataclass or mapping) with a new value for the field at `path`.

    In a path, "*" stands for all keys of a mapping.
    """
    if not path:
        return value
    name, *rest = path
    if not isinstance(holder, Mapping):
        return replace(holder, **{name: _with_field(getattr(holder, name), rest, value)})
    names = list(holder) if name == "*" else [name]
    return {**holder, **{key: _with_field(holder.get(key), rest, value) for key in names}}


def in_order(options: Iterable[Option]) -> list[Option]:
    """Return the options without duplicates, in the order in which they must be applied."""
    names = {option.name for option in options}
    return [option for name, option in OPTIONS.items() if name in names]


def clashes(options: Iterable[Option]) -> list[tuple[Option, Option]]:
    """Return all pairs of options that exclude each other, because they change the same rule."""
    known = list(options)
    return [
        (first, second)
        for number, first in enumerate(known)
        for second in known[number + 1 :]
        if first.name != second.name and set(first.decides) & set(second.decides)
    ]


def clash(first: Option, second: Option) -> str:
    """Return a message that says why two options exclude each other."""
    matter = next(matter for matter in first.decides if matter in second.decides)
    return f"{first.name} and {second.name} both decide {matter}: remove one of them"


# ---- needs -------------------------------------------------------------------------------------------------


def _in_all_packs(says: str, test: Callable[[Pack], bool]) -> Condition:
    return Condition(says, lambda ruleset: all(map(test, ruleset.packs.values())))


def _owes(name: str, says: str, test: Callable[[OweCards], bool] = lambda effect: True) -> Condition:
    def is_met(ruleset: Ruleset) -> bool:
        effect = ruleset.effects.get(name)
        return isinstance(effect, OweCards) and test(effect)

    return Condition(says, is_met)


def _skips(name: str, says: str, test: Callable[[SkipNext], bool]) -> Condition:
    def is_met(ruleset: Ruleset) -> bool:
        effect = ruleset.effects.get(name)
        return isinstance(effect, SkipNext) and test(effect)

    return Condition(says, is_met)


def _plain(says: str, *names: str) -> Condition:
    return Condition(
        says, lambda rules: not any(name in rules.effects or name in rules.wild for name in names)
    )


def _has(name: str, kind: type, says: str) -> Condition:
    return Condition(says, lambda ruleset: isinstance(ruleset.effects.get(name), kind))


def _scored(says: str, *kinds: type) -> Condition:
    return Condition(says, lambda ruleset: bool(ruleset.deals and isinstance(ruleset.deals.scoring, kinds)))


def _keeping_joker(need: Condition) -> Condition:
    return Condition(need.says, lambda ruleset: JOKER in ruleset.keeps_suit and need.is_met(ruleset))


ONE_PACK: Final = _in_all_packs("a single pack for every number of players", lambda pack: pack.copies == 1)
PACK_OF_32: Final = _in_all_packs("a pack of 32 cards, Sevens to Aces", lambda pack: pack.ranks == PACK.ranks)
SMALL_PACK: Final = _in_all_packs(
    "a pack of 32 or 36 cards", lambda pack: pack.ranks in {PACK.ranks, PACK_36.ranks}
)
JOKERS: Final = _in_all_packs("Jokers in the pack", lambda pack: pack.jokers > 0)
KING: Final = _in_all_packs("Kings in the pack", lambda pack: "K" in pack.ranks)
TEN: Final = _in_all_packs("Tens in the pack", lambda pack: "T" in pack.ranks)
PLAIN_KING: Final = _plain("a King without an effect", "K", "KS")
PLAIN_TEN: Final = _plain("a 10 without an effect", "T")
NO_LIVES: Final = Condition(
    "hands that do not depend on lives", lambda rules: not (rules.deals and rules.deals.hand_is_total)
)
NO_CUT: Final = Condition("a pack that is not cut", lambda rules: not rules.cut)
SEVEN_OWES: Final = _owes("7", "a 7 that makes a player draw")
SEVEN_UNANSWERED: Final = _owes(
    "7", "a 7 that makes a player draw and cannot be answered", lambda seven: not seven.answers
)
SEVEN_ANSWERED: Final = _owes("7", "a 7 that can be answered with a 7", lambda seven: "7" in seven.answers)
SEVEN_ADDS_UP: Final = _owes(
    "7", "a 7 that can be answered with a 7 and adds up", lambda seven: "7" in seven.answers and seven.adds_up
)
SEVEN_ENDS_TURN: Final = _owes(
    "7",
    "a 7 that can be answered and otherwise ends the turn",
    lambda seven: bool(seven.answers) and not seven.turn_goes_on and not seven.drawn_first,
)
SEVEN_MISSES: Final = _owes(
    "7",
    "a 7 that can be answered, and after which the player who draws misses the turn",
    lambda seven: bool(seven.answers) and not seven.turn_goes_on,
)
SIX_OWES: Final = _owes("6", "a 6 that makes a player draw")
TWO_OF_CLUBS: Final = _owes("2C", "a 2♣ that makes a player draw")
TWO_AIMS: Final = _has("2", OneDraws, "a 2 that is aimed at a player")
JOKER_ANSWERS: Final = _keeping_joker(
    _owes(
        JOKER,
        "a Joker that keeps the suit and can be answered with a Joker",
        lambda joker: JOKER in joker.answers,
    )
)
JOKER_OWES: Final = _keeping_joker(
    _owes(
        JOKER,
        "a Joker that keeps the suit and makes a player draw, who then plays",
        lambda joker: joker.turn_goes_on,
    )
)
WORD_AT_ONCE: Final = Condition(
    "a word with the play that leaves one card, and a price that is paid at once",
    lambda rules: bool(rules.calls.word) and rules.calls.paid is Paid.AT_ONCE,
)
EIGHT_UNANSWERED: Final = _skips(
    "8", "an 8 that skips and cannot be answered", lambda eight: not eight.answers and not eight.adds_up
)
ACE_ANSWERED: Final = _skips("A", "an Ace that skips and can be answered", lambda ace: bool(ace.answers))
ACE_COVERED: Final = _has("A", Cover, "an Ace that must be covered")
SEVERAL: Final = Condition("plays of several cards of one rank (`quick`)", lambda rules: rules.several)
WILD_JACK: Final = Condition("a wild Jack", lambda rules: "J" in rules.wild)
JACK_WITHOUT_WORD: Final = Condition(
    "a Jack without a word of its own", lambda rules: "J" not in rules.calls.strong
)
JACK_NOT_ON_JACK: Final = Condition(
    "a Jack that may not lie on a Jack", lambda rules: "J" in rules.wild.get("J", "")
)
NO_PLAY_AFTER_DRAW: Final = Condition(
    "a draw that ends the turn", lambda rules: rules.after_draw is AfterDraw.NOTHING and not rules.drawing
)
FACE_UP: Final = Condition("plays face up", lambda rules: rules.face_down is None)
FACE_DOWN: Final = Condition("plays face down (`blind`)", lambda rules: rules.face_down is not None)
ENDS_WITH_FIRST: Final = Condition(
    "a deal that ends when the first player is out", lambda rules: not rules.to_the_end
)
NO_RETURN: Final = Condition("players who stay out once they are out", lambda rules: not rules.returns)
FOR_THREE: Final = Condition("at least three players", lambda rules: rules.players[1] >= MIN_TO_THE_END)
COUNTED_UP: Final = _scored(
    "several deals scored by points or wins (such as with G-SC-CARDS)", HandPoints, Collected, Wins
)
CARD_POINTS: Final = _scored(
    "several deals scored by card points (such as with G-SC-CARDS)", HandPoints, Collected
)
PENALTY_POINTS: Final = _scored(
    "several deals in which all score the cards they hold (such as with G-SC-CARDS)", HandPoints
)


# ---- changes that depend on the ruleset --------------------------------------------------------------------


def _large_pack_for_five(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, packs={**ruleset.packs, FEW: replace(ruleset.pack_for(FEW), ranks=PACK_52.ranks)})


def _one_pack(ruleset: Ruleset) -> Ruleset:
    packs = {least: pack for least, pack in ruleset.packs.items() if least <= FEW}
    return replace(ruleset, packs=packs, players=(ruleset.players[0], FEW))


def _two_packs_for_many(ruleset: Ruleset) -> Ruleset:
    packs = {**ruleset.packs, FEW + 1: replace(ruleset.pack_for(FEW), copies=2)}
    return replace(ruleset, packs=packs, players=(ruleset.players[0], MANY))


def _with_effects(ruleset: Ruleset, effects: Mapping[str, Effect]) -> Ruleset:
    return replace(ruleset, effects={**ruleset.effects, **effects})


def _seven(ruleset: Ruleset) -> OweCards:
    seven = ruleset.effects["7"]
    assert isinstance(seven, OweCards)
    return seven


def _cards_add_up(ruleset: Ruleset) -> bool:
    """True if each of several cards laid at once has its effect: two skips skip two players (FARAON-MULTI).

    If false, the cards have the effect of one card; only Sevens still add up (QUICK-EFFECT).
    """
    return any(isinstance(effect, SkipNext) and effect.adds_up for effect in ruleset.effects.values())


def _kings(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset with an effect for Kings: the next player draws four cards.

    Kings and Sevens answer each other. With FARAON-DRAWN7, a King drawn because of a Seven cannot answer it.
    """
    seven = _seven(ruleset)
    each = not ruleset.several or _cards_add_up(ruleset)
    king = replace(seven, cards=4, answers=seven.answers + "K", drawn_first=0, rest_lapses=False, each=each)
    only = seven.answers if seven.drawn_first else ""
    return _with_effects(ruleset, {"7": replace(seven, answers=king.answers, drawn_answers=only), "K": king})


def _king_of_spades(ruleset: Ruleset) -> Ruleset:
    each = not ruleset.several or _cards_add_up(ruleset)
    return _with_effects(ruleset, {"KS": OweCards(4, turn_goes_on=False, each=each)})


def _drawing_tens(ruleset: Ruleset) -> Ruleset:
    return _with_effects(ruleset, {"T": OthersDraw(1, each=_cards_add_up(ruleset))})


def _reversing_tens(ruleset: Ruleset) -> Ruleset:
    return _with_effects(ruleset, {"T": Reverse(each=_cards_add_up(ruleset))})


def _draw_three_first(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset in which a player who must draw cards for Sevens first draws three of them.

    The player may answer with one of these three cards, if it is a 7 or cancels the debt.
    """
    seven = _seven(ruleset)
    only = "" if seven.answers == "7" else "7"
    return _with_effects(ruleset, {"7": replace(seven, drawn_first=3, drawn_answers=only, rest_lapses=False)})


def _smaller_penalties(ruleset: Ruleset) -> Ruleset:
    effects = {
        name: replace(effect, cards=max(1, effect.cards // 2))
        for name, effect in ruleset.effects.items()
        if isinstance(effect, OweCards | OthersDraw | OneDraws)
    }
    return _with_effects(ruleset, effects)


def _plain_jack(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, wild={rank: on for rank, on in ruleset.wild.items() if rank != "J"})


def _jack_on_jack(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, wild={**ruleset.wild, "J": ruleset.wild["J"].replace("J", "")})


def _doubling_ranks(ruleset: Ruleset) -> str:
    """Return the ranks that double the score if the last play has one of them.

    These are the strong ranks (which have an announcement of their own), or else the Jack if it is wild.
    """
    return ruleset.calls.strong or ("J" if "J" in ruleset.wild else "")


def _number_of_deals(ruleset: Ruleset) -> End:
    """Return the ruleset's end condition if it is a number of deals, otherwise an end after ten deals."""
    ends = ruleset.deals.ends if ruleset.deals else None
    return ends if isinstance(ends, AfterDeals | DealEach) else AfterDeals(10)


def _by_cards(values: Mapping[str, int]) -> Callable[[Ruleset], Ruleset]:
    def change(ruleset: Ruleset) -> Ruleset:
        jokers = any(pack.jokers for pack in ruleset.packs.values())
        deals = Deals(HandPoints(multiplied_by=_doubling_ranks(ruleset)), _number_of_deals(ruleset))
        return replace(ruleset, values={**values, **({JOKER: 20} if jokers else {})}, deals=deals)

    return change


def _by_wins(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, deals=Deals(Wins(_doubling_ranks(ruleset)), _number_of_deals(ruleset)))


def _by_chips(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, deals=Deals(Chips(_doubling_ranks(ruleset)), NothingLeft(), start=5))


def _to_the_end(ruleset: Ruleset) -> Ruleset:
    fewest, most = ruleset.players
    return replace(ruleset, to_the_end=True, deals=None, players=(max(fewest, MIN_TO_THE_END), most))


# ---- all options -------------------------------------------------------------------------------------------

_PACK: Final = ("the pack",)
_COPIES: Final = ("how many packs",)
_PLAYERS: Final = ("the players", "how many packs")
_SEVEN: Final = ("the answer to a 7",)
_AFTER_SEVEN: Final = ("what follows a 7",)
_EIGHT: Final = ("the answer to an 8",)
_TEN: Final = ("the 10",)
_KING: Final = ("the King",)
_ACE: Final = ("the Ace",)
_JACK: Final = ("the Jack",)
_SCORING: Final = ("the scoring",)
_END: Final = ("the end",)
_PENALTY: Final = ("the penalty",)
_TWO_PACKS: Final = {"packs.*.copies": 2}
_LATE: Final = "the word for one card left may be said until another player moves"
_ANSWER_EIGHT: Final = "an 8 may be answered with an 8; then the next player misses the turn"
_TEN_DRAWS: Final = "a 10 is one card for every other player"


def _deal(rule: str, *numbers: int) -> list[Option]:
    """Return the options of a rule about the size of the dealt hands, one option per size.

    `rule`: the rule's id. `numbers`: the hand sizes, in cards per player.
    """
    decides, needs = ("the cards dealt",), (NO_LIVES,)
    return [
        Option(f"{rule}={number}", f"{number} cards each", decides, needs, {"hand": number, "hands": {}})
        for number in numbers
    ]


def _cost(rank: str, need: Condition) -> list[Option]:
    """Return four options: a card of this rank makes a player draw 1, 2, 3 or 4 cards.

    `need`: the condition that the ruleset must meet.
    """
    decides, field = (f"what a {rank} costs",), f"effects.{rank}.cards"
    texts = {cards: f"a {rank} costs {cards} card{'s' * (cards > 1)}" for cards in (1, 2, 3, 4)}
    return [
        Option(f"RUSSIA-{rank}={cards}", text, decides, (need,), {field: cards})
        for cards, text in texts.items()
    ]


def _penalty(cards: int) -> Option:
    says = f"the loser of a doubt draws {cards}"
    return Option(f"BLIND-PENALTY={cards}", says, _PENALTY, (FACE_DOWN,), {"face_down.penalty": cards})


def _late_word(rule: str) -> Option:
    decides, change = ("when the word is said",), {"calls.paid": Paid.NEXT_MOVE}
    return Option(f"{rule}=late", _LATE, decides, (WORD_AT_ONCE,), change)


def _out_at(total: int) -> Option:
    says, change = f"a player with {total} points or more is out", {"deals.ends": OutAt(total)}
    return Option(f"D-OUT={total}", says, _END, (PENALTY_POINTS,), change)


_ALL: Final[tuple[Option, ...]] = (
    # ---- the pack, the players, the deal
    Option("W-PACK=36", "36 cards, from the Sixes", _PACK, (PACK_OF_32,), {"packs.*.ranks": PACK_36.ranks}),
    Option("G-PACK=52", "52 cards, from the Twos", _PACK, (SMALL_PACK,), {"packs.*.ranks": PACK_52.ranks}),
    Option(
        "G-PACK=52-for-five",
        "52 cards, from the Twos, with five players",
        _PACK,
        (SMALL_PACK,),
        change=_large_pack_for_five,
    ),
    Option(
        "G-PACK=104",
        "two packs of 52 cards",
        _PACK + _COPIES,
        (SMALL_PACK,),
        {"packs.*.ranks": PACK_52.ranks, **_TWO_PACKS},
    ),
    Option("G-PACK=two-packs", "two packs", _COPIES, (ONE_PACK, SMALL_PACK), _TWO_PACKS),
    Option("PESTEN-PACK=3-jokers", "three Jokers", ("the Jokers",), (JOKERS,), {"packs.*.jokers": 3}),
    Option("PESTEN-PACK=two-packs", "two packs with their Jokers", _COPIES, (ONE_PACK, JOKERS), _TWO_PACKS),
    Option(
        "QUICK-SHORT=packs",
        "two packs, to have enough cards to draw",
        _COPIES,
        (ONE_PACK,),
        _TWO_PACKS,
    ),
    Option("W-PLAYERS=5", "at most five players, with one pack", _PLAYERS, change=_one_pack),
    Option(
        "W-PLAYERS=8",
        "up to eight players, with two packs from six on",
        _PLAYERS,
        (ONE_PACK,),
        change=_two_packs_for_many,
    ),
    *_deal("W-DEAL", 5, 6),
    *_deal("G-DEAL", 5, 6, 7),
    *_deal("PESTEN-DEAL", 5, 6, 7),
    Option(
        "W-CUT",
        "before the deal the pack is cut four times; an effect card met there may be kept",
        ("the cut",),
        (NO_CUT,),
        {"cut": 4, "cut_each": True},
    ),
    # ---- the effects of cards
    Option(
        "W-7-STACK",
        "a 7 may be answered with a 7: 4, 6, 8 cards for the next player",
        _SEVEN,
        (SEVEN_UNANSWERED,),
        {"effects.7.answers": "7"},
    ),
    *_cost("7", SEVEN_OWES),
    *_cost("6", SIX_OWES),
    Option(
        "G-7=top",
        "of several 7s only the top one counts",
        ("whether 7s add up",),
        (SEVEN_ADDS_UP,),
        {"effects.7.adds_up": False},
    ),
    Option(
        "PRSI-K",
        "a King is four cards; Kings and 7s answer each other and add up",
        _KING,
        (SEVEN_ANSWERED, PLAIN_KING, KING),
        change=_kings,
    ),
    Option(
        "RUSSIA-KS",
        "the King of spades is four cards, and the player who draws them misses the turn",
        _KING,
        (PLAIN_KING, KING),
        change=_king_of_spades,
    ),
    Option(
        "FARAON-DRAWN7",
        "three cards of a debt for 7s are drawn first; a 7 or a cancelling card among them may be played",
        _AFTER_SEVEN,
        (SEVEN_ENDS_TURN, FACE_UP),
        change=_draw_three_first,
    ),
    Option(
        "FARAON-DRAWN7=three",
        "as FARAON-DRAWN7, but such a 7 is a new debt of three cards, and the rest of the old one lapses",
        _AFTER_SEVEN,
        (SEVEN_MISSES, FACE_UP),
        {"effects.7.rest_lapses": True},
        _draw_three_first,
    ),
    Option(
        "D-2C=previous",
        "2♣ makes the previous player draw instead of the next",
        ("whom 2♣ strikes",),
        (TWO_OF_CLUBS,),
        {"effects.2C.bearer": Bearer.PREVIOUS},
    ),
    Option(
        "PESTEN-JOKER=suit",
        "the player who has drawn for a Joker names the suit",
        ("the suit after a Joker",),
        (JOKER_OWES,),
        {f"effects.{JOKER}.names_suit": True},
    ),
    Option(
        "PESTEN-JOKER=answer",
        "a Joker that answers a Joker names the suit",
        ("the suit of a Joker in answer",),
        (JOKER_ANSWERS, FACE_UP),
        {f"effects.{JOKER}.answer_names": True},
    ),
    Option(
        "IRAN-2=may",
        "a 2 may be played without choosing a player",
        ("whom a 2 is played at",),
        (TWO_AIMS,),
        {"effects.2.may_spare": True},
    ),
    Option("W-8-STACK", _ANSWER_EIGHT, _EIGHT, (EIGHT_UNANSWERED,), {"effects.8.answers": "8"}),
    Option("G-8=answer", _ANSWER_EIGHT, _EIGHT, (EIGHT_UNANSWERED,), {"effects.8.answers": "8"}),
    Option(
        "PRSI-10", f"{_TEN_DRAWS}, and its player plays again", _TEN, (PLAIN_TEN, TEN), change=_drawing_tens
    ),
    Option(
        "QUICK-10",
        f"{_TEN_DRAWS}; several at once count as one",
        _TEN,
        (PLAIN_TEN, TEN, SEVERAL),
        {"effects.T": OthersDraw(1)},
    ),
    Option(
        "QUICK-10=each",
        f"{_TEN_DRAWS}; of several at once each counts",
        _TEN,
        (PLAIN_TEN, TEN, SEVERAL),
        {"effects.T": OthersDraw(1, each=True)},
    ),
    Option("RUSSIA-10", "a 10 reverses the direction", _TEN, (PLAIN_TEN, TEN), change=_reversing_tens),
    Option(
        "G-A=free",
        "an Ace need not be covered, and may be the last card",
        _ACE,
        (ACE_COVERED,),
        {"effects.A": MayGoOn()},
    ),
    Option("FARAON-A-NODEF", "an Ace cannot be answered", _ACE, (ACE_ANSWERED,), {"effects.A.answers": ""}),
    Option(
        "QUICK-SHORT=penalties",
        "cards that make others draw cost half as much, but at least one card",
        ("what cards cost",),
        change=_smaller_penalties,
    ),
    # ---- the way to play
    Option("PRSI-J", "the Jack is a plain card", _JACK, (WILD_JACK, JACK_WITHOUT_WORD), change=_plain_jack),
    Option("G-J=on-jack", "a Jack may lie on a Jack", _JACK, (JACK_NOT_ON_JACK,), change=_jack_on_jack),
    Option(
        "G-DRAWSTOP=play",
        "a card just drawn may be played, also one of those drawn for a 7",
        ("what follows a draw", *_AFTER_SEVEN),
        (NO_PLAY_AFTER_DRAW, SEVEN_ENDS_TURN),
        {"effects.7.turn_goes_on": True, "effects.7.only_drawn": True, "after_draw": AfterDraw.DRAWN_CARD},
    ),
    Option(
        "PRSI-RETURN",
        "a player without cards stays until play reaches their place; a 7 brings them back",
        ("who is out",),
        (SEVEN_OWES, FACE_UP, ENDS_WITH_FIRST),
        {"returns": "7"},
    ),
    _late_word("D-LAST"),
    _late_word("PESTEN-CALL"),
    *map(_penalty, (2, 3, 4, 5)),
    Option(
        "BLIND-PENALTY=turn",
        "a wrong doubt costs the turn and no cards",
        ("what a wrong doubt costs",),
        (FACE_DOWN,),
        {"face_down.doubter_draws": False},
    ),
    # ---- scoring, and the end of the game
    Option(
        "G-SC-CARDS",
        "cards left count: 2–10 their number, Q and K 10, J 20, A 11; the fewest points win",
        _SCORING,
        (NO_LIVES,),
        change=_by_cards(BY_NUMBER),
    ),
    Option(
        "G-SC-FLAT",
        "cards left count: 2–10 five, Q and K 10, J 20, A 11; the fewest points win",
        _SCORING,
        (NO_LIVES,),
        change=_by_cards(FIVE_EACH),
    ),
    Option(
        "G-SC-WINS",
        "a win is one point, with a Jack two; the most points win",
        _SCORING,
        (NO_LIVES,),
        change=_by_wins,
    ),
    Option(
        "G-SC-CHIPS",
        "five chips each; all others pay the winner one, with a Jack two; the last player with chips wins",
        _SCORING + _END,
        (NO_LIVES,),
        change=_by_chips,
    ),
    Option("G-ROUNDS=10", "a game is ten deals", _END, (COUNTED_UP,), {"deals.ends": AfterDeals(10)}),
    Option(
        "G-ROUNDS=players",
        "a game is as many deals as there are players",
        _END,
        (COUNTED_UP,),
        {"deals.ends": DealEach()},
    ),
    Option(
        "G-ROUNDS=until-300",
        "a game ends when a player has 300 points",
        _END,
        (CARD_POINTS,),
        {"deals.ends": SomebodyAt(300)},
    ),
    *map(_out_at, (101, 201, 301, 501, 701)),
    Option(
        "G-BITTER",
        "to the bitter end: play goes on until one player is left, and all places count",
        (*_SCORING, *_END, "who is out"),
        (FOR_THREE, NO_LIVES, NO_RETURN),
        change=_to_the_end,
    ),
)
OPTIONS: Final[Mapping[str, Option]] = {option.name: option for option in _ALL}
