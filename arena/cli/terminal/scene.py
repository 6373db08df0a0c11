"""Convert a bot's view into a scene of a replay, so that a person at the terminal sees replay pictures."""

import maumau
from arena.rules.cards import NO_SUIT, Card
from arena.rules.choices import NO_CARD, Ask
from arena.rules.events import ALL, Event, EventKind, score_event
from arena.rules.position import Observation
from arena.viewer.replay.scene import Scene


def make_scene(view: maumau.View, events: tuple[Event, ...]) -> Scene:
    """Return a bot's view as a scene that a replay can draw. `events`: the events since the bot's last
    decision.
    """
    hand = tuple(map(str, view.hand))
    return Scene(view.ply, None, events, _table(view), {view.seat: hand})


def game_event(sdk_event: maumau.Event) -> Event:
    """Return an event of the bots' SDK as an event of the rules (`arena.rules`)."""
    seat = ALL if sdk_event.seat is None else sdk_event.seat
    kind = EventKind(sdk_event.kind)
    if kind is EventKind.SCORED:
        return score_event(seat, sdk_event.value)
    return Event(kind, seat, _face(sdk_event.card), sdk_event.value)


def _table(view: maumau.View) -> Observation:
    return Observation(
        seat=view.seat,
        ask=Ask(view.ask),
        turn=view.seat,
        hand=0,  # a set of card numbers, but the view has only faces
        counts=view.counts,
        stock=view.stock,
        pile=view.pile,
        top=_face(view.top),
        suit=NO_SUIT if view.suit is None else view.suit,
        named=view.wished_suit is not None,
        clockwise=view.direction > 0,
        debt=view.pending_draw,
        misses=view.misses,
        drawn=0,
        deal=view.deal,
        dealer=view.dealer,
        said=tuple(map(int, view.said)),
        inside=sum(there << seat for seat, there in enumerate(view.inside)),
        totals=view.totals,
        met=_face(view.met),
    )


def _face(card: maumau.Card | None) -> Card:
    return NO_CARD if card is None else Card(card.code)
