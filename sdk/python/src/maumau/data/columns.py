"""The columns of the files of games: names, types, units and meanings. Writer, reader and guides use them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

DECISIONS: Final = "maumau-decisions-1"
HIDDEN: Final = "maumau-hidden-1"


class Column(NamedTuple):
    """A column of a data file. `type`: the name of its Arrow type. `text`: its meaning.

    A column has no nulls unless its `text` mentions "null".
    """

    name: str
    type: str
    unit: str
    text: str


EVENT: Final = ("kind", "seat", "card", "value")  # the fields of an event, in order
CHOICE: Final = ("kind", "card", "suits", "words", "targets", "least", "most")  # of a choice
_STRUCTS: Final = "list<struct>"

_GAME: Final = (
    Column("game", "string", "id", "the game; `arena replay show ID` replays it"),
    Column("match", "string", "id", "its match, and its number in the match: 7.1.2/3"),
    Column("board", "string", "id", "the cards: games with the same value had the same cards"),
    Column("digest", "string", "SHA-256", "the digest of the game's log, which is in the hidden file"),
    Column("day", "date32", "UTC", "the day when the match finished"),
    Column("rated", "bool", "flag", "whether the match counts for ratings"),
    Column("seats", "uint8", "seats", "how many seats the table has"),
)

DECISION_COLUMNS: Final[Sequence[Column]] = (
    *_GAME,
    Column("seat", "uint8", "seat", "the seat that decides, from 0"),
    Column("bot", "string", "name", "its bot"),
    Column("version", "string", "SHA-256", "the bot's files"),
    Column("elo", "float32", "Elo", "its live Elo before the match; null if unrated or not yet rated"),
    Column("place", "uint8", "place", "the place that this seat got, 1 is best; equal places are shared"),
    Column("ply", "uint32", "decisions", "the decisions of all seats before this one"),
    Column("ask", "uint8", "number", "the kind of the question, a `maumau.Ask`"),
    Column("top", "uint8", "card", "the top of the discard pile, as claimed if it is face down"),
    Column("suit", "uint8", "suit", "the suit to follow"),
    Column("named", "bool", "flag", "whether a player named that suit"),
    Column("clockwise", "bool", "flag", "whether play goes in ascending order of seats"),
    Column("debt", "uint8", "cards", "how many cards the seat owes"),
    Column("misses", "uint8", "players", "how many players must still miss a turn"),
    Column("stock", "uint8", "cards", "the size of the stock"),
    Column("pile", "uint8", "cards", "the size of the discard pile, with its top"),
    Column("deal", "uint8", "deals", "how many deals have ended"),
    Column("dealer", "uint8", "seat", "the dealer"),
    Column("met", "uint8", "card", "the card seen when cutting, if it is to be kept or left"),
    Column("drawn", "uint8", "card", "the lowest card just drawn that may be played"),
    Column("inside", "uint8", "bits", "the seats that are still in the deal"),
    Column("counts", "list<uint8>", "cards", "how many cards each seat holds"),
    Column("said", "list<uint8>", "word", "each seat's announcement"),
    Column("totals", "list<int16>", "points", "each seat's points, chips or lives so far"),
    Column("hand", "list<uint8>", "card", "the seat's own cards"),
    Column("events", _STRUCTS, "events", "the game events since the seat's last decision"),
    Column("choices", _STRUCTS, "choices", "the legal choices"),
    Column("claims", "list<uint8>", "card", "the cards that a face-down play may claim to be"),
    Column("action", "string", "notation", "what the seat did, as in logs: JC:S Mau"),
    Column("choice", "uint8", "index", "the number of its choice in `choices`, from 0"),
    Column("further", "list<uint8>", "card", "the cards laid on it in the same play, the last one on top"),
    Column("wish", "uint8", "suit", "the suit that it named"),
    Column("word", "uint8", "word", "what it announced"),
    Column("target", "uint8", "seat", "the seat that it aimed at"),
    Column("claim", "uint8", "card", "the card that it claimed"),
    Column("time", "uint32", "µs", "the thinking time charged for it"),
    Column("note", "string", "text", "the bot's note"),
    Column("win", "float32", "0 to 1", "the bot's estimate of its chance to win; null without one"),
    Column("bank", "uint32", "ms", "each bot's time for the game at its start; 0 without a clock"),
    Column("increment", "uint32", "ms", "the time added for each decision"),
    Column("cap", "uint32", "ms", "the most time that a bot can get"),
)

HIDDEN_COLUMNS: Final[Sequence[Column]] = (
    *_GAME,
    Column("bots", "list<string>", "name", "the bot on each seat"),
    Column("places", "list<uint8>", "place", "each seat's place, 1 is best; equal places are shared"),
    Column("termination", "string", "reason", "why the game ended: WON, BLOCKED, DECISIONS, DEALS, FORFEIT"),
    Column("log", "string", "JSON lines", "the complete log, with all hands and the shuffle secret"),
)

UNITS: Final = (  # the values of the units, as in `referee.proto`
    ("card", "place of the card in the list `cards[seats]` of the metadata `maumau`; 255 none or unseen"),
    ("suit", "0 clubs or acorns, 1 diamonds or bells, 2 hearts, 3 spades or leaves, 4 none"),
    ("seat", "from 0, in the first direction of play; 15 nobody or everybody"),
    ("word", "0 the strong word (Mau-Mau), 1 the usual word (Mau), 2 none"),
    ("bits", "a bit mask: bit n stands for suit, word or seat n"),
    ("events", "`kind` (a `maumau.EventKind`), `seat`, `card`, `value` (int16; the others are uint8)"),
    (
        "choices",
        "`kind` (a `maumau.Kind`), `card`, the open `suits`, `words` and `targets` (bits), and how "
        "many further cards: `least`, `most` (all uint8)",
    ),
)


def table_of(columns: Sequence[Column]) -> str:
    """Return a table of columns as Markdown."""
    rows = [f"| `{one.name}` | `{one.type}` | {one.unit} | {one.text} |" for one in columns]
    return "\n".join(("| Column | Type | Unit | Meaning |", "|---|---|---|---|", *rows, ""))
