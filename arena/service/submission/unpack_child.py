"""The process that reads one upload from its stdin: unpacks an archive into its folder, or parses a script.

Its order is its argument, in JSON. It answers with a line of JSON: `kind` is "done", "bad" or "run", and
`said` is why.
"""

import encodings.cp437  # noqa: F401 - of names in a .zip: nothing can be imported once the rights are gone
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from arena.service.bots.script import check_script
from arena.service.errors import BadBot, RunError
from arena.service.submission.archives import is_archive, write_out


def main(order: dict[str, Any]) -> dict[str, str]:
    """Carry out the order and return the answer."""
    confine(order["user"], {int(number): most for number, most in order["bounds"].items()})
    path = Path(order["path"])
    try:
        with os.fdopen(0, "rb") as file:
            if is_archive(path):
                write_out(path, file, Path())
            else:
                check_script(path, file.read(), order["member"])
    except BadBot as refused:
        return {"kind": "bad", "said": str(refused)}
    except RunError as problem:
        return {"kind": "run", "said": str(problem)}
    except MemoryError:
        return {"kind": "bad", "said": f"cannot read {path}: it needs too much memory"}
    return {"kind": "done", "said": ""}


def confine(user: int | None, bounds: dict[int, int]) -> None:
    """Give up whatever is not needed; there is no way back."""
    for number, most in bounds.items():
        resource.setrlimit(number, (most, most))
    if user is not None:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
