"""The actions of keys in the cockpit, by id in the registry of keys."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from tracker.combat.events import TurnCame
from tracker.combat.records import START
from tracker.combat.scene import Scene
from tracker.commands.resolve import scene_after
from tracker.foresight.choices import actions_of
from tracker.rules.action import Action
from tracker.rules.grammar import join_names, quote, spaced
from tracker.rules.system import Role, System
from tracker.rules.view import Opening
from tracker.session import Session
from tracker.tui.cockpit.log_model import FAR
from tracker.tui.cockpit.view import PANES
from tracker.tui.keys.keymap import PLACE
from tracker.tui.keys.registry import BY_ID, KEYS, shown
from tracker.tui.look.themes import theme_names
from tracker.tui.slices import AT_ONCE
from tracker.tui.strip.command_bar import Filter
from tracker.tui.strip.edit import Edit
from tracker.tui.strip.menu import Menu, Palette, Target
from tracker.tui.strip.notice import SaveAs
from tracker.tui.strip.odds import TargetOdds

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.cockpit.selection import Selection

DOTS: Final = "..."  # the end of a key's command line that is finished in the command bar
NOT_FOUND: Final = ("palette", "menu")  # the keys that the palette leaves out

ABOUT_SOMEBODY: Final = (
    *("main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "unmark"),
    *("remove", "edit", "note", "hide", "target", "inspect", "odds", "pick"),
)
"""The keys that act on the selected combatant."""

SWITCHES: Final = {"zoom": "zoomed", "inspect": "inspect", "chances": "chances"}
"""The keys that turn something of the selection on or off."""

SCREEN_KEYS: Final = ("history", "figures", "help", "settings", "players", "open", "import")
"""Keys that show the screen of their name."""


class Actions:
    """The action of each key: in the fight, in the story, or only where one looks.

    A key with an action of its own has it in the method ``_key_`` with its id; others are in ``SHORT``,
    ``SWITCHES`` or ``SCREEN_KEYS``, or open the verb of their role.
    """

    def __init__(self, controller: "Controller") -> None:
        self.controller = controller
        self._selection: Selection = controller.selection
        self._waited_at: int | None = None  # where the key for the next turn said what waits; pressed again, it goes on

    @property
    def _system(self) -> System:
        return self.controller.system

    @property
    def _scene(self) -> Scene:
        return self.controller.scene

    def do(self, id_: str) -> None:
        """Perform the action of a key; unknown ids are ignored."""
        own = getattr(self, f"_key_{id_.replace('-', '_')}", None)
        if id_ in ABOUT_SOMEBODY and self._selection.actor is None:
            self._empty()
        elif own is not None:
            own()
        elif id_ in SHORT:
            SHORT[id_](self)
        elif id_ in SWITCHES:
            switch = SWITCHES[id_]
            setattr(self._selection, switch, not getattr(self._selection, switch))
        elif id_ in SCREEN_KEYS:
            self.controller.host.open_screen(id_)
        elif id_.startswith("pane-"):
            self._selection.show(PANES[int(id_[-1]) - 1])
        elif id_ in BY_ID and BY_ID[id_].role:
            self._role(str(BY_ID[id_].role))

    def offered(self, id_: str) -> bool:
        """Return whether a key is useful in this game now."""
        role = BY_ID[id_].role
        if id_ == "undo":
            return self.controller.session.history.undo_target() is not None
        if id_ == "take-over":
            return self.controller.session.watching and self.controller.session.left
        if role == "main" and (actor := self._selection.actor) is not None:
            return self._system.main_action(self._scene, actor) is not None
        return role in (None, "main", *self._system.roles)

    def label(self, id_: str) -> str:
        """Return the label of a key: the game's own verb, if it has one."""
        key = BY_ID[id_]
        if key.role == "main" and (actor := self._selection.actor) is not None:
            main = self._system.main_action(self._scene, actor)
            return main if isinstance(main, str) else main.verb if main is not None else key.label
        if id_ == "menu" and self._selection.in_log:
            return "reasons"
        if key.role == "next" and (due := self._due()) is not None:
            return due.word
        clock, phase = self._system.clock, self._scene.turn.phase
        if key.role == "next" and not clock.named and phase in (phases := clock.phases(self._scene)) and phase:
            return phases[(phases.index(phase) + 1) % len(phases)] or key.label
        return self._system.roles.get("quick", key.label) if key.role == "quick" else key.label

    def game_keys(self) -> list[tuple[str, str]]:
        """Return the game's own keys worth showing now, with labels; the status line has those of the steps before."""
        phase, own = self._scene.turn.phase, self.controller.lines_of_keys()
        others = {self.label("main"), *(step.verb for step in self._system.clock.openings(Scene(self._system.name)))}
        return [
            (key.key, key.label)
            for key in self._system.keys
            if own.get(key.key) == key.line and (not key.phases or (phase or "") in key.phases)
            if key.line not in others
        ]

    def openings(self) -> tuple[tuple[str, str], ...]:
        """Return the steps before the first turn, each with its keys and label; ``next`` is the last."""
        steps = self._system.clock.openings(self._scene) if self._scene.combatants else ()
        if not steps:
            return ()
        return (*((self.key_of(step.verb), step.word) for step in steps), (self.controller.key("next"), "begins"))

    def key_of(self, verb: str) -> str:
        """Return the key of a verb as people read it, of a step both ways; "" if it has none."""
        if verb == "nearer":
            return f"{self.controller.key('nearer')} {self.controller.key('farther')}"
        role = next((key for key in KEYS if key.role and self._system.roles.get(cast("Role", key.role)) == verb), None)
        if role is not None:
            return self.controller.key(role.id)
        return next((shown(key) for key, line in self.controller.lines_of_keys().items() if line == verb), "")

    def _role(self, role: str) -> None:
        verb, due = self._system.roles.get(cast("Role", role)), self._due() if role == "next" else None
        if verb is None:
            return
        if due is not None:
            self.controller.begin(due.verb, verb)
        elif role == "next" and self._waited_at != self.controller.session.history.head and (waits := self._waiting()):
            self._waited_at = self.controller.session.history.head
            answers, again = self.controller.key("prompts"), self.controller.key("next")
            self.controller.host.tell(f"An attack waits for {waits}: {answers} answers; {again} again goes on.")
        elif role == "next":
            self.controller.run(self._steps_to_next(verb), remarks=True)
        else:
            if role in ("nearer", "farther"):
                self.controller.selection.hold(self.controller.selection.target())
            self.controller.open_form(verb)

    def _waiting(self) -> str:
        """Return for whom attacks wait that can still be answered, as words."""
        waits = [each.name for each in self._system.pending(self._scene) if each.attacker and each.verbs]
        return join_names(tuple(dict.fromkeys(waits)), self._scene)

    def _steps_to_next(self, verb: str) -> str:
        scene: Scene | None = self._scene
        for steps in range(1, len(self._scene.combatants) + 1):
            scene = scene_after(self._system, scene, verb) if scene is not None else None
            done = scene is not None and self._system.clock.is_used_up(scene)
            if scene is None or not done or self._system.acts_again(scene, scene.turn.name or ""):
                return " ; ".join([verb] * steps)
        return verb

    def _due(self) -> Opening | None:
        steps = self._system.clock.openings(self._scene) if self._scene.combatants else ()
        return next((step for step in steps if step.due), None)

    def _key_menu(self) -> None:
        selection = self._selection
        if selection.in_log:
            at = selection.story_log().step(selection.log_at, 0)
            if at is not None:
                selection.log_at = at
                selection.opened ^= {at}
        elif self._selection.actor is None:
            self._empty()
        else:
            self.controller.mode = Menu(self.controller, self._selection.actor)

    def _key_palette(self) -> None:
        useful = (key for key in KEYS if key.group not in ("form", "move") and not key.fixed)
        keys = [(key, self.label(key.id)) for key in useful if key.id not in NOT_FOUND and self.offered(key.id)]
        self.controller.mode = Palette(self.controller, keys, theme_names())

    def _key_prompts(self) -> None:
        from tracker.tui.strip.prompts import Prompts, Proposals, questions

        table = self.controller.host.phones
        if table is not None and table.waits:
            self.controller.mode = Proposals(table)
        elif questions(self.controller):
            self.controller.mode = Prompts()
        else:
            self.controller.host.tell("No question is open.")

    def _key_add(self) -> None:
        from tracker.tui.strip.adding import Adding, kept_sources

        session = self.controller.session
        self.controller.mode = Adding(self.controller, kept_sources(session.library, session.path))

    def _key_unmark(self) -> None:
        if any(self._scene.combatants[name].conditions for name in self._selection.actors()):
            self.controller.open_form("unmark")
        else:
            self.controller.host.tell(f"{self._selection.actor} has no condition.")

    def _key_edit(self) -> None:
        self.controller.mode = Edit(self.controller, self._selection.actors())

    def _key_hide(self) -> None:
        verb = "reveal" if self._scene.combatants[self._selection.actor or ""].hidden else "hide"
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
        if not all(given.get(place) for place in PLACE.findall(line)):
            self.controller.host.tell(f"Nobody is there for “{line}”.")
        elif (filled := PLACE.sub(lambda place: quote(given[place[1]]), line)).endswith(DOTS):
            self.controller.type_line(f"{filled.removesuffix(DOTS).rstrip()} ")
        else:
            self.controller.run(filled)

    def _key_previous(self) -> None:
        history = self.controller.session.history
        turns = [id_ for id_ in history.story if any(isinstance(one, TurnCame) for one in history.entries[id_].events)]
        if not turns:
            self.controller.host.tell("This is the first turn.")
            return
        goal = turns[-2] if len(turns) > 1 else history.entries[turns[0]].parent
        ends = (goal, START, None)
        steps = next((steps for steps in range(1, len(history.story) + 1) if history.undo_target(steps) in ends), 0)
        # No undo leads to a line that was played again after a correction.
        self.controller.run(f"undo {steps}" if history.undo_target(steps) == goal else f"goto {goal}")

    def _key_save_as(self) -> None:
        self.controller.mode = SaveAs(self.controller.host)

    def _key_copy(self) -> None:
        selection, session = self._selection, self.controller.session
        at = selection.story_log().step(selection.log_at, 0) if selection.in_log else None
        if selection.in_log and at is None:
            self.controller.host.tell("There is no line to copy.")
            return
        self.controller.host.copy(copied(session, at))
        self.controller.host.tell(f"Line {at} is copied." if at is not None else "The fight is copied as text.")

    def _key_take_over(self) -> None:
        if trouble := self.controller.host.file.take_over():
            self.controller.host.tell(trouble)

    def _move(self, by: int) -> None:
        selection = self._selection
        if selection.in_log:
            selection.log_at = selection.story_log().step(selection.log_at, by)
        else:
            selection.step(by)

    def _page(self, direction: int) -> None:
        by = direction * max(1, self.controller.host.page() - 1)
        if self._selection.inspect or self._selection.pane in ("range", "cover"):
            self.controller.host.scroll(by)
        else:
            self._move(by)

    def _key_back(self) -> None:
        if self.controller.told:
            self.controller.told = ()
        else:
            self._selection.back()

    def _key_whose_turn(self) -> None:
        self._selection.show("combatants")
        active = self._scene.turn.name
        if active in self._scene.combatants:
            self._selection.select(str(active), by_turn=True)
        else:
            self._selection.select_first()

    def _key_target(self) -> None:
        if len(self._scene.combatants) > 1:
            actor = self._selection.actor or ""
            self.controller.mode = Target(self.controller, actor, self._selection.target(), self._selection.lines_for)

    def _key_filter(self) -> None:
        def found() -> str:
            shown, all_ = len(self._selection.names()), len(self._scene.combatants)
            return f"{shown} of {all_} combatants; the log shows lines with this text."

        self.controller.mode = Filter(self._selection.needle, found)

    def _key_odds(self) -> None:
        actor, verb = self._selection.actor or "", self._system.roles.get("odds")
        if verb is None:
            return  # No action of this game has odds.
        targets = self._system.likely_targets(self._scene, actor)
        called = {target: name for name, target in self._selection.lines_for(targets, actor).items()}
        actions = actions_of(self._system, self._scene, actor, (*called,))
        choices = {}
        weapons = {weapon for action in actions if (weapon := getattr(action, "weapon", None))}
        for action in actions:
            aimed = getattr(action, "target", None)
            several = aimed if isinstance(aimed, tuple) and len(aimed) > 1 else ()
            target = aimed[0] if isinstance(aimed, tuple) and aimed else aimed
            held = getattr(action, "weapon", None)
            own = (held and self._system.weapon_verb(self._scene[actor], held)) or verb
            if several or target in called or target not in targets:
                every = f"all {len(several)}" if several and len(several) == len(targets) else ""
                one = called.get(target or "", target or "")
                whom = every or (join_names(several, self._scene, 2) if several else one)
                choices[_called(action, whom, own, len(weapons) > 1)] = action
        if choices:
            view = self.controller.mode = TargetOdds(self.controller, verb, actor, choices)
            if not view.work.advance(AT_ONCE):  # Keys wait for the order, except the ways out.
                self.controller.host.work(
                    lambda seconds: self.controller.mode is not view or view.work.advance(seconds)
                )
        elif not targets:
            self.controller.host.tell(f"There is nobody for {actor} to aim at.")
        else:
            self.controller.host.tell(f"{actor} cannot attack anybody now.")

    def _empty(self) -> None:
        self.controller.host.tell(f"Nobody is here yet; {self.controller.key('add')} adds a combatant.")


