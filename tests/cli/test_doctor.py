"""`arena doctor`: a line for each check, advice, and an exit code."""

import json
from pathlib import Path

import pytest

from arena.cli.serve import doctor
from arena.service.admin.doctor.result import failed
from tests.cli.arena import WIDTH, arena

NOWHERE = "unix:///nowhere/docker.sock"


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", NOWHERE)


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "arena.db")


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "arena.db"
    path.write_bytes(b"no database" * 1_000)
    return str(path)


@pytest.mark.dear
def test_without_docker_all_other_checks_pass(db: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "doctor", "--db", db)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "\x1b" not in out
    assert [line for line in lines if line and not line.startswith(" ")][:-1] == [
        "This machine", "Database", "Bots as plain processes", "Bots in containers",
    ]  # fmt: skip
    assert "  ok       as processes     greedy and random start and play 2 games" in out
    (warned,) = [line for line in lines if line.startswith("  warning  engine")]
    assert "no Docker engine answers at" in warned
    assert lines[-1].endswith(" 0 failed.")
    assert not Path(db).exists(), "nothing is made"


def test_required_containers_fail_without_docker(db: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capfd, "doctor", "--db", db, "--runner", "docker", "--quiet")
    assert code == 1
    assert "Bots in containers\n  failed   engine" in out
    assert "  ok  " not in out
    assert "-> start it (`sudo systemctl start docker`)" in out
    assert out.endswith(" 1 failed.\n")


def test_all_of_it_as_json(broken: str, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "doctor", "--db", broken, "--runner", "docker", "--json")
    document = json.loads(out)
    assert (code, err) == (1, "")
    assert (document["passed"], document["failed"]) == (False, 2)
    assert document["ok"] + document["warning"] + 2 == len(document["findings"])
    wrong = [one for one in document["findings"] if one["state"] == "failed"]
    assert [(one["part"], one["name"]) for one in wrong] == [
        ("Database", "database"), ("Bots in containers", "engine"),
    ]  # fmt: skip
    assert broken in wrong[0]["found"]
    assert all(one["to_do"] for one in wrong)


def test_a_runner_that_is_none(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = arena(capfd, "doctor", "--runner", "dokcer")
    assert (code, out) == (2, "")
    assert "dokcer" in err


def test_foreign_texts_are_escaped_and_wrapped() -> None:
    line = failed("database", "bad\x1b[2J\n" + "word " * 60, "mend " * 40)
    printed = list(doctor.result_lines(line))
    assert max(map(len, printed)) <= WIDTH
    assert not any("\x1b" in one or "\n" in one for one in printed)
    assert printed[0].startswith("  failed   database         bad\\x1b[2J")
