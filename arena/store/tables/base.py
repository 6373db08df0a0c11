"""The base class of all database tables, and a column type for times."""

import re
from datetime import UTC, datetime
from typing import ClassVar

from sqlalchemy import DateTime, Dialect, MetaData, TypeDecorator
from sqlalchemy import Table as CoreTable
from sqlalchemy import inspect as inspect_mapped
from sqlalchemy.orm import declared_attr
from sqlmodel import SQLModel


class Table(SQLModel):
    """The base class of all database tables. A class such as `BotVersion` is the table `bot_version`."""

    model_config = {"defer_build": True}  # rows are not validated, so validators are not needed

    metadata: ClassVar[MetaData] = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )

    @declared_attr.directive
    @classmethod
    def __tablename__(cls) -> str:
        return re.sub("(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()


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


def core(table: type[Table]) -> CoreTable:
    """Return the SQLAlchemy Core table of a table class, for SQL statements without model classes."""
    mapped = inspect_mapped(table).local_table
    assert isinstance(mapped, CoreTable)
    return mapped
