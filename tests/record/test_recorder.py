"""The recorder's records, one by one."""

from random import Random

import pytest

from arena.record import BotName, GameRecorder, OrderDealer, header_of, read_log
from arena.record.format import FORMAT, Header
from arena.record.match import Verdict
from arena.rules import Action, Outcome, Termination, game_for, ruleset
from arena.rules.cards import Card, CardSet
from arena.rules.choices import ActionKind, Word
from arena.rules.dealer import TABLE, Fact, cut
from tests.record.games import play

GAME = game_for(ruleset("mau-mau"), 2)
SECRET = bytes(32)
ALL: CardSet = (1 << 32) - 1
JACK = Action(ActionKind.PLAY, Card(4), suit=3, word=Word.LAST_CARD)
OUTCOME = Outcome((1, 2), (0, 12), Termination.WON)


class Script:
    """A dealer with scripted cards."""

    def __init__(self, *cards: int) -> None:
        self.cards = list(cards)

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        return Card(self.cards.pop(0))

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        """Nothing to do."""

    def record(self, fact: Fact) -> None:
        """Do nothing."""


def header() -> Header:
    return header_of(GAME, "game-1", 0, 1, SECRET, (BotName("a", "1"), BotName("b", "2")))


def recorder(*cards: int) -> GameRecorder:
    return GameRecorder(header(), GAME.pack, Script(*cards))


def body(made: GameRecorder) -> list[str]:
    return made.close(OUTCOME).reveal(SECRET).data.decode().splitlines()[1:-1]


def test_consecutive_takes_of_a_seat_are_one_record() -> None:
    made = recorder(0, 1, 2, 3, 4)
    for seat in (0, 0, 1, 0):
        made.take(seat, ALL, 0, 0)
    made.play(0, Action(ActionKind.DRAW), 1.0)
    made.take(0, ALL, 0, 0)
    assert body(made) == [
        '{"deal":0}',
        '{"take":{"seat":0,"cards":["7C","8C"]}}',
        '{"take":{"seat":1,"cards":["9C"]}}',
        '{"take":{"seat":0,"cards":["TC"]}}',
        '{"play":{"seat":0,"action":"draw","ms":1.0}}',
        '{"take":{"seat":0,"cards":["JC"]}}',
    ]


def test_new_deal_is_recorded() -> None:
    made = recorder(0, 1)
    made.take(0, ALL, 0, 0)
    made.take(0, ALL, 1, 0)
    assert body(made)[2:] == ['{"deal":1}', '{"take":{"seat":0,"cards":["8C"]}}']


@pytest.mark.rule("X-CUT-PLACES")
def test_starter_and_cut_cards_are_recorded() -> None:
    made = recorder(0, 1, 2)
    for who in (cut(0), cut(3), TABLE):
        made.take(who, ALL, 0, 0)
    assert body(made)[1:] == [
        '{"cut":{"number":0,"card":"7C"}}',
        '{"cut":{"number":3,"card":"8C"}}',
        '{"starter":"9C"}',
    ]


def test_reshuffle_lists_the_stock_in_pack_order() -> None:
    made = recorder(5)
    made.reshuffled(0b1000_0010_0001, 0, 1)
    made.take(1, ALL, 0, 1)
    assert body(made)[1:] == [
        '{"reshuffle":{"epoch":1,"cards":["7C","QC","TD"]}}',
        '{"take":{"seat":1,"cards":["QC"]}}',
    ]


@pytest.mark.parametrize(
    ("ms", "note", "line"),
    [
        (1.23456, "", '{"play":{"seat":1,"action":"JC:S Mau","ms":1.235}}'),
        (0.0, "", '{"play":{"seat":1,"action":"JC:S Mau","ms":0.0}}'),
        (86_400_000.0, "ok", '{"play":{"seat":1,"action":"JC:S Mau","ms":86400000.0,"note":"ok"}}'),
        (1.0, '"\\\n', '{"play":{"seat":1,"action":"JC:S Mau","ms":1.0,"note":"\\"\\\\\\n"}}'),
        (
            1.0,
            "\x1b[2Jé\x7f\x9b\u202e",
            R'{"play":{"seat":1,"action":"JC:S Mau","ms":1.0,"note":"\u001b[2J\u00e9\u007f\u009b\u202e"}}',
        ),
    ],
)
def test_play_has_its_time_and_escaped_note(ms: float, note: str, line: str) -> None:
    made = recorder()
    made.play(1, JACK, ms, note)
    assert body(made) == [line]


@pytest.mark.parametrize(
    ("note", "win", "end"),
    [
        ("", 0.6299999952316284, '"ms":1.0,"win":0.63}}'),
        ("", 0.0, '"ms":1.0,"win":0.0}}'),
        ("", -0.0, '"ms":1.0,"win":0.0}}'),
        ("ok", 1.0, '"ms":1.0,"note":"ok","win":1.0}}'),
        ("ok", 0.12345, '"ms":1.0,"note":"ok","win":0.123}}'),
    ],
)
def test_play_has_the_estimate_with_three_decimals(note: str, win: float, end: str) -> None:
    made = recorder()
    made.play(1, JACK, 1.0, note, win)
    assert body(made) == ['{"play":{"seat":1,"action":"JC:S Mau",' + end]


def test_fault_and_fallback_play_are_recorded() -> None:
    made = recorder()
    made.fault(1, Verdict.TIMEOUT)
    made.house(1, Action(ActionKind.PASS))
    assert body(made) == ['{"fault":{"seat":1,"verdict":"TIMEOUT"}}', '{"house":{"seat":1,"action":"pass"}}']


def test_header_is_recorded() -> None:
    log = recorder().close(OUTCOME).reveal(SECRET).data
    assert read_log(log).header == header()
    assert log.startswith(f'{{"header":{{"format":"{FORMAT}","ruleset":"mau-mau@1"'.encode())


def test_closed_log_does_not_contain_the_secret() -> None:
    secret = Random(1).randbytes(32)
    made = GameRecorder(header(), GAME.pack, OrderDealer(secret, 32))
    made.take(0, ALL, 0, 0)
    closed = made.close(OUTCOME)
    assert secret not in repr(closed).encode()
    assert secret.hex().encode() in closed.reveal(secret).data


@pytest.mark.parametrize("rules", ["mau-mau", "detailed"])
def test_log_is_printable_ascii(rules: str) -> None:
    assert all(line.isprintable() for line in play(rules, 3, 1).data.decode("ascii").splitlines())
