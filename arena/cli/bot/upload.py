"""`arena bot submit --to URL`: the same, on an arena elsewhere."""

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.text import Text

    from arena.service.uploads.client import Arena, Document

FAILED: Final = 1
SHOWN: Final = ("passed", "failed")


def send(arena: "Arena", path: str, name: str | None, rulesets: tuple[str, ...], quiet: bool) -> "Document":
    """Pack and send it; what the arena says of it."""
    from arena.cli.output import remark
    from arena.service.uploads.pack import packed

    bot = packed(path, name, remark)
    if arena.in_the_open:
        remark(f"{arena.url} is not encrypted: whoever listens on the way sees your token.")
    if not quiet:
        remark(f"Sending {bot.file}, {len(bot.data) / 1000:,.1f} kB, to {arena.url}")
    return arena.send(bot, rulesets)


def follow(arena: "Arena", id: str, as_json: bool, quiet: bool) -> None:
    """Show each step when it is done; exit codes as when it is submitted here."""
    from arena.cli.output import say_json
    from arena.service.errors import INTERRUPTED

    found: Document = {}
    with ExitStack() as progress:
        shown = _UploadOutput(progress, quiet=quiet, silent=as_json)
        try:
            for found in arena.follow(id):
                shown.upload(found)
        except KeyboardInterrupt:
            progress.close()
            _again("It is tried all the same. To see what becomes of it:", arena, id)
            raise typer.Exit(INTERRUPTED) from None
        except Exception:
            progress.close()
            _again("What you sent is there all the same. To see what becomes of it:", arena, id)
            raise
    if as_json:
        say_json(found)
    _end(arena, found, as_json)


def _again(what: str, arena: "Arena", id: str) -> None:
    from shlex import quote

    from arena.cli.output import arena as line
    from arena.cli.output import remark

    remark(f"{what}\n  {line(f'bot submit --follow {id} --to {quote(arena.url)}')}")


class _UploadOutput:
    """Steps as they come, as `arena bot check` shows them."""

    def __init__(self, progress: ExitStack, quiet: bool, silent: bool) -> None:
        from arena.cli.bot.check_output import CheckOutput
        from arena.cli.output import stderr

        self._shown = CheckOutput(quiet=quiet, silent=silent)
        self._done: set[int] = set()
        self._status = None
        if sys.stderr.isatty() and not quiet and not silent:
            self._status = progress.enter_context(stderr().status("waiting"))

    def upload(self, found: "Document") -> None:
        if found["steps"][0]["state"] not in (*SHOWN, "running"):
            self._done.clear()  # it was begun anew
        for step in found["steps"]:
            if step["state"] in SHOWN and step["number"] not in self._done:
                self._done.add(step["number"])
                self._say(step)
        if self._status:
            self._status.update(_doing(found))

    def _say(self, step: "Document") -> None:
        if self._status:
            self._status.stop()
        self._shown.step(_step(step))
        if self._status:
            self._status.start()


def _step(said: "Document") -> Any:  # noqa: ANN401 - loaded when it is needed
    """A step as it is shown: whatever another machine says, it stays text."""
    from arena.service.check import CheckStep

    return CheckStep(
        number=int(said["number"]),
        title=_plain(said["title"], 40),
        passed=said["state"] == "passed",
        seconds=float(said["seconds"]),
        figures={},
        detail=_plain(said["detail"]),
        request=_plain(said["request"]),
        output=_plain(said["output"]),
        command=_plain(said["command"]),
    )


def _plain(text: object, most: int = 2_000) -> str:
    """Each of its lines printable."""
    from arena.viewer.printable import printable

    return "\n".join(printable(line, most) for line in str(text).split("\n"))


def _doing(found: "Document") -> "Text":
    """As text: in a string brackets would be markup."""
    from rich.text import Text

    from arena.viewer.printable import printable

    if found["state"] == "waiting":
        ahead = found["ahead"]
        return Text(printable(f"waiting, {ahead} before it") if ahead else "waiting")
    step = next((one for one in found["steps"] if one["state"] == "running"), None)
    return Text(printable(f"{step['number']} {step['title']}  {step['detail']}") if step else "")


def _end(arena: "Arena", found: "Document", as_json: bool) -> None:
    from arena.cli.errors import report_error
    from arena.cli.run.plan_summary import wrap_line
    from arena.service.uploads.client import NotTaken
    from arena.viewer.printable import printable

    message = printable(found["message"], 1000)
    if found["state"] == "refused":
        raise typer.Exit(report_error(NotTaken(message)))
    if found["state"] != "registered":
        if not as_json:
            print(*wrap_line(f"{message}."), sep="\n")
        raise typer.Exit(FAILED)
    if not as_json:
        print(*wrap_line(f"{message}."), sep="\n")
        print(f"  {arena.url.rstrip('/')}/bots/{_plain(found['bot'])}")
