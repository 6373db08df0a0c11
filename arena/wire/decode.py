"""Decode the messages of bots into values of `arena.rules`.

`ProtocolError`: a message breaks the protocol or a limit. `IllegalAction`: a well-formed answer breaks the
rules.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final

from google.protobuf.message import DecodeError
from google.protobuf.text_format import MessageToString

from arena.record.format import round_win
from arena.rules.cards import Card, CardSet, Pack, members
from arena.rules.choices import Action, Choice, IllegalAction
from arena.rules.game import GameRules
from arena.wire.limits import MAX_ANSWERS, MAX_GAMES, MORE_CARDS, NAME_BYTES, NOTE_BYTES, PROTOCOL
from maumau.v1 import referee_pb2 as pb

# Number of the game, number of the choice, number of the question, and further fields if any.
Answer = tuple[int, int, int, pb.Answer | None]
_PLAIN: Final = Struct(">BBI")
_MAX_PLAIN: Final = MAX_ANSWERS * _PLAIN.size
_WIDTH: Final = 70
_STRING: Final = re.compile(r'( *\w+: )"(.*)"')
_LETTER: Final = re.compile(r"\\[0-7]{3}|\\.|[^\\]")


class ProtocolError(Exception):
    """A bot's message breaks the protocol; the text explains this to the bot's author."""


class OverBudget(ProtocolError):
    """A bot's message is larger than allowed."""


@dataclass(frozen=True, slots=True)
class HelloInfo:
    """A bot's introduction, its first message. The referee checks `token`."""

    token: str
    name: str
    sdk: str
    max_games: int


def parse_request(data: bytes) -> pb.PlayRequest:
    """Parse the bytes of one message.

    Raise ProtocolError if they are not a PlayRequest.
    """
    try:
        return pb.PlayRequest.FromString(data)
    except DecodeError as error:
        raise ProtocolError(f"not a PlayRequest: {error}") from None


def parse_hello(request: pb.PlayRequest) -> HelloInfo:
    """Return the introduction in the first message of a bot.

    Raise ProtocolError if it is missing or invalid.
    """
    if not request.HasField("hello"):
        raise ProtocolError("the first message has no hello")
    if request.answers or request.plain:
        raise ProtocolError("answers came with the hello, before anything was asked")
    hello = request.hello
    if hello.protocol != PROTOCOL:
        raise ProtocolError(f"the bot speaks protocol {hello.protocol}, the referee {PROTOCOL}")
    if hello.max_games > MAX_GAMES:
        raise ProtocolError(f"hello.max_games is {hello.max_games}, at most {MAX_GAMES} are allowed")
    for field, text in (("token", hello.token), ("name", hello.name), ("sdk", hello.sdk)):
        _check_size(f"hello.{field}", text, NAME_BYTES)
    return HelloInfo(hello.token, hello.name, hello.sdk, hello.max_games or 1)


def parse_answers(request: pb.PlayRequest) -> Sequence[Answer]:
    """Return the answers in a message that a bot sends after its introduction.

    Raise ProtocolError if the message has no answers or malformed answers, or is another introduction.
    """
    if request.HasField("hello"):
        raise ProtocolError("a second hello")
    plain, full = request.plain, request.answers
    if len(plain) % _PLAIN.size:
        raise ProtocolError(f"plain has {len(plain)} bytes, where an answer has {_PLAIN.size}")
    if len(plain) > _MAX_PLAIN or len(full) > MAX_ANSWERS:
        raise OverBudget(f"more than {MAX_ANSWERS} answers in one message")
    answers: list[Answer] = [(*answer, None) for answer in _PLAIN.iter_unpack(plain)]
    if full:
        answers += [(answer.game, answer.choice, answer.number, answer) for answer in full]
    if not answers:
        raise ProtocolError("a message without answers")
    return answers


def parse_answer(answer: Answer, choices: Sequence[Choice], game: GameRules) -> Action:
    """Return the action that an answer selects from these choices.

    The caller must check the other fields of the answer: game, question number, `win` and `resign`.

    Raise ProtocolError if the answer's note is too long. Raise IllegalAction if the choices do not allow the
    answer.
    """
    _, number, _, details = answer
    if details and (note := details.note):
        _check_size("note", note, NOTE_BYTES)
    if number == len(choices) and details and details.note:  # an SDK reports an illegal move in this way
        raise IllegalAction(f"illegal move {details.note}")
    if number >= len(choices):
        raise IllegalAction(f"choice {number} of a question with {len(choices)}")
    choice = choices[number]
    return _fill(choice, details, game.pack) if details else choice.plain


def parse_win(details: pb.Answer | None) -> float | None:
    """Return a bot's own estimate of its chance to win, rounded as in logs; None without an estimate.

    Raise ProtocolError if the estimate is not from 0 to 1.
    """
    if details is None or not details.HasField("win"):
        return None
    if not 0 <= details.win <= 1:  # also if it is not a number
        raise ProtocolError(f"win is {details.win:g}, a chance from 0 to 1 is expected")
    return round_win(details.win)


def _fill(choice: Choice, details: pb.Answer, pack: Pack) -> Action:
    """Return the action of a choice, with the details of a bot's answer, such as the named suit.

    Raise IllegalAction for details that the choice does not allow.
    """
    more = details.more
    return choice.fill(
        _further_cards(more, choice.more, pack) if more else None,
        details.suit if details.HasField("suit") else None,
        details.word if details.HasField("word") else None,
        details.target if details.HasField("target") else None,
        details.claim if details.HasField("claim") else None,
    )


def _further_cards(codes: bytes, allowed: CardSet, pack: Pack) -> tuple[Card, ...]:
    """Return the further cards of a move that lays several cards at once.

    `codes`: the code of each further card's face. `allowed`: the further cards that the choice allows. Of
    cards with the same face, take the one with the lowest number first (X-TWINS-COPY).

    Raise IllegalAction if no allowed card is left for a code, ProtocolError if there are too many codes.
    """
    if len(codes) > MORE_CARDS:
        raise ProtocolError(f"{len(codes)} further cards, at most {MORE_CARDS} are allowed")
    cards: list[Card] = []
    for code in codes:
        same = (card for card in members(allowed) if pack.face(card) == code and card not in cards)
        card = next(same, None)
        if card is None:
            raise IllegalAction(f"this choice does not allow the further card {code}")
        cards.append(card)
    return tuple(cards)


def _check_size(field: str, text: str, limit: int) -> None:
    size = len(text.encode())
    if size > limit:
        raise ProtocolError(f"{field} has {size} bytes, at most {limit} are allowed")


def question_text(question: pb.Question) -> str:
    """Return a question in protobuf's text format."""
    lines = MessageToString(question, indent=2).splitlines()
    return "\n".join(("questions {", *(part for line in lines for part in _split_line(line)), "}"))


def _split_line(line: str) -> Iterator[str]:
    """Yield a line of protobuf's text format, split into several lines if it contains a long string."""
    found = _STRING.fullmatch(line)
    if not found or len(line) <= _WIDTH:
        yield line
        return
    head, text = found.groups()
    piece, indent = head, " " * (len(head) - len(head.lstrip()) + 2)
    piece += '"'
    for letter in _LETTER.findall(text):
        if len(piece) + len(letter) >= _WIDTH:
            yield piece + '"'
            piece = indent + '"'
        piece += letter
    yield piece + '"'
