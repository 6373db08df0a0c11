"""The games that can be played: a list, and the rule card of each."""

from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.rules import Ruleset, rulesets
from arena.service.errors import BadSettings
from arena.service.rulesets import find_known, find_ruleset, is_file_name
from arena.viewer.rule_card.card import compared, rule_card
from arena.viewer.rule_card.summary import data_differences, end_in_short, pack_in_short
from arena.web.errors import missing
from arena.web.page import page
from arena.web.tables.listing import Column, listed

router = APIRouter()


def _players(ruleset: Ruleset) -> str:
    fewest, most = ruleset.players
    return f"{fewest}–{most}" if fewest < most else str(fewest)


COLUMNS: Final[tuple[Column[Ruleset], ...]] = (
    Column("ruleset", "Ruleset", lambda one: one.id, link=lambda one: f"/rules/{one.id}"),
    Column("title", "Name", lambda one: one.title),
    Column("players", "Players", _players, numbers=True),
    Column("pack", "Pack", pack_in_short, filters=True),
    Column("ends", "Ends", end_in_short),
    Column("version", "", lambda one: one.version),
    Column("hash", "", lambda one: one.hash),
    Column("source", "", lambda one: one.source),
)


@router.get("/rules")
def rules_page(request: Request) -> Response:
    """The fixed rulesets."""
    table = listed(request, "rulesets", COLUMNS, rulesets())
    return table.file() or page(request, "rules.html", table=table)


@router.get("/rules/{name}")
def rules(request: Request, name: str, beside: str = "") -> Response:
    """The card of one; `beside`: another, to tell the differences to."""
    if is_file_name(name):
        raise missing(f"There is no ruleset {name}.")
    try:
        known = find_known(name)
        other = find_ruleset(beside) if beside and not is_file_name(beside) else known.base
    except BadSettings as unknown:
        raise missing(f"{unknown}.") from None
    shown = known.ruleset
    if request.query_params.get("format") == "json":
        return _data(shown)
    return page(
        request,
        "rule_card.html",
        ruleset=shown,
        players=_players(shown),
        pack=pack_in_short(shown),
        ends=end_in_short(shown),
        card=tuple(rule_card(shown)),
        options=known.options,
        other=other,
        differences=compared(shown, other) if other else (),
        fields=data_differences(shown, other) if other else (),
        all=rulesets(),
    )


def _data(ruleset: Ruleset) -> Response:
    from arena.service.reports.export import to_json

    data: dict[str, Any] = {"ruleset": ruleset.key, "hash": ruleset.hash, **ruleset.data()}
    return Response(to_json(data), media_type="application/json")
