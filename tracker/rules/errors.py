"""The two kinds of failure of a command: it is invalid, or a rule forbids it."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from tracker.combat.errors import QUOTED, InvalidCommand

__all__ = ["RULE_IT", "SURE", "InvalidCommand", "MeansAnother", "Refused", "comma_list", "nearest", "suggestion"]

RULE_IT = "With ! after the verb it is your ruling."  # the end of every refusal: the way around it


class MeansAnother(InvalidCommand):
    """A word that does not belong to this action, but to the other one of the same verb."""


class Refused(Exception):
    """A command that a rule forbids; ``objections`` are sentences, each naming its rule and the way out.

    ``first`` are the lines that the same actor could do before it, such as to reload, where that is the way out.
    """

    def __init__(self, objections: Sequence[str], first: Sequence[str] = ()) -> None:
        super().__init__(" ".join(objections))
        self.objections, self.first = tuple(objections), tuple(first)

    def __str__(self) -> str:
        return f"{' '.join(self.objections)} {RULE_IT}"


def suggestion(word: str, known: Sequence[str]) -> str:
    """Return `` Did you mean X?`` for the most similar known word, else `` Known:`` and a list, else nothing."""
    near = nearest(word, known)
    if near is not None:
        return f" Did you mean {near}?"
    return f" Known: {comma_list(known)}." if known else ""


SIMILAR: Final = 0.55  # the least share of common letters for a mistyped known word
SURE: Final = 0.75  # the same where a wrong guess would mislead


def nearest(word: str, known: Sequence[str], similarity: float = SIMILAR) -> str | None:
    """Return the most similar known word, of at least this similarity from 0 to 1; None if there is none."""
    similar = get_close_matches(word[:QUOTED].lower(), [name.lower() for name in known], 1, similarity)
    return next(name for name in known if name.lower() == similar[0]) if similar else None


def comma_list(words: Sequence[str], most: int = 12) -> str:
    """Return words separated by commas, cut after ``most`` with the number of the others."""
    shown = ", ".join(words[:most])
    left = len(words) - most
    return shown if left <= 0 else f"{shown} and {left} {'other' if left == 1 else 'others'}"
