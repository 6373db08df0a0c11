"""A part of a list: filtered, sorted, and cut by the database, so that no more is read than is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, true


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What is wanted of a list. Sorts and filters that it does not have are passed over."""

    sort: str = ""
    descending: bool = False
    filters: Mapping[str, str] = field(default_factory=dict)  # equal but for case
    offset: int = 0
    most: int | None = None  # None: all


def cut(
    rows: Select[Any], asked: ListQuery, sorts: Mapping[str, ColumnElement[Any]], *then: ColumnElement[Any]
) -> Select[Any]:
    """The rows in the order asked for, those without a value last, equal ones by `then`; as many as asked."""
    by = sorts.get(asked.sort)
    order = [] if by is None else [(by.desc() if asked.descending else by.asc()).nulls_last()]
    return rows.order_by(*order, *then).offset(asked.offset).limit(asked.most)


def kept(asked: ListQuery, filters: Mapping[str, ColumnElement[Any]]) -> ColumnElement[bool]:
    """That a row is among those asked for."""
    found = [
        func.lower(filters[key]) == text.lower() for key, text in asked.filters.items() if key in filters
    ]
    return and_(true(), *found)
