"""`arena doctor`: test whether everything works on this machine, and advise how to fix what does not.

Each check is a function that yields `Finding`s.
"""
