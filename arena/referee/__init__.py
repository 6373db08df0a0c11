"""The referee plays matches. `run.run_match` starts a process for each match. In this process, `match.piece`
plays the boards.
"""
