"""Record the messages to a bot under check, and show the last question to the bot's author."""

from typing import Final

from arena.analysis.views import Onlooker
from arena.record.match import Verdict
from arena.referee.net.stream import Sender, Stream
from arena.service.check.decision_kinds import kinds_of
from arena.wire.decode import question_text
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb

_IN_THIS_GAME: Final = (Verdict.ILLEGAL, Verdict.RESIGN, Verdict.TIMEOUT)


class WatchedStream(Stream):
    """The stream of a bot under check. It records all messages to the bot.

    It also records the kinds of decision (see `decision_kinds`) in the bot's questions.
    """

    __slots__ = ("_known", "at_once", "blamed", "kinds", "longest_quiet", "quiet_since", "sent")

    def __init__(self, sender: Sender) -> None:
        super().__init__(sender)
        self.sent: list[bytes] = []
        self.kinds: set[str] = set()
        self.at_once = 0  # the most questions that were open at one time
        self.blamed: int | None = None  # the game of the fault, or of the oldest open question
        self.quiet_since = 0.0  # when the last message was sent or received
        self.longest_quiet = 0.0  # the longest time in seconds without an open question and without messages
        self._known: set[bytes] = set()  # questions whose kinds are in `kinds`

    def ask(self, game: int, question: bytes) -> None:
        super().ask(game, question)
        self._note(pb.PlayResponse.FromString(question).questions[0])

    def _note(self, question: pb.Question) -> None:
        alike = question.table[:1] + question.choices
        if alike not in self._known:
            self._known.add(alike)
            self.kinds.update(kinds_of(question))

    def stop(self, game: int, verdict: Verdict, detail: str) -> None:
        if self.blamed is None:
            self.blamed = game if verdict in _IN_THIS_GAME else self.clock.oldest
        super().stop(game, verdict, detail)

    def take(self, now: float) -> list[bytes]:
        if self.quiet_since and not self.clock.open:
            self.longest_quiet = max(self.longest_quiet, now - self.quiet_since)
        messages = super().take(now)
        if messages:
            self.sent += messages
            self.quiet_since = now
            self.at_once = max(self.at_once, len(self.clock.open))
        return messages

    def answered(self, now: float) -> None:
        """Record that the bot answered at the time `now`."""
        self.quiet_since = now


def request_text(welcome: bytes, sent: list[bytes], game: int) -> str:
    """Return the last question of a game as text; empty if the bot got no question in this game.

    The text has two parts: the SDK's view of the question, and the fields of the message. `welcome`: the
    first message to the bot. `sent`: all later messages to the bot.
    """
    onlooker = Onlooker()
    session = Session(onlooker)
    last: pb.Question | None = None
    together = 0
    for data in (welcome, *sent):
        message = pb.PlayResponse.FromString(data)
        mine = [question for question in message.questions if question.game == game]
        if mine:
            last, together = mine[0], len(message.questions)
        message.ClearField("fault")
        message.ClearField("ends")
        session.reply(message)
    if last is None:
        return ""
    among = f"# one of {together} questions in its message\n" if together > 1 else ""
    return f"{onlooker.views[game]}\n\n{among}{question_text(last)}"
