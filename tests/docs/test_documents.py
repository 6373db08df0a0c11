"""README and guides: their commands run, their programs play, their tables and links are right.

Blocks marked `bash` run in order, in a new folder per document. Blocks marked `sh` and `text` do not run.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.cli.commands import COMMANDS
from arena.cli.lazy import Entry
from arena.cli.main import run_command_line
from arena.rules.house_rules.load import load_house_rules
from arena.service.bots.new import BARE
from arena.service.formats import FORMATS
from arena.web.pages.guide import anchor, guide_names
from tests.conftest import Scale
from tests.docs.documents import DOCUMENTS, GUIDES, README, ROOT, Block, blocks, guide
from tests.languages.bots import LANGUAGES

MAX_README_WORDS = 1500
FIRST_CELL = re.compile(r"^\| `([a-z][a-z-]+)` \| .+ \|$", re.MULTILINE)
LINK = re.compile(r"\[[^]]+\]\((?!https?://)([^)#]*)(?:#([^)]+))?\)")
PROGRAMS = {
    "README": ["mybot.py"],
    "data": ["read.py", "query.py", "check.py"],
    "learn": ["many.py"],
    "rulesets": ["house.py"],
    "watch": ["plays.py"],
    "write-a-bot": ["mybot.py"],
}
# Lines that start like these are left out at scale quick: tests of the commands play the same.
DEAR = (
    "arena play mybot.py ",
    "arena play ./mybot ",
    "arena play greedy counting --ruleset ",
    "arena bot check ",
    "arena bot submit ",
    "arena bot show ",
    "arena run cup.toml --unrated",
    "arena run mybot ",
    "arena run random greedy ",
    "arena tournament pairings ",
    "arena compare ",
    "arena play dial ",
)


# What these lines get at scale ci: all rulesets take more than a minute, and `submit` runs the whole check.
SHORTER = {
    "arena bot check ./mybot": " --ruleset mau-mau --step 3",
    "arena bot submit ./mybot": " --ruleset mau-mau",
}


class Done(NamedTuple):
    """The exit code and output of a command."""

    code: int
    printed: str


@pytest.fixture
def newcomer(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """An empty folder, and an environment without settings of the arena."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return tmp_path, {"HOME": str(tmp_path), "PATH": path, "LANG": "C.UTF-8"}


def run_process(command: list[str], home: Path, environment: Mapping[str, str]) -> Done:
    done = subprocess.run(
        command, cwd=home, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return Done(done.returncode, done.stdout + done.stderr)


def run_here(line: str, home: Path, environment: Mapping[str, str]) -> Done:
    """Run one command of the arena in this process, which saves its start-up time."""
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(StringIO()) as printed,
        redirect_stderr(printed),
    ):
        patch.chdir(home)
        for name in {*os.environ} - {*environment}:
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        return Done(run_command_line(shlex.split(line, comments=True)[1:]), printed.getvalue())


def is_one_command(line: str) -> bool:
    return line.startswith("arena ") and not set("&|<>;$") & set(line)


def run_block(block: Block, home: Path, environment: Mapping[str, str], scale: Scale) -> Iterator[Done]:
    """Write a block that is a file; run it if it is a program or commands."""
    lines = block.text.splitlines()
    if block.language in ("python", "toml"):
        (home / block.file).write_text(block.text)
    if block.language == "bash" and scale.name != "full" and all(map(is_one_command, lines)):
        for line in lines:
            if scale.name == "ci" or not line.startswith(DEAR):
                yield run_here(line + SHORTER.get(line, ""), home, environment)
    elif block.language == "bash" and not (scale.name == "quick" and lines[0].startswith(DEAR)):
        yield run_process(["bash", "-ec", block.text], home, environment)
    elif block.language == "python" and "maumau.run" not in block.text:
        yield run_process([sys.executable, block.file], home, environment)


