"""The commented example of a tournament file: `arena run --example-file`."""

from typing import Final

EXAMPLE_FILE: Final = """\
# A tournament: `arena run cup.toml` plays it, `arena run cup.toml --dry-run` only shows the schedule.
# A missing key has the value shown here. Command-line options override the file.

name = "cup"                 # default: the name of the file
format = "round-robin"       # "double-round-robin", "swiss", "gauntlet"
bots = ["random", "greedy", "counting", "suit_keeper"]  # as in commands; paths start at this file
rulesets = ["mau-mau"]       # all are played; for house rules, their file: "sunday.toml"
seats = 2                    # at each table; 3 to 5 in a round robin or a Swiss
boards = 50                  # per match, each played in every seating
clock = "10+0.1/60"          # seconds per game + per decision / limit; or "none"
runner = "process"           # "docker": each bot in its own container
rated = true                 # false: does not count in the ratings
# seed = "1"                 # the same seed deals the same cards; default: random, shown at the end
# rounds = 3                 # of a Swiss, per ruleset; default: enough to find the best bot, plus one
# tie_breaks = ["PTS", "DE", "SB", "LOT"]        # default: the format's
# pool = ["random", "greedy"]                    # of a gauntlet: opponents of all other bots
# forbidden = [["greedy", "counting"]]           # of a Swiss: pairs of bots that never meet

# [[entrants]]               # one more bot
# bot = "old/mybot.py"
# name = "mybot-old"         # its name in this tournament; default: its own
# pool = false               # true: in the pool

# [[byes]]                   # of a Swiss: a round without this bot
# round = 1
# bot = "greedy"
# kind = "half"              # "full": it gets one point, "half": half a point, "zero": nothing

# [limits]                   # for each bot
# in_flight = 64             # games at a time, 1 to 256
# start_ms = 10000           # time from its start to its first message
# output_bytes = 65536       # of its output are stored
# printed_bytes = 16777216   # of output; more is a PROTOCOL fault
# game_note_bytes = 65536    # of its notes per game
# memory_bytes = 2147483648  # of memory for a match's referee; enough unless something is wrong
"""
