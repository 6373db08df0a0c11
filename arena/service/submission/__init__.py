"""Submissions of bots: their files, their trials (check and qualification games), the register of bots, and
the queue of uploads.
"""
