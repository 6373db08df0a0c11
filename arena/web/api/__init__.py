"""What programs ask for, a module for each resource; `router` is what it answers, below `/api`."""

from typing import Final

from arena.web.api import bots, docs, games, live, outputs, uploads

ALL: Final = (bots, docs, games, live, outputs, uploads)
