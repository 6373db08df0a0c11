"""The database tables. Importing this package makes `METADATA` complete."""

from arena.store.tables import bots, ladder, live, people, results, schedule
from arena.store.tables.base import METADATA

__all__ = ["METADATA", "bots", "ladder", "live", "people", "results", "schedule"]
