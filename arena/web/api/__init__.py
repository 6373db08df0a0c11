"""The API. Each module serves one resource; its `router` is mounted below `/api`."""

from typing import Final

from arena.web.api import analyses, bots, docs, games, live, play, uploads

ALL: Final = (analyses, bots, docs, games, live, play, uploads)
