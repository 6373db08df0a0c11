"""Says Hello with a name that pages and databases might obey, and plays."""

from maumau.v1 import referee_pb2 as pb
from tests.bots import plain


def hello() -> pb.PlayRequest:
    said = plain.hello()
    said.hello.name = "<img onerror=alert(1)>'; DROP TABLE game;--\u202e"
    said.hello.sdk = "\x1b[2J\0"
    return said


line = plain.Line()
line.stream.send(hello().SerializeToString())
for message in line.messages:
    if message.questions:
        plain.honest(line, list(message.questions))
