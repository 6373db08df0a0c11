"""Show a game in the terminal: one frame (picture) in 80 columns, or the whole game as text."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from arena.rules.cards import JOKER, SUITS
from arena.viewer.cards.glyphs import (
    COLOURS,
    card_glyph,
    ink,
    picture,
    rank_glyph,
    suit_label,
    suit_mark,
    suit_name,
)
from arena.viewer.replay.film import Film
from arena.viewer.replay.frames import Frame, SeatFrame
from arena.viewer.replay.known_cards import HIDDEN
from arena.viewer.replay.marks import Mark
from arena.viewer.units import ordinal, penalty_texts, plural, total_text

WIDTH: Final = 80
TIGHT_SEATS: Final = 4  # from here on hidden hands are left out; with more seats the top card takes one line
CARD_WIDTH: Final = 7  # columns

_BACK: Final = "▒▒"
_BETWEEN: Final = "   "
_DIM: Final = "bright_black"
_STRONGEST_FIRST: Final = (
    Mark.END,
    Mark.FAULT,
    Mark.DEAL,
    Mark.GONE,
    Mark.OUT,
    Mark.BACK,
    Mark.DOUBT,
    Mark.BLUFF,
    Mark.CATCH,
    Mark.PENALTY,
    Mark.CHAIN,
    Mark.MAU,
)


def draw(film: Film, frame: Frame, width: int = WIDTH) -> Text:
    """Return a frame (picture of the game after one ply) as text, in lines of at most `width` columns."""
    lines = [
        _head(film, frame, width),
        Text("─" * width, _DIM),
        *(line for seat in range(len(frame.seats)) for line in _seat(film, frame, seat, width)),
        Text(),
        *_table(film, frame, width),
        Text(),
        *_wrapped(_sentence(film, frame, "bold"), width),
        *(_wrapped(_note(film, frame), width)),
    ]
    return Text("\n").join(lines)


def time_line(film: Film, ply: int, width: int = WIDTH) -> Text:
    """Return a line that shows the course of the game: letters mark events, and the ply `ply` is
    highlighted.
    """
    last = max(len(film.frames) - 1, 1)
    slots = min(width - 2, len(film.frames))
    letters: dict[int, Mark] = {}
    for frame in film.frames:
        for mark in frame.marks:
            slot = frame.ply * (slots - 1) // last
            letters[slot] = min(mark, letters.get(slot, mark), key=_strength)
    line = Text(" ")
    for slot in range(slots):
        here = slot == ply * (slots - 1) // last
        line.append(letters.get(slot, "─"), "reverse bold" if here else "yellow" if slot in letters else _DIM)
    return line


def script(film: Film, width: int = WIDTH) -> Iterator[Text]:
    """Yield the whole game as text: a sentence for each decision, and the hands at the start of each deal."""
    yield _title(film)
    yield Text(f"board {film.board + 1}, seating {film.rotation + 1}")
    yield Text()
    deal = -1
    for frame in film.frames:
        yield from _numbered(f"{frame.ply:>4}", _sentence(film, frame), width)
        if frame.note:
            yield from _numbered("    ", _note(film, frame), width)
        if frame.deal != deal and any(seat.cards for seat in frame.seats) and not frame.met:
            deal = frame.deal
            yield from _hands(film, frame, width)
    yield Text()
    yield from _result(film)


def _strength(mark: Mark) -> int:
    return _STRONGEST_FIRST.index(mark) if mark in _STRONGEST_FIRST else len(_STRONGEST_FIRST)


def _title(film: Film) -> Text:
    game = f"  game {film.game}" if film.game else ""
    return Text.assemble((film.title, "bold"), f"  {film.ruleset}{game}")


def _head(film: Film, frame: Frame, width: int) -> Text:
    deal = f"deal {frame.deal + 1}  " if film.keeps_score else ""
    last = f"/{len(film.frames) - 1}" if film.frames else ""  # the last ply of a running game is unknown
    right = f"{deal}ply {frame.ply}{last}"
    left = _title(film)
    left.truncate(width - len(right) - 2, overflow="ellipsis")
    return left + Text(" " * (width - left.cell_len - len(right))) + Text(right, "bold")


def _seat(film: Film, frame: Frame, number: int, width: int) -> Iterator[Text]:
    seat = frame.seats[number]
    turn = number == frame.turn
    line = Text.assemble(
        (" ▶ " if turn else "   ", "bold yellow"),
        (f"{number + 1} {seat.name}", "bold" if turn else "" if seat.inside else _DIM),
        (f"  {', '.join(_facts(film, frame, number))}", _DIM),
    )
    line.truncate(width, overflow="ellipsis")
    yield line
    if seat.hand is not None or len(frame.seats) < TIGHT_SEATS:
        yield from _rows(_fan(seat, film.style), "      ", width)


def _facts(film: Film, frame: Frame, number: int) -> Iterator[str]:
    seat = frame.seats[number]
    if seat.place is not None:
        yield ordinal(seat.place)
    if number == frame.turn:
        yield frame.question
    elif not seat.inside and seat.place is None:
        yield (
            "out of the game" if seat.gone or seat.out is None else f"out of this deal ({ordinal(seat.out)})"
        )
    if seat.inside or seat.cards:
        yield _holding(seat)
    if seat.said:
        yield f"said “{seat.said}”"
    if film.keeps_score:
        yield total_text(seat.total, film.unit)
    if number == frame.dealer:
        yield "dealer"
    if seat.used_ms:
        yield f"{seat.used_ms / 1000:.2f} s"


def _holding(seat: SeatFrame) -> str:
    if seat.keeps_place:
        return "no cards, still in"
    return plural(seat.cards, "card")


def _cards(cards: Iterable[str], style: str) -> Text:
    return Text(" ").join(_card(card, style) for card in cards)


def _card(card: str, style: str, doubtful: str = "") -> Text:
    return Text(card_glyph(card, style) + doubtful, ink(card[1], style))


def _fan(seat: SeatFrame, style: str) -> list[Text]:
    if seat.hand is None:
        return [Text(_BACK, _DIM)] * seat.cards
    if style == "french":
        return [tile(card) for card in seat.hand]
    return [_suit_tile(suit, cards, style) for suit, cards in groupby(seat.hand, key=itemgetter(1))]


def tile(card: str, style: str = "french") -> Text:
    """Return a card in one line of text, dark on light if the terminal has colours."""
    return Text(f" {card_glyph(card, style)} ", f"bold {COLOURS[style][card[1]]} on bright_white")


def _suit_tile(suit: str, cards: Iterable[str], style: str) -> Text:
    """Return a suit's name and the ranks of `cards` in one line, for packs whose suits have no symbol."""
    if suit == JOKER:
        words = [card_glyph(card, style) for card in cards]
    else:
        words = [suit_name(suit, style), *(rank_glyph(card[0], style) for card in cards)]
    return Text(f" {' '.join(words)} ", f"bold {COLOURS[style][suit]} on bright_white")


