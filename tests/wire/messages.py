"""What is sent, as whoever gets it reads it."""

from maumau.v1 import referee_pb2 as pb


def joined(*items: bytes) -> pb.PlayResponse:
    """The items as one message."""
    return pb.PlayResponse.FromString(b"".join(items))
