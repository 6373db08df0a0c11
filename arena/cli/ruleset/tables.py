"""The tables and texts that `arena ruleset` prints."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.cli.output import command_to_copy, table
from arena.rules import Ruleset
from arena.rules.house_rules.options import Condition, Option
from arena.rules.rulesets import RECIPES
from arena.service.rulesets import KnownRuleset
from arena.viewer.printable import printable
from arena.viewer.rule_card.card import compare_cards, rule_card
from arena.viewer.rule_card.summary import data_differences, end_in_short, pack_in_short, players_in_short

DIM = "bright_black"


def ruleset_table(rulesets: Iterable[Ruleset]) -> Table:
    """Return the table of rulesets, with a row for each."""
    listed = table("Ruleset", "Players", "Pack", "Ends", "Source")
    for one in rulesets:
        source = one.source.partition(" with ")[0]  # without its options
        listed.add_row(one.id, players_in_short(one), pack_in_short(one), end_in_short(one), source)
    listed.columns[0].no_wrap = True
    return listed


def summary(ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset's entry in the list of rulesets, as JSON data."""
    built = RECIPES.get(ruleset.id)
    return {
        "id": ruleset.id,
        "ruleset": ruleset.key,
        "title": ruleset.title,
        "players": list(ruleset.players),
        "packs": {str(least): pack.size for least, pack in ruleset.packs.items()},
        "ends": end_in_short(ruleset),
        "base": built.base if built else None,
        "options": list(built.options) if built else [],
        "source": ruleset.source,
        "summary": ruleset.summary,
        "hash": ruleset.hash,
    }


def card(known: KnownRuleset) -> Iterator[RenderableType]:
    """Yield the rules of a ruleset, then its base ruleset and its differences from it."""
    ruleset = known.ruleset
    yield Text.assemble((ruleset.title, "bold"), f"  {ruleset.key}")
    yield Text(f"{ruleset.summary}\n")
    rows = _grid()
    for row in rule_card(ruleset):
        rows.add_row(Text(row.about), Text(row.says))
    yield rows
    if known.base:
        yield Text(f"\nBuilt on {known.base.key}, {known.base.title}\n", "bold")
        yield _options(known)
        yield _differences(ruleset, known.base)
    yield Text(f"\nsource {ruleset.source}; hash {ruleset.hash[:16]}…", DIM)


def origin(known: KnownRuleset) -> dict[str, Any]:
    """Return the base ruleset, options and changed fields of a ruleset, as JSON data."""
    return {
        "base": known.base.key if known.base else None,
        "options": [option.name for option in known.options],
        "changed": list(known.changed),
    }


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold")
    return grid


def _options(known: KnownRuleset) -> RenderableType:
    if not known.options:
        return Text()
    rows = _grid()
    for option in known.options:
        rows.add_row(Text(option.name), Text(option.says))
    rows.add_row("", "")
    return rows


def _differences(ruleset: Ruleset, base: Ruleset) -> RenderableType:
    rows = _grid()
    other = base.id if base.id != ruleset.id else base.key
    for one in compare_cards(ruleset, base):
        rows.add_row(Text(one.about), Text(one.here or "nothing"))
        rows.add_row("", Text(f"{other}: {one.there or 'nothing'}", DIM))
    return rows if rows.row_count else Text("They are played the same.")


def difference_tables(ruleset: Ruleset, base: Ruleset) -> Iterator[RenderableType]:
    """Yield two tables of the differences between two rulesets: first in words, then field by field. If no
    field differs, the second table is left out.
    """
    yield Text.assemble((ruleset.key, "bold"), " vs ", (base.key, "bold"), "\n")
    yield _differences(ruleset, base)
    differences = data_differences(ruleset, base)
    if not differences:
        return
    rows = table("Data", *((ruleset.id, base.id) if ruleset.id != base.id else (ruleset.key, base.key)))
    for one in differences:
        rows.add_row(Text(one.field), Text(one.here), Text(one.there))
    yield Text()
    yield rows


def differences_as_data(ruleset: Ruleset, base: Ruleset) -> dict[str, Any]:
    """Return the differences between two rulesets as JSON data: once in words, once field by field."""
    return {
        "ruleset": ruleset.key,
        "other": base.key,
        "words": [one._asdict() for one in compare_cards(ruleset, base)],
        "data": [one._asdict() for one in data_differences(ruleset, base)],
    }


def check_text(file: Path, known: KnownRuleset) -> str:
    """Return the text about valid house rules: their title, their base ruleset, and how to play them."""
    ruleset, name = known.ruleset, printable(str(file))
    fewest, most = ruleset.players
    players = f"{fewest} to {most}" if fewest < most else str(fewest)
    bots = " ".join(("greedy", "counting", *["random"] * (fewest - 2)))
    return "\n".join(
        (
            f"{name}: valid. {printable(ruleset.title)}, {ruleset.key}, for {players} players",
            f"  {printable(ruleset.source, 1000)}",
            f"  To play: {command_to_copy(f'play {bots} -r {name}')}",
        )
    )


def options_table(options: Iterable[Option]) -> Table:
    """Return the table of options of house rules. Options that differ only in a number share a row."""
    listed = table("Option", "What it does", "Needs")
    for (rule, numbered, _, _), group in groupby(options, _series):
        same = list(group)
        values = "/".join(one.name.removeprefix(f"{rule}=") for one in same)
        name = f"{rule}={values}" if numbered else same[0].name
        says = f"{same[0].says}, and so on" if len(same) > 1 else same[0].says
        listed.add_row(Text(name), Text(says), Text("; ".join(need.says for need in same[0].needs)))
    listed.columns[0].no_wrap = True
    return listed


def _series(option: Option) -> tuple[str, bool, str, tuple[Condition, ...]]:
    """Return a key by which options are grouped. Options that differ only in a number have the same key."""
    value = option.name.partition("=")[2]
    return option.rule, value.isdecimal(), "" if value.isdecimal() else option.name, option.needs


def option_data(option: Option) -> dict[str, Any]:
    """Return an option of house rules as JSON data."""
    return {
        "option": option.name,
        "rule": option.rule,
        "says": option.says,
        "needs": [need.says for need in option.needs],
        "decides": list(option.decides),
    }
