"""What the readers share: a file being read, and the faults found in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tracker.library.imports.statblock import Attack, Fault, Feature, FeatureKind
from tracker.library.imports.values import Part, plain, text
from tracker.library.imports.wording import Unread, numbers_of


class Reading:
    """What is found out while a file is read: faults, remarks, and counts of what has no place."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self.left: Counter[str] = Counter()

    def actions(
        self,
        part: Part,
        creature: str,
        actions: Sequence[Mapping[str, Any]],
        read: Callable[[Mapping[str, Any]], Attack | None],
        kind: FeatureKind = "action",
    ) -> tuple[tuple[Attack, ...], tuple[Feature, ...]]:
        """Return the acts with numbers among a creature's actions, and all of them as printed.

        One that cannot be read is a fault.
        """
        attacks: dict[str, Attack] = {}
        for action in actions:
            name = text(action.get("name") or action.get("Name"))
            try:
                attack = read(action)
            except Unread as why:
                self.faults.append(Fault(part.line_of(name), f"{creature}: {name} {why}."))
                continue
            numbers = numbers_of(name, _text_of(action)) | ({"takes": kind} if kind != "action" else {})
            if attack is not None:
                attacks.setdefault(attack.name, replace(attack, more=numbers))
            elif "dc" in numbers or "recharge" in numbers or "uses" in numbers:
                attacks.setdefault(name, Attack(name, more=numbers))
        return tuple(attacks.values()), self.features(kind, actions)

    def features(self, kind: FeatureKind, listed: Sequence[Mapping[str, Any]]) -> tuple[Feature, ...]:
        """Return things with a name and a text, whichever keys a program has for these."""
        return tuple(Feature(kind, plain(one.get("name") or one.get("Name")), plain(_text_of(one))) for one in listed)


def _text_of(one: Mapping[str, Any]) -> str:
    return text(one.get("desc") or one.get("Content"))


def listed(*texts: str) -> str:
    """Return the texts that are not empty, separated by commas."""
    return ", ".join(filter(None, (" ".join(text.split()) for text in texts)))
