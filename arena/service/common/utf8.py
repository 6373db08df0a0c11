"""Texts that the system gives, as paths and arguments, and that are no UTF-8: no database keeps them."""


def is_utf8(text: str) -> bool:
    r"""Whether it can be written down.

    >>> is_utf8("Jörg"), is_utf8("J\udcf6rg")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
