"""Use cases: what the commands and the pages call. They speak dataclasses and raise `errors.ArenaError`.

=========================  ========================================================================
`bots`                     `resolve_bot(text) -> Bot`, `builtins() -> tuple[Bot, ...]`
`bots.new`                 `new_bot(name, language, folder) -> NewBot`
`conformance`              `check(bot, runner, rulesets, on_step) -> Report`
`submission.submit`        `submit(store, text, wishes, listener) -> Submitted`
`uploads.sending`          `send(store, sent, incoming) -> Upload`; `uploads.following.followed(store, …)`
`tokens`                   `new_token(store, name) -> NewToken`, `recognised(store, secret)`
`submission.listing`       `list_registered(store)`, `versions_of(store, name)`, `disable`, `enable`
`clock`                    `parse_clock(text) -> Clock`, `format_clock(clock) -> str`
`database`                 `open_database(option=None)`: a context that gives a `Store`
`play`                     `play_match(bots, ruleset, …) -> PlayResult`, `keep(result)`
`replays`                  `find_replay(text, database) -> Replay`
`demo`                     `run_demo(jobs, on_progress, cancel) -> DemoResult`
`events.settings`          `TournamentSettings`; `events.soundness.check(settings)`
`events.tournament_file`   `settings_from_file(path, wanted) -> TournamentSettings`
`events.plans`             `plan(settings, store) -> Plan`; `pace.estimate(settings, plan, store, jobs)`
`events.tournaments`       `create(store, settings) -> int`
`events.run`               `run(store, number, jobs, on_progress, cancel) -> RunResult`
`events.changes`           `pause_event(store, number)`, `add_bots`, `withdraw_bot`, `end_event` …
`comparisons.compare`      `set_up(store, settings) -> int`; `run.compare(store, number, …)`
`reports.tournaments`      `summaries(store)`, `summary_of(store, number)`, `unfinished(store)`
`reports.tables`           `tables(store, number)`, `fault_reports(store, number)`
`reports.ladders`          `ladders(store)`, `overall(store)`
`reports.pairings`         `pairings(store, number)`
`reports.export`           `to_json(value)`, `standings_csv(*tables)`, `crosstable_csv(table)`
=========================  ========================================================================
"""
