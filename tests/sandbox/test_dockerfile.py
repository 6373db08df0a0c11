"""What can be read from a Dockerfile before it is built."""

import pytest

from arena.sandbox.docker.dockerfile import missing_sources, starts_itself

FILES = ["bot.py", "build/bot", "data/a.txt", "data/b.txt"]


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("COPY bot.py /bot/", ()),
        ("COPY . /bot", ()),
        ("COPY ./build/bot /bot/bot", ()),
        ("COPY build /bot/build", ()),
        ("COPY build/ /bot/build/", ()),
        ("COPY data/*.txt /bot/", ()),
        ("COPY dist/bot.js /bot/", ("dist/bot.js",)),
        ("copy build/bot build/more /bot/", ("build/more",)),
        ('COPY ["bot.py", "not there", "/bot/"]', ("not there",)),
        ("COPY --chown=1:1 nothing /bot/", ("nothing",)),
        ("COPY --from=build /src/bot /bot/", ()),
        ("ADD lib.tar /bot/", ("lib.tar",)),
        ("ADD https://host/lib.tar /bot/", ()),
        ("COPY $WHAT /bot/", ()),
        ("# COPY nothing /bot/", ()),
        ("COPY bot.py \\\n  nothing \\\n  /bot/", ("nothing",)),
        ("COPY [broken", ()),
        ("COPY", ()),
    ],
)
def test_missing_sources(line: str, missing: tuple[str, ...]) -> None:
    assert missing_sources(f"FROM scratch\n{line}\n", FILES) == missing


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("FROM a\n", False),
        ('FROM a\nENTRYPOINT ["x"]\n', True),
        ("FROM a\ncmd x\nENV A=1\n", True),
        ("FROM a AS b\nCMD x\nFROM c\n", False),
        ("FROM a\nRUN echo CMD\n", False),
        ("FROM a\n# CMD x\n", False),
    ],
)
def test_entrypoint_and_cmd(text: str, starts: bool) -> None:
    assert starts_itself(text) == starts
