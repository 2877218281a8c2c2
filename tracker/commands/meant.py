"""The verb that somebody probably means who types another word: one mistyped, or one of everyday speech."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.rules.errors import comma_list, nearest

MAIN: Final = "main"
"""Stands for the verb of the main action, which each game calls by its own name."""

EVERYDAY: Final[Mapping[str, str]] = {
    **dict.fromkeys(("correct", "correction", "change", "fix", "replace", "rewrite"), "amend"),
    **dict.fromkeys(("shoot", "strike", "fight", "fire"), MAIN),
    **dict.fromkeys(("damage", "hit", "wound", "injure"), "hurt"),
    **dict.fromkeys(("cure", "healing"), "heal"),
    **dict.fromkeys(("kill", "die", "dead", "defeat", "down"), "out"),
    **dict.fromkeys(("revive", "rise", "wake"), "back"),
    **dict.fromkeys(("delete", "del", "rm", "leave"), "remove"),
    **dict.fromkeys(("condition", "status", "effect"), "mark"),
    **dict.fromkeys(("pass", "turn", "continue"), "next"),
    **dict.fromkeys(("wait", "later"), "delay"),
    **dict.fromkeys(("order", "sooner"), "before"),
    **dict.fromkeys(("move", "walk", "distance"), "range"),
    **dict.fromkeys(("dice", "throw"), "roll"),
    **dict.fromkeys(("new", "join", "spawn", "create", "player", "hero", "enemy"), "add"),
    **dict.fromkeys(("load", "import"), "bring"),
    **dict.fromkeys(("save", "store"), "keep"),
    **dict.fromkeys(("edit", "sheet", "stat", "stats"), "set"),
    **dict.fromkeys(("weapon", "equip"), "arm"),
    **dict.fromkeys(("comment", "remark", "write"), "note"),
    **dict.fromkeys(("name", "rename"), "title"),
    **dict.fromkeys(("option", "options", "config", "rules"), "settings"),
    **dict.fromkeys(("show", "unhide"), "reveal"),
    **dict.fromkeys(("history", "jump"), "goto"),
    **dict.fromkeys(("revert", "cancel", "oops"), "undo"),
    **dict.fromkeys(("over", "finish", "stop", "close"), "end"),
}
"""What people call things, and the verb for it."""

BEGUN: Final = 3
"""From this many letters on, the beginning of an everyday word means it."""

LONG: Final = 6
"""An everyday word of fewer letters is only known where it is spelt right: too many others look like it."""

MISTYPED: Final = 0.7
"""How similar a word must be to one of those known: one letter too many, too few, wrong or in the wrong place."""


def meant(word: str, verbs: Sequence[str], main: str | None) -> str:
    """`` Did you mean VERB?``, else `` Known:`` and a list; ``main`` is the verb of the game's main action."""
    everyday = {said: main if verb == MAIN else verb for said, verb in EVERYDAY.items()}
    ways = {
        **{said: verb for said, verb in everyday.items() if verb and verb in verbs},
        **{verb: verb for verb in verbs},
    }
    begun = {verb for said, verb in ways.items() if len(word) >= BEGUN and said.startswith(word)}
    verb = ways.get(word) or (begun.pop() if len(begun) == 1 else None) or _mistyped(word, ways)
    return f" Did you mean {verb}?" if verb else f" Known: {comma_list(verbs)}."


def _mistyped(word: str, ways: Mapping[str, str]) -> str | None:
    """The verb of the word that was probably mistyped: one that begins alike before any other.

    Of those that begin alike the one of the same letters in another order comes first.
    """
    known = [said for said, verb in ways.items() if said == verb or len(said) >= LONG]
    alike = [said for said in known if said[0] == word[:1]]
    swapped = next((said for said in alike if sorted(said) == sorted(word)), None)
    near = swapped or nearest(word, alike, MISTYPED) or nearest(word, known, MISTYPED)
    return ways[near] if near else None
