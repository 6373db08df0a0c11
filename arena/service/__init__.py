"""Use cases: what the commands and the pages call. They speak dataclasses and raise `errors.ArenaError`.

=================  ================================================================================
`bots`             `resolve_bot(text) -> Bot`, `builtins() -> tuple[Bot, ...]`
`settings`         `TournamentSettings`, `settings_from_file(path)`, `parse_clock(text)`, `format_clock(clock)`
`database`         `open_database(option=None) -> Store` (a context manager), `database_url(option)`
`tournaments`      `create(store, settings) -> int`, `unfinished(store) -> int`
`run`              `run(store, tournament, jobs, on_progress, cancel) -> RunResult`, `default_jobs(seats)`
`tables`           `tables(store, tournament)`, `ladders(store, ruleset)`, `tournaments(store)`, `bots(store)`
`export`           `to_json(value)`, `standings_csv(table)`, `crosstable_csv(table)`
`play`             `play_match(bots, ruleset, boards, seed, clock, on_event) -> PlayResult`, `play_local(path)`
`replays`          `find_replay(text, store) -> Replay`
`demo`             `run_demo(jobs, on_progress, cancel) -> DemoResult`
=================  ================================================================================
"""
