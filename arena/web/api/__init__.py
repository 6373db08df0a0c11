"""The API, one module for each resource; its `router` is mounted below `/api`."""

from typing import Final

from arena.web.api import analyses, bots, docs, games, live, uploads

ALL: Final = (analyses, bots, docs, games, live, uploads)
