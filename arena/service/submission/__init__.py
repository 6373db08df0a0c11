"""Submissions: a bot's files, its trial, the register of bots, and the queue of uploads."""
