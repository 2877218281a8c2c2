"""Names and texts that try to control the terminal, and a fight full of them.

The texts are put into the fight behind the entrance, which would have cleaned them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tracker.combat.events import ConditionCame, CoverBecame, Joined, PromptCame, TitleBecame, TurnCame, WeaponBecame
from tracker.combat.records import Entry, Reason
from tracker.combat.scene import Combatant, Condition, Cover, Track, Turn
from tracker.games.registry import find
from tracker.session import Session

TITLE = "PWNED"

HOSTILE: tuple[str, ...] = (
    f"\x1b]0;{TITLE}\x07a",
    f"\x1b]0;{TITLE}\x1b\\b",
    f"\x1b]2;{TITLE}c",
    f"\x9d0;{TITLE}\x9cd",
    "\x1b[2Je",
    "\x1b[?1049lf",
    "\x1b[31mg",
    "\x9b31mh",
    "\x1bci",
    "\x1b]8;;file:///etc/passwd\x07j\x1b]8;;\x07",
    "\x1b]52;c;aGk=\x07k",
    "\x1bP+q544e\x1b\\l",
    "m\x00\x01\x02\x7f",
    "n\x08\x08\x08o",
    "p\rq",
    "r\ns",
    "\u202etxet",
    "\u2066u\u2069",
    "[@click=app.quit]v[/]",
    "[/nope]",
    "[bold red]w",
    "[link=file:///x]y[/link]",
    "$x{y}%s",
    "日本語" * 20,
    "z" * 80,
)


def fight(texts: Sequence[str] = HOSTILE) -> Session:
    """Everybody is called something bad, carries it, hides behind it and is asked it."""
    session = Session(find("outgunned"), dice=random.Random(1), clock=lambda: "2026-01-01T00:00:00.000Z")
    for place, bad in enumerate(texts):
        side = "heroes" if place % 2 else "enemies"
        one = Combatant("", side, tracks={"grit": Track(6, 12)}, fields={"attack": "basic", "defense": "basic"})
        events = (
            Joined((bad,), one),
            WeaponBecame((bad,), bad, {"kind": bad, "mag": bad, "loaded": True}),
            CoverBecame((bad,), Cover("partial", bad)),
            ConditionCame((bad,), Condition(bad)),
            PromptCame(place + 1, (bad,), "bad-box", bad, (bad, "hurt")),
            TitleBecame(bad),
            TurnCame(Turn(1, "action", "heroes")),
        )
        id_ = session.history.next_id
        why = (Reason(bad, bad, 1, bad), Reason(bad, bad, 2, bad))
        session.history.add(Entry(id_, id_ - 1, "", f"note {bad}", bad, events, why, (), True, (bad,)))
    return session
