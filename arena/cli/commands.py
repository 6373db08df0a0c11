"""The table of all commands: the function of each command, and its line of help."""

from collections.abc import Mapping
from typing import Final

from arena.cli.lazy import CommandGroup, Entry

_REPLAY: Final = CommandGroup(
    "Games that were played: watch, analyse or verify one.",
    ("arena replay show 1.1.1/1", "arena replay verify 1.1.1/1"),
    {
        "show": Entry("replay.commands:show", "Step through a game with the arrow keys."),
        "html": Entry("replay.html:html", "Write a game as one HTML page that plays offline."),
        "svg": Entry("replay.commands:svg", "Write a game as an animated image (SVG)."),
        "open": Entry("replay.open:open_", "Watch a game in the browser."),
        "verify": Entry("replay.commands:verify", "Replay a game by the rules and compare it with its log."),
        "ask": Entry("replay.ask:ask", "Ask a bot what it would do in a game that was played."),
        "analyse": Entry("replay.analyse:analyse", "Show win chances, mistakes and luck of a game."),
        "branch": Entry("replay.branch:branch", "Play on with another action, and compare the win chances."),
        "position": Entry("replay.position:position", "Add a decision of a game to a suite of positions."),
    },
    has_db=False,
)
_TOURNAMENT: Final = CommandGroup(
    "Tournaments: a list, one of them, or changes to it.",
    ("arena tournament", "arena tournament show 7"),
    {
        "list": Entry("tournament.commands:list_tournaments", "List all tournaments, newest first."),
        "show": Entry("tournament.commands:show", "Show a tournament's standings and crosstable."),
        "standings": Entry("tournament.commands:show_standings", "Show a tournament's standings."),
        "crosstable": Entry(
            "tournament.commands:show_crosstable", "Show each bot's score against each other bot."
        ),
        "fair-play": Entry("tournament.commands:show_fair_play", "Show pairs of bots with unlikely results."),
        "export": Entry("tournament.export:export", "Write a tournament for other programs."),
        "pairings": Entry("tournament.pairings:pairings", "Show the pairings of each round."),
        "verify": Entry("tournament.verify:verify", "Replay every game and recompute every result."),
        "pause": Entry("tournament.edit:pause", "Start no more matches until the tournament is resumed."),
        "resume": Entry(
            "tournament.edit:resume", "Let a paused tournament continue, but do not play it yet."
        ),
        "add": Entry("tournament.edit:add", "Add bots to a running tournament."),
        "withdraw": Entry("tournament.edit:withdraw", "Withdraw a bot from a tournament for good."),
        "permit": Entry("tournament.edit:permit", "Allow forbidden pairs of bots to meet."),
        "end": Entry("tournament.edit:end", "End a Swiss tournament after the paired rounds."),
        "cancel": Entry("tournament.edit:cancel", "Stop a tournament for good."),
    },
    default="list",
)
_BOT: Final = CommandGroup(
    "Bots: example bots, registered bots and bots that played here.",
    ("arena bot", "arena bot list --json"),
    {
        "new": Entry("bot.new:new", "Create a bot from its language's example."),
        "check": Entry("bot.check:check", "Test whether a bot behaves, before it plays."),
        "submit": Entry("bot.submit:submit", "Register a bot, here or at another arena."),
        "show": Entry("bot.show:show", "Show a registered bot and its versions."),
        "disable": Entry("bot.show:disable", "Stop a bot from being entered by its name."),
        "enable": Entry("bot.show:enable", "Let a disabled bot be entered by its name again."),
        "list": Entry("bot.commands:list_bots", "List example and registered bots, and bots of tournaments."),
    },
    default="list",
)
_RULESET: Final = CommandGroup(
    "Rulesets: the games that can be played.",
    ("arena ruleset", "arena ruleset show mau-mau"),
    {
        "list": Entry("ruleset.commands:list_rulesets", "List all rulesets."),
        "show": Entry("ruleset.commands:show_ruleset", "Show the rules of one ruleset."),
        "diff": Entry("ruleset.commands:diff", "Compare two rulesets."),
        "check": Entry("ruleset.commands:check", "Check house rules and list every mistake."),
        "options": Entry("ruleset.commands:options", "List the options that house rules can turn on."),
    },
    default="list",
    has_db=False,
)
_TOKEN: Final = CommandGroup(
    "Tokens, with which others submit bots to `arena serve`.",
    ("arena token", "arena token new anna"),
    {
        "new": Entry("bot.token:new", "Create a token and show its secret once."),
        "list": Entry("bot.token:list_tokens", "List all tokens, without their secrets."),
        "revoke": Entry("bot.token:revoke", "Revoke a token; bots submitted with it stay."),
    },
    default="list",
)
_DB: Final = CommandGroup(
    "The database: contents, upgrades, copies, old logs.",
    ("arena db", "arena db backup friday.backup", "arena db prune --older-than 90d"),
    {
        "show": Entry("db.commands:show", "Show the database's place, kind, size and contents."),
        "upgrade": Entry("db.commands:upgrade", "Create the database or upgrade its schema."),
        "backup": Entry("db.backup:backup", "Write a backup to one file, while the arena runs."),
        "restore": Entry("db.backup:restore", "Replace the database with a backup."),
        "copy": Entry("db.backup:copy", "Copy the database into an empty one of any kind."),
        "prune": Entry("db.prune:prune", "Delete the logs of old games; results stay."),
        "verify": Entry("db.commands:verify", "Check the database and its ledger, within seconds."),
    },
    default="show",
)
_EXPORT: Final = CommandGroup(
    "Games as data, to learn from.",
    ("arena export games --as parquet",),
    {"games": Entry("export.games:games", "Write finished games as data to learn from.")},
)
COMMANDS: Final[Mapping[str, Entry | CommandGroup]] = {
    "demo": Entry("run.demo:demo", "Run a showcase tournament of the example bots.", plays=True),
    "play": Entry("run.play:play", "Play an unrated match between bots at one table.", plays=True),
    "run": Entry("run.run:run", "Play a rated tournament: round robin, Swiss or gauntlet.", plays=True),
    "replay": _REPLAY,
    "serve": Entry("serve.site:serve", "Serve the web site: ladder, replays, bot submission."),
    "bot": _BOT,
    "tournament": _TOURNAMENT,
    "ratings": Entry("tournament.ratings:ratings", "Show the Elo of all bots, by ruleset."),
    "compare": Entry("run.compare:compare", "Test whether one bot is better than another.", plays=True),
    "ruleset": _RULESET,
    "export": _EXPORT,
    "doctor": Entry("serve.doctor:doctor", "Test what works on this machine and how to fix the rest."),
    "db": _DB,
    "token": _TOKEN,
    "referee": Entry("serve.referee:referee", "Play and test bots for a site without Docker access."),
    "scheduler": Entry("serve.worker:scheduler", "Hand out matches to a cluster's workers."),
    "worker": Entry("serve.worker:worker", "Play matches for a cluster."),
}
