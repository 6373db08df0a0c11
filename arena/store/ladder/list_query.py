"""A query for a part of a list. The database reads only the displayed rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, true


@dataclass(frozen=True, slots=True)
class ListQuery:
    """A selection of a list's rows, and their order. Unknown sort columns and filters are ignored."""

    sort: str = ""
    descending: bool = False
    filters: Mapping[str, str] = field(default_factory=dict)  # compared without regard to case
    offset: int = 0
    most: int | None = None  # how many rows; None: all


def order_and_cut(
    rows: Select[Any], query: ListQuery, sorts: Mapping[str, ColumnElement[Any]], *then: ColumnElement[Any]
) -> Select[Any]:
    """Return a SELECT statement with a query's order, offset and limit added. Rows without a value come last.

    `sorts`: the columns by which a query may sort, keyed by the query's names for them. `then`: further
    columns, to sort rows with equal values.
    """
    by = sorts.get(query.sort)
    order = [] if by is None else [(by.desc() if query.descending else by.asc()).nulls_last()]
    return rows.order_by(*order, *then).offset(query.offset).limit(query.most)


def matches_filters(query: ListQuery, filters: Mapping[str, ColumnElement[Any]]) -> ColumnElement[bool]:
    """Return the SQL condition for rows that pass all filters of a query. Case does not matter.

    `filters`: the column for each filter, keyed by the filter's name.
    """
    found = [
        func.lower(filters[key]) == text.lower() for key, text in query.filters.items() if key in filters
    ]
    return and_(true(), *found)
