"""Show a question in the text format of Protocol Buffers, which protobuf can read back."""

import re
from collections.abc import Iterator
from typing import Final

from google.protobuf.text_format import MessageToString

from maumau.v1 import referee_pb2 as pb

_WIDTH: Final = 70
_STRING: Final = re.compile(r'( *\w+: )"(.*)"')
_LETTER: Final = re.compile(r"\\[0-7]{3}|\\.|[^\\]")


def question_text(question: pb.Question) -> str:
    """Return, in the text format, a PlayResponse that holds only this question."""
    lines = MessageToString(question, indent=2).splitlines()
    return "\n".join(("questions {", *(part for line in lines for part in _pieces(line)), "}"))


def _pieces(line: str) -> Iterator[str]:
    """Yield a line of the text format; a long string is split over several lines, which
    the format joins again.
    """
    found = _STRING.fullmatch(line)
    if not found or len(line) <= _WIDTH:
        yield line
        return
    head, text = found.groups()
    piece, indent = head, " " * (len(head) - len(head.lstrip()) + 2)
    piece += '"'
    for letter in _LETTER.findall(text):
        if len(piece) + len(letter) >= _WIDTH:
            yield piece + '"'
            piece = indent + '"'
        piece += letter
    yield piece + '"'
