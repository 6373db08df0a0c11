"""The process that plays one match: the server that forks it, its main function, and the code with which the
program controls it.
"""
