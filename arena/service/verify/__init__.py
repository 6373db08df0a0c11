"""Auditing an event: all of it is made anew from its logs and its set-up, and compared with what is kept."""
