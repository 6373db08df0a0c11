"""Says Hello with a name of 10 kB, full of what pages and databases might obey."""

from tests.bots import plain

NASTY = "<img src=x onerror=alert(1)>'; DROP TABLE game; --\u202e"

line = plain.Line()
hello = plain.hello()
hello.hello.name = NASTY * 170
line.stream.send(hello.SerializeToString())
for _ in line.messages:
    pass
