"""The controller of the cockpit: it handles keys, carries out the intents of strip views and returns a view to paint.

It knows no widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from tracker.combat.scene import Turn
from tracker.rules.action import Action
from tracker.rules.command import parameters
from tracker.rules.parameter_roles import is_who
from tracker.rules.view import GroupAction
from tracker.session import Session
from tracker.tui.cockpit.actions import Actions
from tracker.tui.cockpit.commands import Commands
from tracker.tui.cockpit.view import Saving, View
from tracker.tui.keys.keymap import Keymap
from tracker.tui.keys.registry import KEYS, shown
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.strip.strip_view import (
    Act,
    Aim,
    Close,
    Intent,
    Narrow,
    Open,
    Pass,
    Press,
    Rule,
    Run,
    SaveCopy,
    Show,
    Step,
    StripView,
    Trouble,
    asked,
)

if TYPE_CHECKING:
    from tracker.rules.system import Role
    from tracker.tui.cockpit.clock import Clock
    from tracker.tui.host import Host


class Controller(Commands):
    """A session on the screen: keys go to the open strip view, or perform their action in the cockpit."""

    def __init__(self, session: Session, host: Host, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        super().__init__(session, host, keys, glyphs)
        self.saving = Saving()
        self._clock: Clock | None = None
        self._asked: tuple[StripView, str, Turn] | None = None
        self._actions = Actions(self)

    def view(self) -> View:
        """Return the picture to paint."""
        self.follow_game()
        history, selection = self.session.history, self.selection
        prompts, pending = asked(self.system, self.scene)
        return View(
            self.system,
            self.scene,
            history,
            history.head,
            len(history.records),
            selection.selected,
            selection.target(),
            selection.picked,
            selection.needle,
            selection.pane,
            selection.inspect,
            selection.log_at,
            selection.opened,
            self.saving,
            self.glyphs,
            self.mode.name if self.mode else "",
            len(prompts) + len(pending),
            self.keymap,
            self.board_chances(),
            self.openings(),
            self.session.newest,
            selection.folds,
            self.clock(),
            selection.listed().folded,
        )

    def clock(self) -> tuple[str, ...]:
        """Return how long this turn and this round have lasted, in long and short form; empty if the clock is off."""
        if not self.host.options.clock:
            return ()
        if self._clock is None:
            from tracker.tui.cockpit.clock import Clock

            self._clock = Clock()
        return self._clock.forms(self.session.history, self.host.now())

    # ------------------------------------------------------------------ keys

    def press(self, key: str, sign: str | None = None) -> None:
        """Handle a key: its name, and its character."""
        printable = sign if sign and sign.isprintable() else None
        name = printable if printable and printable != " " else key
        if self.working:
            way_out = self.keymap.form.get(name)
            if way_out in ("leave-form", "quit"):
                self._leave_work()
            if way_out == "quit":
                self.host.leave()
            return
        if self.mode is None:
            id_ = self.keymap.table.get(name)
            if id_ is not None:
                self.act(id_)
            elif (line := self.lines_of_keys().get(name)) is not None:
                self._actions.open_line(line)
            return
        id_ = self.keymap.form.get(name)
        if id_ == "quit":
            self.host.leave()
        elif id_ is None and printable is None and self.keymap.table.get(name) == "help":
            self.host.open_screen("help")
        else:
            press = Press(id_, name, printable)
            intent = self.mode.press(self, press)
            if isinstance(intent, Pass) and self.keymap.table.get(name) == "help":
                self.host.open_screen("help")  # What is in the strip is still there afterwards.
            elif isinstance(intent, Pass):
                self.mode = None
                self.press(key, sign)
            else:
                self.carry_out(intent)

    def _return(self) -> None:
        """Look again at whoever was selected before somebody was asked, once the form for that is closed."""
        if self._asked is not None and self.mode is not self._asked[0] and not self.working:
            _, name, turn = self._asked
            self._asked = None
            if self.scene.turn == turn:
                self.selection.select(name)

    def click(self, target: str) -> None:
        """Handle a click on a target; ignored while a long command runs."""
        from tracker.tui.cockpit.actions import click

        if not self.working:
            click(self, target)

    def paste(self, text: str) -> None:
        """Handle a pasted text; ignored without a strip view."""
        if self.mode is not None:
            self.carry_out(self.mode.paste(self, text))

    def carry_out(self, intent: Intent) -> None:
        """Carry out the intent of a strip view."""
        view = self.mode
        match intent:
            case Run(line, keep, edit):
                here = frozenset(self.scene.combatants)

                def then(trouble: Trouble | None) -> None:
                    self._put_trouble(view, trouble)
                    if trouble is None and edit:
                        self._edit_newcomers(here)
                    self._return()

                self.start(line, then, keep=keep)
            case Open(verb, given, who):
                before, turn = self.selection.selected, self.scene.turn
                if who is not None:
                    self.selection.select(who)
                self.open(verb, given)
                if self.mode is not None and before is not None and self.selection.selected != before:
                    self._asked = self.mode, before, turn
            case Rule(line):
                self.mode = None
                verb, _, rest = line.partition(" ")
                self.run(f"{verb}! {rest}")
            case Close() | Pass():
                self.mode = None
            case Act(id_):
                self.mode = None
                self.act(id_)
            case Aim(name):
                self.mode = None
                self.selection.aim(name)
            case Narrow(text, done):
                self.selection.narrow(text)
                if done:
                    self.mode = None
            case Step(by):
                self.selection.step(by)
            case Show(screen, about):
                self.mode = None
                self.host.open_screen(screen, about)
            case SaveCopy(name):
                self._save_copy(name)
        self._return()

    def _edit_newcomers(self, before: frozenset[str]) -> None:
        """Open the sheet of the combatants who have joined since ``before``."""
        from tracker.tui.strip.edit import Edit

        new = tuple(name for name in self.scene.combatants if name not in before)
        if new:
            self.mode = Edit(self, new)

    def _put_trouble(self, view: StripView | None, trouble: Trouble | None) -> None:
        if view is not None:
            view.trouble = trouble

    def act(self, id_: str) -> None:
        """Perform the action of a key of the registry."""
        self._actions.do(id_)

    def offered(self, id_: str) -> bool:
        """Return whether a key is useful in this game now."""
        return self._actions.offered(id_)

    def label(self, id_: str) -> str:
        """Return the label of a key: the game's own verb, if it has one."""
        return self._actions.label(id_)

    def game_keys(self) -> list[tuple[str, str]]:
        """Return the game's own keys worth showing now, with labels.

        The main action is omitted, since it has its own key.
        """
        phase, own, main = self.scene.turn.phase, self.lines_of_keys(), self.label("main")
        return [
            (key.key, key.label)
            for key in self.system.keys
            if own.get(key.key) == key.line and (not key.phases or (phase or "") in key.phases) and key.line != main
        ]

    def openings(self) -> tuple[tuple[str, str], ...]:
        """Return the steps before the first turn, each with its keys and label; ``next`` is the last."""
        steps = self.system.openings(self.scene) if self.scene.combatants else ()
        if not steps:
            return ()
        return (*((self._keys_of(step.verb), step.word) for step in steps), (self.key("next"), "begins"))

    def _keys_of(self, verb: str) -> str:
        """Return the keys of a verb; "" if there are none."""
        if verb == "nearer":
            return f"{self.key('nearer')} {self.key('farther')}"
        role = next((key for key in KEYS if key.role and self.system.roles.get(cast("Role", key.role)) == verb), None)
        if role is not None:
            return self.key(role.id)
        return next((shown(key) for key, line in self.lines_of_keys().items() if line == verb), "")

    def begin(self, verb: str, otherwise: str) -> None:
        """Open the form of a step before the fight; left empty, it carries out ``otherwise``."""
        from tracker.tui.strip.group_form import GroupForm

        self.open(verb)
        if isinstance(self.mode, GroupForm):
            self.mode.otherwise = otherwise

    # ------------------------------------------------------------------ forms

    def open(self, verb: str, given: Mapping[str, str] | None = None) -> None:
        """Open the form of a verb: a group form if the verb is asked of several at once, else that of the actor."""
        group = self.system.group_action(self.scene, verb) if not given else None
        if group is not None:
            self._open_group(group)
        else:
            known = self.system.actions[verb].parameters
            self.open_form(verb, {attr: text for attr, text in (given or {}).items() if attr in known})

    def open_form(self, verb: str, given: Mapping[str, str] | None = None, *, ask: bool = False) -> None:
        """Open the form of a verb with its defaults; if nothing is left to ask, carry it out.

        ``ask``: show it even so if it is about somebody, where nobody was chosen for it.
        """
        form = self.form(verb, given)
        if form.open or (ask and any(is_who(field.spec) for field in form.fields)):
            self.mode = form
        else:
            self.run(form.line())

    def open_main(self) -> None:
        """Open the main action: a form, or a group form."""
        main = self.system.main_action(self.scene, self.selection.actor or "")
        if isinstance(main, GroupAction):
            self._open_group(main)
        elif isinstance(main, str):
            self.open_form(main)
        elif isinstance(main, Action):
            given = {
                parameter.attr: parameter.type.write(getattr(main, parameter.attr))
                for parameter in parameters(type(main))
                if parameter.type is not None and getattr(main, parameter.attr) is not None
            }
            self.open_form(main.verb, given)

    def _open_group(self, group: GroupAction) -> None:
        from tracker.tui.strip.group_form import GroupForm, SideForm

        self.mode = GroupForm(self, group) if group.asks else SideForm(self, group)

    # ------------------------------------------------------------------ the file

    def saved(self, saving: Saving) -> None:
        """Show the state of the session's file."""
        self.saving = saving

    def _save_copy(self, name: str) -> None:
        from tracker.tui.strip.notice import SaveAs

        view, take_keys_again = self.mode, self.host.hold_keys()

        def done(path: str, trouble: str) -> None:
            if isinstance(view, SaveAs):
                view.saving, view.trouble = False, Trouble(trouble) if trouble else None
            if not trouble:
                if self.mode is view:
                    self.mode = None
                self.told = ()
                self.host.tell(f"Saved as {path}. The fight goes on in this copy.")
            self.host.file.show_state()
            take_keys_again()

        self.host.sessions.save_as(name, done)
