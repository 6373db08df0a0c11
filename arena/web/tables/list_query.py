"""What a request wants of a table, for the database to find."""

from collections.abc import Sequence
from typing import Any

from fastapi import Request

from arena.store.ladder.list_query import ListQuery
from arena.web.tables.listing import PAGE, Column, wanted


def asked(request: Request, columns: Sequence[Column[Any]]) -> ListQuery:
    """A page of it, or all where it is to be a file."""
    what = wanted(request, columns)
    most, offset = (None, 0) if what.format else (PAGE, what.offset)
    return ListQuery(what.sort, what.descending, what.filters, offset, most)
