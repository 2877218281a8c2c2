"""The two ways a command can fail: it makes no sense, or a rule is against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

RULE_IT = "! rules it"
"""How every refusal ends: the way around it."""

QUOTED = 60
"""So many signs of a word are named in a sentence about it."""

_LONG = re.compile(f"“([^”]{{{QUOTED}}})[^”]+”")


class InvalidCommand(ValueError):
    """A command that cannot be understood: unknown names, bad numbers. No ruling goes over it."""

    def __str__(self) -> str:
        """The sentence, with what it quotes cut to QUOTED signs."""
        return _LONG.sub("“\\1…”", super().__str__())


class Refused(Exception):
    """A command a rule is against; ``objections`` are plain sentences, each naming its rule."""

    def __init__(self, objections: Sequence[str]) -> None:
        super().__init__(" ".join(objections))
        self.objections = tuple(objections)

    def __str__(self) -> str:
        return f"{' '.join(self.objections)} {RULE_IT}"


def suggestion(word: str, known: Sequence[str]) -> str:
    """`` Did you mean X?`` for the likeliest known word, else the list of a few, else nothing."""
    found = get_close_matches(word[:QUOTED].lower(), [each.lower() for each in known], 1, 0.55)
    if found:
        return f" Did you mean {next(each for each in known if each.lower() == found[0])}?"
    return f" Known: {comma_list(known)}." if known else ""


def comma_list(words: Sequence[str], most: int = 12) -> str:
    """Words in a row, cut after ``most`` with the number of the others."""
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else f"{shown} and {len(words) - most} others"
