"""The actions of keys in the cockpit, by id in the registry of keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from tracker.combat.events import TurnCame
from tracker.combat.history import History
from tracker.combat.records import START
from tracker.combat.scene import Scene
from tracker.commands.resolve import scene_after
from tracker.rules.quoting import quote
from tracker.tui.cockpit.looking import Looking
from tracker.tui.cockpit.view import PANES
from tracker.tui.keys.keymap import fill_places
from tracker.tui.keys.registry import BY_ID

if TYPE_CHECKING:
    from tracker.rules.system import Role
    from tracker.rules.view import Opening

DOTS: Final = "..."
"""The end of a key's command line that is finished in the command bar."""

FAR: Final = 1_000_000
"""More lines than any pane has."""

MOVES: Final[Mapping[str, int]] = {"down": 1, "up": -1, "first": -FAR, "last": FAR}
"""Keys that move in the list or the log, with the number of lines."""

PAGES: Final[Mapping[str, int]] = {"page-down": 1, "page-up": -1}
"""Keys that move by a page."""

PANE_STEPS: Final[Mapping[str, int]] = {"next-pane": 1, "last-pane": -1}
"""Keys that select another pane."""

FOLDS: Final[Mapping[str, bool]] = {"fold": True, "unfold": False}
"""Keys that fold or unfold the group of the selected combatant."""

LINES: Final[Mapping[str, str]] = {"undo": "undo", "redo": "redo"}
"""Keys for a fixed command line."""

SCREEN_KEYS: Final[Mapping[str, str]] = {
    "history": "history",
    "figures": "figures",
    "help": "help",
    "settings": "settings",
    "players": "players",
    "new": "start",
    "open": "open",
    "import": "import",
    "palette": "palette",
}
"""Keys that show another screen, with its name."""


