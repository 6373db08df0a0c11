"""Dockerfiles of strangers, where builds are allowed: what would be fetched is refused before it is built."""

import pytest

from arena.service.errors import BadBot
from arena.service.submission.dockerfile_rules import check_dockerfile

HERE = ("python:3.11-slim", "golang:1.26", "maumau/python-bot:0")
REFUSED = {
    "a file of the web": ("FROM scratch\nADD http://169.254.169.254/latest/meta-data /x", "says ADD"),
    "hidden by capitals": ("FROM scratch\nadd https://a.example/x /x", "says ADD"),
    "hidden by a tab": ("FROM scratch\nADD\thttps://a.example/x /x", "unsupported instruction"),
    "hidden by an escape": ("# escape=`\nFROM scratch\nRUN x \\\nADD http://a.example /x", "escape="),
    "another language": ("# syntax=evil/frontend:1\nFROM scratch", "syntax="),
    "for those built on it": ("FROM scratch\nONBUILD ADD http://a.example /x", "'ONBUILD'"),
    "a mark before it": ("\ufeffFROM evil/image\n", "unsupported instruction"),
    "an image elsewhere": ("FROM registry.example/evil:1", "needs the image registry.example/evil:1"),
    "copied from elsewhere": ("FROM scratch\nCOPY --from=evil/image:1 /x /x", "needs the image evil/image:1"),
    "a stage that comes later": ("FROM scratch\nCOPY --from=late /x /x\nFROM scratch AS late", "image late"),
    "a stage that is none": ("FROM scratch\nCOPY --from=1 /x /x", "needs the image 1"),
    "a name in a variable": ("ARG A=evil\nFROM $A", "without variables"),
    "a name in quotes": ('FROM "evil/image"', "without variables"),
    "no image": ("FROM\n", "without variables"),
    "too long": ("FROM scratch\n" + "RUN x\n" * 600, "more than 500 lines"),
}  # fmt: skip
TAKEN = (
    "FROM maumau/python-bot:0\nCOPY . /bot\n",
    "FROM golang:1.26 AS made\nCOPY . .\nRUN go build -o /bot .\n\nFROM scratch\nCOPY --from=made /bot /bot\n"
    'ENTRYPOINT ["/bot"]\n',
    "FROM golang:1.26\nFROM scratch\nCOPY --from=0 /bot /bot\n",
    "# a bot\nfrom --platform=linux/amd64 python:3.11-slim\nENV A=1 \\\n  # more\n  B=2\nCMD python bot.py\n",
)


@pytest.mark.parametrize("what", REFUSED)
def test_dockerfiles_that_fetch_are_refused(what: str) -> None:
    text, said = REFUSED[what]
    with pytest.raises(BadBot, match=said):
        check_dockerfile(text, HERE.__contains__)


@pytest.mark.parametrize("text", TAKEN)
def test_local_images_are_allowed(text: str) -> None:
    check_dockerfile(text, HERE.__contains__)


def test_images_are_asked_for_by_name() -> None:
    asked: list[str] = []

    def none_here(name: str) -> bool:
        asked.append(name)
        return True

    check_dockerfile(TAKEN[1], none_here)
    assert asked == ["golang:1.26"], "a stage is no image, and scratch is none"
