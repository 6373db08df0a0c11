"""Every SDK passes its own tests and linter."""

from contextlib import nullcontext

import pytest

from tests.languages.bots import CPP_TESTS, SDK, WITH_SDK, Language, build_lock
from tests.languages.shell import needs, sh
from tests.languages.stubs import STUBS, stale

TOOLS = {"typescript": "npm", "rust": "cargo", "go": "go", "java": "mvn", "cpp": "cmake"}


@pytest.mark.dear
@pytest.mark.parametrize("language", WITH_SDK, ids=lambda one: one.name)
def test_an_sdk_passes_its_own_tests(language: Language) -> None:
    needs(TOOLS[language.name])
    in_the_bot = language.tests == CPP_TESTS
    with build_lock() if in_the_bot else nullcontext():
        sh(language.tests, SDK / language.name, **language.quicker)


@pytest.mark.parametrize("language", WITH_SDK, ids=lambda one: one.name)
def test_sdk_tests_replay_the_conversations(language: Language) -> None:
    assert "onversation" in sh("git grep -l conversations.json .", SDK / language.name)


@pytest.mark.dear
@pytest.mark.parametrize("language", [one for one in WITH_SDK if one.lint], ids=lambda one: one.name)
def test_an_sdk_is_clean(language: Language) -> None:
    needs(TOOLS[language.name])
    sh(language.lint, SDK / language.name, **language.quicker)


@pytest.mark.dear
@pytest.mark.ci_one_in(len(STUBS))
@pytest.mark.parametrize("language", STUBS)
def test_generated_stubs_are_current(language: str) -> None:
    """One command writes them all, so at scale ci the fastest shows whether it was run."""
    needs(TOOLS[language])
    assert stale(language) == [], "uv run python -m tests.languages.stubs --write"
