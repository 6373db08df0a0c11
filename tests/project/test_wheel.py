"""The wheels work without a checkout: they contain example bots, rulesets and migrations."""

import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest

from arena.service.bots.new import languages
from tests.docs.documents import GUIDES, blocks, relative_links
from tests.project.installed import run
from tests.project.pins import ROOT, pinned


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the command `arena` of an environment with the two wheels.

    They are built from the source distributions, which must be complete.
    """
    folder = tmp_path_factory.mktemp("wheel")
    (folder / "pins.txt").write_text("\n".join(pinned()))
    run("uv", "build", "-q", "--all-packages", "-o", folder, ROOT, folder=folder)
    run("uv", "venv", "-q", "venv", folder=folder)
    wheels = sorted(folder.glob("*.whl"))
    assert len(wheels) == 2
    run("uv", "pip", "install", "-q", "-p", "venv", "-c", "pins.txt", *wheels, folder=folder)
    return folder / "venv" / "bin" / "arena"


@pytest.mark.dear
def test_example_bots_play_after_an_install(arena: Path, tmp_path: Path) -> None:
    assert run(arena, "play", "builtin:random", "builtin:greedy", folder=tmp_path)


@pytest.mark.dear
def test_nothing_is_compiled_by_default(arena: Path) -> None:
    wheels = arena.parents[2].glob("*.whl")
    assert [wheel.name.split("-")[-1] for wheel in wheels] == ["any.whl"] * 2


@pytest.mark.dear
def test_an_index_accepts_the_packages(arena: Path) -> None:
    pytest.importorskip("twine")
    packages = [*arena.parents[2].glob("*.whl"), *arena.parents[2].glob("*.tar.gz")]
    assert len(packages) == 4
    run(sys.executable, "-m", "twine", "check", "--strict", *packages, folder=arena.parents[2])


@pytest.mark.dear
@pytest.mark.parametrize("name", ["maumau", "maumau-arena"])
def test_a_wheel_describes_itself(arena: Path, name: str) -> None:
    [packages] = arena.parents[1].glob("lib/*/site-packages")
    [installed] = distributions(name=name, path=[str(packages)])
    about = installed.metadata
    assert about["Author"] and about["Keywords"] and about.get_all("Classifier")
    assert {url.split(",")[0] for url in about.get_all("Project-URL") or []} >= {"Source", "Issues"}
    assert installed.read_text("licenses/LICENSE") == (ROOT / "LICENSE").read_text()
    text = str(about.json["description"])
    assert len(text) > 1000
    assert relative_links(text) == []


@pytest.mark.dear
def test_the_wheel_carries_the_protocol(arena: Path) -> None:
    assert list(arena.parents[1].glob("lib/*/site-packages/arena/_proto/maumau/v1/referee.proto"))


@pytest.mark.dear
def test_the_wheel_carries_the_guides(arena: Path) -> None:
    [folder] = arena.parents[1].glob("lib/*/site-packages/arena/guides")
    assert {"log-format.md", "verify_game.py"} <= {path.name for path in folder.iterdir()}


@pytest.mark.dear
def test_bot_new_in_every_language(arena: Path, tmp_path: Path) -> None:
    for language in languages():
        made = tmp_path / language / "mine"
        run(arena, "bot", "new", "mine", "--lang", language, "--folder", made, folder=tmp_path)
        assert (made / "bot.toml").is_file()
        assert (made / "sdk").is_dir() == (language != "python")
        assert not [
            path for path in made.rglob("*") if path.name in ("node_modules", "target", "build", "tests")
        ]
    assert run(arena, "play", "./python/mine", "builtin:random", folder=tmp_path)


@pytest.mark.full
def test_learning_after_an_install(arena: Path, tmp_path: Path) -> None:
    """`pip install 'maumau[learn]'` is enough for the guide: its program, training, and a bot from it."""
    wheels = arena.parents[2]
    run("uv", "venv", "-q", "venv", folder=tmp_path)
    install = ("uv", "pip", "install", "-q", "-p", "venv", "-c", wheels / "pins.txt")
    run(*install, "--find-links", wheels, "maumau[learn]", folder=tmp_path)
    programs = tmp_path / "venv" / "bin"
    [many] = [block for block in blocks(GUIDES / "learn.md") if block.language == "python"]
    (tmp_path / many.file).write_text(many.text)
    [train] = programs.parent.glob("lib/*/site-packages/arena/guides/train.py")
    run(programs / "python", many.file, folder=tmp_path)
    run(programs / "python", train, "1", folder=tmp_path)
    run(programs / "arena", "bot", "new", "trained", "--from-policy", "policy.npz", folder=tmp_path)
    run(programs / "arena", "bot", "check", "./trained", "--ruleset", "mau-mau", folder=tmp_path)
