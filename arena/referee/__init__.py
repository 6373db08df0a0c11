"""The referee plays matches. `run.run_match` starts a process for each match; there, `match.piece` plays the
boards.
"""
