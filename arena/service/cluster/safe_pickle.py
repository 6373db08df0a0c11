"""What comes from a cluster is data: where Dask unpickles, nothing is made but what is plain.

A worker that is somebody else's by now may send any bytes as a result, or as the error of a task. Dask
reads both with `distributed.protocol.pickle.loads`, in the process that writes to the database. Here that
is made to know the types of plain data alone; of any other it makes an empty `Refused`, and neither calls
nor imports anything.
"""

import io
import pickle
from collections.abc import Iterable
from typing import Any, Final

ALLOWED: Final[dict[tuple[str, str], type]] = {
    ("builtins", one.__name__): one for one in (bytes, bytearray, str, int, float, bool, dict, list, tuple)
}


class RefusedPickle(Exception):
    """Stands for what was not made."""

    def __init__(self, *_: object) -> None:
        super().__init__("something pickled was refused")

    def __setstate__(self, _: object) -> None:
        """It has no state."""


def nothing(*_: object) -> None:
    """Stands for a function that was not called."""


class PlainUnpickler(pickle.Unpickler):
    """Makes plain data, and `Refused` of the rest."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - as in the base class
        if (module, name) in ALLOWED:
            return ALLOWED[module, name]
        return nothing if name == "unpickle_traceback" else type(name, (RefusedPickle,), {})

    def persistent_load(self, _: object) -> None:
        """There is nothing that it could mean."""


def loads(data: bytes, *, buffers: Iterable[Any] = ()) -> Any:  # noqa: ANN401 - as Dask's own
    """What is pickled, as far as it is plain. Raises UnpicklingError and others, as `pickle.loads`."""
    return PlainUnpickler(io.BytesIO(data), buffers=buffers).load()


def receive_plain_data_only() -> None:
    """From now on no Dask in this process unpickles anything else. To be called before it connects."""
    from distributed.protocol import pickle as dasks

    dasks.loads = loads
