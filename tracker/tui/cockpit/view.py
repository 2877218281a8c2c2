"""What the panes show: one frozen picture of the fight and of where the GM looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START
from tracker.combat.scene import Scene
from tracker.rules.action import Action
from tracker.rules.system import System
from tracker.tui.cockpit.folding import Fold, Folds
from tracker.tui.keys.keymap import Keymap, keymap
from tracker.tui.keys.registry import shown
from tracker.tui.look.glyphs import FANCY, Glyphs

PaneName = Literal["combatants", "range", "cover", "log"]

PANES: tuple[PaneName, ...] = ("combatants", "range", "cover", "log")
"""The panes in the order of their keys."""


class Saving(Model):
    """How the session's file stands: saved, saving, not saved (with the reason), kept nowhere, or only read."""

    kind: Literal["saved", "saving", "not saved", "unkept", "read only"] = "unkept"
    reason: str = ""


class View(Model):
    """One moment as it is to be painted.

    ``records`` is the length of the history: with ``head`` it shows whether the log changed. ``mode`` is the name of
    the view in the strip, ``questions`` how many questions are open, ``keymap`` the
    keys in force. ``chances`` are shown beside names on the range board,
    ``openings`` are the keys and words of what comes before the first turn, ``newest`` is the entry that was done last,
    with its actions, ``folds`` are the groups that were folded or opened by hand, ``folded`` the folded line of
    everybody who stands in one, ``clock`` is how long turn and round have lasted, where that is wanted.
    """

    system: System
    scene: Scene
    history: History
    head: int = 0
    records: int = 0
    selected: str | None = None
    target: str | None = None
    picked: frozenset[str] = frozenset()
    needle: str = ""
    pane: PaneName = "combatants"
    inspect: bool = False
    log_at: int | None = None
    opened: frozenset[int] = frozenset()
    saving: Saving = Saving()
    glyphs: Glyphs = FANCY
    mode: str = ""
    questions: int = 0
    keymap: Keymap = field(default_factory=keymap)
    chances: tuple[tuple[str, str], ...] = ()
    openings: tuple[tuple[str, str], ...] = ()
    newest: tuple[int, tuple[Action, ...]] = (START, ())
    folds: Folds = frozenset()
    clock: tuple[str, ...] = ()
    folded: Mapping[str, Fold] = field(default_factory=dict)

    def key(self, id_: str) -> str:
        """The key of an action as people read it."""
        key = self.keymap.first(id_)
        return shown(key) if self.glyphs.fancy else key