@pytest.mark.dear
@pytest.mark.parametrize(
    "document",
    [document for document in DOCUMENTS if document.stem != "log-format"],
    ids=lambda path: path.stem,
)
def test_commands_of_a_document_run(
    document: Path, newcomer: tuple[Path, dict[str, str]], scale: Scale
) -> None:
    found = blocks(document)
    if document.stem == "data":
        pytest.importorskip("polars")
    for block in found:
        for done in run_block(block, *newcomer, scale):
            assert done.code == 0, f"{block.text}\n{done.printed}"
            assert "\x1b" not in done.printed
    assert [block.file for block in found if block.language == "python"] == PROGRAMS.get(document.stem, [])


def test_house_rules_have_the_key_in_the_guide() -> None:
    [rules] = [
        load_house_rules(block.text).ruleset
        for block in blocks(GUIDES / "rulesets.md")
        if block.file == "sunday.toml"
    ]
    assert f"`{rules.key}`" in guide("rulesets")


def test_readme_is_short() -> None:
    assert len(README.read_text().split()) <= MAX_README_WORDS


def test_first_bot_has_at_most_ten_lines() -> None:
    [bot] = [block for block in blocks(README) if block.file == "mybot.py"]
    code = [line for line in bot.text.splitlines() if line and not line.startswith("#")]
    assert len(code) <= 10


def test_bare_bot_is_the_first_bot_of_the_readme() -> None:
    [bot] = [block for block in blocks(README) if block.file == "mybot.py"]
    assert f"# mybot.py\n{BARE}" == bot.text


def leaf_commands() -> Iterator[tuple[str, str]]:
    """Yield every command, with the first line of its help."""
    for name, entry in COMMANDS.items():
        if isinstance(entry, Entry):
            yield name, entry.help
        else:
            yield from ((f"{name} {below}", leaf.help) for below, leaf in entry.entries.items())


def test_table_of_commands_is_that_of_the_help(request: pytest.FixtureRequest) -> None:
    """`--update-golden` writes the table."""
    rows = "".join(f"| `arena {name}` | {line} |\n" for name, line in leaf_commands())
    text = guide("commands")
    [table] = re.findall(r"(?:^\| `arena .+\n)+", text, re.MULTILINE)
    if request.config.getoption("--update-golden"):
        (GUIDES / "commands.md").write_text(text.replace(table, rows))
    else:
        assert table == rows


def rows_under(text: str, heading: str) -> tuple[str, ...]:
    """Return the first cells of the first table under a heading."""
    return tuple(FIRST_CELL.findall(text.partition(f"## {heading}\n")[2].partition("\n## ")[0]))


def test_table_of_formats_is_complete() -> None:
    assert rows_under(guide("tournaments"), "Formats") == FORMATS


def test_table_of_languages_is_complete() -> None:
    assert set(rows_under(README.read_text(), "Write a bot")) == {language.name for language in LANGUAGES}


@pytest.mark.parametrize("document", [README, GUIDES / "index.md"], ids=lambda path: path.stem)
def test_every_guide_is_listed(document: Path) -> None:
    linked = {Path(link).stem for link, _ in LINK.findall(document.read_text()) if link.endswith(".md")}
    assert set(guide_names()) <= linked


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_links_lead_somewhere(document: Path) -> None:
    for link, section in LINK.findall(document.read_text()):
        target = document.parent / link if link else document
        assert target.exists(), link
        if section:
            headings = re.findall(r"^#+ (.+)$", target.read_text(), re.MULTILINE)
            assert section in map(anchor, headings), f"{link}#{section}"


def test_pictures_exist() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README.read_text())
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_guides_link_only_to_what_the_package_has() -> None:
    """The site serves only the folder of guides."""
    for document in GUIDES.glob("*.md"):
        for link, _ in LINK.findall(document.read_text()):
            assert "/" not in link, f"{document.name}: {link}"


def test_ci_and_contributing_name_files_that_exist() -> None:
    for name in re.findall(r"\barena/[\w/]+\.\w+\b", (ROOT / ".github" / "CONTRIBUTING.md").read_text()):
        assert (ROOT / name).exists(), name
