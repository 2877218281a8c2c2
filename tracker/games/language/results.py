"""The result of a throw as it is typed: a total, the roll, the faces, the name of an outcome, or ``roll``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from tracker.combat.expressions import MOST_DICE, MOST_SIDES
from tracker.combat.model import Model
from tracker.games.language.throws import names_in
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import MOST, number, read_numbers

if TYPE_CHECKING:
    from tracker.games.language.rules import Rules


class Given(Model):
    """A result as typed. ``thrown``: the tracker throws now; ``total`` and ``roll``: the number is in ``value``."""

    kind: Literal["thrown", "total", "roll", "faces", "outcome"]
    value: int = 0
    faces: tuple[int, ...] = ()
    outcome: str = ""


class ResultParam(ParamType):
    """A result; a bare number is a total or the roll itself, as the game ``says``."""

    hint: str
    says: Literal["total", "roll", "faces"]
    outcomes: tuple[str, ...]

    def read(self, text: str, context: Context, alias: str = "") -> Given:
        word = text.strip()
        if word.casefold() == "roll":
            return Given("thrown")
        if alias == "outcome":
            return Given("outcome", outcome=match(word, self.outcomes, "outcome"))
        if alias == "dice" or (self.says == "faces" and not alias) or ("," in word and not alias):
            if self.says == "faces" and not word[:1].isdigit() and not word.startswith("-"):
                return Given("outcome", outcome=match(word, self.outcomes, "result"))
            return Given("faces", faces=_faces(word))
        if not alias and _SIGNS.fullmatch(word):
            return Given("faces", faces=_faces(word))
        if word.lstrip("+-−").isdecimal():
            value = number(word.replace("−", "-"), -MOST, MOST)
            return Given("total" if alias == "total" or (self.says == "total" and not alias) else "roll", value)
        if alias:
            raise InvalidCommand(f"“{text}” is not a number. Type {self.hint}.")
        meant = match(word, (*self.outcomes, "roll"), "result")
        return Given("thrown") if meant == "roll" else Given("outcome", outcome=meant)

    def write(self, value: Given) -> str:
        if value.kind == "thrown":
            return "roll"
        if value.kind == "faces":
            return f"dice={','.join(map(str, value.faces))}"
        if value.kind == "outcome":
            return value.outcome if self.says != "faces" else f"outcome={value.outcome}"
        if value.kind == self.says:
            return str(value.value)
        return f"{'total' if value.kind == 'total' else 'die'}={value.value}"

    def complete(self, context: Context) -> tuple[str, ...]:
        return (*self.outcomes, "roll")


_SIGNS: Final = re.compile(r"[+\-−0]{3,}")
"""Fate dice typed as they look: ``++0-``."""

_SIGN_VALUES: Final = {"+": "1", "-": "-1", "−": "-1"}


def _faces(word: str) -> tuple[int, ...]:
    """Parse faces, with or without commas; plus and minus of Fate dice are +1 and −1."""
    if _SIGNS.fullmatch(word):
        word = ",".join(word)
    word = ",".join(_SIGN_VALUES.get(face.strip(), face) for face in word.split(","))
    if word.isdecimal() and len(word) > len(str(MOST_SIDES)):
        word = ",".join(word)
    return read_numbers(word, -1, MOST_SIDES, MOST_DICE)


def result_help(rules: Rules, verb: str = "") -> str:
    """Describe in one line how a result is written."""
    table = next((action for action in rules.table.action if action.verb == verb), None)
    if rules.table.result and (table is None or table.main):
        return rules.table.result
    names = (outcome.name for outcome in table.outcome) if table else ()
    number = {"total": "a total", "roll": "what the dice show", "faces": "the faces"}[table.says if table else "roll"]
    if table is not None and (dice := names_in(table.throw or "")):
        number = f"{','.join(dice)} in that order"
    return ", ".join((number, *list(names)[:4])) + ", or roll"
