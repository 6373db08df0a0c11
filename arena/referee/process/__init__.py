"""The process that plays one match: the server that forks it, its main function, and the main program's
control of it.
"""
