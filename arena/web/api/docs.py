"""Document the API: the OpenAPI description, and a page made from it."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response

from arena.web.page import render

_PROBLEM: Final = {"schema": {"$ref": "#/components/schemas/Problem"}}

router = APIRouter()


class DocumentedApp(FastAPI):
    """An app whose OpenAPI description says that all errors are JSON."""

    def openapi(self) -> dict[str, Any]:
        description = super().openapi()
        for response in _responses(description):
            if _PROBLEM in response.get("content", {}).values():
                response["content"] = {"application/json": _PROBLEM}
        return description


def _responses(description: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for calls in description["paths"].values():
        for call in calls.values():
            yield from call["responses"].values()


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Response:
    """Show a page with all calls of the API, their parameters and responses."""
    schema: dict[str, Any] = request.app.openapi()
    calls = [
        {"path": path, "method": method.upper(), **call}
        for path, methods in schema["paths"].items()
        for method, call in methods.items()
    ]
    return render(request, "docs.html", about=schema["info"], calls=calls)
