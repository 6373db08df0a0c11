"""Notebooks made from guides: their format is right and their cells run."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.web.pages.guide import NOTEBOOKS, make_notebook

SITE = "https://arena.example/guide/"


def code_of(notebook: dict[str, Any]) -> list[str]:
    return [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_has_the_fields_of_its_format(name: str) -> None:
    notebook: dict[str, Any] = json.loads(json.dumps(make_notebook(name, SITE)))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)
    assert {*notebook} == {"nbformat", "nbformat_minor", "metadata", "cells"}
    for cell in notebook["cells"]:
        more = {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        assert {*cell} == {"cell_type", "metadata", "source"} | more
        assert cell["source"]
        assert ".md)" not in cell["source"]
    assert f"]({SITE}rulesets)" in json.dumps(notebook)


@pytest.mark.dear
def test_the_notebook_about_learning_makes_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells run in order as in Jupyter, with little training; commands are left out but for the bot."""
    monkeypatch.chdir(tmp_path)
    variables = {"__name__": "__main__"}
    for code in code_of(make_notebook("learn", SITE)):
        if code.startswith("!arena bot new"):
            subprocess.run([sys.executable, "-m", *code[1:].partition("#")[0].split()], check=True)
        elif not code.startswith("!"):
            exec("main(0.1)" if code.startswith("main(") else code, variables)
    assert (tmp_path / "trained" / "policy.npz").is_file()
