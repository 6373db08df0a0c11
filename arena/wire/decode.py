"""What bots send: parsed into domain values, or into a failure. Nothing raw passes inward.

Two kinds of failure: `ProtocolError` where a message breaks the protocol or a limit of it (verdict PROTOCOL),
and the engine's `IllegalAction` where an answer is well formed but no legal action (verdict ILLEGAL).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from google.protobuf.message import DecodeError

from arena.rules.cards import Card, CardSet, Pack, members
from arena.rules.choices import Action, Choice, IllegalAction
from arena.rules.game import Game
from arena.wire.limits import MAX_GAMES, MORE_CARDS, NAME_BYTES, NOTE_BYTES, PROTOCOL
from maumau.v1 import referee_pb2 as pb


class ProtocolError(Exception):
    """A message that breaks the protocol; the text tells the bot's author what was wrong."""


@dataclass(frozen=True, slots=True)
class HelloInfo:
    """What a bot says about itself. `token` is to be compared by the referee; names are for logs only."""

    token: str
    name: str
    sdk: str
    max_games: int


def parse_request(data: bytes) -> pb.PlayRequest:
    """One message as it came. Raises ProtocolError."""
    try:
        return pb.PlayRequest.FromString(data)
    except DecodeError as error:
        raise ProtocolError(f"not a PlayRequest: {error}") from None


def parse_hello(request: pb.PlayRequest) -> HelloInfo:
    """The first message of a stream. Raises ProtocolError."""
    if not request.HasField("hello"):
        raise ProtocolError("the first message has no hello")
    if request.answers:
        raise ProtocolError("answers came with the hello, before anything was asked")
    hello = request.hello
    if hello.protocol != PROTOCOL:
        raise ProtocolError(f"the bot speaks protocol {hello.protocol}, the referee {PROTOCOL}")
    if hello.max_games > MAX_GAMES:
        raise ProtocolError(f"hello.max_games is {hello.max_games}, at most {MAX_GAMES} are allowed")
    for field, text in (("token", hello.token), ("name", hello.name), ("sdk", hello.sdk)):
        _check_size(f"hello.{field}", text, NAME_BYTES)
    return HelloInfo(hello.token, hello.name, hello.sdk, hello.max_games or 1)


def parse_answers(request: pb.PlayRequest) -> Sequence[pb.Answer]:
    """The answers of a message that is not the first. Raises ProtocolError."""
    if request.HasField("hello"):
        raise ProtocolError("a second hello")
    if not request.answers:
        raise ProtocolError("a message without answers")
    return request.answers


def parse_answer(answer: pb.Answer, choices: Sequence[Choice], game: Game) -> Action:
    """The action that an answer to these choices means. Raises ProtocolError or IllegalAction.

    Which game and question it belongs to, `note` (checked here) and `resign` are the referee's to read.
    """
    if answer.note:
        _check_size("note", answer.note, NOTE_BYTES)
    if answer.choice >= len(choices):
        raise IllegalAction(f"choice {answer.choice} of a question with {len(choices)}")
    choice = choices[answer.choice]
    more = answer.more
    suit = answer.suit if answer.HasField("suit") else None
    word = answer.word if answer.HasField("word") else None
    target = answer.target if answer.HasField("target") else None
    claim = answer.claim if answer.HasField("claim") else None
    if suit is word is target is claim is None and not more:
        return choice.default()
    cards = _further_cards(more, choice.more, game.pack) if more else None
    return choice.fill(cards, suit, word, target, claim)


def _further_cards(codes: bytes, allowed: CardSet, pack: Pack) -> tuple[Card, ...]:
    """The cards that the codes mean, of equal ones the lowest number first (X-TWINS-COPY)."""
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
