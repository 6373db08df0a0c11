"""Bots that are sent from elsewhere: stored by the web process, tried by a process of their own.

`storing` and `sending` are for who receives them; `python -m arena.service.uploads` tries one after the
other. `following` tells how far each is.
"""
