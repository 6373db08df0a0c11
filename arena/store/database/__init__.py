"""The connection to the database, its schema version, and its failures."""
