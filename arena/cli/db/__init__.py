"""Commands about the database."""
