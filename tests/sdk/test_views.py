"""Views: all that a seat may know, immutable."""

from collections.abc import Iterator

import pytest

import maumau
from arena.record.match import Clock
from arena.rules import Ask, GameRules, Position, choices, observe, redact
from arena.rules.cards import NO_SUIT, Card
from arena.rules.choices import NO_CARD
from arena.rules.events import points_of, score_event
from arena.wire.encode import Encoder, game_start, news, welcome
from maumau import Choice, Event, EventKind, View
from maumau.decoding import Decoder
from maumau.session import Session
from tests.wire.messages import joined
from tests.wire.walks import DETAILED, GAME_NAMES, GAMES, MAU, walk


class Keeper(maumau.Bot):
    """Records its views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View) -> Choice:
        self.views.append(view)
        return view.legal[0]


def views_of(game: GameRules, seat: int, seed: int, plies: int = 60) -> Iterator[tuple[View, Position]]:
    """Yield one seat's views in a game, with the positions."""
    bot, encoder = Keeper(), Encoder(game)
    session = Session(bot)
    session.reply(joined(welcome(game, 1, Clock())))
    session.reply(joined(game_start(3, seat, bytes(8), bytes(32))))
    asked = 0
    for position, events in walk(game, seed, plies):
        packed = encoder.events(events, seat)
        if position.turn != seat:
            session.reply(joined(news(3, packed)))
            continue
        seen, offered = observe(position, seat), choices(position)
        session.reply(joined(encoder.question(3, asked, position.ply, packed, seen, offered, 5_000)))
        asked += 1
        yield bot.views[-1], position


@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_view_shows_what_the_seat_may_know(game: GameRules) -> None:
    name = game.pack.name
    for view, position in views_of(game, 1, seed=7):
        seen = observe(position, 1)
        assert [str(card) for card in view.hand] == sorted(
            (name(Card(card)) for card in game.pack.cards() if position.hands[1] >> card & 1),
            key=game.pack.names.index,
        )
        assert str(view.top) == ("None" if seen.top == NO_CARD else name(Card(seen.top)))
        assert view.suit == (None if seen.suit == NO_SUIT else seen.suit)
        assert view.wished_suit == (seen.suit if seen.named else None)
        assert (view.seat, view.seats, view.ply) == (1, game.seats, position.ply)
        assert (view.ask.name, view.deal, view.dealer) == (seen.ask.name, seen.deal, seen.dealer)
        assert (view.counts, view.totals, view.said) == (seen.counts, seen.totals, seen.said)
        assert (view.stock, view.pile) == (seen.stock, seen.pile)
        assert (view.pending_draw, view.misses) == (seen.debt, seen.misses)
        assert (view.direction > 0) == seen.clockwise
        assert view.inside == tuple(seen.inside >> seat & 1 == 1 for seat in range(game.seats))
        assert (view.met is None) == (seen.ask is not Ask.CUT)
        assert (view.drawn is None) == (seen.drawn == 0)
        assert len(view.legal) == len(choices(position))
        assert [choice.kind.name for choice in view.legal] == [
            choice.kind.name for choice in choices(position)
        ]
        assert view.plays == tuple(choice for choice in view.legal if choice.card)
        assert (view.claim is None) == (view.claimant is None) == (seen.ask is not Ask.BELIEVE)
        assert view.ruleset == view.match.ruleset == game.ruleset.key


@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
def test_history_has_all_events_of_the_seat(game: GameRules) -> None:
    happened = []
    for _, events in walk(game, 7, 60):
        happened.append([redact(event, 1) for event in events])
    views = list(views_of(game, 1, seed=7))
    expected = [event for events in happened for event in events]
    history = list(views[-1][0].history)
    kinds = [event.kind.name for event in expected[: len(history)]]
    assert [event.kind.name for event in history] == kinds
    for event, engine in zip(history, expected, strict=False):
        if event.kind is EventKind.SCORED:
            assert (event.card, event.value) == (None, points_of(engine))
        else:
            card = None if engine.card == NO_CARD else game.pack.name(Card(engine.card))
            assert (str(event.card), event.value) == (str(card), engine.value)


def test_views_do_not_change_later() -> None:
    lengths = []
    views = []
    for view, _ in views_of(MAU, 0, seed=3):
        lengths.append((len(view.history), len(view.news)))
        views.append(view)
    assert [(len(view.history), len(view.news)) for view in views] == lengths
    assert sum(len(view.news) for view in views) == len(views[-1].history)
    assert [*views[-1].history][-len(views[-1].news) :] == [*views[-1].news]


def test_history_is_a_sequence() -> None:
    *_, (view, _) = views_of(MAU, 0, seed=3)
    history = view.history
    assert history[0].kind is EventKind.DEAL
    assert history[-1] == [*history][-1]
    assert history[1:3] == tuple([*history][1:3])
    assert "DEAL seat" in str(history)
    with pytest.raises(IndexError):
        history[len(history)]


def test_a_score_is_a_signed_number() -> None:
    events = Decoder(MAU.pack.names).events
    packed = Encoder(MAU).events([score_event(1, -300)], 0)
    assert events[packed] == Event(EventKind.SCORED, 1, None, -300)


def test_clock_is_shown() -> None:
    view, _ = next(views_of(MAU, 0, seed=3))
    assert view.clock_ms == 5_000
    assert view.deadline is not None
    assert view.match.clock == maumau.Clock(bank=10_000, increment=100, cap=60_000)


def test_view_is_immutable() -> None:
    view, _ = next(views_of(MAU, 0, seed=3))
    with pytest.raises(AttributeError):
        view.hand = ()  # type: ignore[misc]


def test_opponents_are_in_order_of_play() -> None:
    for view, position in views_of(DETAILED, 1, seed=11, plies=200):
        others = [(1 + step * position.direction) % 3 for step in (1, 2)]
        assert view.opponents == tuple(seat for seat in others if position.inside >> seat & 1)


def test_cards_are_values() -> None:
    decoder = Decoder(("7H", "8H", "XX"))
    seven, eight, joker = decoder.cards(bytes(range(3)))
    assert (seven.rank, seven.suit, joker.suit, str(joker)) == ("7", maumau.Suit.HEARTS, None, "XX")
    assert seven < eight
    assert {seven: 1}[maumau.Card(0, "7", maumau.Suit.HEARTS)] == 1
