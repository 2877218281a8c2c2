"""Help of what has the focus: the form or the pane, the keys, the game's own actions, what the signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from tracker.commands.parser import usage
from tracker.rules.action import Action
from tracker.rules.command import parameters
from tracker.tui.keys.keymap import Keymap
from tracker.tui.keys.registry import GROUPS, KEYS, Key, shown
from tracker.tui.look.text import Bit, Line, cells, fill, fit, pad, wrap
from tracker.tui.screens import guides
from tracker.tui.screens.guides import Guide
from tracker.tui.screens.page import WIDEST, Body, Page
from tracker.tui.screens.paper import PageScreen

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.look.glyphs import Glyphs

TWO: Final = 110
"""From so many cells on, keys stand in two columns."""

PANES: Final = {
    "combatants": "The list of combatants: letters act on the one at hand.",
    "range": "The range board: everybody in the lane of their distance from the one at hand.",
    "cover": "The cover pane: who is behind what, and what that does to whom.",
    "log": "The log: what happened, line by line; enter opens a line with its numbers.",
}

START: Final = (
    ("1 … 9", "Go on with a session of the list."),
    ("a …", "Begin a session of a game, or open an example as a copy."),
)


class Help(Page):
    """Everything worth knowing here, to be scrolled."""

    title: ClassVar[str] = "Help"
    moves: ClassVar[bool] = False

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """What the help is about."""
        controller = self.rim.controller
        if controller is None:
            return [("Help", "title"), (" · how to begin", "normal")], []
        strip = controller.mode
        about = strip.verb or strip.name if strip is not None else controller.selection.pane
        return [("Help", "title"), (f" · {about} · {controller.system.title}", "normal")], []

    def body(self, room: int) -> Body:
        """All lines."""
        inner = min(WIDEST, room - 2)
        lines = start_help(self.keymap, inner) if self.rim.controller is None else desk_help(self.rim.controller, inner)
        return [(fit([(" ", "normal"), *line], room), None) for line in lines]

    def chosen(self, id_: str | None, key: str, sign: str | None) -> None:
        """Scroll, or go back; the key that opened it closes it too."""
        if id_ in ("help", "menu"):
            self.rim.close_screen()
        else:
            super().chosen(id_, key, sign)

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now."""
        ids = (("down", "down"), ("up", "up"), ("page-down", "page down"), ("back", "back"))
        return [(self.key(id_), word) for id_, word in ids]


class Guided(Help):
    """Help of a screen beside the table: what it shows, and its keys."""

    guide: ClassVar[Guide]

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """What the help is about."""
        return [("Help", "title"), (f" · {self.guide.title}", "normal")], []

    def body(self, room: int) -> Body:
        """All lines."""
        inner = min(WIDEST, room - 2)
        rows = [(" ".join(self.key(id_) for id_ in ids), text) for ids, text in self.guide.keys]
        lines = [*_head("Here"), *_wrapped(self.guide.text, inner), *_head("Keys"), *_rows(rows, inner)]
        return [(fit([(" ", "normal"), *line], room), None) for line in lines]


class HistoryHelp(Guided):
    """Help of the history."""

    guide = guides.HISTORY


class SettingsHelp(Guided):
    """Help of the settings."""

    guide = guides.SETTINGS


class HistoryHelpScreen(PageScreen):
    """Help of the history."""

    kind: ClassVar[type[Page]] = HistoryHelp


class SettingsHelpScreen(PageScreen):
    """Help of the settings."""

    kind: ClassVar[type[Page]] = SettingsHelp


class HelpScreen(PageScreen):
    """Help of what has the focus."""

    kind: ClassVar[type[Page]] = Help


def start_help(keys: Keymap, room: int) -> list[Line]:
    """The keys while no session is on the table."""
    wanted = ("down", "up", "menu", "open", "settings", "help", "leave")
    said = {"menu": "Opens the one selected."}
    rows = [*START, *((_keys_of(keys, each), said.get(each.id, each.help)) for each in KEYS if each.id in wanted)]
    return [*_head("How to begin"), *_rows(rows, room)]


def desk_help(controller: Controller, room: int) -> list[Line]:
    """What has the focus first, then the keys, the game, the signs."""
    made: list[Line] = []
    kind = controller.system.actions.get(controller.mode.verb) if controller.mode is not None else None
    if kind is not None:
        made += [*_head(f"This form: {kind.verb}"), *action_help(kind, room), *_fields(kind, room), ()]
        made += _keys(controller, "form", room)
    elif controller.mode is not None:
        made += _keys(controller, "form", room)
    else:
        made += [*_head("Here"), *_wrapped(PANES[controller.selection.pane], room)]
    groups = [group for group in GROUPS if group != "form"]
    made += _columns([_keys(controller, group, _half(room)) for group in groups], room)
    if controller.mode is None:
        made += _keys(controller, "form", room)
    made += _game(controller, room)
    return [*made, *_signs(controller.glyphs, room)]


