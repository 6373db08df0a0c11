"""Submissions of bots: their files, their trials, the register of bots, and the queue of uploads.

A trial is a bot check followed by qualification games.
"""
