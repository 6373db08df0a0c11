"""Opens files until it may open no more, and plays."""

from contextlib import suppress

from tests.bots import plain

opened = []
with suppress(OSError):
    while True:
        opened.append(open("/dev/null"))  # noqa: SIM115 - to keep them is the point
for file in opened[-20:]:
    file.close()
plain.play(plain.honest)
