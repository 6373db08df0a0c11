"""Example bots are a page each, and every SDK speaks the protocol that is in `proto`."""

import tomllib

import pytest

from tests.docs.documents import relative_links
from tests.languages.bots import EXAMPLES, LANGUAGES, ROOT, SDK, Language

PROTO = ROOT / "proto" / "maumau" / "v1" / "referee.proto"
LINES = 40
# Where each package names its project. A module of Go has no such place.
MANIFESTS = (
    "python/pyproject.toml", "typescript/package.json", "rust/Cargo.toml", "java/pom.xml",
    "cpp/CMakeLists.txt",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.name)
def test_an_example_is_a_page(language: Language) -> None:
    folder = EXAMPLES / language.bot
    (source,) = folder.rglob(language.source)
    assert len(source.read_text().splitlines()) <= LINES
    assert {"bot.toml", "Dockerfile"} <= {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.name)
def test_an_sdk_says_how_to_use_it(language: Language) -> None:
    text = (SDK / language.name / "README.md").read_text()
    assert "wished" in text.lower() and "docker" in text.lower()
    assert relative_links(text) == []


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.name)
def test_an_sdk_has_the_licence(language: Language) -> None:
    assert (SDK / language.name / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_every_package_names_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert [name for name in MANIFESTS if project["urls"]["Source"] not in (SDK / name).read_text()] == []
    assert [name for name in MANIFESTS if project["version"] not in (SDK / name).read_text()] == []


def test_copies_of_the_protocol_are_equal() -> None:
    copies = [
        path for path in SDK.rglob("referee.proto") if not {"target", "build", ".build"} & {*path.parts}
    ]
    assert copies
    assert {path.read_text() for path in copies} == {PROTO.read_text()}
