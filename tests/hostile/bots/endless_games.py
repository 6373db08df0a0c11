"""Says that it can play 2^31 games at once."""

from tests.bots import plain

line = plain.Line()
hello = plain.hello()
hello.hello.max_games = 1 << 31
line.stream.send(hello.SerializeToString())
for _ in line.messages:
    pass
