"""The bot check: tests in numbered steps that a bot starts, says Hello, answers every kind of question, and
ends.
"""
