"""The guide to the log format, and its script, which checks logs without this program."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from arena.record import commitment, read_log
from arena.record.format import FORMATS, Footer, Header
from arena.record.match import Verdict
from arena.record.orders import Orders, taker_name
from arena.record.reader import log_lines
from arena.rules import ruleset, rulesets
from arena.rules.dealer import TABLE
from arena.rules.events import Termination
from arena.rules.notation import NAMES, WORDS
from tests.cli.arena import QUICK_BOTS, arena
from tests.conftest import Scale
from tests.project.pins import ROOT
from tests.record.games import changed, golden, line_of, play, resealed
from tests.rules.any_rules import any_options

GUIDE: Final = ROOT / "arena" / "guides" / "log-format.md"
SCRIPT: Final = GUIDE.with_name("verify_game.py")
TEXT: Final = GUIDE.read_text(encoding="utf-8")
MAX_LINES: Final = 80
KINDS: Final = (
    "deal", "cut", "take", "starter", "reshuffle", "play", "fault", "house", "kept", "left", "back", "score",
)  # fmt: skip


def complaint(data: bytes, folder: Path) -> str:
    """Return what the script prints about a bad log; empty for a good one."""
    path = folder / "game.jsonl"
    path.write_bytes(data)
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(path)]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) in ((0, ""), (1, "")), done
    return done.stdout if done.returncode else ""


def wrong_line(data: bytes, folder: Path) -> int:
    """Return the line that the script names; 0 for a good log."""
    found = re.match(r"line (\d+): ", complaint(data, folder))
    return int(found[1]) if found else 0


# ---- the script ------------------------------------------------------------------------------------------
def test_the_script_is_short_and_imports_only_the_standard_library() -> None:
    source = SCRIPT.read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in imports
        for alias in node.names
    }
    assert modules <= sys.stdlib_module_names
    assert len(source.splitlines()) <= MAX_LINES
    assert max(map(len, source.splitlines())) <= 110


@pytest.mark.ci_one_in(7)
@pytest.mark.parametrize("rules", [one.id for one in rulesets()])
def test_the_script_verifies_games_of_every_ruleset(rules: str, tmp_path: Path, scale: Scale) -> None:
    least, most = ruleset(rules).players
    for seed in range(scale.pick(quick=1, ci=4, full=39)):
        seats = most - seed % (most - least + 1)
        faults = {30: (1, Verdict.TIMEOUT)} if seed % 4 == 3 else {}
        data = play(
            rules, seats, seed, faults=faults, board=seed, rotation=seed % seats, estimates=seed % 2 == 0
        ).data
        assert complaint(data, tmp_path) == "", (seats, seed)


@pytest.mark.dear
def test_the_script_verifies_games_by_house_rules(tmp_path: Path, scale: Scale) -> None:
    for seed in range(scale.pick(quick=3, ci=8, full=300)):
        chance = Random(seed)
        rules = any_options(chance)
        data = play(rules, chance.randint(*rules.players), seed).data
        assert complaint(data, tmp_path) == "", seed


@pytest.mark.dear
def test_the_script_verifies_what_the_referee_wrote(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert arena(capfd, "play", *QUICK_BOTS, "--boards", "2", "--out", str(tmp_path / "logs")).code == 0
    logs = [path.read_bytes() for path in (tmp_path / "logs").glob("*.jsonl")]
    assert len(logs) == 4
    assert [complaint(log, tmp_path) for log in logs] == [""] * 4
    assert {len(read_log(log).header.game) for log in logs} == {32}


@pytest.mark.parametrize("rules", ["mau-mau", "german", "points-150"])
def test_the_script_verifies_older_logs_where_their_cards_can_be_followed(rules: str, tmp_path: Path) -> None:
    assert complaint(golden(rules, form=FORMATS[0]).data, tmp_path) == ""


# ---- changed bytes ---------------------------------------------------------------------------------------
LOG: Final = golden("mau-mau", 2).data
LAST: Final = LOG.count(b"\n")


@pytest.mark.dear
def test_every_flipped_byte_is_found(tmp_path: Path, scale: Scale) -> None:
    places = Random(1).sample(range(len(LOG)), scale.pick(quick=5, ci=40, full=len(LOG)))
    for place in places:
        data = bytearray(LOG)
        data[place] ^= 1 << place % 7
        line = LOG[:place].count(b"\n") + 1
        found = wrong_line(bytes(data), tmp_path)
        assert found == line or 0 < found < line == LAST, place  # the footer has the sums of other lines


@pytest.mark.dear
def test_every_removed_doubled_or_swapped_line_is_found(tmp_path: Path, scale: Scale) -> None:
    lines = log_lines(LOG)
    for place in range(0, len(lines), scale.pick(quick=9, ci=6, full=1)):
        before, line, after = lines[:place], lines[place], lines[place + 1 :]
        assert wrong_line(b"".join(before + after), tmp_path) == min(place + 1, len(lines) - 1)
        assert wrong_line(b"".join([*before, line, line, *after]), tmp_path) in (place + 1, place + 2)
        if after and after[0] != line:
            swapped = [*before, after[0], line, *after[1:]]
            assert wrong_line(b"".join(swapped), tmp_path) in (place + 1, place + 2)


# ---- forgeries: all digests and sums fit the changed lines -----------------------------------------------
Forge = Callable[[bytes], tuple[bytes, int]]  # the forged log and its first wrong line


def other_card(kind: str, nth: int = 0) -> Forge:
    """Put another card of the pack in a record."""

    def forge(log: bytes) -> tuple[bytes, int]:
        line = line_of(log, kind, nth)
        [name] = re.findall(r'"([2-9TJQKA][CDHS])[" :]', log_lines(log)[line - 1].decode())[:1]
        other = "7C" if name != "7C" else "8D"
        return changed(log, line, name, other), line

    return forge


def swapped_takes(log: bytes) -> tuple[bytes, int]:
    """Swap the cards of two takes of the first deal."""
    one, two = line_of(log, "take", 0), line_of(log, "take", 1)
    names = [json.loads(log_lines(log)[line - 1])["take"]["cards"][0] for line in (one, two)]
    return changed(changed(log, one, names[0], names[1]), two, names[1], names[0]), one


def without(kind: str) -> Forge:
    """Remove a record. Its absence shows at the next line or later."""

    def forge(log: bytes) -> tuple[bytes, int]:
        lines, line = log_lines(log), line_of(log, kind)
        return resealed(lines[: line - 1] + lines[line:]), -line

    return forge


def short_reshuffle(log: bytes) -> tuple[bytes, int]:
    line = line_of(log, "reshuffle")
    first = json.loads(log_lines(log)[line - 1])["reshuffle"]["cards"][0]
    return changed(log, line, f'["{first}",', "["), line


def card_not_held(log: bytes) -> tuple[bytes, int]:
    line = line_of(log, "starter")
    turned = json.loads(log_lines(log)[line - 1])["starter"]
    plays = [line_of(log, "play", nth) for nth in range(5)]
    line = next(
        line for line in plays if re.search(rb'"action":"[2-9TJQKA][CDHS]"', log_lines(log)[line - 1])
    )
    played = json.loads(log_lines(log)[line - 1])["play"]["action"]
    return changed(log, line, f'"{played}"', f'"{turned}"'), line


def other_secret(log: bytes) -> tuple[bytes, int]:
    footer = read_log(log).footer
    last = len(log_lines(log))
    return changed(log, last, footer.secret, footer.secret[::-1]), last


def other_secret_promised(log: bytes) -> tuple[bytes, int]:
    """Another secret with its commitment: the first draw gives it away."""
    read = read_log(log)
    secret = read.footer.secret[::-1]
    promised = commitment(bytes.fromhex(secret), read.header.game).hex()
    last = len(log_lines(log))
    forged = changed(log, last, read.footer.secret, secret)
    return changed(forged, 1, read.header.commitment, promised), 3


def ranks_in_another_order(log: bytes) -> tuple[bytes, int]:
    ranks = read_log(log).header.pack.ranks
    return changed(log, 1, ranks, ranks[::-1]), 3


FORGERIES: Final[dict[str, tuple[str, int, Forge]]] = {
    "a draw": ("mau-mau", 2, other_card("take", 12)),
    "a dealt card": ("mau-mau", 2, other_card("take")),
    "swapped cards": ("mau-mau", 2, swapped_takes),
    "the first face-up card": ("mau-mau", 2, other_card("starter")),
    "a missing draw": ("mau-mau", 2, without("take")),
    "a missing first face-up card": ("mau-mau", 2, without("starter")),
    "a missing reshuffle": ("german-bitter", 3, without("reshuffle")),
    "a reshuffle of fewer cards": ("german-bitter", 3, short_reshuffle),
    "a reshuffle of other cards": ("german-bitter", 3, other_card("reshuffle")),
    "a card that is not held": ("mau-mau", 2, card_not_held),
    "a card met in cutting": ("detailed", 2, other_card("cut", 1)),
    "a card that is kept": ("detailed", 2, other_card("kept")),
    "a card that is left": ("detailed", 2, other_card("left")),
    "a missing decision of the cutter": ("detailed", 2, without("kept")),
    "a card that is taken back": ("blind", 5, other_card("back")),
    "a lie that stays on the pile": ("blind", 5, without("back")),
    "a missing deal": ("german", 2, without("deal")),
    "another secret": ("mau-mau", 2, other_secret),
    "another secret and its commitment": ("mau-mau", 2, other_secret_promised),
    "another order of the pack": ("mau-mau", 2, ranks_in_another_order),
}


@pytest.mark.parametrize(("rules", "seats", "forge"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_log_is_found_though_its_digests_fit(
    rules: str, seats: int, forge: Forge, tmp_path: Path
) -> None:
    log = golden(rules, seats).data
    forged, line = forge(log)
    found = wrong_line(forged, tmp_path)
    assert found == line if line > 0 else found >= -line, complaint(forged, tmp_path)


# ---- the guide -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "words",
    [
        [*KINDS, "header", "footer"],
        [*NAMES.values(), *(word.strip() for word in WORDS.values())],
        [*Header.__slots__],
        [*Footer.__slots__],
        [*Termination.__members__],
        [verdict for verdict in Verdict if verdict not in (Verdict.OK, Verdict.INTERNAL, Verdict.VOID)],
        list(FORMATS),
    ],
)
def test_the_guide_names_everything_that_a_log_holds(words: list[str]) -> None:
    missing = [word for word in words if not re.search(rf"`[^`\n]*\b{re.escape(word)}\b[^`\n]*`", TEXT)]
    assert not [word for word in missing if word]


def test_the_examples_of_the_guide_are_records_and_show_every_kind() -> None:
    [block] = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    header, *_, footer = log_lines(golden("mau-mau", 2).data)
    for line in block.encode().splitlines(keepends=True):
        read_log(header + line + footer)
    assert {kind for line in block.splitlines() for kind in json.loads(line)} == set(KINDS)


def test_the_test_vectors_of_the_guide_are_right() -> None:
    vectors = re.findall(r"maumau-order-1/(\d+)/(\d+)/(\w+): ([\d ]+)", TEXT)
    assert len(vectors) == 2
    orders = Orders(bytes(range(32)), 32)
    takers = {taker_name(who): who for who in (0, 1, TABLE)}
    for deal, epoch, who, cards in vectors:
        assert orders.of(int(deal), int(epoch), takers[who]) == tuple(map(int, cards.split()))
