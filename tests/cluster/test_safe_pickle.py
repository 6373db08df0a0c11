"""What was pickled elsewhere is data here, or nothing."""

import os
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from arena.service.cluster.connection import RefusedPickle, loads
from tests.cluster.hostile_worker import Bomb, Carrier

PLAIN = {"a": [1, 2.5, True, None, "text", b"bytes", (1, 2)], "b": {"c": bytearray(b"x")}}


@pytest.mark.parametrize("protocol", range(3, 6))  # those before have no bytes
def test_plain_data_arrives(protocol: int) -> None:
    assert loads(pickle.dumps(PLAIN, protocol)) == PLAIN


@pytest.mark.parametrize("kind", [bytes, str, dict])
def test_types_of_plain_data_arrive(kind: type) -> None:
    assert loads(pickle.dumps(kind)) is kind


@pytest.mark.parametrize("protocol", range(6))
def test_nothing_is_called(protocol: int, tmp_path: Path) -> None:
    made = loads(pickle.dumps([Bomb(str(tmp_path)), Carrier(str(tmp_path))], protocol))
    assert all(isinstance(one, RefusedPickle) for one in made)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("what", [Fraction(1, 2), ValueError("x"), os.getcwd, print, Path("/tmp")])
def test_other_things_are_refused(what: object) -> None:
    assert what not in (found := [loads(pickle.dumps(what))])
    assert isinstance(found[0], RefusedPickle) or issubclass(found[0], RefusedPickle)


@pytest.mark.parametrize(
    "bad",
    [b"", b"\x80\x05.", b"cos\nsystem\n(S'true'\ntR.", b"ios\nsystem\n(S'true'\n.", b"Pid\n.", b"\x82\x01."],
)
def test_bytes_by_hand_do_nothing(bad: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def called(_: str) -> int:
        raise AssertionError("it was called")

    for name in ("system", "popen"):
        monkeypatch.setattr(os, name, called)
    try:
        made = loads(bad)
    except (EOFError, pickle.UnpicklingError, IndexError, ValueError):
        return
    assert made is None or isinstance(made, RefusedPickle)


@pytest.mark.dear
def test_dask_reads_by_it() -> None:
    from distributed.protocol import deserialize, serialize
    from distributed.protocol import pickle as dasks

    from arena.service.cluster.connection import receive_plain_data_only

    before: Callable[..., object] = dasks.loads
    try:
        receive_plain_data_only()
        assert deserialize(*serialize(b"delivered")) == b"delivered"
        assert isinstance(deserialize(*serialize(Fraction(1, 2))), RefusedPickle)
    finally:
        dasks.loads = before
