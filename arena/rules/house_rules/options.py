"""The options of the rules, each by the id of its rule: a change of a ruleset, and what it needs there.

They are applied in the order of `OPTIONS`, whatever the order in which they are named. Two that decide the
same exclude each other.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

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
from arena.rules.house_rules.problems import did_you_mean, shown
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

FEW: Final = 5  # players for whom one pack is enough
MANY: Final = 8
AT_LEAST_TO_THE_END: Final = 3  # players, or there would be nothing to go on about
POINTS_BY_NUMBER: Final = {rank: int(rank) for rank in "23456789"} | {"T": 10}
COURTS: Final = {"J": 20, "Q": 10, "K": 10, "A": 11}
JOKER_POINTS: Final = {JOKER: 20}


class Need(NamedTuple):
    """What an option needs of the ruleset that it changes."""

    says: str
    is_met: Callable[[Ruleset], bool]


class Option(NamedTuple):
    """One option. `decides`: what it is about."""

    name: str  # the rule's id, and which option of it where there are several: "D-OUT=301"
    says: str
    decides: tuple[str, ...]
    change: Callable[[Ruleset], Ruleset]
    needs: tuple[Need, ...] = ()

    @property
    def rule(self) -> str:
        """The id of its rule."""
        return self.name.partition("=")[0]


class BadOption(ValueError):
    """An option that there is not, or that cannot be turned on here; the text says why."""


def option_named(name: str) -> Option:
    """The option with this name. Raises BadOption.

    >>> option_named("D-OUT=301").says
    'who has 301 points or more is out'
    """
    if name in OPTIONS:
        return OPTIONS[name]
    same = [one for one in OPTIONS if one.startswith(f"{name.partition('=')[0]}=")]
    hint = f"there are {', '.join(same)}" if same else did_you_mean(name.upper(), OPTIONS)
    raise BadOption(f"there is no option {shown(name)}; {hint or '`arena ruleset options` lists them'}")


def with_option(ruleset: Ruleset, option: Option) -> Ruleset:
    """The ruleset with an option turned on. Raises BadOption if it does not have what that needs."""
    for need in option.needs:
        if not need.is_met(ruleset):
            raise BadOption(f"{option.name} needs what {ruleset.id} does not have: {need.says}")
    return option.change(ruleset)


def with_options(ruleset: Ruleset, names: Iterable[str]) -> Ruleset:
    """The ruleset with these options turned on. Raises BadOption."""
    options = in_order([option_named(name) for name in names])
    for first, second in clashes(options):
        raise BadOption(clash(first, second))
    for option in options:
        ruleset = with_option(ruleset, option)
    return ruleset


def in_order(options: Iterable[Option]) -> list[Option]:
    """The options in the order in which they are applied, each once."""
    return sorted(set(options), key=lambda option: list(OPTIONS).index(option.name))


def clashes(options: Iterable[Option]) -> list[tuple[Option, Option]]:
    """Options that decide the same in two ways."""
    known = list(options)
    return [
        (first, second)
        for number, first in enumerate(known)
        for second in known[number + 1 :]
        if first.name != second.name and set(first.decides) & set(second.decides)
    ]


def clash(first: Option, second: Option) -> str:
    """Why two options cannot both be on."""
    about = next(one for one in first.decides if one in second.decides)
    return f"{first.name} and {second.name} both decide {about}: take one of them"


# ---- what a ruleset has ------------------------------------------------------------------------------------


def _owes(name: str, test: Callable[[OweCards], bool]) -> Callable[[Ruleset], bool]:
    def found(ruleset: Ruleset) -> bool:
        effect = ruleset.effects.get(name)
        return isinstance(effect, OweCards) and test(effect)

    return found


def _skips(name: str, test: Callable[[SkipNext], bool]) -> Callable[[Ruleset], bool]:
    def found(ruleset: Ruleset) -> bool:
        effect = ruleset.effects.get(name)
        return isinstance(effect, SkipNext) and test(effect)

    return found


def _free(*names: str) -> Callable[[Ruleset], bool]:
    return lambda ruleset: not any(name in ruleset.effects or name in ruleset.wild for name in names)


def _packs_of(*ranks: str) -> Callable[[Ruleset], bool]:
    return lambda ruleset: all(pack.ranks in ranks for pack in ruleset.packs.values())


def _has_ranks(ranks: str) -> Callable[[Ruleset], bool]:
    return lambda ruleset: all(rank in pack.ranks for pack in ruleset.packs.values() for rank in ranks)


ONE_PACK: Final = Need(
    "one pack of cards for everybody",
    lambda ruleset: all(pack.copies == 1 for pack in ruleset.packs.values()),
)
PACK_OF_32: Final = Need("a pack of 32 cards, Sevens to Aces", _packs_of(PACK.ranks))
SMALL_PACK: Final = Need("a pack of 32 or 36 cards", _packs_of(PACK.ranks, PACK_36.ranks))
JOKERS: Final = Need(
    "Jokers in the pack", lambda ruleset: all(pack.jokers > 0 for pack in ruleset.packs.values())
)
NO_LIVES: Final = Need(
    "hands that are not counted by lives", lambda ruleset: not (ruleset.deals and ruleset.deals.hand_is_total)
)
NO_CUT: Final = Need("a pack that is not cut", lambda ruleset: not ruleset.cut)
SEVEN_OWES: Final = Need("a 7 that makes somebody draw", _owes("7", lambda seven: True))
SEVEN_UNANSWERED: Final = Need(
    "a 7 that makes somebody draw and is not answered", _owes("7", lambda seven: not seven.answers)
)
SEVEN_ANSWERED: Final = Need("a 7 that is answered with a 7", _owes("7", lambda seven: "7" in seven.answers))
SEVEN_ADDS_UP: Final = Need(
    "a 7 that is answered with a 7 and adds up",
    _owes("7", lambda seven: "7" in seven.answers and seven.adds_up),
)
SEVEN_ENDS_TURN: Final = Need(
    "a 7 that is answered, and after which who draws does not play",
    _owes("7", lambda seven: bool(seven.answers) and not seven.turn_goes_on and not seven.drawn_first),
)
SEVEN_MISSES: Final = Need(
    "a 7 that is answered, and after which who draws misses the turn",
    _owes("7", lambda seven: bool(seven.answers) and not seven.turn_goes_on),
)
SIX_OWES: Final = Need("a 6 that makes somebody draw", _owes("6", lambda six: True))
TWO_OF_CLUBS: Final = Need("a 2♣ that makes somebody draw", _owes("2C", lambda two: True))
TWO_AIMS: Final = Need(
    "a 2 that is aimed at a player", lambda ruleset: isinstance(ruleset.effects.get("2"), OneDraws)
)
JOKER_ANSWERS: Final = Need(
    "a Joker that keeps the suit and is answered with a Joker",
    lambda ruleset: JOKER in ruleset.keeps_suit and _owes(JOKER, lambda one: JOKER in one.answers)(ruleset),
)
WORD_AT_ONCE: Final = Need(
    "a word with the play that leaves one card, and a price that is paid at once",
    lambda ruleset: bool(ruleset.calls.word) and ruleset.calls.paid is Paid.AT_ONCE,
)
JOKER_OWES: Final = Need(
    "a Joker that keeps the suit and makes somebody draw who then plays",
    lambda ruleset: JOKER in ruleset.keeps_suit and _owes(JOKER, lambda joker: joker.turn_goes_on)(ruleset),
)
EIGHT_UNANSWERED: Final = Need(
    "an 8 that skips and is not answered", _skips("8", lambda eight: not eight.answers and not eight.adds_up)
)
ACE_ANSWERED: Final = Need("an Ace that skips and is answered", _skips("A", lambda ace: bool(ace.answers)))
ACE_COVERED: Final = Need(
    "an Ace that has to be covered", lambda ruleset: isinstance(ruleset.effects.get("A"), Cover)
)
PLAIN_KING: Final = Need("a King that does nothing yet", _free("K", "KS"))
KING: Final = Need("Kings in the pack", _has_ranks("K"))
PLAIN_TEN: Final = Need("a 10 that does nothing yet", _free("T"))
TEN: Final = Need("Tens in the pack", _has_ranks("T"))
SEVERAL: Final = Need("plays of several cards of one rank (`quick`)", lambda ruleset: ruleset.several)
WILD_JACK: Final = Need("a wild Jack", lambda ruleset: "J" in ruleset.wild)
JACK_WITHOUT_WORD: Final = Need(
    "a Jack that has no word of its own", lambda ruleset: "J" not in ruleset.calls.strong
)
JACK_NOT_ON_JACK: Final = Need(
    "a Jack that may not be put on a Jack", lambda ruleset: "J" in ruleset.wild.get("J", "")
)
NO_PLAY_AFTER_DRAW: Final = Need(
    "a draw that ends the turn",
    lambda ruleset: ruleset.after_draw is AfterDraw.NOTHING and not ruleset.drawing,
)
FACE_UP: Final = Need("plays face up", lambda ruleset: ruleset.face_down is None)
FACE_DOWN: Final = Need("plays face down (`blind`)", lambda ruleset: ruleset.face_down is not None)
ENDS_WITH_FIRST: Final = Need(
    "a deal that ends with the first who is out", lambda ruleset: not ruleset.to_the_end
)
NO_RETURN: Final = Need("that who is out stays out", lambda ruleset: not ruleset.returns)
FOR_THREE: Final = Need("at least three players", lambda ruleset: ruleset.players[1] >= AT_LEAST_TO_THE_END)
COUNTED_UP: Final = Need(
    "several deals that are scored by points or wins (with G-SC-CARDS, say)",
    lambda ruleset: bool(ruleset.deals and isinstance(ruleset.deals.scoring, HandPoints | Collected | Wins)),
)
CARD_POINTS: Final = Need(
    "several deals that are scored by card points (with G-SC-CARDS, say)",
    lambda ruleset: bool(ruleset.deals and isinstance(ruleset.deals.scoring, HandPoints | Collected)),
)
PENALTY_POINTS: Final = Need(
    "several deals in which everybody scores what he holds (with G-SC-CARDS, say)",
    lambda ruleset: bool(ruleset.deals and isinstance(ruleset.deals.scoring, HandPoints)),
)


# ---- how they change it ------------------------------------------------------------------------------------


def _change_packs(made: Callable[[Pack], Pack]) -> Callable[[Ruleset], Ruleset]:
    def change(ruleset: Ruleset) -> Ruleset:
        return replace(ruleset, packs={least: made(pack) for least, pack in ruleset.packs.items()})

    return change


def _of_36(pack: Pack) -> Pack:
    return replace(pack, ranks=PACK_36.ranks)


def _of_52(pack: Pack) -> Pack:
    return replace(pack, ranks=PACK_52.ranks)


def _doubled(pack: Pack) -> Pack:
    return replace(pack, copies=2)


def _with_three_jokers(pack: Pack) -> Pack:
    return replace(pack, jokers=3)


def _large_pack_for_five(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, packs={**ruleset.packs, FEW: replace(ruleset.pack_for(FEW), ranks=PACK_52.ranks)})


def _one_pack(ruleset: Ruleset) -> Ruleset:
    packs = {least: pack for least, pack in ruleset.packs.items() if least <= FEW}
    return replace(ruleset, packs=packs, players=(ruleset.players[0], FEW))


def _two_packs_for_many(ruleset: Ruleset) -> Ruleset:
    packs: dict[int, Pack] = {**ruleset.packs, FEW + 1: replace(ruleset.pack_for(FEW), copies=2)}
    return replace(ruleset, packs=packs, players=(ruleset.players[0], MANY))


def _hand(cards: int) -> Callable[[Ruleset], Ruleset]:
    return lambda ruleset: replace(ruleset, hand=cards, hands={})


def _with(**effects: Effect) -> Callable[[Ruleset], Ruleset]:
    return lambda ruleset: replace(ruleset, effects={**ruleset.effects, **effects})


def _changed(name: str, **fields: object) -> Callable[[Ruleset], Ruleset]:
    def change(ruleset: Ruleset) -> Ruleset:
        return _with(**{name: _replaced(ruleset.effects[name], **fields)})(ruleset)

    return change


def _replaced(effect: Effect, **fields: object) -> Effect:
    changed: Effect = replace(effect, **fields)  # type: ignore[type-var]  # every effect is a dataclass
    return changed


def _cards_add_up(ruleset: Ruleset) -> bool:
    """True if each of several cards laid at once counts (FARAON-MULTI), as where skips add up.

    Elsewhere they do what one of them does, but for sevens (QUICK-EFFECT).
    """
    return any(isinstance(effect, SkipNext) and effect.adds_up for effect in ruleset.effects.values())


def _kings(ruleset: Ruleset) -> Ruleset:
    """A King is a debt of four, and answers a 7 as a 7 answers it. Two Kings count as one where cards laid at
    once do. Of the first cards drawn for a 7 no King may be played (FARAON-DRAWN7).
    """
    seven = ruleset.effects["7"]
    assert isinstance(seven, OweCards)
    each = not ruleset.several or _cards_add_up(ruleset)
    king = replace(seven, cards=4, answers=seven.answers + "K", drawn_first=0, rest_lapses=False, each=each)
    only = seven.answers if seven.drawn_first else ""
    return _with(**{"7": replace(seven, answers=king.answers, drawn_answers=only), "K": king})(ruleset)


def _king_of_spades(ruleset: Ruleset) -> Ruleset:
    each = not ruleset.several or _cards_add_up(ruleset)
    return _with(KS=OweCards(4, turn_goes_on=False, each=each))(ruleset)


def _tens(ruleset: Ruleset) -> Ruleset:
    return _with(T=OthersDraw(1, each=_cards_add_up(ruleset)))(ruleset)


def _reversing_tens(ruleset: Ruleset) -> Ruleset:
    return _with(T=Reverse(each=_cards_add_up(ruleset)))(ruleset)


def _draw_three_first(*, rest_lapses: bool) -> Callable[[Ruleset], Ruleset]:
    """Of a debt for a 7 three cards are drawn first, and a 7 among them may be played, no other answer."""

    def change(ruleset: Ruleset) -> Ruleset:
        seven = ruleset.effects["7"]
        assert isinstance(seven, OweCards)
        only = "" if seven.answers == "7" else "7"
        return _changed("7", drawn_first=3, drawn_answers=only, rest_lapses=rest_lapses)(ruleset)

    return change


def _late_word(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, calls=replace(ruleset.calls, paid=Paid.NEXT_MOVE))


def _free_doubt(ruleset: Ruleset) -> Ruleset:
    assert ruleset.face_down
    return replace(ruleset, face_down=replace(ruleset.face_down, doubter_draws=False))


def _smaller_penalties(ruleset: Ruleset) -> Ruleset:
    effects = {
        name: replace(effect, cards=max(1, effect.cards // 2))
        if isinstance(effect, OweCards | OthersDraw | OneDraws)
        else effect
        for name, effect in ruleset.effects.items()
    }
    return replace(ruleset, effects=effects)


def _plain_jack(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, wild={rank: on for rank, on in ruleset.wild.items() if rank != "J"})


def _jack_on_jack(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, wild={**ruleset.wild, "J": ruleset.wild["J"].replace("J", "")})


def _allow_drawn_card(ruleset: Ruleset) -> Ruleset:
    """What was drawn may be played, also what was drawn for a Seven."""
    seven = _changed("7", turn_goes_on=True, only_drawn=True)(ruleset)
    return replace(seven, after_draw=AfterDraw.DRAWN_CARD)


def _penalty(cards: int) -> Callable[[Ruleset], Ruleset]:
    def change(ruleset: Ruleset) -> Ruleset:
        assert ruleset.face_down
        return replace(ruleset, face_down=replace(ruleset.face_down, penalty=cards))

    return change


def _doubling(ruleset: Ruleset) -> str:
    """The ranks that count double as last card: those with a word of their own, else a wild Jack."""
    return ruleset.calls.strong or ("J" if "J" in ruleset.wild else "")


def _agreed(ruleset: Ruleset) -> End:
    """A number of deals: the one agreed on already, else ten."""
    ends = ruleset.deals.ends if ruleset.deals else None
    return ends if isinstance(ends, AfterDeals | DealEach) else AfterDeals(10)


def _by_cards(numbers: Mapping[str, int]) -> Callable[[Ruleset], Ruleset]:
    def change(ruleset: Ruleset) -> Ruleset:
        jokers = any(pack.jokers for pack in ruleset.packs.values())
        values = {**numbers, **COURTS, **(JOKER_POINTS if jokers else {})}
        scoring = HandPoints(multiplied_by=_doubling(ruleset))
        return replace(ruleset, values=values, deals=Deals(scoring, _agreed(ruleset)))

    return change


def _by_wins(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, deals=Deals(Wins(_doubling(ruleset)), _agreed(ruleset)))


def _by_chips(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, deals=Deals(Chips(_doubling(ruleset)), NothingLeft(), start=5))


def _ends(end: End) -> Callable[[Ruleset], Ruleset]:
    def change(ruleset: Ruleset) -> Ruleset:
        assert ruleset.deals
        return replace(ruleset, deals=replace(ruleset.deals, ends=end))

    return change


def _to_the_end(ruleset: Ruleset) -> Ruleset:
    fewest, most = ruleset.players
    return replace(ruleset, to_the_end=True, deals=None, players=(max(fewest, AT_LEAST_TO_THE_END), most))


# ---- all of them -------------------------------------------------------------------------------------------


def _deal(rule: str, cards: int) -> Option:
    return Option(f"{rule}={cards}", f"{cards} cards each", ("the cards dealt",), _hand(cards), (NO_LIVES,))


def _out_at(total: int) -> Option:
    says = f"who has {total} points or more is out"
    return Option(f"D-OUT={total}", says, ("the end",), _ends(OutAt(total)), (PENALTY_POINTS,))


def _cost(rule: str, cards: int) -> Option:
    rank, need = rule[-1], SEVEN_OWES if rule == "RUSSIA-7" else SIX_OWES
    return Option(
        f"{rule}={cards}",
        f"a {rank} is {cards} card{'s' * (cards > 1)}",
        (f"what a {rank} costs",),
        _changed(rank, cards=cards),
        (need,),
    )


def _doubt(cards: int) -> Option:
    says = f"who loses a doubt draws {cards}"
    return Option(f"BLIND-PENALTY={cards}", says, ("the penalty",), _penalty(cards), (FACE_DOWN,))


def _late_word_option(rule: str) -> Option:
    return Option(
        f"{rule}=late",
        "the word for one card left may be said until another player moves",
        ("when the word is said",),
        _late_word,
        (WORD_AT_ONCE,),
    )


_PACK: Final = "the pack"
_COPIES: Final = "how many packs"
_SEVEN: Final = "the answer to a 7"
_EIGHT: Final = "the answer to an 8"
_TEN: Final = "the 10"
_KING: Final = "the King"
_SCORING: Final = "the scoring"
_END: Final = "the end"

_ALL: Final[tuple[Option, ...]] = (
    # ---- the pack, the players, the deal
    Option(
        "W-PACK=36",
        "36 cards, from the Sixes",
        (_PACK,),
        _change_packs(_of_36),
        (PACK_OF_32,),
    ),
    Option("G-PACK=52", "52 cards, from the Twos", (_PACK,), _change_packs(_of_52), (SMALL_PACK,)),
    Option(
        "G-PACK=52-for-five",
        "with five players 52 cards, from the Twos",
        (_PACK,),
        _large_pack_for_five,
        (SMALL_PACK,),
    ),
    Option(
        "G-PACK=104",
        "two packs of 52 cards",
        (_PACK, _COPIES),
        _change_packs(lambda pack: _doubled(_of_52(pack))),
        (SMALL_PACK,),
    ),
    Option("G-PACK=two-packs", "two packs", (_COPIES,), _change_packs(_doubled), (ONE_PACK, SMALL_PACK)),
    Option(
        "PESTEN-PACK=3-jokers", "three Jokers", ("the Jokers",), _change_packs(_with_three_jokers), (JOKERS,)
    ),
    Option(
        "PESTEN-PACK=two-packs",
        "two packs, Jokers and all",
        (_COPIES,),
        _change_packs(_doubled),
        (ONE_PACK, JOKERS),
    ),
    Option(
        "QUICK-SHORT=packs",
        "two packs, so that there is enough to draw",
        (_COPIES,),
        _change_packs(_doubled),
        (ONE_PACK,),
    ),
    Option("W-PLAYERS=5", "at most five players, with one pack", ("the players", _COPIES), _one_pack),
    Option(
        "W-PLAYERS=8",
        "up to eight players, from six on with two packs",
        ("the players", _COPIES),
        _two_packs_for_many,
        (ONE_PACK,),
    ),
    _deal("W-DEAL", 5),
    _deal("W-DEAL", 6),
    _deal("G-DEAL", 5),
    _deal("G-DEAL", 6),
    _deal("G-DEAL", 7),
    _deal("PESTEN-DEAL", 5),
    _deal("PESTEN-DEAL", 6),
    _deal("PESTEN-DEAL", 7),
    Option(
        "W-CUT",
        "before the deal the pack is cut four times; an effect card that is met may be kept",
        ("the cut",),
        lambda ruleset: replace(ruleset, cut=4, cut_each=True),
        (NO_CUT,),
    ),
    # ---- what cards do
    Option(
        "W-7-STACK",
        "a 7 may be answered with a 7: 4, 6, 8 cards for the next",
        (_SEVEN,),
        _changed("7", answers="7"),
        (SEVEN_UNANSWERED,),
    ),
    *(_cost("RUSSIA-7", cards) for cards in (1, 2, 3, 4)),
    *(_cost("RUSSIA-6", cards) for cards in (1, 2, 3, 4)),
    Option(
        "G-7=top",
        "of sevens on sevens only the top one counts",
        ("whether 7s add up",),
        _changed("7", adds_up=False),
        (SEVEN_ADDS_UP,),
    ),
    Option(
        "PRSI-K",
        "a King is four cards; Kings and 7s answer each other and add up",
        (_KING,),
        _kings,
        (SEVEN_ANSWERED, PLAIN_KING, KING),
    ),
    Option(
        "RUSSIA-KS",
        "the King of spades is four cards and the turn",
        (_KING,),
        _king_of_spades,
        (PLAIN_KING, KING),
    ),
    Option(
        "FARAON-DRAWN7",
        "of a debt for 7s three cards are drawn first; a 7 among them, or what cancels, may be played",
        ("what follows a 7",),
        _draw_three_first(rest_lapses=False),
        (SEVEN_ENDS_TURN, FACE_UP),
    ),
    Option(
        "FARAON-DRAWN7=three",
        "as FARAON-DRAWN7, but a 7 so played is its own three cards; what was not drawn lapses",
        ("what follows a 7",),
        _draw_three_first(rest_lapses=True),
        (SEVEN_MISSES, FACE_UP),
    ),
    Option(
        "D-2C=previous",
        "2♣ strikes the previous player instead of the next",
        ("whom 2♣ strikes",),
        _changed("2C", bearer=Bearer.PREVIOUS),
        (TWO_OF_CLUBS,),
    ),
    Option(
        "PESTEN-JOKER=suit",
        "who has drawn for a Joker names the suit",
        ("the suit after a Joker",),
        _changed(JOKER, names_suit=True),
        (JOKER_OWES,),
    ),
    Option(
        "PESTEN-JOKER=answer",
        "a Joker laid on a Joker in answer names the suit",
        ("the suit of a Joker in answer",),
        _changed(JOKER, answer_names=True),
        (JOKER_ANSWERS, FACE_UP),
    ),
    Option(
        "IRAN-2=may",
        "a 2 may be played at nobody",
        ("whom a 2 is played at",),
        _changed("2", may_spare=True),
        (TWO_AIMS,),
    ),
    Option(
        "W-8-STACK",
        "an 8 may be answered with an 8, so that the next misses the turn",
        (_EIGHT,),
        _changed("8", answers="8"),
        (EIGHT_UNANSWERED,),
    ),
    Option(
        "G-8=answer",
        "an 8 may be answered with an 8, so that the next misses the turn",
        (_EIGHT,),
        _changed("8", answers="8"),
        (EIGHT_UNANSWERED,),
    ),
    Option(
        "PRSI-10",
        "a 10 is a card for everybody else, and its player plays again",
        (_TEN,),
        _tens,
        (PLAIN_TEN, TEN),
    ),
    Option(
        "QUICK-10",
        "a 10 is a card for everybody else, and several at once count as one",
        (_TEN,),
        _with(T=OthersDraw(1)),
        (PLAIN_TEN, TEN, SEVERAL),
    ),
    Option(
        "QUICK-10=each",
        "a 10 is a card for everybody else, and of several at once each counts",
        (_TEN,),
        _with(T=OthersDraw(1, each=True)),
        (PLAIN_TEN, TEN, SEVERAL),
    ),
    Option("RUSSIA-10", "a 10 turns the direction", (_TEN,), _reversing_tens, (PLAIN_TEN, TEN)),
    Option(
        "G-A=free",
        "an Ace may be covered or not, and may be the last card",
        ("the Ace",),
        _with(A=MayGoOn()),
        (ACE_COVERED,),
    ),
    Option(
        "FARAON-A-NODEF",
        "an Ace cannot be answered",
        ("the Ace",),
        _changed("A", answers=""),
        (ACE_ANSWERED,),
    ),
    Option(
        "QUICK-SHORT=penalties",
        "cards that make others draw cost half as much, and at least one",
        ("what cards cost",),
        _smaller_penalties,
    ),
    # ---- how one plays
    Option("PRSI-J", "the Jack is a plain card", ("the Jack",), _plain_jack, (WILD_JACK, JACK_WITHOUT_WORD)),
    Option("G-J=on-jack", "a Jack may be put on a Jack", ("the Jack",), _jack_on_jack, (JACK_NOT_ON_JACK,)),
    Option(
        "G-DRAWSTOP=play",
        "a card just drawn may be played, one of those drawn for a 7 too",
        ("what follows a draw", "what follows a 7"),
        _allow_drawn_card,
        (NO_PLAY_AFTER_DRAW, SEVEN_ENDS_TURN),
    ),
    Option(
        "PRSI-RETURN",
        "who has no cards stays until play comes to his place; a 7 brings him back",
        ("who is out",),
        lambda ruleset: replace(ruleset, returns="7"),
        (SEVEN_OWES, FACE_UP, ENDS_WITH_FIRST),
    ),
    _late_word_option("D-LAST"),
    _late_word_option("PESTEN-CALL"),
    *(_doubt(cards) for cards in (2, 3, 4, 5)),
    Option(
        "BLIND-PENALTY=turn",
        "who doubts a true card misses the turn and draws nothing for it",
        ("what a wrong doubt costs",),
        _free_doubt,
        (FACE_DOWN,),
    ),
    # ---- how it is scored, and when it is over
    Option(
        "G-SC-CARDS",
        "cards left count: 2–10 their number, Q and K 10, J 20, A 11; the fewest win",
        (_SCORING,),
        _by_cards(POINTS_BY_NUMBER),
        (NO_LIVES,),
    ),
    Option(
        "G-SC-FLAT",
        "cards left count: 2–10 five, Q and K 10, J 20, A 11; the fewest win",
        (_SCORING,),
        _by_cards(dict.fromkeys("23456789T", 5)),
        (NO_LIVES,),
    ),
    Option(
        "G-SC-WINS", "a win is a point, with a Jack two; the most win", (_SCORING,), _by_wins, (NO_LIVES,)
    ),
    Option(
        "G-SC-CHIPS",
        "five chips each; a win costs everybody else one, with a Jack two; who has all wins",
        (_SCORING, _END),
        _by_chips,
        (NO_LIVES,),
    ),
    Option("G-ROUNDS=10", "a game is ten deals", (_END,), _ends(AfterDeals(10)), (COUNTED_UP,)),
    Option(
        "G-ROUNDS=players",
        "a game is as many deals as there are players",
        (_END,),
        _ends(DealEach()),
        (COUNTED_UP,),
    ),
    Option(
        "G-ROUNDS=until-300",
        "a game ends when somebody has 300",
        (_END,),
        _ends(SomebodyAt(300)),
        (CARD_POINTS,),
    ),
    *(_out_at(total) for total in (101, 201, 301, 501, 701)),
    Option(
        "G-BITTER",
        "to the bitter end: play goes on until one player is left, and all places count",
        (_SCORING, _END, "who is out"),
        _to_the_end,
        (FOR_THREE, NO_LIVES, NO_RETURN),
    ),
)
OPTIONS: Final[Mapping[str, Option]] = {option.name: option for option in _ALL}
