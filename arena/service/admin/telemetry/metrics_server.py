"""A web server for Prometheus metrics, at an address of its own, separate from the site."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from arena.service.common.text import port_of
from arena.service.errors import BadSettings, RunError
from arena.store.database.store import Store

_LOOPBACK: Final = "127.0.0.1"


@contextmanager
def serve_metrics(store: Store, address: str) -> Iterator[str]:
    """Serve metrics during the block, and yield their URL.

    `address`: "HOST:PORT" or "PORT"; port 0 means any free one. Raise BadSettings for an invalid address,
    RunError if metrics cannot be served there.
    """
    host, port = _parse(address)
    if find_spec("prometheus_client") is None:
        raise RunError("--metrics needs prometheus-client; pip install prometheus-client")
    from prometheus_client import disable_created_metrics, start_http_server

    from arena.service.admin.telemetry.collector import MetricsCollector

    disable_created_metrics()  # type: ignore[no-untyped-call]
    with MetricsCollector(store) as collector:
        try:
            server, thread = start_http_server(port, host, collector.registry)
        except OSError as error:
            reason = error.strerror or os.strerror(error.errno or 0)
            raise RunError(f"cannot serve metrics at {address}: {reason}; name another address") from None
        except UnicodeError:  # not a host name
            raise _bad_address(address) from None
        try:
            yield f"http://{f'[{host}]' if ':' in host else host}:{server.server_port}/metrics"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def _parse(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    number = port_of(port)
    if number is None:
        raise _bad_address(address)
    return host.strip("[]") or _LOOPBACK, number


def _bad_address(address: str) -> BadSettings:
    return BadSettings(f"invalid --metrics {address[:60]!r}; write HOST:PORT, or a PORT of {_LOOPBACK}")
