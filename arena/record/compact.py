"""The short spelling of the records between header and footer: what comes again and again is one byte.

Logs are ASCII, so bytes above that are free to stand for a text, and the texts are such as cannot be within a
string of JSON. So each spelling is made from the other by replacing, and none is ever taken for the other.
"""

from typing import Final

_TEXTS: Final = (  # in the order in which they are looked for: the longer before those that they hold
    b'{"deal":0}\n',
    b'{"starter":"',
    b'{"play":{"seat":',
    b'{"take":{"seat":',
    b',"action":"',
    b',"cards":["',
    b'","ms":0.',
    b'","ms":',
    b',"note":"',
    b'","',
    b'"]}}\n',
    b"}}\n",
    b'"}\n',
)
_TOKENS: Final = tuple(bytes((0x80 + number,)) for number in range(len(_TEXTS)))
_BOTH: Final = tuple(zip(_TEXTS, _TOKENS, strict=True))
LINE_ENDS: Final = (b"\n", *(token for text, token in _BOTH if text.endswith(b"\n")))


def shorten(text: bytes) -> bytes:
    """Records in short.

    >>> shorten(b'{"play":{"seat":0,"action":"7H Mau","ms":0.12}}\\n')
    b'\\x820\\x847H Mau\\x8612\\x8b'
    """
    for long, token in _BOTH:
        text = text.replace(long, token)
    return text


def spell_out(short: bytes) -> bytes:
    """Records as they stand in a log."""
    for long, token in _BOTH:
        short = short.replace(token, long)
    return short
