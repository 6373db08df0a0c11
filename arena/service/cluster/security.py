"""The address of the scheduler, and the TLS files for all connections of a cluster."""

import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.service.common.text import port_of
from arena.service.errors import BadSettings, RunError

if TYPE_CHECKING:
    from distributed.security import Security

PORT: Final = 8786
PLAIN: Final = "tcp"
ENCRYPTED: Final = "tls"
_LOOK_S: Final = 3.0
_SILENCE_S: Final = 1.0  # a server that is silent for so long waits for a greeting, as TLS does


class NoCluster(RunError):
    """The cluster cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Tls:
    """The paths of the three PEM files for TLS: the authority's certificate, own certificate, private key."""

    ca: str  # the certificate of the cluster's authority
    cert: str  # this machine's certificate
    key: str  # this machine's private key


def tls_of(ca: str | None, cert: str | None, key: str | None) -> Tls | None:
    """Return the three TLS files; None if no file is given.

    Raise BadSettings if only one or two are given, or a file cannot be read.
    """
    given = [one for one in (ca, cert, key) if one]
    if not given:
        return None
    if not (ca and cert and key):
        raise BadSettings("TLS needs three files: --tls-ca, --tls-cert and --tls-key")
    for name in given:
        try:
            Path(name).open("rb").close()
        except OSError as error:
            raise BadSettings(f"{name}: {error.strerror}") from None
    return Tls(ca, cert, key)


def address_of(text: str, tls: Tls | None) -> str:
    """Return a scheduler's address in Dask's form: tls://HOST:PORT if `tls` is given, else tcp://HOST:PORT.

    Raise BadSettings if the text is not an address, or if its tls:// or tcp:// contradicts `tls`.

    >>> address_of("10.0.0.1", None), address_of("tls://head:9000", Tls("a", "b", "c"))
    ('tcp://10.0.0.1:8786', 'tls://head:9000')
    """
    kind, mark, place = text.rpartition("://")
    wanted = ENCRYPTED if tls else PLAIN
    if mark and kind not in (PLAIN, ENCRYPTED):
        raise BadSettings(f"invalid address {text}; write HOST:PORT")
    if mark and kind != wanted:
        hint = "leave out the --tls files, or write tls://" if tls else "add --tls-ca, --tls-cert, --tls-key"
        raise BadSettings(f"{text} is {'not ' if tls else ''}encrypted; {hint}")
    host, colon, port = place.rpartition(":")
    if not colon or place.endswith("]"):
        host, port = place, str(PORT)
    number = port_of(port)
    if not host or number is None:
        raise BadSettings(f"invalid address {text}; write HOST:PORT")
    return f"{wanted}://{host}:{number}"


def security(tls: Tls | None) -> "Security | None":
    """Return Dask's security settings for the TLS files; None if `tls` is None."""
    if tls is None:
        return None
    from distributed.security import Security

    return Security(
        require_encryption=True,
        tls_ca_file=tls.ca,
        **{f"tls_{role}_cert": tls.cert for role in ("client", "scheduler", "worker")},
        **{f"tls_{role}_key": tls.key for role in ("client", "scheduler", "worker")},
    )


def check_certificates(address: str, tls: Tls | None) -> None:
    """Raise NoCluster if the scheduler uses TLS, but `tls` is None."""
    if tls is None and expects_tls(address):
        raise NoCluster(
            f"cannot join {address}: its scheduler wants certificates; add --tls-ca, --tls-cert and --tls-key"
        )


def expects_tls(address: str) -> bool:
    """True if the server at tcp://HOST:PORT uses TLS; False if it does not or does not answer."""
    host, _, port = address.removeprefix(f"{PLAIN}://").rpartition(":")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # nothing is sent or believed
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _LOOK_S) as connection:
            connection.settimeout(_SILENCE_S)
            # A Dask server without TLS speaks first; it would log a TLS handshake as an error.
            with suppress(TimeoutError):
                connection.recv(1)
                return False
            connection.settimeout(_LOOK_S)
            with context.wrap_socket(connection):
                return True
    except ssl.SSLError as refused:
        return "ALERT" in (refused.reason or "")  # it wants our certificate
    except (OSError, UnicodeError):
        return False


def first_cause(error: BaseException) -> BaseException:
    """Return the original cause of an error that Dask has wrapped in errors of its own."""
    while error.__cause__:
        error = error.__cause__
    return error


def need_distributed() -> None:
    """Raise NoCluster if Dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise NoCluster("Dask is not installed; run pip install distributed") from None
