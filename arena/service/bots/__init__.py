"""Bots: find them by name or path, read their files and manifests, build them."""

from arena.service.bots.bot import DIAL, GUEST_VERSION, ME, Bot, Promises, guest
from arena.service.bots.builtin import BUILTIN, builtins
from arena.service.bots.files import version
from arena.service.bots.names import NAME
from arena.service.bots.resolve import resolve_bot
from arena.service.bots.script import script_name

__all__ = [
    "BUILTIN",
    "DIAL",
    "GUEST_VERSION",
    "ME",
    "NAME",
    "Bot",
    "Promises",
    "builtins",
    "guest",
    "resolve_bot",
    "script_name",
    "version",
]
