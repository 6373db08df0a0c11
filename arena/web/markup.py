"""HTML with values put in, escaped: `Markup.format` does the same, eight times as slowly."""

from markupsafe import Markup, escape

from arena.viewer.printable import visible


def html(text: str, *values: object) -> Markup:
    """The text with these values in place of its braces; what is Markup already stays as it is.

    >>> html('<b title="{}">{}</b>', '"', html("<i>{}</i>", "<"))
    Markup('<b title="&#34;"><i>&lt;</i></b>')
    """
    return Markup(text.format(*(escape(write_out_unseen(value)) for value in values)))


def write_out_unseen(value: object) -> object:
    """Return a value as a page shows it: of plain text, what cannot be seen is written out."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
