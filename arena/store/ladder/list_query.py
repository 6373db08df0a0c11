"""A query for a part of a list.

The database filters, sorts and cuts it, so that only the shown rows are read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, true


@dataclass(frozen=True, slots=True)
class ListQuery:
    """Which rows of a list to return, and in which order. Unknown sorts and filters are ignored."""

    sort: str = ""
    descending: bool = False
    filters: Mapping[str, str] = field(default_factory=dict)  # compared without regard to case
    offset: int = 0
    most: int | None = None  # how many rows; None: all


def order_and_cut(
    rows: Select[Any], query: ListQuery, sorts: Mapping[str, ColumnElement[Any]], *then: ColumnElement[Any]
) -> Select[Any]:
    """Return the statement with the query's order and limits added.

    Rows without a value come last; equal rows are ordered by `then`.
    """
    by = sorts.get(query.sort)
    order = [] if by is None else [(by.desc() if query.descending else by.asc()).nulls_last()]
    return rows.order_by(*order, *then).offset(query.offset).limit(query.most)


def matches_filters(query: ListQuery, filters: Mapping[str, ColumnElement[Any]]) -> ColumnElement[bool]:
    """Return the SQL condition that a row passes all filters of the query."""
    found = [
        func.lower(filters[key]) == text.lower() for key, text in query.filters.items() if key in filters
    ]
    return and_(true(), *found)
