"""One bot in each language: `uv run python -m tests.benchmarks.languages [--runner docker] [--json]`.

What `arena bot check` measures of the example bots, which decide alike. A bot alone is measured: the
decisions a second are what it can answer, at 1 and at 64 games at once, the referee's work apart from it
on the same machine. "Image" is all that the engine stores for it, what the base image holds included;
"own" is without that.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from arena.sandbox.docker.engine import connect
from arena.sandbox.docker.images import bot_image
from arena.service.bots import Bot
from arena.service.check import Report, check
from tests.languages.bots import EXAMPLES, LANGUAGES, Language, example

MEGA = 1e6
RULESETS = ("mau-mau", "detailed")


@dataclass(frozen=True, slots=True)
class Row:
    """The measurements of one language."""

    language: str
    lines: int  # of the example
    start_s: float  # from its start to its Hello
    memory_mb: float  # at most
    per_second_1: float
    per_second_64: float
    image_mb: float | None  # None: no containers
    own_mb: float | None


def measured(language: Language, runner: str) -> Row:
    """Return one row. Raise RuntimeError if the bot fails its check."""
    bot = example(language)
    report = check(bot, runner=runner, rulesets=RULESETS, on_step=lambda _: None)
    if not report.passed:
        raise RuntimeError(f"{bot.name} does not conform: arena bot check {bot.source}")
    (source,) = (EXAMPLES / language.bot).rglob(language.source)
    image, own = _sizes(bot) if runner == "docker" else (None, None)
    return Row(
        language=language.name,
        lines=len(source.read_text().splitlines()),
        start_s=_figure(report, 1, "seconds"),
        memory_mb=_figure(report, 9, "memory") / MEGA,
        per_second_1=_figure(report, 10, "per_second_1"),
        per_second_64=_figure(report, 10, "per_second_64"),
        image_mb=image,
        own_mb=own,
    )


def _figure(report: Report, number: int, name: str) -> float:
    return next(step.figures[name] for step in report.steps if step.number == number)


def _sizes(bot: Bot) -> tuple[float, float]:
    """Return the megabytes of its image, and of the layers of its own Dockerfile."""
    with connect() as api:
        image = api.inspect_image(bot_image(bot.files).id)  # type: ignore[no-untyped-call]
        history = api.history(image["Id"])  # type: ignore[no-untyped-call]
    own = sum(
        layer["Size"] for layer in history if "COPY" in layer["CreatedBy"] and "/bot" in layer["CreatedBy"]
    )
    return image["Size"] / MEGA, own / MEGA


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text."""
    head = f"{'language':12} {'lines':>5} {'image MB':>9} {'own':>6} {'start s':>8} {'MB':>6}"
    lines = [f"{head} {'1 game/s':>9} {'64 games/s':>11}"]
    for row in rows:
        sizes = f"{_shown(row.image_mb):>9} {_shown(row.own_mb):>6}"
        figures = (
            f"{row.start_s:8.2f} {row.memory_mb:6.0f} {row.per_second_1:9,.0f} {row.per_second_64:11,.0f}"
        )
        lines.append(f"{row.language:12} {row.lines:5} {sizes} {figures}")
    return "\n".join(lines)


def _shown(size: float | None) -> str:
    return "" if size is None else f"{size:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runner", choices=("process", "docker"), default="process")
    parser.add_argument("--only", default="", help="languages whose names contain this")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    wanted = [language for language in LANGUAGES if arguments.only in language.name]
    rows = []
    for language in wanted:
        print(f"measuring {language.name}", file=sys.stderr)
        rows.append(measured(language, arguments.runner))
    print(json.dumps([asdict(row) for row in rows]) if arguments.json else table(rows))


if __name__ == "__main__":
    main()
