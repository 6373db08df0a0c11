"""Ports of loopback."""

import socket


def free_port() -> int:
    """One that nobody listens on at this moment."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
