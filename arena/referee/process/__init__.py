"""The process that plays one match: its main function, and the parent's side of it."""
