"""`arena ruleset`: which games there are, how they are played, and rules of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson
from arena.cli.output import counted, remark, say, say_json
from arena.cli.ruleset.tables import (
    both_differences,
    card,
    differences_as_data,
    list_of,
    made_of,
    option_data,
    options_table,
    sound,
    summary,
)
from arena.rules import rulesets
from arena.rules.house_rules.load import BadHouseRules
from arena.rules.house_rules.toml_source import Mistake
from arena.service.rulesets import Known, find_known, find_ruleset, options_for, read_house
from arena.viewer.printable import printable

Name = Annotated[
    str,
    typer.Argument(
        metavar="RULESET", help="As `arena ruleset list` names it, or a FILE.toml of house rules."
    ),
]


@examples("arena ruleset list", "arena ruleset list --json")
def list_rulesets(as_json: AsJson = False) -> None:
    """List all rulesets."""
    if as_json:
        say_json({"rulesets": [summary(one) for one in rulesets()]})
    else:
        say(list_of(rulesets()))


@examples(
    "arena ruleset show mau-mau", "arena ruleset show detailed@1 --json", "arena ruleset show house.toml"
)
def show_ruleset(name: Name, as_json: AsJson = False) -> None:
    """Show the rules of one ruleset.

    Below stands what it is built on, and what differs from that. With --json its whole data, as bots get it.
    """
    known = find_known(name)
    if as_json:
        shown = known.ruleset
        say_json({"ruleset": shown.key, "hash": shown.hash, **made_of(known), **shown.data()})
    else:
        say(*card(known))


@examples(
    "arena ruleset diff pesten-royal",
    "arena ruleset diff german mau-mau",
    "arena ruleset diff house.toml",
)
def diff(
    name: Name,
    other: Annotated[
        str | None, typer.Argument(metavar="[OTHER]", help="Another one. Default: what RULESET is built on.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two rulesets."""
    known = find_known(name)
    if other is None and known.base is None:
        raise typer.BadParameter(f"{known.ruleset.key} is built on nothing: name another ruleset")
    base = find_ruleset(other) if other is not None else known.base
    assert base
    if as_json:
        say_json(differences_as_data(known.ruleset, base))
    else:
        say(*both_differences(known.ruleset, base))


@examples("arena ruleset check house.toml", "arena ruleset check house.toml --json")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="House rules, in TOML.")],
    as_json: AsJson = False,
) -> None:
    """Check house rules and list every mistake.

    Each mistake stands with its line and what to do about it. Exit code 1: there are some.
    """
    try:
        house = read_house(file)
    except BadHouseRules as bad:
        _show_mistakes(file, bad.mistakes, as_json)
        raise typer.Exit(1) from None

    known = Known(*house)
    if as_json:
        found = {"ruleset": house.ruleset.key, "hash": house.ruleset.hash, **made_of(known)}
        say_json({"file": str(file), "ok": True, "mistakes": [], **found})
    else:
        print(sound(file, known))


def _show_mistakes(file: Path, mistakes: tuple[Mistake, ...], as_json: bool) -> None:
    if as_json:
        say_json({"file": str(file), "ok": False, "mistakes": [one._asdict() for one in mistakes]})
        return
    for line, what in mistakes:
        print(f"{printable(str(file))}:{line}: {printable(what, 1000)}")
    remark(f"{counted(len(mistakes), 'mistake')}.")


@examples("arena ruleset options", "arena ruleset options mau-mau", "arena ruleset options --json")
def options(
    name: Annotated[
        str | None, typer.Argument(metavar="[RULESET]", help="Only what can be turned on there.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the options that house rules can turn on."""
    found = options_for(name)
    if as_json:
        say_json({"options": [option_data(one) for one in found]})
    else:
        say(options_table(found))
