"""Tables on pages."""
