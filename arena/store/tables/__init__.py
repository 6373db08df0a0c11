"""The database tables. Importing this package makes `Table.metadata` complete."""

from arena.store.tables import bots, ladder, live, people, results, schedule
from arena.store.tables.base import Table

__all__ = ["Table", "bots", "ladder", "live", "people", "results", "schedule"]
