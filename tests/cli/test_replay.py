"""`arena replay`, with the golden games."""

import json
import os
from pathlib import Path

import pytest

from arena.analysis.report import analyse_views
from arena.record import read_log
from arena.service.replay.page_commands import command_attributes
from arena.viewer.html import replay_page
from arena.viewer.replay.film import film
from arena.viewer.terminal import script
from tests.cli.arena import GOLDEN, WIDTH, arena

LOG = GOLDEN / "detailed.jsonl"


def test_a_game_as_text_without_a_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "replay", "show", str(LOG))
    assert (code, err) == (0, "")
    game = film(read_log(LOG.read_bytes()))
    assert out.split() == "\n".join(line.plain for line in script(game)).split()
    assert "\x1b" not in out


def test_one_ply(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "replay", "show", str(LOG), "--ply", "18").out
    assert "bot1 plays 4♦" in out
    assert "ply 18/36" in out
    assert max(map(len, out.splitlines())) <= WIDTH


def test_one_seat(capfd: pytest.CaptureFixture[str]) -> None:
    out = arena(capfd, "replay", "show", str(LOG), "--ply", "18", "--seat", "2").out
    assert "▒▒ ▒▒ ▒▒ ▒▒" in out
    assert "10♦   A♦" in out


def test_a_game_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(arena(capfd, "replay", "show", str(LOG), "--json").out)
    assert shown["ruleset"] == "detailed@1"
    assert len(shown["frames"]) == 37


def test_verify(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "replay", "verify", str(LOG))
    assert code == 0
    assert out.startswith("detailed.jsonl: verified, 36 plies")


def test_a_game_that_another_program_prints(capfd: pytest.CaptureFixture[str]) -> None:
    read, write = os.pipe()
    with open(write, "wb") as file:
        file.write(LOG.read_bytes())
    code, out, err = arena(capfd, "replay", "verify", f"/dev/fd/{read}")
    os.close(read)
    assert (code, err) == (0, "")
    assert "verified, 36 plies" in out


def test_a_game_as_a_page(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "game.html"
    code, out, err = arena(capfd, "replay", "html", str(LOG), "-o", str(page), "--seat", "2")
    assert (code, out, err) == (0, "", f"Written to {page}\n")
    assert arena(capfd, "replay", "html", str(LOG), "--seat", "2").out == page.read_text()


@pytest.mark.dear
@pytest.mark.usefixtures("few_playouts")
def test_a_page_with_the_analysis_of_a_seat(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "replay", "html", str(LOG), "--seat", "2", "--analysis")
    log = read_log(LOG.read_bytes())
    assert (code, err) == (0, "")
    assert out == replay_page(log, 1, analyse_views(log, 1), command_attributes(str(LOG), 1))
    assert LOG.name not in out
    assert out != replay_page(log, 1)


@pytest.mark.parametrize("opens", [True, False])
def test_a_game_in_the_browser(
    opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def browse(address: str) -> bool:
        opened.append(address)
        return opens

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", browse)
    code, out, err = arena(capfd, "replay", "open", str(LOG))
    [page] = tmp_path.glob("*.html")
    assert (code, out, opened) == (0, f"{page}\n", [page.as_uri()])
    assert bool(err) != opens
    assert arena(capfd, "replay", "open", str(LOG), "--no-open").code == 0
    assert len(opened) == 1


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_verify_finds_a_changed_byte(
    as_json: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = LOG.read_text().splitlines(keepends=True)
    lines[9] = lines[9].replace("8S", "9S")
    changed = tmp_path / "changed.jsonl"
    changed.write_text("".join(lines))
    code, out, err = arena(capfd, "replay", "verify", str(changed), *as_json)
    assert code == 1
    assert "record 10" in err
    assert not as_json or json.loads(out)["difference"]["record"] == 10


def test_replay_alone_prints_help(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "replay")
    assert code == 0
    assert "verify" in out
