"""Analyses of stored games: requested on the site, computed by a worker, summarized for each bot."""
