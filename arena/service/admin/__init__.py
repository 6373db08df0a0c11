"""Administration of an arena: upgrade, back up, prune and check its database; test the machine; monitor."""
