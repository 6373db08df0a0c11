"""Claims on bots' names: a name belongs to one owner, and no other bot may have a name that looks like it."""

from typing import Final

from arena.service.bots.builtin import builtin_folders
from arena.service.bots.names import check_registrable, fold_name, is_confusable
from arena.service.errors import BadBot
from arena.store.bots.submissions import NameClaim, find_name_claim
from arena.store.database.store import Store

OWNER: Final = "local"


class TakenName(BadBot):
    """Another bot has this name, or one that looks like it."""


def free_name(store: Store, name: str, owner: str = OWNER) -> str:
    """Return the name under which an owner may register a bot: as registered before, or new.

    Raises TakenName if it belongs to another owner or looks like another bot's name, BadBot if it is invalid.
    """
    check_registrable(name)
    for builtin in builtin_folders():
        if is_confusable(builtin, name):
            raise TakenName(
                f"the name {name} is taken by the builtin bot {builtin}; choose another with --name"
            )
    with store.reading() as tx:
        claim = find_name_claim(tx, fold_name(name))
    if claim is None:
        return name
    if claim.owner != owner or claim.name.casefold() != name.casefold():
        raise name_taken(name, claim, owner)
    return claim.name


def name_taken(name: str, claim: NameClaim, owner: str) -> TakenName:
    """Return the error to raise if `name` is not free because of `claim`. `owner`: who wants the name."""
    like = "" if name == claim.name else f"it looks like {claim.name}; "
    own = f", or --name {claim.name} for a new version of that" if claim.owner == owner else ""
    return TakenName(
        f"the name {name} is taken: {like}{claim.owner} has it since {claim.since:%Y-%m-%d}; choose another "
        f"with --name{own}"
    )
