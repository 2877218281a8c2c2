"""The symbols of the screen, and a plain set for poor terminals.

Each is one cell wide and never used without a word.
"""

from __future__ import annotations

from typing import Final

from tracker.combat.model import Model


class Glyphs(Model):
    """A symbol for each state that has one."""

    cursor: str = "▌"
    target: str = "◎"
    picked: str = "+"
    pending: str = "⚑"
    hidden: str = "◌"
    low: str = "!"
    tick: str = "┊"
    dot: str = "·"
    more_up: str = "▲"
    more_down: str = "▼"
    leads_to: str = "→"
    saved: str = "●"
    saving: str = "◌"
    rule: str = "─"
    double: str = "═"
    lane: str = "│"
    branch: str = "└"
    undone: str = "↶"
    other: str = "↳"
    open: str = "▾"
    folded: str = "▹"
    full: str = "█"
    eighths: str = " ▏▎▍▌▋▊▉"
    empty: str = "·"
    enter: str = "⏎"
    on: str = "▸"
    dice: str = "⚀⚁⚂⚃⚄⚅"
    note: str = "✎"
    fancy: bool = True


FANCY: Final = Glyphs()

PLAIN: Final = Glyphs(
    cursor=">",
    target="@",
    picked="+",
    pending="?",
    hidden="h",
    low="!",
    tick=":",
    dot=".",
    more_up="^",
    more_down="v",
    leads_to=">",
    saved="*",
    saving="o",
    rule="-",
    double="=",
    lane="|",
    branch="`",
    undone="u",
    other="b",
    open="v",
    folded="+",
    full="#",
    eighths=" " * 8,
    empty=".",
    enter="enter",
    on=">",
    dice="",
    note="&",
    fancy=False,
)

POOR: Final = str.maketrans(
    {
        **dict.fromkeys("·•", "."),
        **dict.fromkeys("−–—─", "-"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("‘’", "'"),
        "×": "x",
        "…": "~",
        "→": ">",
        "≤": "<",
        "≥": ">",
        "÷": "/",
        "│": "|",
        "✓": "x",
        "▁": "_",
        "▮": "|",
        "★": "*",
        "☠": "x",
        "▯": ".",
    }
)
"""Plain replacements of punctuation for poor terminals, each of the same width."""


def bar(value: int, most: int, room: int, glyphs: Glyphs) -> tuple[str, str]:
    """Return a bar in eighths of a cell: its filled part and its empty part.

    A positive value shows at least a sliver.
    """
    share = 0 if most <= 0 else max(0, min(value, most)) * room * 8 // most
    if not glyphs.fancy:
        share = (share + 7) // 8 * 8
    if value > 0 and share == 0:
        share = 1
    whole, part = divmod(share, 8)
    filled = glyphs.full * whole + (glyphs.eighths[part] if part else "")
    return filled, glyphs.empty * (room - len(filled))
