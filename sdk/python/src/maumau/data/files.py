"""Open the files of games, and check that no byte of them has changed."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

METADATA: Final = "maumau"  # the key of the metadata in a file
SEAL: Final = "maumau-seal"  # the key of its seal
UNSEALED: Final = "0" * 64

# The seal is the SHA-256 of the whole file, in hex, with 64 zeros in place of the seal itself. It stands in
# the footer, which ends with its length (4 bytes, low byte first) and "PAR1".

_END: Final = 8  # bytes: length of the footer, and "PAR1"
_BLOCK: Final = 1 << 20
_MARK: Final = f"{SEAL}:".encode()


class BadFile(ValueError):
    """A file is damaged, or not a file of games of the expected kind."""


class FileFacts(NamedTuple):
    """The facts that are the same for all games of a file."""

    ruleset: str  # "mau-mau@1"
    rules: dict[str, Any]  # the whole ruleset as data
    cards: Mapping[str, Sequence[str]]  # by number of seats: the cards' names, in the order of their codes


def open_file(path: str | Path, kind: str) -> tuple["ParquetFile", FileFacts]:
    """Open a file of games and check its seal, a SHA-256 of the file. `kind`: the expected format.

    Raise BadFile if it is damaged or of another kind, OSError if it cannot be read, ImportError without
    pyarrow.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise ImportError("files of games need pyarrow: pip install 'maumau[data]'") from error

    with Path(path).open("rb") as file:
        seal, found = compute_seal(file)
    if seal != found:
        raise BadFile(f"{path}: damaged, its bytes have changed; download or export it again")
    try:
        opened = ParquetFile(path, page_checksum_verification=True)
        about = json.loads(opened.metadata.metadata[METADATA.encode()])
        form, facts = about.pop("format"), FileFacts(**about)
    except (ArrowException, KeyError, TypeError, ValueError) as error:
        raise BadFile(f"{path}: not a file of games: {error}") from error
    if form != kind:
        raise BadFile(f"{path}: its format is {form}, not {kind}")
    return opened, facts


def compute_seal(file: IO[bytes]) -> tuple[str, str]:
    """Return the seal (SHA-256) computed from a file's content, and the seal stored in the file.

    Raise BadFile if the file has no seal.
    """
    start = find_seal(file)
    file.seek(0)
    hasher, left = sha256(), start
    while left and (block := file.read(min(left, _BLOCK))):
        hasher.update(block)
        left -= len(block)
    found = file.read(len(UNSEALED))
    hasher.update(UNSEALED.encode())
    while block := file.read(_BLOCK):
        hasher.update(block)
    return hasher.hexdigest(), found.decode("ascii", "replace")


def find_seal(file: IO[bytes]) -> int:
    """Return the position of the seal (the stored SHA-256) in a file, in bytes from its start.

    Raise BadFile if the file has no seal.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _END))
    end = file.read(_END)
    start = size - len(end) - int.from_bytes(end[:4], "little")
    if len(end) < _END or start < 0:
        raise BadFile("damaged, or not a Parquet file")
    file.seek(start)
    place = file.read(size - start).find(_MARK)
    if place < 0:
        raise BadFile("damaged, or not a file of games: it has no seal")
    return start + place + len(_MARK)
