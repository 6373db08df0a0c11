"""The pages of rulesets: a list of all, and a rule card (a summary of the rules) for each."""

from dataclasses import replace
from typing import Any, Final

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from arena.rules import Ruleset, rulesets
from arena.rules.rulesets import FAMILIES, family
from arena.service.errors import BadSettings
from arena.service.replay.featured import find_sample_game
from arena.service.replay.matches import id_of
from arena.service.rulesets import find_known_ruleset, find_ruleset, is_file_name
from arena.viewer.cards.svg import sprite_of
from arena.viewer.rule_card.card import compare_cards, rule_card
from arena.viewer.rule_card.effects import Terms
from arena.viewer.rule_card.special_cards import draw_specials
from arena.viewer.rule_card.summary import (
    data_differences,
    end_in_short,
    pack_in_short,
    players_in_short,
    source_in_words,
)
from arena.viewer.rule_card.words import capital
from arena.web.errors import not_found
from arena.web.page import render
from arena.web.site import Site, Sited
from arena.web.tables.columns import cell, pack_badge
from arena.web.tables.listing import Column, data_columns, json_response, list_rows

router = APIRouter()


COLUMNS: Final[tuple[Column[Ruleset], ...]] = (
    Column("ruleset", "", lambda one: one.id),
    Column("title", "Ruleset", render=lambda one: cell("ruleset", one)),
    Column("players", "Players", players_in_short, numbers=True),
    Column("pack", "Pack", pack_in_short, lambda one: pack_badge(one.id), filters=True),
    Column("ends", "Ends", end_in_short),
    *data_columns("version", "hash", "source"),
)


@router.get("/rules")
def list_rulesets(request: Request) -> Response:
    """Show the built-in rulesets, grouped by family unless the visitor sorts the list."""
    table = list_rows(request, "rulesets", COLUMNS, rulesets())
    if file := table.file():
        return file
    if not table.query.sort:
        order = list(FAMILIES.values())
        rows = sorted(table.rows, key=lambda one: order.index(family(one.id)))
        table = replace(table, rows=rows, heading=lambda one: family(one.id))
    return render(request, "rules.html", table=table)


@router.get("/rules/{name}")
def show_ruleset(request: Request, site: Sited, name: str, beside: str = "") -> Response:
    """Show the rules of a ruleset, and how they differ from another ruleset.

    `beside`: the other ruleset; empty for its base ruleset.
    """
    if is_file_name(name):
        raise not_found(f"No ruleset {name}.")
    try:
        known = find_known_ruleset(name)
        other = find_ruleset(beside) if beside and not is_file_name(beside) else known.base
    except BadSettings as unknown:
        raise not_found(capital(f"{unknown}.")) from None
    ruleset = known.ruleset
    if request.query_params.get("format") == "json":
        data: dict[str, Any] = {"ruleset": ruleset.key, "hash": ruleset.hash, **ruleset.data()}
        return json_response(data)
    specials, style = tuple(draw_specials(ruleset)), Terms.of(ruleset).style
    other_style = Terms.of(other).style if other else style
    cards = {other_style: [], style: [card for one in specials for card in one.cards]}
    return render(
        request,
        "rule_card.html",
        ruleset=ruleset,
        style=style,
        other_style=other_style,
        sprite=Markup(sprite_of(cards)),
        specials=specials,
        sample=_sample_game(site, ruleset),
        players=players_in_short(ruleset),
        pack=pack_in_short(ruleset),
        ends=end_in_short(ruleset),
        source=source_in_words(ruleset),
        card=tuple(rule_card(ruleset)),
        options=known.options,
        other=other,
        differences=compare_cards(ruleset, other) if other else (),
        fields=data_differences(ruleset, other) if other else (),
        all=rulesets(),
    )


def _sample_game(site: Site, ruleset: Ruleset) -> str | None:
    """Return the address of a recorded game of this ruleset; None if no game is suitable."""
    found = find_sample_game(site.store, ruleset.key)
    return f"/matches/{id_of(found.match)}/games/{found.game.number}" if found else None
