"""Server-sent events as text."""

from typing import Final

from arena.service.reports.export import to_json

BEAT: Final = ": still here\n\n"  # a comment, which keeps the connection open


def event(name: str, data: object, id: int | None = None) -> str:
    """Return a server-sent event as text, with its data as JSON on one line.

    >>> event("frame", {"first": 1}, 2)
    'id: 2\\nevent: frame\\ndata: {"first":1}\\n\\n'
    """
    numbered = "" if id is None else f"id: {id}\n"
    return f"{numbered}event: {name}\ndata: {to_json(data, indent=None)}\n\n"
