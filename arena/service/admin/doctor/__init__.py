"""`arena doctor`: test whether the arena works on this machine; for each failure, advise how to fix it.

Each check is a function that yields `Finding`s.
"""
