"""Example bots are a page each, and every SDK speaks the protocol that is in `proto`."""

import pytest

from tests.languages.bots import EXAMPLES, LANGUAGES, ROOT, SDK, Language

PROTO = ROOT / "proto" / "maumau" / "v1" / "referee.proto"
LINES = 40


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


def test_copies_of_the_protocol_are_equal() -> None:
    copies = [
        path for path in SDK.rglob("referee.proto") if not {"target", "build", ".build"} & {*path.parts}
    ]
    assert copies
    assert {path.read_text() for path in copies} == {PROTO.read_text()}
