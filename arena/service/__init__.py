"""Use cases: what the commands and the pages call. They speak dataclasses and raise `errors.ArenaError`.

=================  ================================================================================
`bots`             `resolve_bot(text) -> Bot`, `builtins() -> tuple[Bot, ...]`
`clock`            `parse_clock(text) -> Clock`, `format_clock(clock) -> str`
`settings`         `TournamentSettings`; `soundness.check(settings)`
`tournament_file`  `settings_from_file(path, wanted) -> TournamentSettings`
`database`         `open_database(option=None)`: a context that gives a `Store`
`tournaments`      `create(store, settings) -> int`, `summaries(store)`, `unfinished(store)`
`plans`            `plan(settings, store) -> Plan`; `pace.estimate(settings, plan, store, jobs)`
`events`           `pause_event(store, number)`, `add_bots`, `withdraw_bot`, `end_event`, `cancel_event` …
`pairings`         `pairings(store, number)`
`run`              `run(store, number, jobs, on_progress, cancel) -> RunResult`
`compare`          `set_up(store, settings) -> int`; `compare_run.compare(store, number, …) -> CompareResult`
`tables`           `tables(store, number)`, `fault_reports(store, number)`, `ladders(store)`, `entered(store)`
`export`           `to_json(value)`, `standings_csv(*tables)`, `crosstable_csv(table)`
`play`             `play_match(bots, ruleset, boards, seed, clock, on_event) -> PlayResult`, `keep(result)`
`replays`          `find_replay(text, database) -> Replay`
`demo`             `run_demo(jobs, on_progress, cancel) -> DemoResult`
=================  ================================================================================
"""
