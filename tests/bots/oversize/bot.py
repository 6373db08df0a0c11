"""Sends a message over the limit."""

import sys
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).parents[3]))

from maumau.v1 import referee_pb2 as pb
from tests.bots import calls, plain

out = SimpleQueue[bytes]()
out.put(plain.hello().SerializeToString())
for message in calls.raw_stream(iter(out.get, b""), calls.channel()):
    for question in pb.PlayResponse.FromString(message).questions:
        out.put(
            pb.PlayRequest(answers=[pb.Answer(game=question.game, note="x" * 200_000)]).SerializeToString()
        )
