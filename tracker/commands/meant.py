"""Suggestions for an unknown verb: a mistyped one, or an everyday word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.rules.errors import comma_list, nearest

MAIN: Final = "main"
"""Stands for the verb of the main action, which each game names differently."""

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
    **dict.fromkeys(("weapon", "equip", "give"), "arm"),
    **dict.fromkeys(("drop", "unarm", "unequip", "lose", "steal"), "disarm"),
    **dict.fromkeys(("comment", "remark", "write"), "note"),
    **dict.fromkeys(("name", "rename"), "title"),
    **dict.fromkeys(("option", "options", "config", "rules"), "settings"),
    **dict.fromkeys(("show", "unhide"), "reveal"),
    **dict.fromkeys(("history", "jump"), "goto"),
    **dict.fromkeys(("revert", "cancel", "oops"), "undo"),
    **dict.fromkeys(("over", "finish", "stop", "close"), "end"),
}
"""Everyday words, and the verbs for them."""

PROGRAM: Final = ("export", "odds", "repair", "serve", "talk", "view")
"""Commands of the program that could be looked for in a fight."""

BEGUN: Final = 3
"""The number of letters from which the beginning of an everyday word is recognized."""

LONG: Final = 6
"""The length below which an everyday word must be spelt correctly: too many others are similar."""

MISTYPED: Final = 0.7
"""The least similarity to a known word: one letter too many, too few, wrong or transposed."""


def meant(word: str, verbs: Sequence[str], main: str | None) -> str:
    """Return `` Did you mean VERB?``, else `` Known:`` and a list; ``main`` is the verb of the game's main action.

    For a command of the program, return where it is typed.
    """
    if word in PROGRAM:
        return f" It is one of the shell: tracker {word} --help."
    everyday = {said: main if verb == MAIN else verb for said, verb in EVERYDAY.items()}
    ways = {said: verb for said, verb in everyday.items() if verb and verb in verbs} | {verb: verb for verb in verbs}
    begun = {verb for said, verb in ways.items() if len(word) >= BEGUN and said.startswith(word)}
    verb = ways.get(word) or (begun.pop() if len(begun) == 1 else None) or _mistyped(word, ways)
    return f" Did you mean {verb}?" if verb else f" Known: {comma_list(verbs)}."


def _mistyped(word: str, ways: Mapping[str, str]) -> str | None:
    """Return the verb of the word that was probably mistyped; those with the same beginning come first.

    Among those, a word with the same letters in another order comes first.
    """
    known = [said for said, verb in ways.items() if said == verb or len(said) >= LONG]
    alike = [said for said in known if said[0] == word[:1]]
    swapped = next((said for said in alike if sorted(said) == sorted(word)), None)
    near = swapped or nearest(word, alike, MISTYPED) or nearest(word, known, MISTYPED)
    return ways[near] if near else None
