"""The faults that the platform must survive: killed processes, full disks, changed clocks, no engine.

Each has tests with the mark `fault`.
"""

from typing import Final

FAULTS: Final = {
    "F01": "the coordinator is killed at any moment",
    "F02": "the process of a match is killed",
    "F03": "Ctrl-C once, twice, and SIGTERM",
    "F04": "the engine restarts in the middle of a match",
    "F05": "the engine hangs",
    "F06": "memory runs out: of a bot, or of the referee",
    "F07": "the disk is full at a commit",
    "F08": "a short write, an error of the disk",
    "F09": "the database is locked by somebody else",
    "F10": "the database's server goes down in a commit",
    "F11": "a machine is lost",
    "F12": "a result is delivered twice",
    "F13": "the cluster's scheduler starts again",
    "F14": "containers are left by one who was killed",
    "F15": "sockets and folders are left by one who was killed",
    "F16": "users of bots are not given back",
    "F17": "the clock is set, an hour ahead or back",
    "F18": "the host sleeps and wakes up",
    "F19": "the same is submitted many times at once",
    "F20": "a build never ends, prints for ever, or is too large",
    "F21": "an upload is cut short",
    "F22": "an image is deleted under a running tournament",
    "F23": "there is no registry and no network",
    "F24": "an image brings an entry point, a health check, a volume, a user",
    "F25": "the site dies while a tournament is played",
    "F26": "the database is upgraded under a tournament that is half played",
    "F27": "the database's folder is read-only, somebody else's, or on a network's file system",
    "F28": "a thousand bots are sent, ten thousand games wait",
}
