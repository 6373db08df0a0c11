"""Text of others cannot do anything to a terminal."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from arena.viewer.printable import escape_json, last_lines, printable, visible

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text())
def test_control_characters_are_escaped(text: str) -> None:
    shown = printable(text)
    assert not {unicodedata.category(letter) for letter in shown} & UNSEEN


@given(st.text())
def test_text_of_several_lines_keeps_only_its_lines_and_tabs(text: str) -> None:
    left = {letter for letter in visible(text) if unicodedata.category(letter) in UNSEEN}
    assert left == set(text) & {"\n", "\t"}


@given(st.text(st.characters()))
def test_json_hides_nothing_and_means_the_same(text: str) -> None:
    document = escape_json(json.dumps(text, ensure_ascii=False))
    assert not {unicodedata.category(letter) for letter in document} & UNSEEN
    assert json.loads(document) == text


def test_escape_sequences_are_written_out() -> None:
    assert printable("\x1b[2J\x9b31m\u202eabc\u200b\r\n") == r"\x1b[2J\x9b31m\u202eabc\u200b\r\n"


def test_letters_and_signs_of_any_script_stay() -> None:
    assert printable("Žofie, 日本, ♥ – “já”") == "Žofie, 日本, ♥ – “já”"


def test_piled_up_accents_are_left_out() -> None:
    assert printable("e" + "\u0301" * 50) == "e" + "\u0301" * 2


def test_long_text_is_cut() -> None:
    assert printable("a" * 300, limit=10) == "a" * 9 + "…"


def test_the_last_lines_are_shown_whatever_the_bytes() -> None:
    assert last_lines(b"first\nsec\xffond\r\n\x1b[2Jthird", 2) == [r"sec\xffond", r"\x1b[2Jthird"]


def test_each_of_the_last_lines_is_cut() -> None:
    assert last_lines("aaaa\nbb\n", 5, limit=3) == ["aa…", "bb"]
