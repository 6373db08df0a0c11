"""Write games to Parquet files: one file of decisions, and one of hidden cards."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from arena.rules import Ruleset
from arena.service.common.files import write_whole_file
from arena.service.data.rows import DecisionRows, GameToExport, hidden_row
from maumau.data.columns import (
    CHOICE,
    DECISION_COLUMNS,
    DECISIONS,
    EVENT,
    HIDDEN,
    HIDDEN_COLUMNS,
    Column,
)
from maumau.data.files import METADATA, SEAL, UNSEALED, compute_seal, find_seal

_LEVEL: Final = 9  # of compression; higher ones are slow and hardly smaller
_ELEMENT: Final = "element"  # of a list; "list" above it and its own name are part of a column's path
_GROUP_ROWS: Final = 50_000  # decisions in a row group: more hardly compress better, and need more memory
_NULLABLE: Final = ("elo", "win")


@dataclass(frozen=True, slots=True)
class GameTables:
    """Games as two pyarrow tables: a row for each decision, and a row with the hidden cards of each game."""

    decisions: Any
    hidden: Any
    games: int


def make_tables(games: Sequence[GameToExport]) -> GameTables:
    """Return games as tables. Raise BadLog if a log is invalid."""
    import pyarrow

    rows = DecisionRows()
    for game in games:
        rows.add(game)
    schema = schema_of(HIDDEN_COLUMNS)
    hidden = pyarrow.Table.from_pylist([hidden_row(game) for game in games], schema=schema)
    return GameTables(_decision_table(rows), hidden, len(games))


def _decision_table(rows: DecisionRows) -> Any:  # noqa: ANN401 - pyarrow has no types
    import pyarrow

    schema = schema_of(DECISION_COLUMNS)
    arrays: dict[str, Any] = {name: pyarrow.array(numbers) for name, numbers in rows.scalars().items()}
    for name, (starts, numbers) in rows.lists().items():
        arrays[name] = _list_array(schema.field(name).type, starts, pyarrow.array(numbers))
    for name, (starts, parts) in rows.structs().items():
        kind = schema.field(name).type
        fields = [pyarrow.array(numbers) for numbers in parts.values()]
        elements = pyarrow.StructArray.from_arrays(fields, fields=list(kind.value_type))
        arrays[name] = _list_array(kind, starts, elements)
    numbers = pyarrow.array(np.repeat(np.arange(len(rows.runs)), rows.lengths))
    for name in rows.runs[0] if rows.runs else ():
        values = pyarrow.array([run[name] for run in rows.runs], schema.field(name).type)
        arrays[name] = values.take(numbers)
    arrays |= {name: pyarrow.array(texts) for name, texts in rows.texts.items()}
    arrays["win"] = pyarrow.array(rows.wins, pyarrow.float32())
    if not rows.runs:
        return schema.empty_table()
    return pyarrow.table([arrays[field.name] for field in schema], schema=schema)


def _list_array(kind: Any, starts: Any, elements: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    import pyarrow

    return pyarrow.ListArray.from_arrays(pyarrow.array(starts), elements, type=kind)


def schema_of(columns: Sequence[Column]) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the schema of a file with these columns."""
    import pyarrow

    return pyarrow.schema(
        [pyarrow.field(one.name, _type(one), nullable=one.name in _NULLABLE) for one in columns]
    )


def _type(column: Column) -> Any:  # noqa: ANN401 - pyarrow has no types
    import pyarrow

    plain = {
        "string": pyarrow.string(),
        "bool": pyarrow.bool_(),
        "date32": pyarrow.date32(),
        "float32": pyarrow.float32(),
        "uint8": pyarrow.uint8(),
        "uint32": pyarrow.uint32(),
        "int16": pyarrow.int16(),
    }
    if column.type in plain:
        return plain[column.type]
    parts = {"events": EVENT, "choices": CHOICE}.get(column.name)
    if parts:
        kinds = {name: plain["int16" if name == "value" else "uint8"] for name in parts}
        element = pyarrow.struct([pyarrow.field(name, kind, nullable=False) for name, kind in kinds.items()])
    else:
        element = plain[column.type.removeprefix("list<").removesuffix(">")]
    return pyarrow.list_(pyarrow.field(_ELEMENT, element, nullable=False))


