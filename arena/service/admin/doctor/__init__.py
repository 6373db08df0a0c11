"""`arena doctor`: test what works on this machine, and advise how to fix the rest."""
