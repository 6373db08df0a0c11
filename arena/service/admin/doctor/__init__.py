"""`arena doctor`: test whether the arena works on this machine, and advise how to fix each failure.

Each check is a function that yields `Finding`s.
"""
