"""The use cases of the arena. Commands and pages call them. They return dataclasses, and raise
`errors.ArenaError` for errors that the user should see.
"""
