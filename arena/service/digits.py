"""Numbers that strangers write, which may have any number of digits."""


def number_of(text: str, most: int) -> int | None:
    """The number that plain digits say, and `most` where it is larger; None if it is none.

    >>> number_of("007", 99), number_of("9" * 5_000, 99), number_of("-1", 99), number_of("", 99)
    (7, 99, None, None)
    """
    if not (text.isascii() and text.isdecimal()):
        return None
    digits = text.lstrip("0") or "0"
    # Python makes no number of more than 4,300 digits.
    return min(int(digits), most) if len(digits) <= len(str(most)) else most
