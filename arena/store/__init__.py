"""Tournaments, results and bots in a database: tables, migrations, and a function for each query.

Every function takes a connection from `Store.writing` or `Store.reading` and returns dataclasses; no class of
`tables` leaves this package.
"""
