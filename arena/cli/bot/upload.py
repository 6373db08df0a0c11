"""`arena bot submit --to URL`: send a bot to another arena and follow its trial (check and games)."""

from contextlib import ExitStack
from shlex import quote
from typing import Final

import typer
from rich.text import Text

from arena.cli.bot.check_output import CheckOutput
from arena.cli.errors import report_error
from arena.cli.finish import FAILED
from arena.cli.output import command_to_copy, count_text, print_remark, say_json
from arena.cli.run.plan_summary import wrap_line
from arena.service.errors import INTERRUPTED
from arena.service.submission.client import Arena, Document, RequestRejected
from arena.service.submission.pack import pack_bot
from arena.store.bots.uploads import StepState, TrialStep
from arena.viewer.printable import printable

ENDED: Final = ("passed", "failed")


def send(arena: Arena, path: str, name: str | None, rulesets: tuple[str, ...], quiet: bool) -> Document:
    """Pack a bot and send it to an arena. Return the arena's answer: a JSON document about the upload."""
    bot = pack_bot(path, name, print_remark)
    if arena.is_unencrypted:
        print_remark(f"Warning: {arena.url} is not encrypted, so others on the network can read your token.")
    if not quiet:
        print_remark(f"Sending {bot.file}, {len(bot.data) / 1000:,.1f} kB, to {arena.url}")
    return arena.send(bot, rulesets)


def follow(arena: Arena, id: str, as_json: bool, quiet: bool) -> None:
    """Print each finished step of an upload's trial (check and qualification games), then the outcome.

    Raise Exit unless the bot was registered.
    """
    upload: Document = {}
    with ExitStack() as progress:
        output = _UploadOutput(progress, quiet=quiet, silent=as_json)
        try:
            for upload in arena.follow(id):
                output.show(upload)
        except KeyboardInterrupt:
            progress.close()
            _print_follow_command("The trial goes on. To follow it:", arena, id)
            raise typer.Exit(INTERRUPTED) from None
        except Exception:
            progress.close()
            _print_follow_command("Your upload is stored. To follow it:", arena, id)
            raise
    if as_json:
        say_json(upload)
    _finish(arena, upload, as_json)


def _print_follow_command(text: str, arena: Arena, id: str) -> None:
    print_remark(f"{text}\n  {command_to_copy(f'bot submit --follow {id} --to {quote(arena.url)}')}")


class _UploadOutput:
    """The printed output of a followed upload: its place in the queue, then the steps of its trial."""

    def __init__(self, progress: ExitStack, quiet: bool, silent: bool) -> None:
        self._check = CheckOutput(quiet=quiet, silent=silent)
        self._printed: set[int] = set()
        self._ahead = 0
        self._is_quiet = quiet or silent
        if not self._is_quiet:
            progress.enter_context(self._check.line.show("waiting"))

    def show(self, upload: Document) -> None:
        if upload["steps"][0]["state"] not in (*ENDED, "running"):
            self._printed.clear()  # the trial was started again
        if upload["state"] == "waiting":
            self._show_place(upload["ahead"])
        for document in upload["steps"]:
            if document["state"] in ENDED and document["number"] not in self._printed:
                self._printed.add(document["number"])
                self._check.step(_step(document))
        self._check.line.update(_current_step(upload))

    def _show_place(self, ahead: int) -> None:
        """Print how many bots are ahead in the queue, if the number has changed.

        Print nothing with --quiet or --json, or if a status line shows the number.
        """
        if ahead != self._ahead and not self._check.line.is_shown and not self._is_quiet:
            print_remark(f"Waiting: {count_text(ahead, 'bot')} to try before it.")
        self._ahead = ahead


def _step(document: Document) -> TrialStep:
    """Return a step of an upload's trial, read from the arena's JSON. Its texts are safe to print."""
    texts = {key: _printable(document[key]) for key in ("detail", "request", "output", "command")}
    number, seconds = int(document["number"]), float(document["seconds"])
    title, state = _printable(document["title"], 40), StepState(document["state"])
    return TrialStep(number, title, state, seconds=seconds, **texts)


def _printable(text: object, most: int = 2_000) -> str:
    """Return the text with control characters escaped and each line cut to `most` characters."""
    return "\n".join(printable(line, most) for line in str(text).split("\n"))


def _current_step(upload: Document) -> Text:
    """Return the text of the status line: the upload's place in the queue, or the running step."""
    if upload["state"] == "waiting":
        ahead = upload["ahead"]
        return Text(printable(f"waiting, {ahead} before it") if ahead else "waiting")
    step = next((step for step in upload["steps"] if step["state"] == "running"), None)
    return Text(printable(f"{step['number']} {step['title']}  {step['detail']}") if step else "")


def _finish(arena: Arena, upload: Document, as_json: bool) -> None:
    """Print the outcome of a trial. Raise Exit unless the bot was registered."""
    message = printable(upload["message"], 1000)
    if upload["state"] == "refused":
        raise typer.Exit(report_error(RequestRejected(message)))
    if not as_json:
        print(*wrap_line(f"{message}."), sep="\n")
    if upload["state"] != "registered":
        raise typer.Exit(FAILED)
    if not as_json:
        print(f"  {arena.url.rstrip('/')}/bots/{_printable(upload['bot'])}")
