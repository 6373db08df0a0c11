"""Serve the assets under addresses that change with their contents, so that browsers may cache them for
ever.
"""

import hashlib
from functools import cache
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arena.assets import ASSETS

_CACHE_CONTROL: Final = "public, max-age=31536000, immutable"
_SERVED: Final = (".css", ".js", ".svg")


@cache
def prefix() -> str:
    """Return the path of all assets: "/static/" and a digest of their contents."""
    digest = hashlib.sha256()
    for path in sorted(ASSETS.rglob("*")):
        if path.suffix in _SERVED:
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"/static/{digest.hexdigest()[:16]}"


def asset(name: str) -> str:
    """Return the URL path of an asset. `name`: its file name, like "css/site.css"."""
    return f"{prefix()}/{name}"


class Assets(StaticFiles):
    """The server of style sheets, scripts and pictures. Python files in their folder are not served."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path if path.endswith(_SERVED) else "", scope)
        if response.status_code == 200:  # noqa: PLR2004
            response.headers["Cache-Control"] = _CACHE_CONTROL
        return response
