"""Administration of an arena: its database (upgrade, back up, prune, check), its machine, and monitoring."""
