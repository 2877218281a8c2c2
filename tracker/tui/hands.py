"""What each key does on the table, by its id in the keys' registry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from tracker.combat.events import TurnCame
from tracker.combat.history import START, History
from tracker.systems.base import Role
from tracker.tui.keys import BY_ID
from tracker.tui.view import PANES

if TYPE_CHECKING:
    from tracker.tui.desk import Desk

EMPTY: Final = "Nobody is here yet; {key} adds a combatant."


def offered(desk: Desk, id_: str) -> bool:
    """Whether a key means something in this game at this moment."""
    from tracker.tui.screens import SCREENS

    each = BY_ID[id_]
    if id_ == "accept":
        return desk.differs
    if id_ in SCREEN_KEYS:
        return SCREEN_KEYS[id_] in SCREENS
    if each.role == "main":
        return desk.actor is None or desk.system.main(desk.scene, desk.actor) is not None
    return each.role is None or each.role in desk.system.roles


def label(desk: Desk, id_: str) -> str:
    """The word for a key: the game's own verb where it has one."""
    each = BY_ID[id_]
    if each.role == "main" and desk.actor is not None:
        what = desk.system.main(desk.scene, desk.actor)
        return what if isinstance(what, str) else what.verb if what is not None else each.label
    if id_ == "menu" and desk.pane == "log" and not desk.inspect:
        return "reasons"
    return desk.system.roles.get("quick", each.label) if each.role == "quick" else each.label


def _role(role: Role) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        verb = desk.system.roles.get(role)
        if verb is None:
            return
        if desk.selected is None and role != "next":
            desk.host.tell(EMPTY.format(key=desk.key("add")))
        else:
            desk.open_form(verb)

    return do


def _main(desk: Desk) -> None:
    if desk.selected is None:
        desk.host.tell(EMPTY.format(key=desk.key("add")))
    else:
        desk.open_main()


def _move(by: int) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        if desk.pane == "log" and not desk.inspect:
            _log_step(desk, by)
        else:
            desk.step(by)

    return do


def _page(sign: int) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        by = sign * max(1, desk.host.page() - 1)
        if desk.inspect or desk.pane in ("range", "cover"):
            desk.host.scroll(by)
        else:
            _move(by)(desk)

    return do


def log_ids(desk: Desk) -> list[int]:
    """The lines of the log, as it is filtered."""
    from tracker.tui.chronicle import shown_ids

    return shown_ids(desk.session.history, desk.needle)


def _log_step(desk: Desk, by: int) -> None:
    ids = log_ids(desk)
    if not ids:
        return
    at = ids.index(desk.log_at) if desk.log_at in ids else len(ids) - 1
    at = max(0, min(len(ids) - 1, at + by))
    desk.log_at = ids[at]


def _pick(desk: Desk) -> None:
    if desk.selected is not None:
        desk.picked ^= {desk.selected}


def _target(desk: Desk) -> None:
    from tracker.tui.modes.choose import Target

    if desk.selected is not None and len(desk.scene.combatants) > 1:
        desk.mode = Target(desk)


def _filter(desk: Desk) -> None:
    from tracker.tui.modes.bar import Filter

    desk.mode = Filter(desk.needle)


def _back(desk: Desk) -> None:
    """Undo one step of looking: the inspection, the selection of several, the filter, the zoom."""
    if desk.told:
        desk.told = ()
    elif desk.inspect:
        desk.inspect = False
    elif desk.picked:
        desk.picked = frozenset()
    elif desk.needle:
        desk.narrow("")
    elif desk.zoomed:
        desk.zoomed = False
    else:
        desk.log_at = None
        desk.show("combatants")


def _menu(desk: Desk) -> None:
    if desk.pane == "log":
        ids = log_ids(desk)
        at = desk.log_at if desk.log_at in ids else (ids[-1] if ids else None)
        if at is not None:
            desk.log_at = at
            desk.opened ^= {at}
    elif desk.actor is None:
        desk.host.tell(EMPTY.format(key=desk.key("add")))
    else:
        from tracker.tui.modes.choose import Menu

        desk.mode = Menu(desk, desk.actor)


def _prompts(desk: Desk) -> None:
    from tracker.tui.modes.questions import Questions, questions

    if questions(desk):
        desk.mode = Questions()
    else:
        desk.host.tell("No question is open.")


def _add(desk: Desk) -> None:
    desk.open_form("add")


def _unmark(desk: Desk) -> None:
    if any(desk.scene.combatants[name].conditions for name in desk.actors()):
        desk.open_form("unmark")
    elif desk.actor is not None:
        desk.host.tell(f"{desk.actor} has no condition.")


def _remove(desk: Desk) -> None:
    from tracker.systems.quoting import quote

    if desk.actors():
        desk.run(f"remove {quote(','.join(desk.actors()))}")


def _edit(desk: Desk) -> None:
    if desk.actors():
        from tracker.tui.modes.edit import Edit

        desk.mode = Edit(desk, desk.actors())


def _hide(desk: Desk) -> None:
    from tracker.systems.quoting import quote

    if desk.actor is not None:
        verb = "reveal" if desk.scene.combatants[desk.actor].hidden else "hide"
        desk.run(f"{verb} {quote(','.join(desk.actors()))}")


def _line(line: str) -> Callable[[Desk], None]:
    return lambda desk: desk.run(line)


def _previous(desk: Desk) -> None:
    """Back to the start of the turn before: as many undos as it takes."""
    steps = steps_to_turn_before(desk.session.history)
    if steps:
        desk.run(f"undo {steps}")
    else:
        desk.host.tell("This is the first turn.")


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


def _command(desk: Desk) -> None:
    from tracker.tui.modes.bar import Bar

    desk.mode = Bar()


def _pane(by: int) -> Callable[[Desk], None]:
    def do(desk: Desk) -> None:
        desk.show(PANES[(PANES.index(desk.pane) + by) % len(PANES)])

    return do


def _zoom(desk: Desk) -> None:
    desk.zoomed = not desk.zoomed


def _inspect(desk: Desk) -> None:
    desk.inspect = not desk.inspect and desk.selected is not None


def _screen(name: str) -> Callable[[Desk], None]:
    return lambda desk: desk.host.open_screen(name)


def _palette(desk: Desk) -> None:
    from tracker.tui.modes.palette import Palette

    desk.mode = Palette(desk)


def _save_as(desk: Desk) -> None:
    from tracker.tui.modes.save_as import SaveAs

    desk.mode = SaveAs(desk)


def _accept(desk: Desk) -> None:
    desk.host.accept()


def _leave(desk: Desk) -> None:
    desk.host.leave()


SCREEN_KEYS: Final[Mapping[str, str]] = {
    "history": "history",
    "help": "help",
    "settings": "settings",
    "open": "open",
}
"""Keys that show another screen, and its name."""

HANDS: Final[Mapping[str, Callable[[Desk], None]]] = {
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
    "accept": _accept,
    "leave": _leave,
    "quit": _leave,
    **{id_: _screen(name) for id_, name in SCREEN_KEYS.items()},
}
"""The action of each key; panes by their number are the desk's own."""
