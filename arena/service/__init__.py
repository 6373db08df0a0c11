"""The functions of the arena, which commands and pages call. They return dataclasses, and raise
`errors.ArenaError` for errors that the user should see.
"""
