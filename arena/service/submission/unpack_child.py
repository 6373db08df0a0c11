"""The child process that reads an upload from stdin, and unpacks it (an archive) or parses it (a script).

Its argument is a JSON object with the file's path and the limits. It prints its result as a line of JSON: see
`main`.
"""

import encodings.cp437  # noqa: F401 - for names in a .zip; nothing can be imported without rights
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from arena.service.bots.script import check_script
from arena.service.errors import BadBot, RunError
from arena.service.submission.archives import is_archive, write_files


def main(order: dict[str, Any]) -> dict[str, str]:
    """Unpack or parse the file on stdin, and return the dictionary to print.

    `order`: a dictionary with the file's `path`, the `member` (class or function) that a script must define,
    and the arguments `user` and `limits` of `confine`.

    In the result, `kind` is "done" (success), "bad" (the bot's fault) or "run" (the arena's fault), and
    `error` is the error message (empty after success).
    """
    confine(order["user"], {int(number): most for number, most in order["limits"].items()})
    path = Path(order["path"])
    try:
        with os.fdopen(0, "rb") as file:
            if is_archive(path):
                write_files(path, file, Path())
            else:
                check_script(path, file.read(), order["member"])
    except BadBot as refused:
        return {"kind": "bad", "error": str(refused)}
    except RunError as problem:
        return {"kind": "run", "error": str(problem)}
    except MemoryError:
        return {"kind": "bad", "error": f"cannot read {path}: it needs too much memory"}
    return {"kind": "done", "error": ""}


def confine(user: int | None, limits: dict[int, int]) -> None:
    """Set this process's resource limits and user, which cannot be undone.

    `user`: the id of a user without rights; None to keep the current user. `limits`: the limits, keyed
    by the number of the resource, such as `RLIMIT_CPU`.
    """
    for number, most in limits.items():
        resource.setrlimit(number, (most, most))
    if user is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
