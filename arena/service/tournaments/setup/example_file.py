"""The commented example of a tournament file: `arena run --example-file`."""

from typing import Final

EXAMPLE_FILE: Final = """\
# A tournament: `arena run cup.toml` plays it, `arena run cup.toml --dry-run` shows what that would be.
# Keys that are left out or commented have the values shown. Command-line options override the file.

name = "cup"                 # without: the name of the file
format = "round-robin"       # "double-round-robin", "swiss", "gauntlet"
bots = ["random", "greedy", "counting", "suit_keeper"]  # as in a command, seen from the file's folder
rulesets = ["mau-mau"]       # the field plays once in each; house rules by their file: "sunday.toml"
seats = 2                    # at each table; 3 to 5 in a round robin or a Swiss
boards = 50                  # of each match, each played in every seating
clock = "10+0.1/60"          # 10 s a game and 0.1 s a decision, at most 60 s; "none"
runner = "process"           # "docker": each bot in a container of its own
rated = true                 # false: the ratings are left alone
# seed = "1"                 # deals the same cards again; without one it is drawn, and shown at the end
# rounds = 3                 # of a Swiss, in each ruleset; without: as many as find the best, and one more
# tie_breaks = ["PTS", "DE", "SB", "LOT"]        # without: those of the format
# pool = ["random", "greedy"]                    # of a gauntlet: each of the bots meets each of these
# forbidden = [["greedy", "counting"]]           # of a Swiss: names that never meet

# [[entrants]]               # a bot beside those above
# bot = "old/mybot.py"
# name = "mybot-old"         # what the tables call it; without: its own name
# pool = false               # true: one of the pool

# [[byes]]                   # of a Swiss: a round that a bot sits out
# round = 1
# bot = "greedy"
# kind = "half"              # "full": it has a point all the same, "half": half a one, "zero": none

# [limits]                   # of each bot
# in_flight = 64             # games at once, 1 to 256
# start_ms = 10000           # from its start to its first word
# output_bytes = 65536       # kept of what it prints
# printed_bytes = 16777216   # that it may print: more is a flood, and PROTOCOL
# game_note_bytes = 65536    # of its notes in one game
# memory_bytes = 2147483648  # for the referee of a match: more is needed only if something is wrong
"""
