"""Running an arena for long: upgrading its database, keeping copies of it, dropping what is old."""
