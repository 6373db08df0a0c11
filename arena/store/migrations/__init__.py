"""Alembic's migration scripts: one numbered file for each change of the schema."""
