"""`arena bot new`: create a bot."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson
from arena.cli.output import command_to_copy, say_json
from arena.service.bots.new import new_bot


@examples(
    "arena bot new mybot",
    "arena bot new mybot --bare      # ten lines, to start from scratch",
    "arena bot new mybot --from-policy policy.npz",
    "arena bot new mybot --lang go",
    "arena bot new mybot --lang rust --folder ~/bots/mybot",
)
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Letters, digits, _ and -; its folder is called so too.")
    ],
    language: Annotated[
        str,
        typer.Option("--lang", metavar="LANG", help="python (default), typescript, rust, go, java, cpp."),
    ] = "python",
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help="New folder. Default: NAME.")
    ] = None,
    bare: Annotated[
        bool, typer.Option("--bare", help="Create the shortest bot that plays, in Python.")
    ] = False,
    policy: Annotated[
        Path | None,
        typer.Option("--from-policy", metavar="FILE", help="Create a bot that plays a trained policy."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a bot from its language's example.

    The bot can play at once. Except for Python, a copy of the language's SDK is put into its folder sdk.
    Prints the next commands.
    """
    made = new_bot(name, language, folder, bare=bare, policy=policy)
    path = (
        f"./{made.folder}" if not made.folder.is_absolute() and made.folder.parts[0] != ".." else made.folder
    )
    here = quote(str(path))
    steps = [
        command_to_copy(f"play {here} builtin:random"),
        command_to_copy(f"bot check {here}"),
        command_to_copy(f"bot submit {here}"),
    ]
    if as_json:
        say_json(
            {
                "name": made.name,
                "language": made.language,
                "folder": str(made.folder),
                "source": str(made.source),
                "next": steps,
            }
        )
        return
    print(f"Created {made.source}. Next:")
    for step in steps:
        print(f"  {step}")
