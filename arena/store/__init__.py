"""What was played, kept in a database: tables, migrations, one function for each thing asked of it.

Everything takes a connection (from `Store.writing` or `Store.reading`) and gives back dataclasses; no
class of `tables` leaves this package.
"""