def _called(action: Action, target: str, usual: str, armed: bool) -> str:
    weapon = getattr(action, "weapon", None) if armed or not target else None
    verb = "" if action.verb == usual and target else f"{action.verb} {action.told}".rstrip()
    ways = dict.fromkeys((*action.ways, *(attr for attr in action.parameters if getattr(action, attr) is True)))
    chosen = ((action.parameters[attr].name, getattr(action, attr)) for attr in ways)
    words = (name if way is True else way if isinstance(way, str) else f"{name} {way}" for name, way in chosen if way)
    return " · ".join(filter(None, (target, verb, str(weapon or ""), *map(spaced, words))))


SHORT: Final[Mapping[str, Callable[[Actions], None]]] = {
    "down": lambda actions: actions._move(1),
    "up": lambda actions: actions._move(-1),
    "first": lambda actions: actions._move(-FAR),
    "last": lambda actions: actions._move(FAR),
    "page-down": lambda actions: actions._page(1),
    "page-up": lambda actions: actions._page(-1),
    "next-pane": lambda actions: actions._selection.next_pane(1),
    "last-pane": lambda actions: actions._selection.next_pane(-1),
    "fold": lambda actions: actions._selection.turn_fold(True),
    "unfold": lambda actions: actions._selection.turn_fold(False),
    "main": lambda actions: actions.controller.open_main(),
    "remove": lambda actions: actions.controller.run(f"remove {quote(actions._selection.all_of_them(out=True))}"),
    "note": lambda actions: actions.controller.open_form("note", {"about": actions._selection.all_of_them(out=True)}),
    "pick": lambda actions: actions._selection.pick(),
    "undo": lambda actions: actions.controller.run("undo"),
    "redo": lambda actions: actions.controller.run("redo"),
    "command": lambda actions: actions.controller.type_line(),
    "new": lambda actions: actions.controller.host.open_screen("start"),
    "leave": lambda actions: actions.controller.host.go_back(),
    "quit": lambda actions: actions.controller.host.leave(),
}
"""The keys whose action is one call."""


LONGEST: Final = 54_000  # the most bytes to copy: many terminals drop longer texts, and base64 adds a third
LOG: Final = "Log:"
LEFT_OUT: Final = "  (earlier lines are left out)"


def copied(session: Session, line: int | None) -> str:
    """Return a line of the log by its id, or for None the whole fight with as much of its log as fits."""
    from tracker.export.text import as_text, reasons_text

    if line is not None:
        entry = session.history.entries[line]
        why = reasons_text(entry.why, session.system.reason_names)
        return entry.text + (f" ({why})" if why else "")
    lines = as_text(session).split("\n")
    too_many = sum(len(line.encode()) + 1 for line in lines) - LONGEST
    if too_many > 0 and LOG in lines:
        first = last = lines.index(LOG) + 1
        while too_many > -len(LEFT_OUT) and last < len(lines):
            too_many -= len(lines[last].encode()) + 1
            last += 1
        lines[first:last] = [LEFT_OUT]
    return "\n".join(lines)
