"""The bot by which a person plays: it asks the page for each choice."""

from collections.abc import Sequence

import maumau
from arena.analysis.hint import find_hint
from arena.rules import game_for, ruleset_from
from arena.service.people.question import answer_json, describe_decision, question_json
from arena.service.people.reasons import why_unplayable
from arena.service.people.seat import GaveUp, Json, Seat
from arena.viewer.text import Wording, seat_names


class Person(maumau.Bot):
    """A bot that asks a person for each choice.

    `names`: the players' names, by seat. `practice`: the person may ask for hints.
    """

    def __init__(self, seat: Seat, names: Sequence[str], practice: bool) -> None:
        self._practice = practice
        self._seat = seat
        self._names = names

    def on_match_start(self, info: maumau.MatchInfo) -> None:
        self._game = game_for(ruleset_from(info.rules), info.seats)
        self._wording = Wording.of(self._game, seat_names(self._names))

    def choose(self, view: maumau.View) -> maumau.Choice:
        def describe() -> Json:
            return question_json(view, self._wording, why_unplayable(self._game, view), hint=self._practice)

        try:
            return self._seat.ask(view, describe, lambda: self._advise(view))
        except GaveUp:
            self.resign()
            return view.legal[0]

    def _advise(self, view: maumau.View) -> Json:
        choice = find_hint(view)
        return {**answer_json(view, choice), "text": describe_decision(choice, view, self._wording)}
