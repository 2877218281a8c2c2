"""The model of the panes: a frozen picture of the fight and the selection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import field

from tracker.combat.history import History
from tracker.combat.model import Model
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


class Click(Model):
    """A click on a target: ``again`` is the second one of a double click, ``right`` one of the right button.

    ``more`` is a third one or a later one; ``picks`` adds a combatant to those picked (ctrl), ``spans`` everybody up to
    it (shift).
    """

    target: str
    again: bool = False
    right: bool = False
    picks: bool = False
    spans: bool = False
    more: bool = False


class Saving(Model):
    """The state of the session's file: saved, saving, not saved (with the reason), in memory only, or read only."""

    kind: Literal["saved", "saving", "not saved", "unkept", "read only"] = "unkept"
    reason: str = ""


class View(Model):
    """A moment to be painted.

    ``records`` is the length of the history: with ``head`` it shows whether the log changed. ``mode`` is the name of
    the view in the strip, ``questions`` the number of open questions, ``keymap`` the keymap. ``chances`` are shown
    beside names on the range board, ``openings`` are the keys and labels of the steps before the first turn, ``done``
    are the actions of the entries done here, ``folds`` are the groups folded or unfolded by hand, ``folded`` the folded
    line of each combatant in one, ``clock`` the elapsed time of turn and round, if enabled, ``page``
    which fight the players' page shows while it is on, ``attempts`` what the selected combatant throws with each weapon
    at the target, in words. With ``by_turns`` the list has one order of turns.
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
    done: Mapping[int, Sequence[Action]] = field(default_factory=dict)
    folds: Folds = frozenset()
    clock: tuple[str, ...] = ()
    folded: Mapping[str, Fold] = field(default_factory=dict)
    page: str = ""
    attempts: tuple[tuple[str, str], ...] = ()
    by_turns: bool = False

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""
        key = self.keymap.first(id_)
        return shown(key) if self.glyphs.fancy else key
