"""What browsers are told not to do, whatever got into a page."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import Scope

from arena.web.http.default_headers import Answers

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors {framed_by}"
)
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), clipboard-write=(self)",
}
EMBED: Final = "/embed/"


class Headers(Answers):
    """Adds them to every response. Only what is meant to be embedded may stand in a frame."""

    def change(self, scope: Scope, headers: MutableHeaders) -> None:
        embedded = scope["path"].startswith(EMBED)
        headers.update(_ALWAYS)
        headers.setdefault("Content-Security-Policy", _POLICY.format(framed_by="*" if embedded else "'none'"))
        if not embedded:
            headers["X-Frame-Options"] = "DENY"
