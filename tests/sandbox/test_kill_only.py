"""Bots are killed, never asked to stop: a bot that ignores a signal would win time."""

import ast
from collections.abc import Iterator
from pathlib import Path

import arena.sandbox

ASKING = {"stop", "terminate", "restart", "send_signal", "SIGTERM", "SIGINT", "SIGHUP"}


def asks(tree: ast.AST) -> Iterator[str]:
    """Yield the names of methods and signals that only ask a process to stop."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=str(said)) | ast.Constant(value=str(said)) if said in ASKING:
                yield said


def test_no_sandbox_asks_a_bot_to_stop() -> None:
    found = {
        path.name: list(asks(ast.parse(path.read_text())))
        for path in sorted(Path(arena.sandbox.__path__[0]).rglob("*.py"))
    }
    assert "box.py" in found and "process.py" in found
    assert {name: asked for name, asked in found.items() if asked} == {}


def test_asking_is_detected() -> None:
    code = "api.stop(one)\napi.kill(one, 'SIGTERM')\nos.kill(1, signal.SIGTERM)\napi.kill(one, 'SIGKILL')\n"
    assert sorted(asks(ast.parse(code))) == ["SIGTERM", "SIGTERM", "stop"]
