"""A CSV with a header: a row is a combatant, a column a track, a field, a weapon, or ``WEAPON.FIELD``."""

from __future__ import annotations

import csv
import io
import re
from typing import Any, Final

from tracker.combat.scene import ENEMIES, HEROES
from tracker.library.imports.statblock import Fault
from tracker.library.model import WhoTable
from tracker.rules.sheet import sheet_names
from tracker.rules.system import System

MOST: Final = 6000
"""The most combatants of a file: about what a library file holds."""

COLUMNS: Final = (
    "name, side (heroes or enemies), any track or field of the game's sheet (a track as 8 or 5/8), "
    "weapon, weapon 2 … (as typed after arm NAME), WEAPON.FIELD, note, help, like, cover, hidden, out"
)
"""The columns, for a help text."""

_PLAIN: Final = ("name", "help", "like", "out", "cover")
_SIDES: Final = {HEROES: HEROES, ENEMIES: ENEMIES, "hero": HEROES, "enemy": ENEMIES}
_WEAPON: Final = re.compile(r"weapon( \d{1,2})?")
_NUMBER_LENGTH: Final = 7


class Rows:
    """The rows of a table, read for a game; with ``noting``, columns that it does not have become notes.

    ``tables`` are the rows, ``lines`` their lines in the file, ``faults`` what could not be read.
    """

    def __init__(self, system: System, noting: bool = False) -> None:
        self.tables: list[dict[str, Any]] = []
        self.lines: list[int] = []
        self.faults: list[Fault] = []
        self._system, self._noting = system, noting
        self._names = frozenset(sheet_names(system))
        self._unknown: frozenset[str] = frozenset()

    def read(self, text: str) -> None:
        """Read everything."""
        separator = max(",;\t", key=text.partition("\n")[0].count)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            header = [" ".join(name.casefold().split()) for name in next(rows, [])]
            if "name" not in header:
                self.faults.append(Fault(1, "the first line must name the columns, one of them “name”."))
                return
            self._look_at(header)
            for row in rows:
                if not any(cell.strip() for cell in row):
                    continue
                if len(self.tables) == MOST:
                    self.tables.clear()
                    self.lines.clear()
                    self.faults[:] = [Fault(1, f"there are more than {MOST} rows; split the file into several.")]
                    return
                if len(row) > len(header):
                    sentence = f"there are {len(row)} values for {len(header)} columns."
                    self.faults.append(Fault(rows.line_num, sentence))
                    continue
                table: dict[str, Any] = {}
                for column, cell in dict(zip(header, row, strict=False)).items():
                    if (value := cell.strip()) and column:
                        self._cell(table, column, value, rows.line_num)
                self.tables.append(table)
                self.lines.append(rows.line_num)
        except csv.Error as error:
            self.faults.append(Fault(rows.line_num, f"this line is not CSV: {error}."))

    def _look_at(self, header: list[str]) -> None:
        """Find the columns that the game does not have: one fault for each, unless they become notes."""
        self._unknown = frozenset(name for name in header if name and not self._known(name))
        if not self._noting:
            self.faults += [Fault(1, f"{self._system.title} has no column “{name}”.") for name in sorted(self._unknown)]
        twice = {name for name in header if name and header.count(name) > 1}
        self.faults += [Fault(1, f"there are two columns “{name}”; the last one counts.") for name in sorted(twice)]

    def _known(self, column: str) -> bool:
        name, dot, part = column.partition(".")
        if dot:
            return part != "max" or self._system.sheet.track(name) is not None
        plain = (*_PLAIN, "side", "hidden", "note")
        return column in plain or column in self._names or _WEAPON.fullmatch(column) is not None

    def _cell(self, table: dict[str, Any], column: str, text: str, line: int) -> None:
        weapon, dot, field = column.partition(".")
        if column in self._unknown:
            if self._noting:
                table.setdefault("note", []).append(f"{column}: {text}")
        elif column == "side":
            if text.casefold() in _SIDES:
                table["side"] = _SIDES[text.casefold()]
            else:
                self.faults.append(Fault(line, f"side “{text[:40]}”: write {HEROES} or {ENEMIES}."))
        elif column in _PLAIN:
            table[column] = text
        elif column == "hidden":
            table[column] = text.casefold() in ("yes", "true", "1")
        elif column == "note":
            table.setdefault("note", []).append(text)
        elif column not in self._names and _WEAPON.fullmatch(column):
            table.setdefault("arms", []).append(text)
        elif dot and field != "max" and weapon not in WhoTable.model_fields:
            table.setdefault("weapons", {}).setdefault(weapon, {})[field] = _value(text)
        else:
            table[column] = _value(text)


def _value(text: str) -> Any:
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _NUMBER_LENGTH else text