@contextmanager
def write_games(decisions: Path, hidden: Path, ruleset: Ruleset) -> Iterator["GamesWriter"]:
    """Yield a writer of the two files of a ruleset's games. The files appear when the block has ended."""
    with (
        _sealed(decisions, DECISION_COLUMNS, DECISIONS, ruleset) as rows,
        _sealed(hidden, HIDDEN_COLUMNS, HIDDEN, ruleset) as logs,
    ):
        writer = GamesWriter(rows, logs)
        yield writer
        writer.flush()


class GamesWriter:
    """A writer of the two files of a ruleset's games."""

    def __init__(self, decisions: Any, hidden: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        self._files = decisions, hidden
        self._waiting: list[GameTables] = []
        self.rows = 0
        self.games = 0

    def add(self, tables: GameTables) -> None:
        """Add games to both files. No game is split between row groups (the blocks of a Parquet file)."""
        self._waiting.append(tables)
        self.rows += len(tables.decisions)
        self.games += tables.games
        if sum(len(one.decisions) for one in self._waiting) >= _GROUP_ROWS:
            self.flush()

    def flush(self) -> None:
        """Write all added games that are not yet in the files, as a new row group."""
        import pyarrow

        parts = zip(*((one.decisions, one.hidden) for one in self._waiting), strict=True)
        for file, tables in zip(self._files, parts, strict=False):
            table = pyarrow.concat_tables(tables)
            file.write_table(table, row_group_size=max(1, len(table)))
        self._waiting.clear()


@contextmanager
def _sealed(path: Path, columns: Sequence[Column], form: str, ruleset: Ruleset) -> Iterator[Any]:
    """Yield a Parquet writer of a file with these columns.

    After the block, add a seal (a checksum of the file) and rename the file to `path`. `form`: the name of
    the file's format, for its metadata.
    """
    from pyarrow.parquet import ParquetWriter

    schema, (fewest, most) = schema_of(columns), ruleset.players
    about = {
        "format": form,
        "ruleset": ruleset.key,
        "rules": ruleset.data(),
        "cards": {str(seats): ruleset.pack_for(seats).names for seats in range(fewest, most + 1)},
    }
    with write_whole_file(path) as file:
        with ParquetWriter(file, schema, **_options(schema)) as writer:
            yield writer
            writer.add_key_value_metadata(
                {METADATA: json.dumps(about, separators=(",", ":")), SEAL: f"{SEAL}:{UNSEALED}"}
            )
        file.flush()
        _seal(Path(file.name))


def _seal(path: Path) -> None:
    with path.open("r+b") as file:
        seal, _ = compute_seal(file)
        file.seek(find_seal(file))
        file.write(seal.encode())


def _options(schema: Any) -> Mapping[str, Any]:  # noqa: ANN401 - pyarrow has no types
    """Return the options of the Parquet writer: strong compression, and a checksum of each page."""
    leaves = {path: str(kind) for field in schema for path, kind in _leaves(field.name, field.type)}
    return {
        "compression": "zstd",
        "compression_level": _LEVEL,
        "use_dictionary": [path for path, kind in leaves.items() if kind == "string" and path != "log"],
        # The lowest bytes of all numbers, then the next ones: this compresses better than a dictionary.
        "column_encoding": {
            path: "BYTE_STREAM_SPLIT" for path, kind in leaves.items() if kind not in ("string", "bool")
        },
        "write_page_checksum": True,
        "write_statistics": False,
        "store_schema": False,
    }


def _leaves(path: str, kind: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - pyarrow has no types
    """Yield the path and type of each leaf of a column. Parquet stores each leaf separately.

    The leaves of a list are the leaves of its elements. The leaves of a struct are the leaves of its fields.
    A column of another type is its own only leaf.

    `path`, `kind`: the column's path and type.
    """
    if hasattr(kind, "value_type"):
        yield from _leaves(f"{path}.list.{_ELEMENT}", kind.value_type)
    elif kind.num_fields:
        for field in kind:
            yield from _leaves(f"{path}.{field.name}", field.type)
    else:
        yield path, kind
