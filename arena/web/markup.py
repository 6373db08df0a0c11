"""HTML with values put in, escaped: `Markup.format` does the same, eight times as slowly."""

from markupsafe import Markup, escape


def html(text: str, *values: object) -> Markup:
    """The text with these values in place of its braces; what is Markup already stays as it is.

    >>> html('<b title="{}">{}</b>', '"', html("<i>{}</i>", "<"))
    Markup('<b title="&#34;"><i>&lt;</i></b>')
    """
    return Markup(text.format(*map(escape, values)))
