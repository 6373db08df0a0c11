"""The tournaments of each runner, played once for all its tests."""

from collections.abc import Iterator

import pytest

from tests.conftest import Scale
from tests.hostile import tournaments
from tests.hostile.expectations import rows_of
from tests.hostile.place import place
from tests.hostile.promises import Promises


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "row" in metafunc.fixturenames and metafunc.cls and issubclass(metafunc.cls, Promises):
        rows = rows_of(metafunc.cls.runner, metafunc.config.getoption("--scale"))
        metafunc.parametrize("row", rows, ids=[f"{row.id}-{row.name}" for row in rows])


@pytest.fixture(scope="class")
def played(request: pytest.FixtureRequest, scale: Scale) -> Iterator[tournaments.Played]:
    runner = request.cls.runner
    api = request.getfixturevalue("engine") if runner == "docker" else None
    with place() as here, tournaments.played(rows_of(runner, scale.name), runner, here, scale, api) as over:
        yield over