def _rows(tiles: Sequence[Text], indent: str, width: int) -> Iterator[Text]:
    if not tiles:
        return
    line = Text(indent)
    for card in tiles:
        if line.cell_len + card.cell_len > width:
            yield line
            line = Text(indent)
        line = line + card + Text(" ")
    yield line


def _table(film: Film, frame: Frame, width: int) -> Iterable[Text]:
    facts = list(_table_facts(film, frame))
    card = frame.met or frame.top
    if len(frame.seats) > TIGHT_SEATS or card is None:
        return _flowing([*([tile(card, film.style)] if card else []), *facts], width)
    colour = f"bold {ink(card[1], film.style)}"
    drawn = zip_longest(picture(card, film.style, face_down=_beneath(frame) is not None), facts)
    return [
        Text.assemble("     ", (line or " " * CARD_WIDTH, colour), "   ", fact or Text())
        for line, fact in drawn
    ]


def _flowing(facts: Sequence[Text], width: int) -> Iterator[Text]:
    """Join the texts into lines of at most `width` columns."""
    line = Text()
    for fact in facts:
        if line and line.cell_len + len(_BETWEEN) + fact.cell_len > width:
            yield line
            line = Text()
        line = line + Text(_BETWEEN if line else "") + fact
    yield line


def _beneath(frame: Frame) -> str | None:
    """Return the true face of a face-down top card (HIDDEN if unknown); None for a face-up top card."""
    return frame.beneath[-1] if frame.beneath and not frame.met else None


