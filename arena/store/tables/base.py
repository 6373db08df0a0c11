"""The shared parts of all database tables: metadata, a type for times, and columns that are not NULL."""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Column, DateTime, Dialect, MetaData, TypeDecorator
from sqlalchemy.sql.schema import SchemaItem
from sqlalchemy.types import TypeEngine

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """A column type for times. Times are stored in UTC, because SQLite does not store time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is None:
            return value and value.replace(tzinfo=UTC)
        return value.astimezone(UTC)


def column(
    name: str,
    kind: TypeEngine[Any] | type[TypeEngine[Any]],
    *constraints: SchemaItem,
    nullable: bool = False,
    **options: Any,  # noqa: ANN401 - of `Column`
) -> Column[Any]:
    """Return a column. The column is NOT NULL by default; `nullable` allows NULL."""
    return Column(name, kind, *constraints, nullable=nullable, **options)
