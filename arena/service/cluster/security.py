"""Where the scheduler of a cluster is, and the files that every link to it is encrypted and known by."""

import socket
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.service.common.digits import port_of
from arena.service.errors import BadSettings, RunError

if TYPE_CHECKING:
    from distributed.security import Security

PORT: Final = 8786
PLAIN: Final = "tcp"
ENCRYPTED: Final = "tls"
_LOOK_S: Final = 3.0


class NoCluster(RunError):
    """The cluster cannot be used; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Tls:
    """Files in PEM: the cluster's own certificate authority, and who we are. Whoever has none is refused."""

    ca: str
    cert: str
    key: str


def tls_of(ca: str | None, cert: str | None, key: str | None) -> Tls | None:
    """All three files, or none. Raises BadSettings."""
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
    """A scheduler's address as Dask writes it: tls://HOST:PORT where there are files, else tcp://HOST:PORT.

    Raises BadSettings where what is written is of the other kind.

    >>> address_of("10.0.0.1", None), address_of("tls://head:9000", Tls("a", "b", "c"))
    ('tcp://10.0.0.1:8786', 'tls://head:9000')
    """
    kind, mark, place = text.rpartition("://")
    wanted = ENCRYPTED if tls else PLAIN
    if mark and kind not in (PLAIN, ENCRYPTED):
        raise BadSettings(f"{text} is no scheduler's address: write HOST:PORT")
    if mark and kind != wanted:
        hint = "leave the --tls files out, or write tls://" if tls else "add --tls-ca, --tls-cert, --tls-key"
        raise BadSettings(f"{text} is {'not ' if tls else ''}encrypted: {hint}")
    host, colon, port = place.rpartition(":")
    if not colon or place.endswith("]"):
        host, port = place, str(PORT)
    number = port_of(port)
    if not host or number is None:
        raise BadSettings(f"{text} is no scheduler's address: write HOST:PORT")
    return f"{wanted}://{host}:{number}"


def security(tls: Tls | None) -> "Security | None":
    """What Dask is told of the files, the same for whatever we are. Raises NoCluster."""
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
    """Raise NoCluster if the scheduler at an address wants certificates and none are given."""
    if tls is None and expects_tls(address):
        raise NoCluster(
            f"cannot join {address}: its scheduler wants certificates; add --tls-ca, --tls-cert and --tls-key"
        )


def expects_tls(address: str) -> bool:
    """Return whether a server at tcp://HOST:PORT speaks TLS; False if none answers."""
    host, _, port = address.removeprefix(f"{PLAIN}://").rpartition(":")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # nothing is sent or believed
    try:
        with (
            socket.create_connection((host.strip("[]"), int(port)), _LOOK_S) as connection,
            context.wrap_socket(connection),
        ):
            return True
    except ssl.SSLError as refused:
        return "ALERT" in (refused.reason or "")  # it asks for our certificate
    except (OSError, UnicodeError):
        return False


def first_cause(error: BaseException) -> BaseException:
    """What made Dask say that something failed to start."""
    while error.__cause__:
        error = error.__cause__
    return error


def need_distributed() -> None:
    """Raises NoCluster where Dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise NoCluster("there is no Dask: pip install 'maumau-arena[cluster]'") from None
