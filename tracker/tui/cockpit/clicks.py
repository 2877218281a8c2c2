"""The meaning of clicks on the main screen: on a key, a field, a name, a pane, a band."""

from __future__ import annotations

from typing import Final, Protocol

from tracker.rules.quoting import quote
from tracker.tui.cockpit.selection import Selection
from tracker.tui.cockpit.view import PANES
from tracker.tui.strip.command_bar import Bar
from tracker.tui.strip.strip_view import Cockpit, Intent, StripView

IN_STRIP: Final = ("field", "word", "item", "question", "cell")
"""The clickable kinds of the strip."""


class Clickable(Cockpit, Protocol):
    """The controller as clicks see it."""

    selection: Selection
    mode: StripView | None
    typed_lines: list[str]

    def press(self, key: str, sign: str | None = None) -> None:
        """Handle a key."""

    def act(self, id_: str) -> None:
        """Perform the action of a key of the registry."""

    def carry_out(self, intent: Intent) -> None:
        """Carry out the intent of a strip view."""


def click(controller: Clickable, target: str) -> None:
    """Handle a click on this target; with a form open, anything outside it only looks like a button."""
    kind, _, what = target.partition(":")
    view, selection = controller.mode, controller.selection
    if kind == "key":
        controller.press(what, what if len(what) == 1 else None)
    elif view is not None:
        if kind in IN_STRIP:
            controller.carry_out(view.click(controller, kind, what))
    elif kind == "do":
        controller.act(what)
    elif kind == "pane":
        pane = next((pane for pane in PANES if pane == what), None)
        if pane is not None:
            selection.show(pane)
    elif kind == "select":
        selection.select(what)
    elif kind == "aim":
        if what in controller.scene.combatants and what != selection.actor:
            selection.aim(what)
    elif kind == "band" and selection.actor is not None and (aimed := selection.target()) is not None:
        line = f"range {quote(selection.actor)} {quote(aimed)} {quote(what)}"
        controller.mode = Bar(line, past=controller.typed_lines)
