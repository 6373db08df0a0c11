"""The migrations of the database schema, oldest first."""
