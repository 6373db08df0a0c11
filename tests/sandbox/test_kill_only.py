"""Bots are killed, never asked to stop: who ignores a signal would win time by it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import arena.sandbox

ASKING = {"stop", "terminate", "restart", "send_signal", "SIGTERM", "SIGINT", "SIGHUP"}


def asks(tree: ast.AST) -> Iterator[str]:
    """Where something is asked to stop: a method of such a name, or a signal that can be ignored."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=str(said)) | ast.Constant(value=str(said)) if said in ASKING:
                yield said


def test_no_sandbox_asks() -> None:
    found = {
        path.name: list(asks(ast.parse(path.read_text())))
        for path in sorted(Path(arena.sandbox.__path__[0]).rglob("*.py"))
    }
    assert "box.py" in found and "process.py" in found
    assert {name: asked for name, asked in found.items() if asked} == {}


def test_it_would_be_seen() -> None:
    code = "api.stop(one)\napi.kill(one, 'SIGTERM')\nos.kill(1, signal.SIGTERM)\napi.kill(one, 'SIGKILL')\n"
    assert sorted(asks(ast.parse(code))) == ["SIGTERM", "SIGTERM", "stop"]
