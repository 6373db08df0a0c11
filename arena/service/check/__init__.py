"""The bot check: numbered tests of how a bot starts, answers every kind of question, and ends."""
