"""Tables behind the ladder pages."""
