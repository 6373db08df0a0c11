"""The API does what its OpenAPI description says. Schemathesis is in the group `oracles`."""

from typing import Any, Final

import pytest
from hypothesis import given, settings

from arena.service.tokens import new_token
from arena.store.database.store import Store
from tests.conftest import Scale
from tests.web.conftest import database, site, store
from tests.web.routes import MATCH
from tests.web.served import Served

__all__ = ["database", "site", "store"]  # fixtures

# What there is: most of what is made up is not.
THERE: Final = {"match": MATCH, "name": "last", "number": 1, "tournament": 1}


@pytest.fixture(scope="module")
def headers(store: Store) -> dict[str, str]:
    """Return the headers of a user who may submit bots."""
    return {"Authorization": f"Bearer {new_token(store, 'oracle').secret}"}


@pytest.fixture(scope="module")
def operations(site: Served) -> list[Any]:
    """Return the operations of the API for Schemathesis."""
    try:
        import schemathesis
    except ImportError:
        pytest.skip("needs `uv sync --group oracles`; the gate brings it")
    schema = schemathesis.openapi.from_dict(site.data("/api/openapi.json"))
    schema.config.update(base_url=site.address)
    return list(schema.get_all_operations())


@pytest.mark.ci_one_in(4)
@pytest.mark.dear
@pytest.mark.parametrize("there", [False, True], ids=["made up", "there"])
@pytest.mark.parametrize("known", [False, True], ids=["nobody", "with a token"])
def test_answers_are_as_described(
    operations: list[Any], headers: dict[str, str], scale: Scale, known: bool, there: bool
) -> None:
    assert len(operations) >= 10
    for operation in operations:
        agrees(operation.ok(), headers if known else {}, there, scale.pick(quick=3, ci=5, full=300))


def agrees(operation: Any, headers: dict[str, str], there: bool, examples: int) -> None:  # noqa: ANN401
    """Send many requests; each answer must have a described status, type and body."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    wanted = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
        checks.response_headers_conformance,
    ]

    @settings(max_examples=examples, database=None, deadline=None)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:  # noqa: ANN401
        if there:
            case.path_parameters.update({name: THERE[name] for name in case.path_parameters if name in THERE})
        case.call_and_validate(headers=headers, checks=wanted, timeout=60)

    ask()
