"""`arena doctor`: test whether everything works on this machine, and advise how to fix what does not."""
