"""The use cases of the arena. Commands and pages call them; they return dataclasses or raise
`errors.ArenaError`.
"""
