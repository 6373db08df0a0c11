"""The page with the opponents of a bot."""

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.service.ladder.views import difference, match_ups_view
from arena.store.ladder.bots import MatchUpLine
from arena.web.page import number, segment, signed
from arena.web.pages.bot.overview import YES_NO, render_tab
from arena.web.site import Sited
from arena.web.tables.columns import bot_link, cell, faults_column, last_played_column, score_column
from arena.web.tables.listing import Column, list_rows, number_column

router = APIRouter()


def difference_cell(row: MatchUpLine) -> Markup:
    """Return the cell with the Elo difference of two bots, computed from their games against each other."""
    result = difference(row)
    if result.value is None:
        return cell("quiet", "–", result.no_margin)
    margin = "" if result.margin is None else number(result.margin)
    return cell("interval", signed(result.value), margin, result.no_margin or "")


def _score(row: MatchUpLine) -> float | None:
    return row.won / row.met if row.met else None


def _drawn(row: MatchUpLine) -> int:
    return row.matches - row.won_matches - row.lost_matches


def _columns(name: str) -> tuple[Column[MatchUpLine], ...]:
    return (
        Column("opponent", "Opponent", render=lambda row: cell("bot", row.opponent), filters=True),
        number_column("matches", "Matches"),
        number_column(
            "won",
            "W / D / L",
            lambda row: row.won_matches,
            lambda row: cell("won_drawn_lost", row.won_matches, _drawn(row), row.lost_matches),
            "Matches won, drawn, lost",
        ),
        Column("lost", "", lambda row: row.lost_matches),
        number_column("games", "Games", lambda row: row.met),
        score_column(_score),
        number_column(
            "elo",
            "Elo difference",
            lambda row: difference(row).value,
            difference_cell,
            "By these games alone; ± is a 95 % interval",
        ),
        Column("margin", "", lambda row: difference(row).margin),
        faults_column(),
        last_played_column("played", "Last"),
        Column(
            "beside",
            "Compare",
            lambda row: f"{bot_link(name)}/vs/{segment(row.opponent)}",
            lambda row: cell(
                "link", f"{bot_link(name)}/vs/{segment(row.opponent)}", "vs", f"{name} vs {row.opponent}"
            ),
            sorts=False,
        ),
    )


@router.get("/bots/{name}/match-ups")
def match_ups(request: Request, site: Sited, name: str, ruleset: str = "", rated: str = "") -> Response:
    """Show a bot's results against each opponent.

    `ruleset`: only matches under this ruleset. `rated`: "yes" for only rated matches, "no" for only unrated
    matches. By default, all matches count.
    """
    line, rows = match_ups_view(site.store, name, ruleset, YES_NO.get(rated.casefold()))
    table = list_rows(request, f"{line.name}-match-ups", _columns(line.name), rows)
    selected = {"ruleset": ruleset, "rated": rated}
    return render_tab(request, "bot_match_ups.html", line, "/match-ups", table, selected=selected)
