"""Analyses of stored games: requested on the site, computed by a worker, summed up for each bot."""
