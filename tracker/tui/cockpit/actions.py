"""What each key does on the table, by its id in the keys' registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from tracker.combat.events import TurnCame
from tracker.combat.history import START, History
from tracker.rules.system import Role
from tracker.tui.cockpit.view import PANES
from tracker.tui.keys.registry import BY_ID

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller

EMPTY: Final = "Nobody is here yet; {key} adds a combatant."


def offered(controller: Controller, id_: str) -> bool:
    """Whether a key means something in this game at this moment."""
    from tracker.tui.screens import SCREENS

    each = BY_ID[id_]
    if id_ in SCREEN_KEYS:
        return SCREEN_KEYS[id_] in SCREENS
    if each.role == "main":
        return controller.actor is None or controller.system.main_action(controller.scene, controller.actor) is not None
    return each.role is None or each.role in controller.system.roles


def label(controller: Controller, id_: str) -> str:
    """The word for a key: the game's own verb where it has one."""
    each = BY_ID[id_]
    if each.role == "main" and controller.actor is not None:
        what = controller.system.main_action(controller.scene, controller.actor)
        return what if isinstance(what, str) else what.verb if what is not None else each.label
    if id_ == "menu" and controller.pane == "log" and not controller.inspect:
        return "reasons"
    return controller.system.roles.get("quick", each.label) if each.role == "quick" else each.label


def _role(role: Role) -> Callable[[Controller], None]:
    def do(controller: Controller) -> None:
        verb = controller.system.roles.get(role)
        if verb is None:
            return
        if controller.selected is None and role != "next":
            controller.host.tell(EMPTY.format(key=controller.key("add")))
        else:
            controller.open_form(verb)

    return do


def _main(controller: Controller) -> None:
    if controller.selected is None:
        controller.host.tell(EMPTY.format(key=controller.key("add")))
    else:
        controller.open_main()


def _move(by: int) -> Callable[[Controller], None]:
    def do(controller: Controller) -> None:
        if controller.pane == "log" and not controller.inspect:
            _log_step(controller, by)
        else:
            controller.step(by)

    return do


def _page(sign: int) -> Callable[[Controller], None]:
    def do(controller: Controller) -> None:
        by = sign * max(1, controller.host.page() - 1)
        if controller.inspect or controller.pane in ("range", "cover"):
            controller.host.scroll(by)
        else:
            _move(by)(controller)

    return do


def log_ids(controller: Controller) -> list[int]:
    """The lines of the log, as it is filtered."""
    from tracker.tui.cockpit.log_model import shown_ids

    return shown_ids(controller.session.history, controller.needle)


def _log_step(controller: Controller, by: int) -> None:
    ids = log_ids(controller)
    if not ids:
        return
    at = ids.index(controller.log_at) if controller.log_at in ids else len(ids) - 1
    at = max(0, min(len(ids) - 1, at + by))
    controller.log_at = ids[at]


def _pick(controller: Controller) -> None:
    if controller.selected is not None:
        controller.picked ^= {controller.selected}


def _target(controller: Controller) -> None:
    from tracker.tui.strip.menu import Target

    if controller.selected is not None and len(controller.scene.combatants) > 1:
        controller.mode = Target(controller)


def _filter(controller: Controller) -> None:
    from tracker.tui.strip.command_bar import Filter

    controller.mode = Filter(controller.needle)


def _back(controller: Controller) -> None:
    """Undo one step of looking: the inspection, the selection of several, the filter, the zoom."""
    if controller.told:
        controller.told = ()
    elif controller.inspect:
        controller.inspect = False
    elif controller.picked:
        controller.picked = frozenset()
    elif controller.needle:
        controller.narrow("")
    elif controller.zoomed:
        controller.zoomed = False
    else:
        controller.log_at = None
        controller.show("combatants")


def _menu(controller: Controller) -> None:
    if controller.pane == "log":
        ids = log_ids(controller)
        at = controller.log_at if controller.log_at in ids else (ids[-1] if ids else None)
        if at is not None:
            controller.log_at = at
            controller.opened ^= {at}
    elif controller.actor is None:
        controller.host.tell(EMPTY.format(key=controller.key("add")))
    else:
        from tracker.tui.strip.menu import Menu

        controller.mode = Menu(controller, controller.actor)


def _prompts(controller: Controller) -> None:
    from tracker.tui.strip.prompts import Prompts, questions

    if questions(controller):
        controller.mode = Prompts()
    else:
        controller.host.tell("No question is open.")


