"""Parse sent items."""

from maumau.v1 import referee_pb2 as pb


def joined(*items: bytes) -> pb.PlayResponse:
    """Return the items as one message."""
    return pb.PlayResponse.FromString(b"".join(items))