def _table_facts(film: Film, frame: Frame) -> Iterator[Text]:
    if frame.met:
        yield Text("cut", "bold")
        others = [card for card in frame.cut if card != frame.met]
        if others:
            yield Text("also cut: ") + _cards(others, film.style)
    elif frame.suit:
        named = "named: " if frame.named else "suit: "
        suit = suit_label(frame.suit, film.style)
        yield Text.assemble(named, (suit, f"bold {ink(frame.suit, film.style)}"))
    if beneath := _beneath(frame):
        yield Text(_face_down(beneath, frame.top, film.style), "bold magenta")
    if penalties := penalty_texts(frame.debt, frame.misses):
        yield Text(_BETWEEN.join(penalties), "bold red")
    yield Text(f"stock {frame.stock}   discard pile {frame.pile}")
    if len(frame.recent) > 1:
        below = zip(frame.recent[-2::-1], frame.beneath[-2::-1], strict=True)
        yield Text("before: ") + Text(" ").join(
            _card(card, film.style, "?" if beneath else "") for card, beneath in below
        )
    order = range(1, len(frame.seats) + 1)
    yield Text("direction " + " → ".join(map(str, order if frame.forwards else reversed(order))))


def _face_down(beneath: str, claimed: str | None, style: str) -> str:
    if beneath == HIDDEN:
        return "face down"
    return "face down" + (" and true" if beneath == claimed else f": really {card_glyph(beneath, style)}")


def _sentence(film: Film, frame: Frame, weight: str = "") -> Text:
    """Return the sentence about a frame's ply, with coloured cards. `weight`: a style, such as "bold"."""
    return _in_colours(Text(frame.text, weight), film.style)


def _note(film: Film, frame: Frame) -> Text:
    if frame.note is None:
        return Text()
    seat, text, win = frame.note.seat, frame.note.text, frame.note.win
    note = _in_colours(Text(text, "italic"), film.style)
    own = "" if win is None else f"{' · ' if text else ''}own estimate {100 * win:.0f} %"
    return Text.assemble((f"✎ {frame.seats[seat].name}: ", _DIM), note, (own, _DIM))


def _in_colours(text: Text, style: str) -> Text:
    """Colour the cards and named suits in a text, in place. Return the same text.

    `style`: the style of the card pack, such as "french".
    """
    for suit in SUITS:
        mark, name = suit_mark(suit, style), suit_name(suit, style)
        named = rf"(?:(?<=\bnames )|(?<=\bname )){name}|(?<=:){mark.lstrip('·')}"
        text.highlight_regex(rf"\b\w+{mark}|{named}", ink(suit, style))
    return text


def _hands(film: Film, frame: Frame, width: int) -> Iterator[Text]:
    for number, seat in enumerate(frame.seats, start=1):
        if seat.inside and seat.hand is not None:
            head = Text(f"      {number} {seat.name}: ")
            yield from _wrapped(head + _cards(seat.hand, film.style), width)


def _result(film: Film) -> Iterator[Text]:
    for seat in sorted(film.frames[-1].seats, key=lambda seat: seat.place or 0):
        points = f"  {total_text(seat.total, film.unit)}" if film.keeps_score else ""
        yield Text(f"{seat.place or '?':>4}. {seat.name}{points}")


def _numbered(number: str, text: Text, width: int) -> Iterator[Text]:
    for row, line in enumerate(_wrapped(text, width - len(number) - 2)):
        yield Text(f"{number if row == 0 else ' ' * len(number)}  ") + line


def _wrapped(text: Text, width: int) -> Iterable[Text]:
    """Return a text in lines of at most `width` columns, broken between words if possible."""
    from rich.console import Console

    lines = text.wrap(Console(width=width), width) if cell_len(text.plain) > width else [text]
    for line in lines:
        line.rstrip()
    return lines
