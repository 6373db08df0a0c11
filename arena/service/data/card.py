"""The data card of exported games: what the files contain, how they were made, and their limits."""

from typing import Final

from maumau.data.columns import DECISION_COLUMNS, DECISIONS, HIDDEN, HIDDEN_COLUMNS, UNITS, table_of

NOT_STATED: Final = "not stated"

_TEXT: Final = f"""\
# Games of Mau-Mau

Games that bots played against each other in a Mau-Mau arena, as Parquet files. Each ruleset has two files.

- **decisions** (`{DECISIONS}`): one row for each decision of a bot, with everything that its seat knew, the
  legal choices, and what it did. Rows are ordered by game, seat and ply.
- **hidden** (`{HIDDEN}`): one row for each game, with its complete log. Do not train on it: the log has the
  hands of all seats and the shuffle secret. It is there to replay and verify the games.

## Before you train

- **Split by board.** Each set of cards is played once in every seating, so several games have the same
  cards. Games with the same `board` belong in the same part of a split into training and test data.
- A bot's place depends on its opponents and its cards. `elo` says how strong a bot was then.
- Bots repeat themselves: a million decisions of one bot show only one way to play. Count versions, not rows.
- Notes and estimates (`note`, `win`) are what bots sent; nobody has checked them.

## How it was made

By `arena export games`, which replays the logs of all finished matches by the rules. A game is included if
its match has finished, its board was played in every seating, and its log is stored. Each row is what the
referee sent to the bot. After a fault of its bot, a seat has no more rows.

Each page has a checksum, and each file has a seal: the SHA-256 of the file, with zeros in place of the seal.
`maumau.data.games` checks it before it reads, and gives the views and choices back that bots and
environments use. The metadata `maumau` of a file has the ruleset as data and the names of the cards.

Licence: {{licence}}

## Columns of decisions

{table_of(DECISION_COLUMNS)}
Lists by seat (`counts`, `said`, `totals`) start with seat 0. No column has nulls except `elo` and `win`.

| Unit | Values |
|---|---|
{"".join(f"| {name} | {text} |{chr(10)}" for name, text in UNITS)}
## Columns of hidden

{table_of(HIDDEN_COLUMNS)}"""


def data_card(licence: str = "") -> str:
    """Return the data card as Markdown. `licence`: the licence of the games; empty if it is not stated."""
    return _TEXT.replace("{licence}", licence or NOT_STATED)
