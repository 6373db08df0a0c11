"""Style sheets, scripts, drawings: served under an address that changes with any of them.

So browsers may keep them for ever, and a module finds those it imports beside it.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arena.viewer.bundle import PAGE as REPLAY

STATIC: Final = Path(__file__).parent / "static"
FOLDERS: Final = {"site": STATIC, "replay": REPLAY}
_KEPT: Final = "public, max-age=31536000, immutable"
_SERVED: Final = (".css", ".js", ".svg", ".png")


@cache
def prefix() -> str:
    """Where all assets are: "/static/" and a digest of all of them."""
    digest = hashlib.sha256()
    for folder in FOLDERS.values():
        for path in _files(folder):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"/static/{digest.hexdigest()[:16]}"


def asset(name: str) -> str:
    """The address of an asset, "site/site.css" or "replay/replay.js"."""
    return f"{prefix()}/{name}"


class Assets(StaticFiles):
    """The assets of one folder, to be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:  # noqa: PLR2004
            response.headers["Cache-Control"] = _KEPT
        return response


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix in _SERVED)
