"""Fields of a protobuf message as bytes, for what is sent so often that an object for each would be dear.

Keys and varints as in the encoding that protobuf documents (https://protobuf.dev/programming-guides/encoding).
"""

from typing import Final

_VARINT: Final = 0
_BYTES: Final = 2  # a length, and so many bytes
_LOW_BITS: Final = 0x7F
_SMALL: Final = 1 << 14  # numbers that two bytes hold come again and again


class Numbers(dict[int, bytes]):
    """A field that is a number, by its value: nothing for 0, which is what a field is that is not there."""

    def __init__(self, field: int) -> None:
        super().__init__({0: b""})
        self._key = _varint(field << 3 | _VARINT)

    def __missing__(self, value: int) -> bytes:
        packed = self._key + _varint(value)
        if value < _SMALL:
            self[value] = packed
        return packed


def lengths(field: int, most: int) -> tuple[bytes, ...]:
    """What stands before the bytes of a field, by their number, up to `most`: nothing before none."""
    key = _varint(field << 3 | _BYTES)
    return (b"", *(key + _varint(length) for length in range(1, most + 1)))


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; all bytes but the last have their high bit set."""
    groups = bytearray()
    while value > _LOW_BITS:
        groups.append(value & _LOW_BITS | ~_LOW_BITS & 0xFF)
        value >>= 7
    groups.append(value)
    return bytes(groups)
