"""The lines of values in a TOML text."""

import time

from arena.rules.house_rules.toml_source import read_toml

TEXT = """\
name = "d"
bots = [
  "a",
  'b.py',
]
forbidden = [["a", "b"],
  ["c", "d"]]
[[entrants]]
bot = "q"

[[entrants]]
bot = "r"
name = "z"
[limits]
start = 3
"""


def test_keys_tables_and_listed_texts_have_lines() -> None:
    found = read_toml(TEXT)
    assert not found.mistakes
    assert {".".join(where): line for where, line in found.lines.items()} == {
        "name": 1,
        "bots": 2,
        "bots.a": 3,
        "bots.b.py": 4,
        "forbidden": 6,
        "forbidden.a": 6,
        "forbidden.b": 6,
        "forbidden.c": 7,
        "forbidden.d": 7,
        "entrants": 8,
        "entrants.1": 8,
        "entrants.1.bot": 9,
        "entrants.2": 11,
        "entrants.2.bot": 12,
        "entrants.2.name": 13,
        "limits": 14,
        "limits.start": 15,
    }


def test_a_long_list_is_read_in_a_moment() -> None:
    text = "bots = [\n" + "".join(f'  "bots/number{number}.py",\n' for number in range(900)) + "]\n"
    began = time.process_time()
    found = read_toml(text, characters=64 << 10, most_lines=1_000)
    assert found.lines["bots", "bots/number899.py"] == 901
    assert time.process_time() - began < 1.0


def test_the_mark_before_a_text_that_some_editors_write_is_left_out() -> None:
    found = read_toml("\ufeff" + TEXT)
    assert found == read_toml(TEXT)
    assert read_toml("\ufeffa = 1\nb = ").mistakes == read_toml("a = 1\nb = ").mistakes