class Actions(Looking):
    """The action of each key."""

    # ------------------------------------------------------------------ all of them

    def do(self, id_: str) -> None:
        """Perform the action of a key; unknown ids are ignored."""
        own = OWN.get(id_)
        if own is not None:
            own(self)
        elif id_ in MOVES:
            self._move(MOVES[id_])
        elif id_ in PAGES:
            self._page(PAGES[id_])
        elif id_ in PANE_STEPS:
            self._selection.next_pane(PANE_STEPS[id_])
        elif id_ in FOLDS:
            self._selection.turn_fold(FOLDS[id_])
        elif id_ in LINES:
            self.controller.run(LINES[id_])
        elif id_ in SCREEN_KEYS:
            self.controller.host.open_screen(SCREEN_KEYS[id_])
        elif id_.startswith("pane-"):
            self._selection.show(PANES[int(id_[-1]) - 1])
        elif id_ in BY_ID and BY_ID[id_].role:
            self._role(str(BY_ID[id_].role))

    def offered(self, id_: str) -> bool:
        """Return whether a key is useful in this game now."""
        role, actor = BY_ID[id_].role, self._selection.actor
        if id_ == "undo":
            return self.controller.session.history.undo_target() is not None
        if role == "main":
            return actor is None or self._system.main_action(self._scene, actor) is not None
        return role is None or role in self._system.roles

    def label(self, id_: str) -> str:
        """Return the label of a key: the game's own verb, if it has one."""
        key, actor = BY_ID[id_], self._selection.actor
        if key.role == "main" and actor is not None:
            main = self._system.main_action(self._scene, actor)
            return main if isinstance(main, str) else main.verb if main is not None else key.label
        if id_ == "menu" and self._selection.in_log:
            return "reasons"
        if key.role == "next" and (due := self._due()) is not None:
            return due.word
        return self._system.roles.get("quick", key.label) if key.role == "quick" else key.label

    # ------------------------------------------------------------------ acting

    def _role(self, role: str) -> None:
        verb = self._system.roles.get(cast("Role", role))
        if verb is None:
            return
        if role == "next":
            due = self._due()
            if due is not None:
                self.controller.begin(due.verb, verb)
            else:
                self.controller.run(self._steps_to_next(verb), remarks=True)
        elif self._selection.selected is None:
            self._empty()
        else:
            self.controller.open_form(verb)

    def _steps_to_next(self, verb: str) -> str:
        """Return how many turns ahead is the next combatant who can do something."""
        scene: Scene | None = self._scene
        for steps in range(1, len(self._scene.combatants) + 1):
            scene = scene_after(self._system, scene, verb) if scene is not None else None
            if scene is None or not self._system.turn_is_used_up(scene):
                return " ; ".join([verb] * steps)
        return verb

    def _due(self) -> Opening | None:
        """Return the steps that are due before the first turn, while anybody is there."""
        steps = self._system.openings(self._scene) if self._scene.combatants else ()
        return next((step for step in steps if step.due), None)

    def _main(self) -> None:
        if self._selection.selected is None:
            self._empty()
        else:
            self.controller.open_main()

    def _menu(self) -> None:
        if self._selection.pane == "log":
            self._open_reasons()
        elif self._selection.actor is None:
            self._empty()
        else:
            from tracker.tui.strip.menu import Menu

            self.controller.mode = Menu(self.controller, self._selection.actor)

    def _open_reasons(self) -> None:
        selection = self._selection
        at = selection.story_log().step(selection.log_at, 0)
        if at is not None:
            selection.log_at = at
            selection.opened ^= {at}

    def _prompts(self) -> None:
        from tracker.tui.strip.prompts import Prompts, questions

        if questions(self.controller):
            self.controller.mode = Prompts()
        else:
            self.controller.host.tell("No question is open.")

    def _add(self) -> None:
        from tracker.tui.strip.adding import Adding, kept_sources

        session = self.controller.session
        self.controller.mode = Adding(self.controller, kept_sources(session.library, session.path))

    def _unmark(self) -> None:
        actor = self._selection.actor
        if any(self._scene.combatants[name].conditions for name in self._selection.actors()):
            self.controller.open_form("unmark")
        elif actor is not None:
            self.controller.host.tell(f"{actor} has no condition.")

    def _remove(self) -> None:
        if self._selection.actors():
            self.controller.run(f"remove {quote(self._selection.all_of_them(out=True))}")

    def _edit(self) -> None:
        actors = self._selection.actors()
        if actors:
            from tracker.tui.strip.edit import Edit

            self.controller.mode = Edit(self.controller, actors)

    def _note(self) -> None:
        if self._selection.actor is None:
            self._empty()
        else:
            self.controller.open_form("note", {"about": self._selection.all_of_them(out=True)})

    def _hide(self) -> None:
        actor = self._selection.actor
        if actor is not None:
            verb = "reveal" if self._scene.combatants[actor].hidden else "hide"
            self.controller.run(f"{verb} {quote(self._selection.all_of_them(out=True))}")

    def open_line(self, line: str) -> None:
        """Open the line of a key, from the game or the user's keymap.

        A verb opens its form, a whole command line is carried out, and one that ends in dots is put into the command
        bar to be finished. ``{selected}`` and ``{target}`` in it are replaced by names.
        """
        if line in self._system.actions:
            if self._selection.selected is None:
                self._empty()
            else:
                self.controller.open(line)
            return
        given = {"selected": self._selection.all_of_them(), "target": self._selection.target() or ""}
        filled = fill_places(line, {place: quote(names) for place, names in given.items() if names})
        if filled is None:
            self.controller.host.tell(f"Nobody is there for “{line}”.")
        elif filled.endswith(DOTS):
            from tracker.tui.strip.command_bar import Bar

            self.controller.mode = Bar(f"{filled.removesuffix(DOTS).rstrip()} ", past=self.controller.typed_lines)
        else:
            self.controller.run(filled)

    # ------------------------------------------------------------------ the story and the session

    def _previous(self) -> None:
        """Go back to the start of the previous turn, with as many undos as it takes where undos lead there."""
        history = self.controller.session.history
        goal = turn_before(history)
        if goal is None:
            self.controller.host.tell("This is the first turn.")
        else:
            steps = undos_to(history, goal)
            self.controller.run(f"undo {steps}" if steps else f"goto {goal}")

    def _command(self) -> None:
        from tracker.tui.strip.command_bar import Bar

        self.controller.mode = Bar(past=self.controller.typed_lines)

    def _save_as(self) -> None:
        from tracker.tui.strip.notice import SaveAs

        self.controller.mode = SaveAs(self.controller.host.sessions)

    def _copy(self) -> None:
        """Copy the selected line of the log, or the whole fight, to the clipboard."""
        from tracker.tui.cockpit.copying import copied

        selection, session = self._selection, self.controller.session
        at = selection.story_log().step(selection.log_at, 0) if selection.in_log else None
        if selection.in_log and at is None:
            self.controller.host.tell("There is no line to copy.")
            return
        self.controller.host.copy(copied(session, at))
        self.controller.host.tell(f"Line {at} is copied." if at is not None else "The fight is copied as text.")

    def _leave(self) -> None:
        self.controller.host.leave()


OWN: Final[Mapping[str, Callable[[Actions], None]]] = {
    "pick": Actions._pick,
    "whose-turn": Actions._whose_turn,
    "target": Actions._target,
    "filter": Actions._filter,
    "back": Actions._back,
    "zoom": Actions._zoom,
    "inspect": Actions._inspect,
    "odds": Actions._odds,
    "chances": Actions._chances,
    "main": Actions._main,
    "menu": Actions._menu,
    "prompts": Actions._prompts,
    "unmark": Actions._unmark,
    "add": Actions._add,
    "remove": Actions._remove,
    "edit": Actions._edit,
    "note": Actions._note,
    "hide": Actions._hide,
    "previous": Actions._previous,
    "command": Actions._command,
    "save-as": Actions._save_as,
    "copy": Actions._copy,
    "leave": Actions._leave,
    "quit": Actions._leave,
}
"""The keys with an action of their own; others are in the tables above, or open the verb of their role."""


def turn_before(history: History) -> int | None:
    """Return the line at which the previous turn began, or the one before the first turn; None if there is none."""
    came = [id_ for id_ in history.story if any(isinstance(event, TurnCame) for event in history.entries[id_].events)]
    if not came:
        return None
    return came[-2] if len(came) > 1 else history.entries[came[0]].parent


def undos_to(history: History, goal: int) -> int:
    """Return how many undos lead to a line of the story; 0 if none do, as to one played again after a correction."""
    for steps in range(1, len(history.story) + 1):
        at = history.undo_target(steps)
        if at == goal:
            return steps
        if at in (None, START):
            break
    return 0
