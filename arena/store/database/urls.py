"""Parse database URLs, add the driver, and hide their passwords."""

import os
from pathlib import Path
from typing import Final

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

FILES: Final = "sqlite:///"  # how the URL of a database file starts
POSTGRESQL: Final = "postgresql"
DRIVER: Final = "postgresql+psycopg"
PASSWORD_FILE: Final = "POSTGRES_PASSWORD_FILE"  # PostgreSQL's own image uses this name too
_SAME: Final = ("postgres", "postgresql")  # schemes of URLs for PostgreSQL
_SECRETS: Final = ("password", "sslpassword")  # parameters in the query of a URL that are secret
_HIDDEN: Final = "***"


class WrongUrl(ValueError):
    """A text is not a database URL."""


def sqlite_url(path: Path) -> str:
    """Return the URL of the database file at `path`. The path may contain "?" and "%"."""
    return f"{FILES}{path}"


def with_driver(url: str) -> str:
    """Add the driver psycopg 3 to a PostgreSQL URL, and return the URL. Other URLs are returned unchanged."""
    scheme, separator, rest = url.partition("://")
    return f"{DRIVER}{separator}{rest}" if scheme in _SAME else url


def parse_database_url(url: str) -> URL:
    """Parse a database URL and add the driver.

    A missing PostgreSQL password is read from a file. The environment variable POSTGRES_PASSWORD_FILE
    contains the file's path.

    Raise WrongUrl if the URL is invalid, or if the password file cannot be read.
    """
    if url.startswith(FILES):
        return URL.create("sqlite", database=url.removeprefix(FILES))
    try:
        found = make_url(with_driver(url))
    except (ArgumentError, ValueError):  # a port that is not a number
        raise WrongUrl(
            "not a database URL; expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST:5432/NAME"
        ) from None
    file = os.environ.get(PASSWORD_FILE)
    if not file or found.password is not None or found.get_backend_name() != POSTGRESQL:
        return found
    try:
        return found.set(password=Path(file).read_text().rstrip("\n"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not UTF-8"
        raise WrongUrl(
            f"cannot read the password in {file}: {why}; {PASSWORD_FILE} names the file"
        ) from error


def hide_secrets(url: str) -> str:
    """Return a database URL without its secrets, for messages.

    For a SQLite file, return the file's path. For an invalid URL, return the option's name, "--db".
    """
    if url.startswith(FILES):
        return url.removeprefix(FILES)
    try:
        found = parse_database_url(url)
    except WrongUrl:
        return "--db"
    hidden = {name: _HIDDEN for name in _SECRETS if name in found.query}
    plain = found.set(drivername=found.get_backend_name(), query={**found.query, **hidden})
    return plain.render_as_string(hide_password=True)
