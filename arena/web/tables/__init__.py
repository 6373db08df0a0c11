"""Tables of pages, sorted and filtered by link."""
