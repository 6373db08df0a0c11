"""A part of a list that the database filters, sorts and cuts, so that no more is read than is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, true


@dataclass(frozen=True, slots=True)
class ListQuery:
    """Which rows of a list are wanted, and in which order. Unknown sorts and filters are ignored."""

    sort: str = ""
    descending: bool = False
    filters: Mapping[str, str] = field(default_factory=dict)  # equal but for case
    offset: int = 0
    most: int | None = None  # None: all


def order_and_cut(
    rows: Select[Any], query: ListQuery, sorts: Mapping[str, ColumnElement[Any]], *then: ColumnElement[Any]
) -> Select[Any]:
    """Sort as the query says, rows without a value last and equal rows by `then`, and cut out its part."""
    by = sorts.get(query.sort)
    order = [] if by is None else [(by.desc() if query.descending else by.asc()).nulls_last()]
    return rows.order_by(*order, *then).offset(query.offset).limit(query.most)


def matches_filters(query: ListQuery, filters: Mapping[str, ColumnElement[Any]]) -> ColumnElement[bool]:
    """Return the condition that a row passes all filters of the query."""
    found = [
        func.lower(filters[key]) == text.lower() for key, text in query.filters.items() if key in filters
    ]
    return and_(true(), *found)
