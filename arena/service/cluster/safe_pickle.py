"""Make Dask unpickle only plain data.

A compromised worker can send any bytes as a result or an error. Dask reads both with
`distributed.protocol.pickle.loads` in the process that writes to the database. The replacement only knows
the types of plain data. For any other type it creates an empty `RefusedPickle`, and neither calls nor
imports anything.
"""

import io
import pickle
from collections.abc import Iterable
from typing import Any, Final

ALLOWED: Final[dict[tuple[str, str], type]] = {
    ("builtins", one.__name__): one for one in (bytes, bytearray, str, int, float, bool, dict, list, tuple)
}


class RefusedPickle(Exception):
    """Placeholder for an object that was refused."""

    def __init__(self, *_: object) -> None:
        super().__init__("a pickled object was refused")

    def __setstate__(self, _: object) -> None:
        """Ignore the state."""


def ignore(*_: object) -> None:
    """Placeholder for a function that must not be called."""


class PlainUnpickler(pickle.Unpickler):
    """An unpickler of plain data; everything else becomes `RefusedPickle`."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as in the base class
        if (module, name) in ALLOWED:
            return ALLOWED[module, name]
        return ignore if name == "unpickle_traceback" else type(name, (RefusedPickle,), {})

    def persistent_load(self, _: object) -> None:
        """Ignore the reference."""


def loads(data: bytes, *, buffers: Iterable[Any] = ()) -> Any:  # noqa: ANN401 - as Dask's own
    """Unpickle plain data. Raise UnpicklingError and others, as `pickle.loads`."""
    return PlainUnpickler(io.BytesIO(data), buffers=buffers).load()


def receive_plain_data_only() -> None:
    """Restrict all of Dask in this process. Call it before connecting."""
    from distributed.protocol import pickle as dasks

    dasks.loads = loads
