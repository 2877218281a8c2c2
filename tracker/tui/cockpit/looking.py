"""Keys that change nothing in the fight: moving, looking closer, filtering and odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from tracker.combat.scene import Scene
from tracker.rules.system import System
from tracker.session import Session
from tracker.tui.cockpit.selection import Selection
from tracker.tui.strip.strip_view import Cockpit, StripView

if TYPE_CHECKING:
    from tracker.tui.host import Host

EMPTY: Final = "Nobody is here yet; {key} adds a combatant."


class Keyed(Cockpit, Protocol):
    """The controller as these keys see it."""

    session: Session
    host: Host
    selection: Selection
    mode: StripView | None
    told: tuple[str, ...]
    typed_lines: list[str]

    def run(self, line: str, *, remarks: bool = False) -> None:
        """Carry out the line of a key."""

    def open_form(self, verb: str, given: Mapping[str, str] | None = None) -> None:
        """Open the form of a verb with its defaults and ``given``."""

    def open(self, verb: str) -> None:
        """Open the form of a verb, for everybody at once if the game asks it so."""

    def begin(self, verb: str, otherwise: str) -> None:
        """Open the form of a step before the fight; left empty, it carries out ``otherwise``."""

    def open_main(self) -> None:
        """Open the main action."""


class Looking:
    """Moves and looks in the panes of a controller."""

    def __init__(self, controller: Keyed) -> None:
        self.controller = controller

    @property
    def _system(self) -> System:
        return self.controller.system

    @property
    def _scene(self) -> Scene:
        return self.controller.scene

    @property
    def _selection(self) -> Selection:
        return self.controller.selection

    # ------------------------------------------------------------------ moving

    def _move(self, by: int) -> None:
        if self._selection.in_log:
            self._move_in_log(by)
        else:
            self._selection.step(by)

    def _page(self, direction: int) -> None:
        by = direction * max(1, self.controller.host.page() - 1)
        if self._selection.inspect or self._selection.pane in ("range", "cover"):
            self.controller.host.scroll(by)
        else:
            self._move(by)

    def _move_in_log(self, by: int) -> None:
        selection = self._selection
        selection.log_at = selection.story_log().step(selection.log_at, by)

    # ------------------------------------------------------------------ looking

    def _pick(self) -> None:
        self._selection.pick()

    def _zoom(self) -> None:
        self._selection.zoomed = not self._selection.zoomed

    def _inspect(self) -> None:
        self._selection.inspect = not self._selection.inspect and self._selection.selected is not None

    def _back(self) -> None:
        if self.controller.told:
            self.controller.told = ()
        else:
            self._selection.back()

    def _whose_turn(self) -> None:
        """Select the combatant whose turn it is, else the first who may act."""
        self._selection.show("combatants")
        active = self._scene.turn.name
        if active in self._scene.combatants:
            self._selection.select(str(active))
        else:
            self._selection.select_first()

    def _target(self) -> None:
        from tracker.tui.strip.menu import Target

        if self._selection.selected is not None and len(self._scene.combatants) > 1:
            actor = self._selection.actor or ""
            self.controller.mode = Target(self.controller, actor, self._selection.target(), self._selection.lines_for)

    def _filter(self) -> None:
        from tracker.tui.strip.command_bar import Filter

        self.controller.mode = Filter(self._selection.needle, lambda: len(self._selection.names()))

    def _chances(self) -> None:
        self._selection.chances = not self._selection.chances

    def _odds(self) -> None:
        from tracker.tui.strip.odds import TargetOdds

        actor, verb = self._selection.actor, self._system.roles.get("odds")
        if actor is None or verb is None:
            self._empty()
            return
        targets = self._system.likely_targets(self._scene, actor)
        if targets:
            self.controller.mode = TargetOdds(
                verb, actor, self._selection.lines_for(targets, actor), self._selection.target()
            )
        else:
            self.controller.host.tell(f"There is nobody for {actor} to aim at.")

    def _empty(self) -> None:
        self.controller.host.tell(EMPTY.format(key=self.controller.key("add")))
