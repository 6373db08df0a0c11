"""Validate a ruleset: find contradictions, impossible deals and broken limits.

If a ruleset has no flaws, all its games end. `parse` first checks the types and ranges of single values.
"""

from collections.abc import Callable, Iterator
from typing import Final

from arena.rules.cards import Pack
from arena.rules.effects import Cover, OneDraws, OweCards, SkipNext
from arena.rules.events import MAX_CARDS, MAX_DEBT, MAX_POINTS
from arena.rules.house_rules.problems import Flaw, Where
from arena.rules.ruleset import NEW_HAND, OnGoingOut, Paid, Ruleset
from arena.rules.scoring import (
    AfterDeals,
    Chips,
    Collected,
    DealEach,
    HandPoints,
    Lives,
    NothingLeft,
    OutAt,
    SomebodyAt,
    Wins,
)

MAX_PER_RANK: Final = 8  # if several may be laid at once: eight can be laid in 3,592 ways
PACKS: Final[Where] = ("packs",)


def find_flaws(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield the flaws of a ruleset.

    If the range of players is invalid or the fewest players have no pack, yield only this flaw.
    """
    fewest, most = ruleset.players
    if fewest > most:
        yield Flaw(("players",), f"players must be [fewest, most], but {fewest} is more than {most}")
        return
    if min(ruleset.packs, default=most + 1) > fewest:
        yield Flaw(PACKS, f"there is no pack for {fewest} players: add packs.{fewest}", (("players",),))
        return
    for check in _CHECKS:
        yield from check(ruleset)


# ---- packs and dealing -------------------------------------------------------------------------------------


def _packs(ruleset: Ruleset) -> Iterator[Flaw]:
    for least, pack in sorted(ruleset.packs.items()):
        where = ("packs", str(least))
        if pack.size > MAX_CARDS:
            yield Flaw(where, f"packs.{least} has {pack.size} cards: use at most {MAX_CARDS}")
        equal = pack.copies * max(4, pack.jokers)
        if ruleset.several and equal > MAX_PER_RANK:
            what = f"packs.{least} has {equal} cards of one rank, but with `several` at most 8 are possible"
            yield Flaw(where, f"{what}: use fewer packs or Jokers", (("several",),))


def _dealing(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield a flaw for each allowed number of players, if the pack is too small for it.

    The pack must suffice for all hands, the cut and a first face-up card. Of the cards that may be
    turned up, at least one must always be left after the deal.
    """
    fewest, most = ruleset.players
    for seats in range(fewest, most + 1):
        pack = ruleset.pack_for(seats)
        where = ("packs", str(max(least for least in ruleset.packs if least <= seats)))
        hands = seats * _dealt_to_each(ruleset, seats)
        needed = hands + ruleset.cut + 1
        causes = (("hand",), ("hands", str(seats)), ("cut",), ("players",), ("deals", "start"))
        if needed > pack.size:
            parts = [f"{hands} dealt", *([f"{ruleset.cut} that the cutter may keep"] * bool(ruleset.cut))]
            what = f"the pack is too small for {seats} players: {', '.join(parts)} and one turned up are"
            cure = "use a larger pack, fewer cards each or fewer players"
            yield Flaw(where, f"{what} {needed} cards, but it has {pack.size}; {cure}", causes)
        elif _count(pack, lambda name: name[0] not in ruleset.turned_back) < needed:
            what = f"with {seats} players all cards that may be turned up can be dealt to hands"
            yield Flaw(("turned_back",), f"{what}: remove ranks from turned_back", (where, *causes))


def _dealt_to_each(ruleset: Ruleset, seats: int) -> int:
    deals = ruleset.deals
    return deals.start if deals and deals.hand_is_total else ruleset.hand_for(seats)


def _cutting(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield the flaws of the rules for cutting, such as too few plain cards (without an effect) in a pack.

    The pack is cut again until the cut shows a plain card.
    """
    if ruleset.cut_each and not ruleset.cut:
        yield Flaw(("cut_each",), "cut_each is true, but cut is 0: set both or neither")
    for least, pack in sorted(ruleset.packs.items()):
        plain = _count(pack, lambda name: not _is_special(ruleset, name))
        if ruleset.cut and plain * 4 < pack.size:
            what = f"in packs.{least} only {plain} of {pack.size} cards are plain, too few for a cut"
            yield Flaw(("cut",), f"{what}: make a quarter plain, or set cut = 0", (("effects",), PACKS))


def _is_special(ruleset: Ruleset, name: str) -> bool:
    return name[0] in ruleset.wild or name in ruleset.effects or name[0] in ruleset.effects


def _count(pack: Pack, wanted: Callable[[str], bool]) -> int:
    """Count the cards of the pack for which `wanted` is true. `wanted`: a function of the card's name."""
    return sum(map(wanted, pack.names)) * pack.copies


# ---- cards that are named ----------------------------------------------------------------------------------


def _check_named_cards(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield a flaw for each rank or card that the ruleset names but no pack has."""
    for rank, not_on in ruleset.wild.items():
        yield from _missing(ruleset, rank, ("wild", rank), "is wild")
        for other in not_on:
            yield from _missing(ruleset, other, ("wild", rank), f"is forbidden below {rank}")
    for name, effect in ruleset.effects.items():
        yield from _missing(ruleset, name, ("effects", name), "has an effect")
        for rank in getattr(effect, "answers", ""):
            yield from _missing(ruleset, rank, ("effects", name, "answers"), f"answers {name}")
    for field, text in _RANK_FIELDS.items():
        for rank in getattr(ruleset, field):
            yield from _missing(ruleset, rank, (field,), text)
    for rank in ruleset.calls.strong:
        yield from _missing(ruleset, rank, ("calls", "strong"), "has a word of its own")
    if ruleset.turned_back != "X":
        for rank in ruleset.turned_back:
            yield from _missing(ruleset, rank, ("turned_back",), "is turned back")


_RANK_FIELDS: Final = {
    "keeps_suit": "keeps the suit",
    "draws_at_last": "may not be the last card",
    "returns": "brings back",
}


def _missing(ruleset: Ruleset, name: str, where: Where, what: str) -> Iterator[Flaw]:
    names = (pack.names for pack in ruleset.packs.values())
    if not any(name in (each, each[0]) for pack in names for each in pack):
        yield Flaw(where, f"{name} {what}, but no pack has it: remove it or use another pack", (PACKS,))


def _values(ruleset: Ruleset) -> Iterator[Flaw]:
    without = {
        name[0]: None
        for pack in ruleset.packs.values()
        for name in pack.names
        if not {name, name[0]} & ruleset.values.keys()
    }
    for rank in without:
        yield Flaw(("values", rank), f"{rank} has no card points: add a number to values", (PACKS,))


# ---- effects -----------------------------------------------------------------------------------------------


def _debts(ruleset: Ruleset) -> Iterator[Flaw]:
    for name, effect in ruleset.effects.items():
        if isinstance(effect, OweCards):
            yield from _debt(ruleset, name, effect)
    for least, pack in sorted(ruleset.packs.items()):
        total = sum(_owed(ruleset, name) for name in pack.names) * pack.copies
        if total > MAX_DEBT:
            what = f"with packs.{least} a debt could reach {total} cards, but the limit is {MAX_DEBT}"
            yield Flaw(("effects",), f"{what}: make the cards cost less", (PACKS,))


def _owed(ruleset: Ruleset, name: str) -> int:
    effect = ruleset.effects.get(name, ruleset.effects.get(name[0]))
    return effect.cards if isinstance(effect, OweCards) else 0


def _debt(ruleset: Ruleset, name: str, debt: OweCards) -> Iterator[Flaw]:
    where = ("effects", name)
    goes_on, over = "turn_goes_on = true", "turn_goes_on = false"
    if debt.only_drawn and not debt.turn_goes_on:
        yield Flaw((*where, "only_drawn"), f"effects.{name}: only_drawn allows a play, so set {goes_on}")
    if debt.names_suit and (not debt.turn_goes_on or debt.only_drawn):
        what = f"effects.{name}: names_suit allows a play of any card: set {goes_on}, and remove only_drawn"
        yield Flaw((*where, "names_suit"), what)
    if debt.drawn_first and (debt.turn_goes_on or not debt.answers):
        what = f"effects.{name}: drawn_first looks for an answer and ends the turn: set answers and {over}"
        yield Flaw((*where, "drawn_first"), what)
    if debt.drawn_answers and not (debt.drawn_first and set(debt.drawn_answers) <= set(debt.answers)):
        what = f"effects.{name}: drawn_answers must be some of its answers: set answers and drawn_first"
        yield Flaw((*where, "drawn_answers"), what)
    if debt.rest_lapses and not debt.drawn_first:
        what = f"effects.{name}: rest_lapses is about the rest after drawn_first: set drawn_first"
        yield Flaw((*where, "rest_lapses"), what)
    if debt.answer_names and not set(debt.answers) & set(ruleset.keeps_suit):
        what = f"effects.{name}: answer_names needs an answer that is in keeps_suit: add one"
        yield Flaw((*where, "answer_names"), what, (("keeps_suit",),))
    if debt.cancelled_by and not debt.answers:
        what = f"effects.{name}: cancelled_by is never asked for without other answers: set answers"
        yield Flaw((*where, "cancelled_by"), what)
    for least, pack in sorted(ruleset.packs.items()):
        if debt.cancelled_by and debt.cancelled_by not in pack.names:
            what = f"effects.{name}: {debt.cancelled_by} cancels it, but it is not in packs.{least}"
            yield Flaw((*where, "cancelled_by"), what, (PACKS,))


def _skips(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield a flaw for each rank that answers a skip, but does not itself skip a player.

    An answer must pass the skip on to the next player. A rank without this effect would only cancel it.
    """
    for name, effect in ruleset.effects.items():
        if not isinstance(effect, SkipNext):
            continue
        for rank in effect.answers:
            if not isinstance(ruleset.effects.get(rank), SkipNext):
                what = f"effects.{name}: {rank} cannot answer it, because {rank} does not skip: use SkipNext"
                yield Flaw(("effects", name, "answers"), what, (("effects", rank),))


# ---- words -------------------------------------------------------------------------------------------------


def _calls(ruleset: Ruleset) -> Iterator[Flaw]:
    calls = ruleset.calls
    if not calls.word:
        unsaid = (
            calls.strong_word,
            calls.strong,
            calls.strong_set,
            calls.on_going_out is not OnGoingOut.NO_WORD,
        )
        if any(unsaid):
            what = "calls.word is empty, but other words are not: set it, or set calls = false"
            yield Flaw(("calls", "word"), what, (("calls",),))
        return
    if bool(calls.strong_word) != bool(calls.strong):
        what = "calls.strong and calls.strong_word belong together: set both or neither"
        yield Flaw(("calls", "strong"), what, (("calls", "strong_word"),))
    if calls.on_going_out is OnGoingOut.STRONG_WORD and not calls.strong:
        what = "calls.on_going_out requires the stronger word: set calls.strong and calls.strong_word"
        yield Flaw(("calls", "on_going_out"), what)
    speaks = calls.on_going_out is not OnGoingOut.NO_WORD
    if speaks and calls.paid is not Paid.IF_CAUGHT and not calls.out_price:
        what = "calls.out_price is 0, but going out without the word must cost a card: set 1 or more"
        yield Flaw(("calls", "out_price"), what, (("calls", "on_going_out"),))
    if calls.price == NEW_HAND and ruleset.deals and ruleset.deals.hand_is_total:
        what = "calls.price = 0 is a whole new hand, but here hands get smaller: set 1 or more"
        yield Flaw(("calls", "price"), what, (("deals", "hand_is_total"),))
    yield from _strong_set(ruleset)


def _strong_set(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield the flaws of `strong_set`, the rule that a hand of only strong cards may be laid at once.

    Strong cards have an announcement of their own.
    """
    where = ("calls", "strong_set")
    if ruleset.calls.strong_set and len(ruleset.calls.strong) != 1:
        what = "calls.strong_set lays all strong cards at once: calls.strong must be one rank"
        yield Flaw(where, what, (("calls", "strong"),))
    if ruleset.calls.strong_set and ruleset.calls.on_going_out is OnGoingOut.A_WORD:
        what = "calls.strong_set is announced earlier, so calls.on_going_out cannot require a word again"
        yield Flaw(where, f"{what}: remove one of them", (("calls", "on_going_out"),))
    for name in ruleset.effects:
        if ruleset.calls.strong_set and name[0] in ruleset.calls.strong:
            what = f"effects.{name}: cards of calls.strong_set cannot have an effect: remove one of them"
            yield Flaw(("effects", name), what, (where,))
    if ruleset.calls.strong_set and ruleset.several:
        what = "several = true already allows cards of one rank at once: remove calls.strong_set"
        yield Flaw(where, what, (("several",),))


# ---- ways of playing that exclude each other ---------------------------------------------------------------


def _face_down(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield a flaw for each field and effect that does not work with face-down play."""
    if ruleset.face_down is None:
        return
    cover = any(isinstance(effect, Cover) for effect in ruleset.effects.values())
    aims = any(isinstance(effect, OneDraws) for effect in ruleset.effects.values())
    debts = [effect for effect in ruleset.effects.values() if isinstance(effect, OweCards)]
    against = {
        "calls": bool(ruleset.calls.word),
        "several": ruleset.several,
        "returns": bool(ruleset.returns),
        "draws_at_last": bool(ruleset.draws_at_last),
        "suit_after": ruleset.suit_after,
        "drawing": ruleset.drawing is not None,
    }
    for field in (name for name, is_on in against.items() if is_on):
        yield Flaw((field,), f"face_down and {field} exclude each other: remove one", (("face_down",),))
    kinds = {
        "Cover": cover,
        "OneDraws": aims,
        "OweCards with drawn_first": any(debt.drawn_first for debt in debts),
        "OweCards with answer_names": any(debt.answer_names for debt in debts),
    }
    for kind in (name for name, is_there in kinds.items() if is_there):
        what = f"face_down and the effect {kind} exclude each other: remove one"
        yield Flaw(("face_down",), what, (("effects",),))


def _ways_of_playing(ruleset: Ruleset) -> Iterator[Flaw]:
    aims = [name for name, effect in ruleset.effects.items() if isinstance(effect, OneDraws)]
    if ruleset.returns and ruleset.to_the_end:
        what = "returns and to_the_end exclude each other: remove one"
        yield Flaw(("returns",), what, (("to_the_end",),))
    if ruleset.returns and ruleset.suit_after:
        what = "returns and suit_after exclude each other: remove one"
        yield Flaw(("returns",), what, (("suit_after",),))
    for name in ruleset.effects:
        if ruleset.suit_after and name[0] in ruleset.wild and name[0] not in ruleset.keeps_suit:
            what = f"effects.{name}: with suit_after a wild card cannot have an effect: remove one of them"
            yield Flaw(("effects", name), what, (("suit_after",), ("wild", name[0])))
    if ruleset.turned_acts and aims:
        what = f"effects.{aims[0]} needs a target, which a first card does not have: remove turned_acts"
        yield Flaw(("turned_acts",), what, (("effects", aims[0]),))
    if ruleset.drawing and not ruleset.may_draw:
        what = "drawing one by one is always allowed: set may_draw = true, or remove drawing"
        yield Flaw(("drawing",), what, (("may_draw",),))
    for rank in ruleset.keeps_suit:
        if rank not in ruleset.wild:
            what = f"{rank} keeps the suit, but is not wild: add it to wild"
            yield Flaw(("keeps_suit",), what, (("wild",),))
    yield from _returns(ruleset)


def _returns(ruleset: Ruleset) -> Iterator[Flaw]:
    for rank in ruleset.returns:
        owing = (effect for name, effect in ruleset.effects.items() if name[0] == rank)
        if not any(isinstance(effect, OweCards) for effect in owing):
            what = f"{rank} is in returns, but makes nobody draw: give it the effect OweCards"
            yield Flaw(("returns",), what, (("effects", rank),))


# ---- games of several deals --------------------------------------------------------------------------------


def _deals(ruleset: Ruleset) -> Iterator[Flaw]:
    deals = ruleset.deals
    if deals is None:
        return
    scoring, ends = type(deals.scoring).__name__, type(deals.ends).__name__
    where, also = ("deals", "ends"), (("deals", "scoring"), ("deals",))
    counts_down = isinstance(deals.scoring, Lives | Chips)
    if isinstance(deals.ends, NothingLeft) != counts_down:
        ends_so = "OutAt, SomebodyAt, AfterDeals or DealEach"
        cure = "NothingLeft" if counts_down else ends_so
        yield Flaw(where, f"deals: a game with {scoring} cannot end with {ends}: use {cure}", also)
    elif isinstance(deals.ends, OutAt) and not isinstance(deals.scoring, HandPoints):
        what = f"deals: OutAt eliminates high totals, but with {scoring} they win: use SomebodyAt"
        yield Flaw(where, what, also)
    if counts_down and not deals.start:
        yield Flaw(("deals", "start"), f"deals.start is 0, but {scoring} are lost: set 1 or more", also)
    if isinstance(deals.ends, OutAt | SomebodyAt) and deals.start >= deals.ends.total:
        what = f"deals.start is {deals.start}, but the game ends at {deals.ends.total}: start lower"
        yield Flaw(("deals", "start"), what, also)
    if deals.hand_is_total and not isinstance(deals.scoring, Lives):
        what = f"deals.hand_is_total needs lives, but the scoring is {scoring}: remove it, or use Lives"
        yield Flaw(("deals", "hand_is_total"), what, also)
    yield from _totals(ruleset)


def _totals(ruleset: Ruleset) -> Iterator[Flaw]:
    """Yield a flaw if a player's total score could exceed MAX_POINTS."""
    deals = ruleset.deals
    assert deals
    most = max(_most_in_a_deal(ruleset, pack) for pack in ruleset.packs.values())
    match deals.ends:
        case AfterDeals(number):
            most = deals.start + number * most
        case DealEach():
            most = deals.start + ruleset.players[1] * most
        case OutAt(total) | SomebodyAt(total):
            most += total
        case NothingLeft():
            most = deals.start * ruleset.players[1]
    if most > MAX_POINTS:
        what = f"deals: a total could reach {most:,}, but the limit is {MAX_POINTS:,}"
        cure = "play fewer deals, to a lower total, or for smaller values"
        yield Flaw(("deals",), f"{what}: {cure}", (("deals", "ends"), ("values",), PACKS))


def _most_in_a_deal(ruleset: Ruleset, pack: Pack) -> int:
    values = ruleset.values
    points = sum(values.get(name, values.get(name[0], 0)) for name in pack.names) * pack.copies
    scoring = ruleset.deals and ruleset.deals.scoring
    match scoring:
        case HandPoints(winner=winner, multiplied_by=ranks):
            together = ruleset.several or ruleset.calls.strong_set
            factors = _count(pack, lambda name: name[0] in ranks) if together else bool(ranks)
            return max(points, abs(winner)) * (1 + factors)
        case Collected():
            return points
        case Wins():
            return 2
        case _:
            return 0


_CHECKS: Final[tuple[Callable[[Ruleset], Iterator[Flaw]], ...]] = (
    _packs,
    _dealing,
    _cutting,
    _check_named_cards,
    _values,
    _debts,
    _skips,
    _calls,
    _face_down,
    _ways_of_playing,
    _deals,
)
