"""The referee plays matches. `run.run_match` starts one process per match; inside, `match.piece` plays it."""
