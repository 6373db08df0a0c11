"""Makes Dask unpickle only plain data.

A compromised worker can send any bytes as a result or an error. Dask reads both with
`distributed.protocol.pickle.loads` in the process that writes to the database. The replacement here knows
only the types of plain data. For any other type it creates an empty `RefusedPickle`, without calling or
importing anything.
"""

import io
import pickle
from collections.abc import Iterable
from typing import Any, Final

ALLOWED: Final[dict[tuple[str, str], type]] = {
    ("builtins", one.__name__): one for one in (bytes, bytearray, str, int, float, bool, dict, list, tuple)
}


class RefusedPickle(Exception):
    """A placeholder for an object that was not unpickled."""

    def __init__(self, *_: object) -> None:
        super().__init__("a pickled object was refused")

    def __setstate__(self, _: object) -> None:
        """Ignore the pickled state."""


def ignore(*_: object) -> None:
    """Do nothing: the placeholder for a function that must not be called."""


class PlainUnpickler(pickle.Unpickler):
    """An unpickler of plain data; everything else becomes a `RefusedPickle`."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as in the base class
        if (module, name) in ALLOWED:
            return ALLOWED[module, name]
        return ignore if name == "unpickle_traceback" else type(name, (RefusedPickle,), {})

    def persistent_load(self, _: object) -> None:
        """Ignore a reference to an object outside the pickle."""


def loads(data: bytes, *, buffers: Iterable[Any] = ()) -> Any:  # noqa: ANN401 - as Dask's own
    """Unpickle plain data. Raise UnpicklingError and others for invalid data, as `pickle.loads` does."""
    return PlainUnpickler(io.BytesIO(data), buffers=buffers).load()


def receive_plain_data_only() -> None:
    """Make all of Dask in this process unpickle only plain data. Call this before connecting."""
    from distributed.protocol import pickle as dasks

    dasks.loads = loads
