"""Format ratings as text: Elo with its interval or bound, and ranks."""

from collections.abc import Iterator, Sequence
from typing import Final

from arena.service.formats import PAIR
from arena.service.reports.variance import round_number
from arena.service.results import RatedRow, StandingsTable
from arena.tournament.standings.tie_breaks import value_text

MAX_NAMED: Final = 5
LOPSIDED: Final = 0.2  # if halves of an interval differ by less (relative to the wider), show one ±


def elo_text(elo: float | None, low: float | None, high: float | None) -> str:
    """Format an Elo; if only a bound is known, format the bound, such as "< −600".

    `low`, `high`: the ends of the interval, or the bound.

    >>> elo_text(110.4, 45, 175), elo_text(None, None, -600), elo_text(None, 600, None)
    ('110', '< −600', '> 600')
    """
    if elo is not None:
        return whole_number(elo)
    if high is not None:
        return f"< {whole_number(high)}"
    return "–" if low is None else f"> {whole_number(low)}"


def margin_text(elo: float | None, low: float | None, high: float | None) -> str:
    """Format the margin (±) of an Elo; empty if there is no interval.

    An interval that reaches much further on one side is formatted with both sides, such as "−88…+230".

    >>> margin_text(110, 45, 175), margin_text(-700, -788, -470), margin_text(None, None, -600)
    ('65', '−88…+230', '')
    """
    if elo is None or low is None or high is None:
        return ""
    below, above = elo - low, high - elo
    if abs(above - below) < LOPSIDED * max(above, below, 1):
        return whole_number((below + above) / 2)
    return f"−{below:.0f}…+{above:.0f}"


def whole_number(number: float) -> str:
    """Format a number without decimals, with a typographic minus.

    >>> whole_number(-24.4), whole_number(-0.2)
    ('−24', '0')
    """
    return f"{number:z,.0f}".replace("-", "−")


def rank_text(best: int | None, worst: int | None) -> str:
    """Format a rank, or a range of ranks if it is uncertain, such as "2–4". Empty if there is no rank.

    >>> rank_text(2, 4), rank_text(1, 1), rank_text(None, None)
    ('2–4', '1', '')
    """
    if best is None:
        return ""
    return str(best) if best == worst else f"{best}–{worst}"


def place_text(place: int, row: RatedRow) -> str:
    """Format a bot's place in the standings, such as "2", or the range of possible places, such as "2–4".

    A range means that other bots have nearly the same Elo.
    """
    if row.best is None or row.worst is None or row.scale not in (None, 1):
        return str(place)
    return rank_text(min(place, row.best), max(place, row.worst))


def scale_texts(anchors: Sequence[str | None], rows: Sequence[RatedRow]) -> Iterator[str]:
    """Yield sentences that explain the Elo in `rows`: which Elo is 0, and why some bots have no Elo.

    `anchors`: for each scale (a set of bots connected by results), the name of the bot whose Elo is 0; None
    if the mean Elo is 0.
    """
    for scale, anchor in enumerate(anchors, 1):
        name = "Elo" if len(anchors) == 1 else f"Elo, scale {scale}"
        members = [row.bot for row in rows if row.scale == scale and row.elo is not None]
        outside = [row for row in rows if row.scale == scale and row.elo is None]
        if anchor is not None:
            zero = f"{anchor} = 0; ± is against the mean of all"
        elif outside or len(anchors) > 1:
            zero = f"mean of {list_names(members)} = 0"
        else:
            zero = "the mean is 0"
        one_sided = "; ".join(_one_sided(outside))
        yield f"{name}: {zero}{f' ({one_sided})' if one_sided else ''}"
    if len(anchors) > 1:
        yield "Bots of different scales cannot be compared: they have not won and lost against each other"
    reasons = dict.fromkeys(row.no_margin for row in rows if row.no_margin)
    if reasons:
        yield f"Without an interval: {', '.join(reasons)}"


def _one_sided(outside: Sequence[RatedRow]) -> Iterator[str]:
    lost = [row.bot for row in outside if row.high is not None]
    won = [row.bot for row in outside if row.low is not None]
    if lost:
        them = "it" if len(lost) == 1 else "them"
        yield f"{list_names(lost)} lost every game, so nothing can be measured from {them}"
    if won:
        yield f"{list_names(won)} won every game, so only a lower bound is known"


def list_names(names: Sequence[str]) -> str:
    """Join the first few names with commas; if there are more, add how many."""
    shown = ", ".join(names[:MAX_NAMED])
    return shown + (f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else "")


def lead_text(lead: float) -> str:
    """Format a lead in points, such as "1 point".

    >>> lead_text(1), lead_text(0.375)
    ('1 point', '0.375 points')
    """
    return f"{value_text(lead)} {'point' if lead == 1 else 'points'}"


def to_settle_text(rows: Sequence[RatedRow]) -> str:
    """Explain why ranks are ranges, and how many more boards would separate the bots.

    Return an empty text if no rank is a range.
    """
    unsettled = [row for row in rows if row.best is not None and row.best != row.worst]
    if not unsettled:
        return ""
    known = [row.more_boards for row in unsettled if row.more_boards]
    equal = sum(row.more_boards is None for row in unsettled)
    parts = ["Rank: a range where Elo does not separate bots (95 % for each pair)"]
    if known:
        parts.append(f"about {round_number(max(known)):,} more boards per bot would separate them")
    if equal:
        parts.append(f"{equal} may be exactly as strong as another bot")
    return "; ".join(parts)


def boards_text(table: StandingsTable) -> str:
    """Describe how many boards and games count in a standings table."""
    games = sum(row.games for row in table.rows)
    seats = round((games / table.boards) ** 0.5) if table.boards else 0
    void = f", {table.void_boards:,} void" if table.void_boards else ""
    boards = f"{table.boards:,} {'board' if table.boards == 1 else 'boards'}{void}"
    if not seats:
        return boards
    each = {cell.games // PAIR for cells in table.cells for cell in cells if cell}
    if seats == PAIR and len(each) == 1:
        boards = f"{each.pop():,} boards per pair{void}"
    seatings = "both seatings" if seats == PAIR else f"all {seats} seatings"
    return f"{boards}, each in {seatings}: {games // seats:,} games"
