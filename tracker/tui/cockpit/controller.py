"""The Director's desk: what keys do to the session, and where the Director looks. No widget is known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tracker.combat.scene import Scene
from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.rules.command import parameters
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.params import CombatantsParam
from tracker.rules.view import GroupAction
from tracker.session import Done, Session
from tracker.tui.cockpit import actions as hands
from tracker.tui.cockpit.log_model import last_id
from tracker.tui.cockpit.view import PANES, PaneName, Saving, View
from tracker.tui.keys.keymap import Keymap, keymap
from tracker.tui.keys.registry import shown
from tracker.tui.look.glyphs import FANCY, Glyphs

if TYPE_CHECKING:
    from tracker.tui.host import Host
    from tracker.tui.strip.form import Form
    from tracker.tui.strip.strip_view import StripView, Trouble


class Controller:
    """The session, what is selected, and the mode the keys go to."""

    def __init__(self, session: Session, host: Host, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        self.session = session
        self.system = session.system
        self.host = host
        self.keymap = keys or keymap()
        self.glyphs = glyphs
        self.mode: StripView | None = None
        self.selected: str | None = None
        self.chosen: str | None = None
        self.aimed_by: str | None = None
        self.picked: frozenset[str] = frozenset()
        self.needle = ""
        self.pane: PaneName = "combatants"
        self.zoomed = False
        self.inspect = False
        self.log_at: int | None = None
        self.opened: frozenset[int] = frozenset()
        self.saving = Saving()
        self.told: tuple[str, ...] = ()
        self.spelled = False
        self.typed_lines: list[str] = []
        self._previewed: tuple[str, int, Preview] | None = None
        self._hands: Mapping[str, Any] = hands.HANDS
        self.select_first()

    @property
    def scene(self) -> Scene:
        """The fight as it is now."""
        return self.session.scene

    def view(self) -> View:
        """The picture to paint."""
        return View(
            self.system,
            self.scene,
            self.session.history,
            self.session.history.head,
            len(self.session.history.records),
            self.selected,
            self.target(),
            self.picked,
            self.needle,
            self.pane,
            self.inspect,
            self.log_at,
            self.opened,
            self.saving,
            self.glyphs,
            self.mode.name if self.mode else "",
        )

    # ------------------------------------------------------------------ keys

    def press(self, key: str, sign: str | None = None) -> None:
        """Take one key: its name, and the sign it makes."""
        name = sign if sign and sign != " " and len(key) >= 1 and sign.isprintable() else key
        # A word typed to its end was taken at its last sign; the enter behind it belongs to it and opens nothing.
        spelled, self.spelled = self.spelled, False
        if spelled and self.mode is None and self.keymap.form.get(name) == "apply":
            return
        if self.mode is not None:
            id_ = self.keymap.form.get(name)
            if id_ == "quit":
                self.host.leave()
                return
            if id_ is None and sign is None and self.keymap.table.get(name) == "help":
                self.host.open_screen("help")
                return
            from tracker.tui.strip.strip_view import Press

            press = Press(id_, name, sign if sign and sign.isprintable() else None)
            for each in self.mode.rest.taken(press) if self.mode.rest is not None else (press,):
                if self.mode is not None:
                    self.mode.press(self, each)
            return
        id_ = self.keymap.table.get(name)
        if id_ is not None:
            self.act(id_)

    def paste(self, text: str) -> None:
        """Take a pasted text; outside of forms it means nothing."""
        if self.mode is not None:
            self.mode.paste(self, text)

    def act(self, id_: str) -> None:
        """Do what an action of the keys' registry says."""
        if id_ in self._hands:
            self._hands[id_](self)
        elif id_.startswith("pane-"):
            self.show(PANES[int(id_[-1]) - 1])

    def key(self, id_: str) -> str:
        """The key of an action as people read it."""
        key = self.keymap.first(id_)
        return shown(key) if self.glyphs.fancy else key

    # ------------------------------------------------------------------ carrying out

    def preview(self, line: str) -> Preview:
        """What a line would do now."""
        at = len(self.session.history.records)
        if self._previewed is None or self._previewed[:2] != (line, at):
            self._previewed = (line, at, self.session.preview(line))
        return self._previewed[2]

    def attempt(self, line: str, keep: bool = False) -> Trouble | None:
        """Carry a line out and close the mode it came from; what was wrong with it is given back instead."""
        from tracker.tui.strip.strip_view import Trouble

        before, head = self.scene, self.session.history.head
        following = self._follows()
        try:
            done = self.session.do(line)
        except Refused as refused:
            return Trouble(" ".join(refused.objections), refused=True)
        except InvalidCommand as bad:
            return Trouble(str(bad))
        if not keep:
            self.mode = None
        self.picked = frozenset()
        self.told = ()
        if following:
            self.log_at = None
        self._settle(before, done, head)
        return None

    def run(self, line: str) -> None:
        """Carry out a line that a key stands for; what is wrong with it is shown with the way around."""
        trouble = self.attempt(line)
        if trouble is not None and not trouble.refused and line in ("undo", "redo"):
            self.host.tell(trouble.text)
        elif trouble is not None:
            from tracker.tui.strip.notice import Ruling

            self.mode = Ruling(line, trouble.text, trouble.refused)

    def _settle(self, before: Scene, done: Done, head: int) -> None:
        """Look at the right one after something happened."""
        scene = self.scene
        if self.session.history.head == head and not done.entries:
            from tracker.tui.strip.notice import Notice

            self.mode = Notice(self.system.title, done.text)
        if self.chosen not in scene.combatants:
            self.chosen = None
        if self.selected not in scene.combatants:
            self._select_near(before)
        elif scene.turn != before.turn:
            on = scene.turn.name
            if on in scene.combatants:
                self.selected = on
            elif self.selected and not self.system.may_act(scene, self.selected):
                self.select_first()

    def _select_near(self, before: Scene) -> None:
        """Whoever stands where the one who is gone stood."""
        names = self.names()
        old = [name for each in self.system.listing(before) for name in each.names]
        at = old.index(self.selected) if self.selected in old else 0
        after = [name for name in (*old[at:], *reversed(old[:at])) if name in names]
        self.selected = after[0] if after else None
        if self.selected is None:
            self.select_first()

    # ------------------------------------------------------------------ looking

    def names(self) -> list[str]:
        """Everybody in the list, as it is filtered."""
        wanted = self.needle.casefold()
        return [name for name in self._listed() if wanted in name.casefold()]

    def _listed(self) -> list[str]:
        return [name for each in self.system.listing(self.scene) for name in each.names]

    def actors(self) -> tuple[str, ...]:
        """Who is meant: all that were picked, in the order of the list, in sight or not, else the selected one."""
        picked = tuple(name for name in self._listed() if name in self.picked) if self.picked else ()
        return picked or ((self.selected,) if self.selected is not None else ())

    @property
    def actor(self) -> str | None:
        """Whom a key is about: the selected one, unless only others were picked; then the first of them."""
        action = self.actors()
        return self.selected if self.selected in action else next(iter(action), None)

    def select_first(self) -> None:
        """The first who may act, else the first there is."""
        names = self.names()
        able = (name for name in names if self.system.may_act(self.scene, name))
        self.selected = next(able, names[0] if names else None)

    def select(self, name: str) -> None:
        """Look at this one."""
        if name in self.scene.combatants:
            self.selected = name

    def step(self, by: int) -> None:
        """So many further in the list, to its end at most."""
        names = self.names()
        if names:
            at = names.index(self.selected) if self.selected in names else (-1 if by > 0 else len(names))
            self.selected = names[max(0, min(len(names) - 1, at + by))]

    def narrow(self, text: str) -> None:
        """Show only what holds this text."""
        self.needle = text
        self.log_at = None
        names = self.names()
        if names and self.selected not in names:
            self.selected = names[0]

    def aim(self, name: str) -> None:
        """Forms are filled in with this target."""
        self.chosen, self.aimed_by = name, self.actor

    def target(self) -> str | None:
        """Who forms aim at: the one chosen (friends, and who is out, only by who chose them), else the first likely."""
        actor = self.actor
        if actor is None:
            return None
        if self.chosen is not None and self.chosen != actor and self.chosen in self.scene.combatants:
            up = self.scene[self.chosen].out is None and not self._friendly(self.chosen)
            if self.aimed_by == actor or up:
                return self.chosen
        return next(iter(self.system.likely_targets(self.scene, actor)), None)

    def friend(self) -> str | None:
        """Who is helped: the one chosen, where that is a friend, else whoever needs it most."""
        if self.chosen is not None and self._friendly(self.chosen):
            return self.chosen
        return next(iter(self.system.allies_in_need(self.scene, self.actor or "")), None)

    def show(self, pane: PaneName) -> None:
        """The keys go to this pane."""
        self.pane = pane
        self.inspect = False

    def close(self) -> None:
        """Leave the mode; all stays as it was."""
        self.mode = None

    def expect(self, rest: str) -> None:
        """The mode that opened came from a word of which this is the rest; typing it on means nothing more."""
        if self.mode is not None and rest:
            from tracker.tui.strip.rest import Rest

            mode = self.mode
            mode.rest = Rest(rest, lambda text: mode.goes_on(self, text))

    def _follows(self) -> bool:
        """Whether the log stands at its end, so that it goes along with what is new."""
        return self.log_at is None or self.log_at == last_id(self.session.history)

    # ------------------------------------------------------------------ forms

    def open_form(self, verb: str, given: Mapping[str, str] | None = None) -> None:
        """Open the form of a verb, filled in as far as it is clear; without a question left it is carried out."""
        form = self.form(verb, given)
        if form.open:
            self.mode = form
        else:
            self.run(form.line())

    def form(self, verb: str, given: Mapping[str, str] | None = None) -> Form:
        """The form of a verb, filled in as far as it is clear."""
        from tracker.tui.strip.form import Form

        kind = self.system.actions[verb]
        filled, each = self.fill(kind)
        form_defaults = {} if each[1:] else dict(self.system.form_defaults(self.scene, verb, filled))
        return Form(self, kind, form_defaults | filled | dict(given or {}), each)

    def fill(self, kind: type[Action]) -> tuple[dict[str, str], tuple[str, ...]]:
        """What is clear before anything is typed: who acts, and on whom; and for whom the line is repeated."""
        from tracker.tui.strip.fields import is_aim, is_who

        filled: dict[str, str] = {}
        each: tuple[str, ...] = ()
        people = [spec for spec in parameters(kind) if is_who(spec)]
        actors = self.actors()
        if people and actors:
            first = people[0]
            if isinstance(first.type, CombatantsParam):
                filled[first.attr] = ",".join(actors)
            else:
                filled[first.attr], each = actors[0], actors
        for spec in people[1:]:
            aimed = self.friend() if kind.helps else self.target()
            if aimed is not None and kind.helps:
                filled[spec.attr] = aimed
                break
            if aimed is not None and (is_aim(spec) or self._friendly(aimed)):
                filled[spec.attr] = aimed
                break
        return filled | self.aims(kind, filled.get("actor", "")), each

    def aims(self, kind: type[Action], actor: str) -> dict[str, str]:
        """The target chosen by hand and still up, for a named field that the game does not fill in itself."""
        from tracker.tui.strip.fields import is_aim

        target = self.scene.combatants.get(self.chosen or "")
        if target is None or target.out is not None or target.name in (self.actor, actor):
            return {}
        known = self.system.form_defaults(self.scene, kind.verb, {"actor": actor})
        named = [spec.attr for spec in parameters(kind) if spec.kind == "option" and is_aim(spec)]
        return {attr: target.name for attr in named if attr not in known}

    def _friendly(self, name: str) -> bool:
        """Whether a chosen target stands on the side of the selected one."""
        one, other = self.scene.combatants.get(self.actor or ""), self.scene.combatants.get(name)
        return self.chosen == name and one is not None and other is not None and one.side == other.side

    def open_main(self) -> None:
        """What the main key means now: a form, or a sheet for many."""
        what = self.system.main_action(self.scene, self.actor or "")
        if isinstance(what, GroupAction):
            from tracker.tui.strip.group_form import Sheet

            self.mode = Sheet(self, what)
        elif isinstance(what, str):
            self.open_form(what)
        elif isinstance(what, Action):
            given = {
                spec.attr: spec.type.write(getattr(what, spec.attr))
                for spec in parameters(type(what))
                if spec.type is not None and getattr(what, spec.attr) is not None
            }
            self.open_form(what.verb, given)

    def saved(self, saving: Saving) -> None:
        """Show how the session's file stands now."""
        self.saving = saving
