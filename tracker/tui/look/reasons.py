"""Reasons of rules as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.combat.records import Reason


def number(value: int) -> str:
    """Return a number with a real minus sign."""
    return str(value).replace("-", "−")


def grouped(why: Iterable[Reason], words: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the reasons by the number they count to, command by command: its name, its sum, and its parts."""
    groups: dict[tuple[int, str], list[Reason]] = {}
    for reason in why:
        groups.setdefault((reason.part, reason.of), []).append(reason)
    lines = []
    for (_, of), parts in groups.items():
        total = sum(part.value for part in parts)
        texts = [_part(reason, first=not place, alone=len(parts) == 1) for place, reason in enumerate(parts)]
        lines.append((words.get(of, of), number(total), " ".join(texts)))
    return lines


def _part(reason: Reason, first: bool, alone: bool) -> str:
    if alone:
        return f"({reason.label})"
    if first:
        return f"= {reason.label} {number(reason.value)}"
    sign = "−" if reason.value < 0 else "+"
    return f"{sign} {reason.label} {abs(reason.value)}"
