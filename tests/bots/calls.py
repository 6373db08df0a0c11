"""Calls by gRPC, for bots that misuse it: they send whatever bytes, or one call after the other."""

import os
from collections.abc import Iterator

import grpc

METHOD = "/maumau.v1.RefereeService/Play"


def channel() -> grpc.Channel:
    return grpc.insecure_channel(os.environ["ARENA_TARGET"])


def raw_stream(messages: Iterator[bytes], channel: grpc.Channel) -> Iterator[bytes]:
    """A stream of whatever bytes."""
    call: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
    return call(messages)
