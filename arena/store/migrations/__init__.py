"""Alembic's scripts, one file for each change of the schema, numbered."""
