"""`arena ruleset`: the games that can be played, their rules, and house rules."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson
from arena.cli.output import count_text, print_remark, say, say_json
from arena.cli.ruleset.tables import (
    card,
    check_text,
    difference_tables,
    differences_as_data,
    option_data,
    options_table,
    origin,
    ruleset_table,
    summary,
)
from arena.rules import rulesets
from arena.rules.house_rules.load import BadHouseRules
from arena.rules.house_rules.toml_source import Mistake
from arena.service.rulesets import (
    KnownRuleset,
    find_known_ruleset,
    find_ruleset,
    options_for,
    read_house_rules,
)
from arena.viewer.printable import printable

Name = Annotated[
    str,
    typer.Argument(metavar="RULESET", help="A name of `arena ruleset list`, or a FILE.toml of house rules."),
]


@examples("arena ruleset list", "arena ruleset list --json")
def list_rulesets(as_json: AsJson = False) -> None:
    """List all rulesets."""
    if as_json:
        say_json({"rulesets": [summary(one) for one in rulesets()]})
    else:
        say(ruleset_table(rulesets()))


@examples(
    "arena ruleset show mau-mau", "arena ruleset show detailed@1 --json", "arena ruleset show house.toml"
)
def show_ruleset(name: Name, as_json: AsJson = False) -> None:
    """Show the rules of one ruleset.

    Below the rules stands the base ruleset and what differs from it. --json prints the data that bots get.
    """
    known = find_known_ruleset(name)
    if as_json:
        ruleset = known.ruleset
        say_json({"ruleset": ruleset.key, "hash": ruleset.hash, **origin(known), **ruleset.data()})
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
        str | None, typer.Argument(metavar="[OTHER]", help="Another ruleset. Default: the base of RULESET.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two rulesets."""
    known = find_known_ruleset(name)
    if other is None and known.base is None:
        raise typer.BadParameter(f"{known.ruleset.key} has no base; name another ruleset")
    base = find_ruleset(other) if other is not None else known.base
    assert base
    if as_json:
        say_json(differences_as_data(known.ruleset, base))
    else:
        say(*difference_tables(known.ruleset, base))


@examples("arena ruleset check house.toml", "arena ruleset check house.toml --json")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="House rules, in TOML.")],
    as_json: AsJson = False,
) -> None:
    """Check house rules and list every mistake.

    Each mistake is printed with its line and its cure. Exit code 1: there are mistakes.
    """
    try:
        house = read_house_rules(file)
    except BadHouseRules as bad:
        _show_mistakes(file, bad.mistakes, as_json)
        raise typer.Exit(1) from None

    known = KnownRuleset(*house)
    if as_json:
        about = {"ruleset": house.ruleset.key, "hash": house.ruleset.hash, **origin(known)}
        say_json({"file": str(file), "ok": True, "mistakes": [], **about})
    else:
        print(check_text(file, known))


def _show_mistakes(file: Path, mistakes: tuple[Mistake, ...], as_json: bool) -> None:
    if as_json:
        say_json({"file": str(file), "ok": False, "mistakes": [one._asdict() for one in mistakes]})
        return
    for line, text in mistakes:
        print(f"{printable(str(file))}:{line}: {printable(text, 1000)}")
    print_remark(f"{count_text(len(mistakes), 'mistake')}.")


@examples("arena ruleset options", "arena ruleset options mau-mau", "arena ruleset options --json")
def options(
    name: Annotated[
        str | None, typer.Argument(metavar="[RULESET]", help="Only options that this ruleset allows.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the options that house rules can turn on."""
    allowed = options_for(name)
    if as_json:
        say_json({"options": [option_data(one) for one in allowed]})
    else:
        say(options_table(allowed))
