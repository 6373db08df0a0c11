"""The database of tournaments, results and bots: its tables, their migrations, and one function per query.

Every function takes a connection from `Store.writing` or `Store.reading` and returns dataclasses. No class of
`tables` is used outside this package.
"""
