"""The bot check: numbered tests of whether a bot starts, says Hello, answers every kind of question, and
ends.
"""
