"""Where a database is, as a URL."""

import os
from pathlib import Path
from typing import Final

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

FILES: Final = "sqlite:///"  # how the URLs of database files begin
POSTGRESQL: Final = "postgresql"
DRIVER: Final = "postgresql+psycopg"
PASSWORD_FILE: Final = "POSTGRES_PASSWORD_FILE"  # as PostgreSQL's own image calls it
_SAME: Final = ("postgres", "postgresql")  # as others write it
_SECRETS: Final = ("password", "sslpassword")  # that may stand behind the question mark
_HIDDEN: Final = "***"


class WrongUrl(ValueError):
    """It is no URL of a database."""


def sqlite_url(path: Path) -> str:
    """The URL of a database file; in it nothing means anything else, as in other URLs "?" and "%" do."""
    return f"{FILES}{path}"


def with_driver(url: str) -> str:
    """The same with its driver: psycopg 3 where PostgreSQL is meant."""
    scheme, separator, rest = url.partition("://")
    return f"{DRIVER}{separator}{rest}" if scheme in _SAME else url


def address(url: str) -> URL:
    """Return a URL with its driver, in parts. Raise WrongUrl.

    PostgreSQL's password is read from the file named by POSTGRES_PASSWORD_FILE if the URL has none.
    """
    if url.startswith(FILES):
        return URL.create("sqlite", database=url.removeprefix(FILES))
    try:
        found = make_url(with_driver(url))
    except (ArgumentError, ValueError):  # a port that is no number
        raise WrongUrl("it is no URL of a database: postgresql://user:password@host:5432/name") from None
    file = os.environ.get(PASSWORD_FILE)
    if not file or found.password is not None or found.get_backend_name() != POSTGRESQL:
        return found
    try:
        return found.set(password=Path(file).read_text().rstrip("\n"))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8"
        raise WrongUrl(
            f"cannot read the password in {file}: {why}; {PASSWORD_FILE} names the file"
        ) from error


def shown(url: str) -> str:
    """A URL without what is secret in it; a file as its path."""
    if url.startswith(FILES):
        return url.removeprefix(FILES)
    try:
        found = address(url)
    except WrongUrl:
        return "--db"
    hidden = {name: _HIDDEN for name in _SECRETS if name in found.query}
    plain = found.set(drivername=found.get_backend_name(), query={**found.query, **hidden})
    return plain.render_as_string(hide_password=True)
