"""A CSV with a header: a row is a combatant, a column a track, a field, or ``WEAPON.FIELD``."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from tracker.library.imports.creature import Fault
from tracker.library.model import WhoTable

_PLAIN: Final = ("name", "side", "help", "like", "out", "cover")
_NUMBER_LENGTH: Final = 7


def read_rows(text: str) -> tuple[list[tuple[int, dict[str, Any]]], list[Fault]]:
    """Return the rows as tables, each with its line, and the parts that could not be read."""
    tables: list[tuple[int, dict[str, Any]]] = []
    faults: list[Fault] = []
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        header = [name.strip().casefold() for name in next(rows, [])]
        if "name" not in header:
            return [], [Fault(1, "the first line must name the columns, one of them “name”.")]
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(header):
                faults.append(Fault(rows.line_num, f"there are {len(row)} values for {len(header)} columns."))
                continue
            tables.append((rows.line_num, _table(dict(zip(header, row, strict=False)))))
    except csv.Error as error:
        faults.append(Fault(rows.line_num, f"this line is not CSV: {error}."))
    return tables, faults


def _table(cells: dict[str, str]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for column, cell in cells.items():
        text = cell.strip()
        if not text or not column:
            continue
        weapon, dot, field = column.partition(".")
        if column in _PLAIN:
            table[column] = text
        elif column == "hidden":
            table[column] = text.casefold() in ("yes", "true", "1")
        elif dot and field != "max" and weapon not in WhoTable.model_fields:
            table.setdefault("weapons", {}).setdefault(weapon, {})[field] = _value(text)
        else:
            table[column] = _value(text)
    return table


def _value(text: str) -> Any:
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _NUMBER_LENGTH else text
