"""The API as a page, from the same description that programs read."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.web.page import page

router = APIRouter()


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    """What can be asked for, with what, and what comes back."""
    schema: dict[str, Any] = request.app.openapi()
    calls = [
        {"path": path, "method": method.upper(), **call}
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    return page(request, "docs.html", about=schema["info"], calls=calls)
