"""Names of bots: each is its owner's, and nobody else has one that looks like it."""

from typing import Final

from arena.service.bots.builtin import builtin_folders
from arena.service.bots.names import folded, is_confusable, registrable
from arena.service.errors import BadBot
from arena.store.bots.submissions import Claim, claim_on
from arena.store.database.store import Store

OWNER: Final = "local"


class TakenName(BadBot):
    """Somebody else's bot has that name, or one that looks like it."""


def free_name(store: Store, name: str, owner: str = OWNER) -> str:
    """The name as its owner's bot is registered, or as it is new. Raises BadBot, TakenName."""
    registrable(name)
    for builtin in builtin_folders():
        if is_confusable(builtin, name):
            raise TakenName(
                f"the name {name} is taken, by the builtin bot {builtin}: choose another, with --name"
            )
    with store.reading() as tx:
        claim = claim_on(tx, folded(name))
    if claim is None:
        return name
    if claim.owner != owner or claim.name.casefold() != name.casefold():
        raise taken(name, claim, owner)
    return claim.name


def taken(name: str, claim: Claim, owner: str) -> TakenName:
    """What is wrong with a name that is claimed, for whom it is wrong."""
    like = "" if name == claim.name else f"it looks like {claim.name}; "
    own = f", or --name {claim.name} for a new version of that" if claim.owner == owner else ""
    return TakenName(
        f"the name {name} is taken: {like}{claim.owner} has it since {claim.since:%Y-%m-%d}; choose another, "
        f"with --name{own}"
    )
