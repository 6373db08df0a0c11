"""`arena token`: tokens to submit bots from other machines."""

from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import print_remark, say, say_json, table
from arena.service.database import open_database, open_existing
from arena.service.tokens import SUBMIT, new_token, read_tokens, revoke_token

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the token.")]


@examples("arena token new anna", "arena token new ci --owner anna --days 30 --scope submit")
def new(
    name: Name,
    owner: Annotated[
        str | None,
        typer.Option("--owner", metavar="OWNER", help="Owner of the bots submitted with it. Default: NAME."),
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="SCOPE", help="submit, or read (only to look). Default: submit."),
    ] = None,
    days: Annotated[int, typer.Option("--days", metavar="N", help="Days until it expires.")] = 90,
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Create a token and show its secret once.

    With the secret, bots are submitted in the owner's name. Other owners cannot use the names of these bots.
    """
    with open_database(db) as store:
        made = new_token(store, name, owner, scope or (SUBMIT,), days)
    token = made.token
    if as_json:
        until = token.expires_at.isoformat()
        say_json(
            {
                "token": made.secret,
                "name": token.name,
                "owner": token.owner,
                "scopes": list(token.scopes),
                "expires_at": until,
            }
        )
        return
    print(made.secret)
    print_remark(
        f"{token.name}: for {', '.join(token.scopes)} as {token.owner}, until {token.expires_at:%Y-%m-%d}."
    )
    print_remark("It is not shown again. To use it on any machine:")
    print_remark(f"  export ARENA_SERVER_TOKEN={made.secret[:10]}…")
    print_remark("  arena bot submit ./mybot --to URL")


@examples("arena token list", "arena token list --json")
def list_tokens(db: Database = None, as_json: AsJson = False) -> None:
    """List all tokens, without their secrets."""
    with open_existing(db) as store:
        tokens = read_tokens(store)
    if as_json:
        say_json({"tokens": tokens})
        return
    if not tokens:
        print_remark("No tokens yet. To make one: arena token new NAME")
        return
    listed = table("Token", "Owner", "For", "State", "Created", "Expires", "Last used (UTC)")
    for one in tokens:
        used = f"{one.used_at:%Y-%m-%d %H:%M}" if one.used_at else "never"
        dates = (f"{one.created_at:%Y-%m-%d}", f"{one.expires_at:%Y-%m-%d}")
        listed.add_row(one.name, one.owner, ", ".join(one.scopes), one.state, *dates, used)
    say(listed)


@examples("arena token revoke ci")
def revoke(name: Name, db: Database = None, as_json: AsJson = False) -> None:
    """Revoke a token; bots submitted with it stay."""
    with open_existing(db) as store:
        token = revoke_token(store, name)
    if as_json:
        say_json({"name": token.name, "owner": token.owner, "state": "revoked"})
    else:
        print(f"Revoked {token.name} of {token.owner}.")
