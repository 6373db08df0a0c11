"""The description of the API: made by FastAPI, but that errors are always JSON."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import FastAPI

_PROBLEM: Final = {"schema": {"$ref": "#/components/schemas/Problem"}}


class Described(FastAPI):
    """An app that describes itself. (FastAPI takes it that errors are of the type that all else is of.)"""

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
