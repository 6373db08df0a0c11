"""Answering Prometheus, at an address of its own: /metrics is no page of the site."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from arena.service.admin.telemetry.database_metrics import Reading
from arena.service.admin.telemetry.log_event import is_not_log_event
from arena.service.common.digits import port_of
from arena.service.errors import BadSettings, RunError
from arena.store.database.store import Store

_LOOPBACK: Final = "127.0.0.1"


@contextmanager
def metrics_served(store: Store, address: str) -> Iterator[str]:
    """While the block lasts, "HOST:PORT" or "PORT" answers; port 0 is any that is free. Where it does.

    Raises BadSettings, RunError.
    """
    host, port = _parsed(address)
    _need_prometheus()
    from prometheus_client import CollectorRegistry, disable_created_metrics, start_http_server

    from arena.service.admin.telemetry.counters import Counting
    from arena.service.admin.telemetry.metric_families import OfDatabase

    disable_created_metrics()  # type: ignore[no-untyped-call]  # as it is there
    registry, arena = CollectorRegistry(), logging.getLogger("arena")
    counting = Counting(registry)
    with Reading(store) as reading:
        registry.register(OfDatabase(reading))
        try:
            server, thread = start_http_server(port, host, registry)
        except OSError as error:
            why = error.strerror or os.strerror(error.errno or 0)
            raise RunError(f"--metrics {address}: {why}; name another address") from None
        except UnicodeError:  # no host has such a name
            raise _bad_address(address) from None
        with _attach_handler(arena, counting):
            try:
                yield f"http://{f'[{host}]' if ':' in host else host}:{server.server_port}/metrics"
            finally:
                server.shutdown()
                server.server_close()
                thread.join()


@contextmanager
def _attach_handler(logger: logging.Logger, handler: logging.Handler) -> Iterator[None]:
    """Events of a level that nobody asked to see are made for the handler, and not written."""
    written = logger.level
    shown = [(other, other.level) for other in logging.getLogger().handlers]
    if logger.getEffectiveLevel() > handler.level:
        for other, level in shown:
            other.setLevel(max(level, logger.getEffectiveLevel()))
        logger.setLevel(handler.level)
    logger.addHandler(handler)
    silent = None if logging.getLogger().handlers else _last_resort(logger)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        if silent:
            logger.removeHandler(silent)
        logger.setLevel(written)
        for other, level in shown:
            other.setLevel(level)


def _last_resort(logger: logging.Logger) -> logging.Handler:
    """Warnings still go to stderr, as they do where nothing is set up."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.addFilter(is_not_log_event)
    logger.addHandler(handler)
    return handler


def _parsed(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    number = port_of(port)
    if number is None:
        raise _bad_address(address)
    return host.strip("[]") or _LOOPBACK, number


def _bad_address(address: str) -> BadSettings:
    return BadSettings(f"--metrics {address[:60]!r} is no address: HOST:PORT, or a PORT of {_LOOPBACK}")


def _need_prometheus() -> None:
    from importlib.util import find_spec

    if find_spec("prometheus_client") is None:
        raise RunError("--metrics needs prometheus-client: pip install 'maumau-arena[metrics]'")
