"""`arena bot check`: what its user sees, and the exit codes."""

import json
import signal
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

from tests.cli.arena import WIDTH, arena
from tests.cli.terminals import Terminal

BOTS = Path(__file__).parents[1] / "bots"
GOOD = str(BOTS / "first" / "bot.py")
ILLEGAL = str(BOTS / "illegal" / "bot.py")
SLEEPY = str(BOTS / "never_connects" / "bot.py")


def _lines(out: str) -> list[str]:
    """All but the command lines, which are to be copied whole."""
    return [line for line in out.splitlines() if "arena bot check" not in line and "(/" not in line]


@pytest.mark.dear
def test_a_line_for_each_step_that_passes(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "bot", "check", GOOD, "-r", "prsi", "--step", "2", "--step", "3")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"Checking first ({GOOD}) as a plain process"
    assert lines[1] == " 2  says Hello           ok     protocol 1, no name, no SDK, 256 games at once"
    assert lines[2].startswith(" 3  decides, small table ok     1 ruleset, asked 6 of 6 kinds, ")
    assert lines[3].startswith("first passed all 2 steps in ")
    assert max(map(len, lines[1:])) <= WIDTH


@pytest.mark.dear
def test_failed_step_has_all_details(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "bot", "check", ILLEGAL, "-r", "prsi", "--step", "3", "--seed", "7")
    assert (code, err) == (1, "")
    assert " 3  decides, small table FAILED prsi: illegal move: choice 64 of a question" in out
    assert "    The question:\n      seat 0 of 2, prsi@1, deal 0, ply " in out
    assert "\n      questions {\n" in out
    assert "\nillegal failed step 3, in " in out
    assert max(map(len, _lines(out))) <= WIDTH
    (command,) = (line for line in out.splitlines() if line.lstrip().startswith(("arena ", "uv run ")))
    again = command.rpartition("arena ")[2].split()
    assert again == ["bot", "check", ILLEGAL, "--step", "3", "--ruleset", "prsi", "--seed", "7"]
    # The same again, but for how long it took.
    repeated = arena(capfd, *again).out
    assert repeated.splitlines()[:-1] == out.splitlines()[:-1]


@pytest.mark.dear
def test_quiet_prints_nothing_without_failures(capfd: pytest.CaptureFixture[str]) -> None:
    assert arena(capfd, "bot", "check", GOOD, "-r", "prsi", "--step", "2", "-q") == (0, "", "")
    code, out, _ = arena(capfd, "bot", "check", ILLEGAL, "-r", "prsi", "--step", "2", "--step", "3", "-q")
    assert code == 1
    assert out.startswith(" 3  decides, small table FAILED")


@pytest.mark.dear
def test_one_document_and_a_file_for_continuous_integration(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.xml"
    code, out, err = arena(
        capfd,
        "bot",
        "check",
        ILLEGAL,
        "-r",
        "prsi",
        "--step",
        "2",
        "--step",
        "3",
        "--json",
        "--junit",
        str(file),
    )
    assert (code, err) == (1, "")
    report = json.loads(out)
    assert (report["bot"], report["passed"], report["rulesets"]) == ("illegal", False, ["prsi@1"])
    hello, decides = report["steps"]
    assert (hello["number"], hello["passed"], hello["request"]) == (2, True, "")
    assert (decides["number"], decides["passed"]) == (3, False)
    assert decides["request"].startswith("seat 0 of 2, prsi@1")
    failures = parse(file).getroot().findall("testsuite/testcase/failure")
    assert [failure.get("message") for failure in failures] == [decides["detail"]]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("nobody",), "nobody"),
        (("random", "--step", "11"), "at most 10"),
        (("random", "-r", "no-such"), "no ruleset is called 'no-such'"),
        (("random", "--clock", "fast"), "is not a clock"),
        (("random", "--runner", "cloud"), "cloud"),
        (("random", "--junit", "/no/such/folder/report.xml"), "/no/such/folder"),
    ],
)
def test_invalid_options_are_one_line(
    arguments: tuple[str, ...], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = arena(capfd, "bot", "check", *arguments)
    assert (code, out) == (4 if complaint == "nobody" else 2, "")
    assert err.startswith("arena: ") and err.count("\n") == 1
    assert complaint in err


@pytest.mark.dear
@pytest.mark.fault("F03")
def test_progress_at_a_terminal_and_an_interrupt() -> None:
    terminal = Terminal("bot", "check", SLEEPY, "-r", "prsi")
    try:
        terminal.wait("1 starts")
        terminal.process.send_signal(signal.SIGINT)
        assert "Interrupted." in terminal.wait("Interrupted.")
        assert terminal.process.wait(20) == 130
    finally:
        terminal.close()