def _add(controller: Controller) -> None:
    controller.open_form("add")


def _unmark(controller: Controller) -> None:
    if any(controller.scene.combatants[name].conditions for name in controller.actors()):
        controller.open_form("unmark")
    elif controller.actor is not None:
        controller.host.tell(f"{controller.actor} has no condition.")


def _remove(controller: Controller) -> None:
    from tracker.rules.quoting import quote

    if controller.actors():
        controller.run(f"remove {quote(','.join(controller.actors()))}")


def _edit(controller: Controller) -> None:
    if controller.actors():
        from tracker.tui.strip.edit import Edit

        controller.mode = Edit(controller, controller.actors())


def _hide(controller: Controller) -> None:
    from tracker.rules.quoting import quote

    if controller.actor is not None:
        verb = "reveal" if controller.scene.combatants[controller.actor].hidden else "hide"
        controller.run(f"{verb} {quote(','.join(controller.actors()))}")


def _line(line: str) -> Callable[[Controller], None]:
    return lambda controller: controller.run(line)


def _previous(controller: Controller) -> None:
    """Back to the start of the turn before: as many undos as it takes."""
    steps = steps_to_turn_before(controller.session.history)
    if steps:
        controller.run(f"undo {steps}")
    else:
        controller.host.tell("This is the first turn.")


def steps_to_turn_before(history: History) -> int:
    """How many undos lead to where the turn before this one began; 0 where there is none."""
    came = [id_ for id_ in history.story if any(isinstance(each, TurnCame) for each in history.entries[id_].events)]
    if not came:
        return 0
    goal = came[-2] if len(came) > 1 else history.entries[came[0]].parent
    for steps in range(1, len(history.story) + 1):
        at = history.undo_target(steps)
        if at == goal:
            return steps
        if at in (None, START):
            break
    return 0


def _command(controller: Controller) -> None:
    from tracker.tui.strip.command_bar import Bar

    controller.mode = Bar()


def _pane(by: int) -> Callable[[Controller], None]:
    def do(controller: Controller) -> None:
        controller.show(PANES[(PANES.index(controller.pane) + by) % len(PANES)])

    return do


def _zoom(controller: Controller) -> None:
    controller.zoomed = not controller.zoomed


def _inspect(controller: Controller) -> None:
    controller.inspect = not controller.inspect and controller.selected is not None


def _screen(name: str) -> Callable[[Controller], None]:
    return lambda controller: controller.host.open_screen(name)


def _palette(controller: Controller) -> None:
    from tracker.tui.strip.palette import Palette

    controller.mode = Palette(controller)


def _save_as(controller: Controller) -> None:
    from tracker.tui.strip.save_as import SaveAs

    controller.mode = SaveAs(controller)


def _leave(controller: Controller) -> None:
    controller.host.leave()


SCREEN_KEYS: Final[Mapping[str, str]] = {
    "history": "history",
    "help": "help",
    "settings": "settings",
    "open": "open",
}
"""Keys that show another screen, and its name."""

HANDS: Final[Mapping[str, Callable[[Controller], None]]] = {
    "down": _move(1),
    "up": _move(-1),
    "page-down": _page(1),
    "page-up": _page(-1),
    "first": _move(-1_000_000),
    "last": _move(1_000_000),
    "pick": _pick,
    "target": _target,
    "filter": _filter,
    "back": _back,
    "main": _main,
    "quick": _role("quick"),
    "cover": _role("cover"),
    "nearer": _role("nearer"),
    "farther": _role("farther"),
    "hurt": _role("hurt"),
    "heal": _role("heal"),
    "mark": _role("mark"),
    "next": _role("next"),
    "menu": _menu,
    "prompts": _prompts,
    "unmark": _unmark,
    "add": _add,
    "remove": _remove,
    "edit": _edit,
    "hide": _hide,
    "undo": _line("undo"),
    "redo": _line("redo"),
    "previous": _previous,
    "command": _command,
    "next-pane": _pane(1),
    "last-pane": _pane(-1),
    "zoom": _zoom,
    "inspect": _inspect,
    "palette": _palette,
    "save-as": _save_as,
    "leave": _leave,
    "quit": _leave,
    **{id_: _screen(name) for id_, name in SCREEN_KEYS.items()},
}
"""The action of each key; panes by their number are the desk's own."""