def _head(text: str) -> list[Line]:
    return [(), ((text, "accent"),)]


def _wrapped(text: str, room: int, tone: str = "normal") -> list[Line]:
    return wrap([("  " + text, tone)], room, 20, 2)


def _rows(rows: Iterable[tuple[str, str]], room: int, size: int = 12) -> list[Line]:
    """Keys or names at the left, what they mean beside them."""
    made: list[Line] = []
    for name, text in rows:
        made += wrap([("  " + pad(name, max(size, cells(name))) + " ", "key"), (text, "normal")], room, 6, size + 3)
    return made


def _keys_of(keys: Keymap, each: Key) -> str:
    return " ".join(shown(key) for key in keys.keys.get(each.id, ()))


def _keys(controller: Controller, group: str, room: int) -> list[Line]:
    """The keys of a group that mean something in this game."""
    found = [each for each in KEYS if each.group == group and (group == "form" or controller.offered(each.id))]
    rows = []
    for each in found:
        label = "" if each.role is None else controller.label(each.id)
        said = f"{each.help} Here: {label}." if label and label not in each.help.casefold() else each.help
        rows.append((_keys_of(controller.keymap, each), said))
    title = GROUPS[each.group] if found else ""
    return [*_head(title), *_rows([row for row in rows if row[0]], room)] if found else []


def _half(room: int) -> int:
    return (room - 3) // 2 if room >= TWO else room


def _columns(blocks: list[list[Line]], room: int) -> list[Line]:
    """Blocks in two columns of about the same length, where there is room for two."""
    if room < TWO:
        return [line for block in blocks for line in block]
    half, total = _half(room), sum(map(len, blocks))
    left: list[Line] = []
    rest = list(blocks)
    while rest and len(left) + len(rest[0]) // 2 <= total // 2:
        left += rest.pop(0)
    right = [line for block in rest for line in block]
    made: list[Line] = []
    for place in range(max(len(left), len(right))):
        one = left[place] if place < len(left) else ()
        other = right[place] if place < len(right) else ()
        made.append((*fill(one, half), ("   ", "normal"), *other))
    return made


def action_help(kind: type[Action], room: int) -> list[Line]:
    """What an action does, what it costs and what is against it, and how it is typed."""
    cost = f" Costs: {kind.cost}." if kind.cost else ""
    made = _wrapped(_sentence(kind.help) + cost, room)
    if kind.refused_when:
        made += _wrapped(f"Refused: {'; '.join(kind.refused_when)}.", room, "dim")
    return [*made, *wrap([("  : ", "key"), (usage(kind), "dim")], room, 4, 4)]


def _fields(kind: type[Action], room: int) -> list[Line]:
    rows = []
    for spec in parameters(kind):
        bare = "field=value, any number of them" if spec.kind == "open" else "yes or no"
        hint = spec.type.hint if spec.type is not None else bare
        needed = "; needed" if spec.required else ""
        rows.append((spec.name, _sentence(f"{spec.help} ({hint}{needed})".strip())))
    return _rows(rows, room)


def _game(controller: Controller, room: int) -> list[Line]:
    """How results are written, and every action of the game with its cost."""
    system = controller.system
    made = _head(f"{system.title}: what one can do")
    if system.result_help:
        made += _wrapped(f"A result is written: {system.result_help}", room)
        made.append(())
    made += _verbs(system.own_actions, room)
    own = set(system.own_actions)
    made += [
        *_head("Words every game has"),
        *_verbs((each for each in system.actions.values() if each not in own), room),
    ]
    conditions = [(each.name, _sentence(each.help)) for each in system.conditions if each.help]
    return [*made, *(_head("Conditions") if conditions else []), *_rows(conditions, room)]


def _verbs(kinds: Iterable[type[Action]], room: int) -> list[Line]:
    costs = ((each, f" Costs: {each.cost}." if each.cost else "") for each in kinds)
    return _rows([(each.verb, _sentence(each.help) + cost) for each, cost in costs], room)


def _signs(glyphs: Glyphs, room: int) -> list[Line]:
    """What the signs of the screen mean."""
    rows = [
        (glyphs.cursor, "The one at hand."),
        (glyphs.target, "Whom forms aim at."),
        (glyphs.picked, "Picked together with others."),
        (glyphs.on, "May act now; in the history, where the story stands."),
        (glyphs.pending, "A question is open, or something waits for an answer."),
        (glyphs.hidden, "Hidden from the players."),
        (glyphs.low, "Low."),
        (glyphs.undone, "Taken back; redo brings it again."),
        (glyphs.other, "Another branch of the story."),
    ]
    return [*_head("Signs"), *_rows(rows, room)]


def _sentence(text: str) -> str:
    """A text that begins and ends like a sentence."""
    text = text[:1].upper() + text[1:]
    return text if not text or text[-1] in ".!?:" else f"{text}."
