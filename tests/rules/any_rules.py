"""Random rulesets, most of them nonsense: those that pass validation must be playable."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from arena.rules import Ruleset, rulesets
from arena.rules.cards import JOKER, RANKS
from arena.rules.house_rules.options import OPTIONS, BadOption, Option, clashes, in_order, with_option
from arena.rules.house_rules.validate import find_flaws
from arena.rules.ruleset import HOUSE

Data = dict[str, Any]


def any_options(chance: Random) -> Ruleset:
    """Return a fixed ruleset with up to eight options that work together and can be played."""
    made = base = chance.choice(rulesets())
    on: list[Option] = []
    for option in in_order(chance.sample(list(OPTIONS.values()), 30)):
        if len(on) == 8 or clashes([*on, option]):
            continue
        with suppress(BadOption):
            other = with_option(made, option)
            if not list(find_flaws(other)):
                made, on = other, [*on, option]
    return replace(made, id=f"{base.id}-any"[:40], version=HOUSE, source=" ".join(one.name for one in on))


def any_rules(chance: Random) -> Data:
    """Return the data of a fixed ruleset with random options and changed fields."""
    base = chance.choice(rulesets())
    for option in chance.sample(list(OPTIONS.values()), chance.choice([0, 0, 1, 2, 4])):
        try:
            base = with_option(base, option)
        except BadOption:
            continue
    data = base.data() | {"id": "any", "version": 0}
    data["values"] = {rank: chance.choice([0, 1, 5, 50]) for rank in RANKS + JOKER} | data["values"]
    if chance.random() < 0.4:
        data["packs"] = {"2": _pack(chance)}
    names = _ranks_of(data)
    if chance.random() < 0.8:
        _only(data, names)
    for name in chance.sample(sorted(_FIELDS), chance.choice([0, 1, 2, 4])):
        data[name] = _FIELDS[name](chance, names)
    if chance.random() < 0.6:
        data["effects"] |= {_card(chance, names): _effect(chance, names) for _ in range(chance.randrange(5))}
    return data


def _pack(chance: Random) -> Data:
    ranks = chance.choice([RANKS, RANKS[4:], RANKS[5:], RANKS[::2], RANKS[:9]])
    jokers, copies = chance.choice([0, 0, 1, 2, 8]), chance.choice([1, 1, 1, 2, 3])
    return {"ranks": ranks, "jokers": jokers, "copies": copies, "style": "french"}


def _ranks_of(data: Data) -> str:
    pack = next(iter(data["packs"].values()))
    return str(pack["ranks"]) + JOKER * bool(pack["jokers"])


def _only(data: Data, names: str) -> None:
    """Remove ranks that no pack has from a ruleset."""

    def kept(ranks: str) -> str:
        return "".join(rank for rank in ranks if rank in names)

    data["wild"] = {rank: kept(on) for rank, on in data["wild"].items() if rank in names}
    data["effects"] = {name: effect for name, effect in data["effects"].items() if name[0] in names}
    for effect in data["effects"].values():
        if "answers" in effect:
            effect["answers"] = kept(effect["answers"])
    for name in ("keeps_suit", "draws_at_last", "returns"):
        data[name] = kept(data[name])
    calls = data["calls"]
    calls["strong"] = kept(calls["strong"])
    calls["strong_word"] = calls["strong"] and calls["strong_word"]


def _some(chance: Random, names: str, most: int = 3) -> str:
    return "".join(chance.sample(names, min(len(names), chance.randrange(most))))


def _card(chance: Random, names: str) -> str:
    rank = chance.choice(names)
    return rank + chance.choice(["", "", "", "C", "S"]) if rank != JOKER else rank


def _bit(chance: Random) -> bool:
    return chance.random() < 0.5


def _effect(chance: Random, names: str) -> Data:
    kinds: Sequence[Data] = (
        _debt(chance, names),
        _debt(chance, names),
        {"is": "SkipNext", "answers": _some(chance, names), "adds_up": _bit(chance)},
        {"is": "SkipNext"},
        {"is": "Reverse", "again": _bit(chance), "each": _bit(chance)},
        {"is": "Cover", "or_draw": _bit(chance)},
        {"is": "MayGoOn"},
        {"is": "OthersDraw", "cards": chance.choice([1, 3]), "each": _bit(chance)},
        {"is": "OneDraws", "cards": chance.choice([1, 3]), "may_spare": _bit(chance)},
    )
    return chance.choice(kinds)


def _debt(chance: Random, names: str) -> Data:
    debt = {
        "is": "OweCards",
        "cards": chance.choice([1, 2, 3, 5, 20]),
        "answers": _some(chance, names, 4),
        "turn_goes_on": _bit(chance),
        "bearer": chance.choice(["next", "next", "previous"]),
        "adds_up": _bit(chance),
        "each": _bit(chance),
    }
    first = {"drawn_first": chance.choice([1, 3]), "turn_goes_on": False, "rest_lapses": _bit(chance)}
    special: Sequence[Data] = (
        {},
        {},
        {"only_drawn": True},
        {"names_suit": True},
        first,
        first | {"drawn_answers": str(debt["answers"])[:1]},
        {"answer_names": True},
        {"cancelled_by": chance.choice(names.replace(JOKER, "")) + "S"},
        {"needs_stock": True},
    )
    return debt | chance.choice(special)


def _calls(chance: Random, names: str) -> Data:
    plain = {"word": "one", "price": chance.choice([0, 1, 20]), "out_price": chance.choice([0, 1, 3])}
    strong = {"strong_word": "two", "strong": chance.choice(names), "strong_set": _bit(chance)}
    going = {
        "paid": chance.choice(["at once", "next turn", "if caught", "next move", "next move"]),
        "on_going_out": chance.choice(["no word", "a word", "the stronger word with a strong card"]),
    }
    return chance.choice([{"word": "", "price": 0}, plain | going, plain | going | strong])


def _deals(chance: Random, names: str) -> Data | None:
    down = {"ends": {"is": "NothingLeft"}, "start": chance.choice([0, 1, 4]), "hand_is_total": _bit(chance)}
    scoring = {"is": "HandPoints", "winner": chance.choice([0, -10]), "multiplied_by": _some(chance, names)}
    up = {
        "scoring": chance.choice([scoring, {"is": "Collected"}, {"is": "Wins", "doubled_by": ""}]),
        "ends": chance.choice(
            [
                {"is": "OutAt", "total": 101},
                {"is": "AfterDeals", "deals": 3},
                {"is": "DealEach"},
                {"is": "SomebodyAt", "total": 60},
            ]
        ),
        "winner_leads": _bit(chance),
    }
    return chance.choice([None, up, down | {"scoring": {"is": chance.choice(["Lives", "Chips"])}}])


_FIELDS: dict[str, Any] = {
    "players": lambda chance, names: sorted(chance.choices(range(2, 9), k=2)),
    "hand": lambda chance, names: chance.choice([1, 2, 3, 7, 12]),
    "hands": lambda chance, names: {str(chance.randrange(2, 6)): chance.randrange(1, 8)},
    "wild": lambda chance, names: {
        rank: _some(chance, names) for rank in chance.sample(names, min(len(names), 2))
    },
    "keeps_suit": lambda chance, names: chance.choice(["", chance.choice(names)]),
    "turned_back": _some,
    "draws_at_last": _some,
    "returns": lambda chance, names: chance.choice(["", "7", "2", "K"]),
    "may_draw": lambda chance, names: _bit(chance),
    "after_draw": lambda chance, names: chance.choice(["the drawn card", "any card", "nothing"]),
    "calls": _calls,
    "cut": lambda chance, names: chance.choice([0, 1, 4, 10]),
    "cut_each": lambda chance, names: _bit(chance),
    "deals": _deals,
    "several": lambda chance, names: _bit(chance),
    "face_down": lambda chance, names: chance.choice(
        [None, {"penalty": chance.choice([1, 2, 20]), "doubter_draws": _bit(chance)}]
    ),
    "to_the_end": lambda chance, names: _bit(chance),
    "reshuffles": lambda chance, names: _bit(chance),
    "drawing": lambda chance, names: chance.choice([None, {"most": chance.choice([1, 5])}]),
    "suit_after": lambda chance, names: _bit(chance),
    "turned_acts": lambda chance, names: _bit(chance),
}
