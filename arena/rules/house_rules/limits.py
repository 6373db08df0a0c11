"""Limits for the fields of house rules: ranges for numbers, patterns for texts."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.rules.cards import JOKER, RANKS
from arena.rules.events import MAX_SEATS

MAX_DRAWN: Final = 20  # cards, for one card or one mistake

SEATS: Final = range(2, MAX_SEATS + 1)
_DRAWN: Final = range(1, MAX_DRAWN + 1)


class TextForm(NamedTuple):
    """The required form of a text: a pattern, and its description in messages."""

    pattern: re.Pattern[str]
    says: str

    def fits(self, text: str) -> bool:
        return self.pattern.fullmatch(text) is not None and text.isprintable()


_RANK: Final = f"[{RANKS}{JOKER}]"
ID: Final = TextForm(re.compile(r"(?=.{1,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)*"), "a name like our-house-2")
LINE: Final = TextForm(re.compile(r".{1,60}"), "a line of 1 to 60 characters")
TEXT: Final = TextForm(re.compile(r".{0,400}"), "a text of at most 400 characters")
WORD: Final = TextForm(re.compile(r".{0,24}"), "a text of at most 24 characters")
SOME_RANKS: Final = TextForm(
    re.compile(rf"(?!.*(.).*\1){_RANK}*"), 'ranks, each once, such as "7K" (T is the ten, X the Joker)'
)
ONE_RANK: Final = TextForm(re.compile(_RANK), 'a rank such as "7" (T is the ten, X the Joker)')
CARD_OR_NONE: Final = TextForm(re.compile(rf"([{RANKS}][CDHS])?"), 'a card such as "JS", or ""')
RANK_OR_CARD: Final = TextForm(
    re.compile(rf"{_RANK}|[{RANKS}][CDHS]"), 'a rank such as "7" or a card such as "2C" (X is the Joker)'
)
PACK_RANKS: Final = TextForm(
    re.compile("".join(f"{rank}?" for rank in RANKS) + "(?<!^)"), f'ranks in the order of "{RANKS}"'
)
STYLE: Final = TextForm(re.compile("french|german"), '"french" or "german"')

# Keyed by class and field; if the field is a mapping, the limits are for its values.
NUMBERS: Final[Mapping[tuple[str, str], range]] = {
    ("Ruleset", "version"): range(10**9),
    ("Ruleset", "players"): SEATS,
    ("Ruleset", "hand"): range(1, 61),
    ("Ruleset", "hands"): range(1, 61),
    ("Ruleset", "values"): range(201),
    ("Ruleset", "cut"): range(11),
    ("Pack", "jokers"): range(9),
    ("Pack", "copies"): range(1, 5),
    ("Calls", "price"): range(MAX_DRAWN + 1),
    ("Calls", "out_price"): range(MAX_DRAWN + 1),
    ("FaceDown", "penalty"): _DRAWN,
    ("OneByOne", "most"): _DRAWN,
    ("OneByOne", "spare_passes"): range(101),
    ("OweCards", "cards"): _DRAWN,
    ("OweCards", "drawn_first"): range(MAX_DRAWN + 1),
    ("OthersDraw", "cards"): _DRAWN,
    ("OneDraws", "cards"): _DRAWN,
    ("HandPoints", "winner"): range(-1_000, 1_001),
    ("OutAt", "total"): range(1, 20_001),
    ("SomebodyAt", "total"): range(1, 20_001),
    ("AfterDeals", "deals"): range(1, 201),
    ("Deals", "start"): range(1_001),
}
TEXTS: Final[Mapping[tuple[str, str], TextForm]] = {
    ("Ruleset", "id"): ID,
    ("Ruleset", "title"): LINE,
    ("Ruleset", "source"): TEXT,
    ("Ruleset", "summary"): TEXT,
    ("Ruleset", "wild"): SOME_RANKS,
    ("Ruleset", "keeps_suit"): SOME_RANKS,
    ("Ruleset", "turned_back"): SOME_RANKS,
    ("Ruleset", "draws_at_last"): SOME_RANKS,
    ("Ruleset", "returns"): SOME_RANKS,
    ("Pack", "ranks"): PACK_RANKS,
    ("Pack", "style"): STYLE,
    ("Calls", "word"): WORD,
    ("Calls", "strong_word"): WORD,
    ("Calls", "strong"): SOME_RANKS,
    ("OweCards", "answers"): SOME_RANKS,
    ("OweCards", "drawn_answers"): SOME_RANKS,
    ("OweCards", "cancelled_by"): CARD_OR_NONE,
    ("SkipNext", "answers"): SOME_RANKS,
    ("HandPoints", "multiplied_by"): SOME_RANKS,
    ("Wins", "doubled_by"): SOME_RANKS,
    ("Chips", "doubled_by"): SOME_RANKS,
}
# Limits for the keys of fields that are mappings.
NUMBER_KEYS: Final[Mapping[tuple[str, str], range]] = {
    ("Ruleset", "packs"): SEATS,
    ("Ruleset", "hands"): SEATS,
}
TEXT_KEYS: Final[Mapping[tuple[str, str], TextForm]] = {
    ("Ruleset", "wild"): ONE_RANK,
    ("Ruleset", "effects"): RANK_OR_CARD,
    ("Ruleset", "values"): RANK_OR_CARD,
}
