"""The lines around the panes: the status line, the strip that shows forms, and the key line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

from textual.geometry import Region
from textual.strip import Strip as RenderedLine

from tracker.rules.grammar import join_names
from tracker.tui.cockpit.view import View
from tracker.tui.keys.registry import BY_ID, KEYS, named, shown
from tracker.tui.look.text import CUT, Bit, Line, cells, cut, ends, fit, link, width, wrap
from tracker.tui.panes.line_widget import LineWidget
from tracker.tui.strip.form import Form

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracker.combat.scene import Scene
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.strip.strip_view import StripView

MOST: Final = 4  # its greatest height in lines


class Bar(LineWidget):
    """Lines of a session beside the panes."""

    ground: ClassVar[str] = "panel"

    def __init__(self, controller: Controller, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.controller = controller


class Banner(Bar):
    """NOT SAVED, READ ONLY, or what opening the file reported; usually empty."""

    def wanted(self, room: int) -> int:
        """Return the number of lines it needs."""
        return len(banner_lines(self.controller, room))

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        return [(line, False) for line in banner_lines(self.controller, room)]


def banner_lines(controller: Controller, room: int) -> list[Line]:
    """Return the current warning in lines of that many cells; a long reason is cut before the ways out are."""
    said, ways = banner_bits(controller)
    if not said:
        return []
    lines = wrap([*said, *ways], room - 2, indent=2)
    words, tone = said[0][0].split(" "), said[0][1]
    while len(lines) > MOST and len(words) > 1:
        words.pop()
        lines = wrap([(" ".join(words) + CUT, tone), *said[1:], *ways], room - 2, indent=2)
    return [fit([(" ", "normal"), *line], room) for line in lines[:MOST]]


def banner_bits(controller: Controller) -> tuple[list[Bit], list[Bit]]:
    """Return the most important warning: its reason, then the ways out.

    Unsaved changes come before a file that cannot be saved, and that before what opening the file reported.
    """
    kind, reason = controller.saving.kind, controller.saving.reason
    ways = link([(f"  {controller.key('save-as')}", "key"), (" saves a copy", "dim")], "do:save-as")
    if kind == "not saved":
        return [(f"NOT SAVED: {reason}", "warn"), (" The fight goes on in memory.", "normal")], ways
    if kind == "read only":
        return [(f"READ ONLY: {reason}", "warn")], ways
    if controller.told:
        away = link([(f"  {controller.key('back')}", "key"), (" takes this away", "dim")], "do:back")
        return [(" ".join(controller.told), "warn")], away
    table = controller.host.phones
    if table is not None and table.waits and (controller.mode is None or controller.mode.name != "proposals"):
        from tracker.tui.strip.prompts import proposed, wish
        from tracker.tui.strip.strip_view import preview_bits

        asking, waiting = table.asking, table.waiting
        if asking:
            said: list[Bit] = [(wish(asking[0][1]), "prompt")]
        else:
            effect = preview_bits(controller.preview(waiting[0].line), "")
            said = [(f"{proposed(controller.system, waiting[0])}  ", "prompt"), *effect]
        more = len(asking) + len(waiting) - 1
        source = "from a program" if not asking and waiting[0].program else "from the phones"
        others = f", {more} more" if more else ""
        way: list[Bit] = [(f"  {controller.key('prompts')}", "key"), (f" {source}{others}", "dim")]
        return said, link(way, "do:prompts")
    return [], []


FIRST = ("add", "command", "settings", "undo", "leave")  # the keys that matter before anybody has joined
AFTER = ("figures", "command", "undo", "history", "add", "leave")  # those that matter after the fight

SHOWN = sorted((key for key in KEYS if key.show and key.group != "form"), key=lambda key: key.show)
_both_ends = lru_cache(64)(ends)
PAGE = 30  # the most cells for the mark of the players' page
OWN_AFTER = 8  # the rank after which the game's own keys come


class Status(LineWidget):
    """Game, title, the turn, who still has to act; saving and open questions at the right; made when it is painted."""

    ground: ClassVar[str] = "panel"

    def look(self, view: View) -> None:
        self.view = view
        self.repaint(Region(0, 0, self.outer_size.width, 1))  # Most often it is saved by then, and the line the same.

    def render_lines(self, crop: Region) -> list[RenderedLine]:
        self._make(self._extent(), self._fits(self._extent()))
        return super().render_lines(crop)

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        return [(status_line(view, room), False)]


def status_line(view: View, room: int) -> Line:
    """Return the status in that many cells: parts are left out or abbreviated, never cut inside a word."""
    forms = status_forms(view)
    start = link([(view.glyphs.everything, "key")], "do:palette")
    room -= width(start)
    tail, more = _tail(view), _tail(view, view.asked) if view.asked else None
    first = next((form for form in forms if width(form) <= room - width(tail) - 2), forms[-1])
    # Who is still to act, and a title, come before what a question is about.
    if more is not None:
        beside = next((form for form in forms[:-3] if width(form) <= room - width(more) - 2), [])
        first, tail = (beside, more) if beside[-1:] == first[-1:] else (first, tail)
    space = room - width(tail) - 2
    if view.clock:
        # The long clock beside the full text, else the short one; the clock replaces a title, but nothing else.
        alike = [form for form in forms if form[-1] == first[-1] and width(form) <= space]
        for form, clock in [(first, view.clock[0]), *((form, view.clock[-1]) for form in alike)]:
            if width(form) + len(clock) + 2 <= space:
                return (*start, *ends(form, [(clock, "dim"), ("  ", "normal"), *tail], room))
    return (*start, *ends(first, tail, room))


def status_forms(view: View) -> list[list[Bit]]:
    """Return the possible texts of the line, from longest to shortest."""
    scene, status = view.scene, view.system.clock.status(view.scene)
    (game,) = link([(f" {view.system.title}", "dim")], "do:palette")
    # The session's title stays longest; without one, the game stands in its place.
    names = [game, *((name, "normal") for name in dict.fromkeys((scene.title, scene.encounter)) if name)]
    blank, dot, gap = (" ", "normal"), (" · ", "dim"), ("     ", "normal")
    called = [names, names[1:], names[1:2]] if names[1:] else [names]
    heads = [[*link([bit for name in part for bit in (dot, name)][1:], "do:palette"), gap] for part in called]
    heads = [head if head[0] == game else [blank, *head] for head in heads]
    moment: list[Bit] = [(status.moment.upper(), "title")] if status.moment else [("not begun", "dim")]
    on: list[Bit] = [dot, *_people([status.active], status.active, scene, "accent")] if status.active else []
    still = [name for name in status.to_act if name != status.active]
    # Four are still named, as hundreds never are.
    long = [dot, *_people(still[:4], f"{join_names(still, scene, 4)} still to {status.doing}", scene)] if still else []
    some = f"{', '.join(still[:3])} and {len(still) - 3} more to {status.doing}"
    few = [dot, *_people(still[:3], some, scene)] if len(still) > 3 else long
    short: list[Bit] = [dot, (f"{len(still)} to {status.doing}", "bright")] if still else []
    down = next(iter(scene.sides_down()), "")
    if down:
        command = link([(f"{view.key('command')}end", "key")], "type:end")
        long = few = short = [dot, (f"all {down} are down", "bright"), dot, *command]
    if view.openings:
        few = [bit for key, word in view.openings for bit in (dot, *_opening(key, word))]
        # Beside a title the first steps give way, never the last: it begins the fight.
        later = ([*heads[-1], *few[at + 1 :]] for at, bit in enumerate(few) if bit == dot and names[1:])
        return [*([*head, *moment, *few] for head in heads), *later, [blank, *moment, *few], [blank, *few[1:]]]
    shorter = [[*head, *moment, *on, *much] for much in (few, short) for head in heads]
    bare = ([blank, *moment, *rest] for rest in ([*on, *few], [*on, *short], []))
    return [[*heads[0], *moment, *on, *(long if len(still) <= 4 else few)], *shorter, *bare]


def _people(names: Sequence[str], said: str, scene: Scene, tone: str = "bright") -> list[Bit]:
    """Return what is said of people; a click on a name selects them, one on a group the first of its members."""
    bits: list[Bit] = []
    known = [(name, name) for name in names if name in scene.combatants]
    for called, name in [*known, *((scene[name].group or name, name) for name, _ in known[:1])]:
        if called in said:
            before, _, said = said.partition(called)
            bits += [(before, tone), *link([(called, tone)], f"select:{name}")]
    return [*bits, (said, tone)]


def _opening(keys: str, word: str) -> list[Bit]:
    """Return the keys of a step before the fight and its word; a click on the word of two keys opens the range form."""
    each = keys.split()
    bits = [bit for key in each for bit in link([(f"{key} ", "key")], f"press:{named(key)}")]
    does = f"press:{named(each[0])}" if len(each) == 1 else "open:range"
    return [*bits, *(link([(word, "bright")], does) if each else [(word, "bright")])]


def _tail(view: View, asked: str = "") -> list[Bit]:
    bits: list[Bit] = []
    if view.questions:
        open_ = f"{view.glyphs.pending} {view.questions} {asked}".rstrip()
        bits += [*link([(open_, "prompt")], "do:prompts"), ("  ", "normal")]
    if view.page:
        # Another fight than this one is named: what is prepared here is not shown to anybody.
        tone = "accent" if view.page == "page" else "warn"
        bits += [*link(fit([(f"{view.glyphs.on} {view.page}", tone)], PAGE), "do:players"), ("  ", "normal")]
    return [*bits, *link(saving_bits(view), "do:save-as"), (" ", "normal")]


def saving_bits(view: View) -> list[Bit]:
    """Return the state of the file; the banner has the reason."""
    words: dict[str, Bit] = {
        "not saved": ("NOT SAVED", "unsaved"),
        "read only": ("READ ONLY", "unsaved"),
        "saving": (f"{view.glyphs.saving} saving", "dim"),
        "saved": (f"{view.glyphs.saved} saved", "good"),
    }
    return [words.get(view.saving.kind, ("not kept", "warn"))]


class Strip(Bar):
    """The strip above the key line; it keeps the height that its view asked for on opening."""

    def wanted(self, room: int, most: int) -> int:
        """Return the number of lines it needs, including the rule above it; 0 while it is empty."""
        mode = self.controller.mode
        return 0 if mode is None else mode.rows(self.controller, room - 2, most - 1) + 1

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        mode = self.controller.mode
        if mode is None:
            return ()
        lines = mode.lines(self.controller, room - 2, most - 1)
        rule: Line = ((view.glyphs.rule * room, "accent"),)
        return [(rule, False), *((((" ", "normal"), *line), False) for line in lines)]

    def scroll_by(self, lines: int) -> None:
        if self.controller.mode is not None:
            self.controller.mode.wheel(lines)
            self.sync()


class KeyLine(Bar):
    """The keys that matter now, as many as fit without being cut; help is always included."""

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        return [(clickable(key_line(self.controller, room, view.questions)), False)]


def key_line(controller: Controller, room: int, questions: int = 0) -> Line:
    """Return the current key line; ``questions`` is the number of open questions."""
    offered = controller.actions.offered
    help_ = ((controller.key("help"), "help"),) if offered("help") else ()
    if (drag := controller.dragged) is not None:
        out, onto = fitting((), ((controller.key("leave-form"), "lets go"),), room), f" → {drag.band} "
        who, whom = (join_names(names.split(","), controller.scene, 4) for names in (drag.who, drag.whom))
        said = f" {cut(who, min(room - 1 - cells(onto) - width(out), room // 2))}{onto}"
        return fit([(cut(f"{said}from {whom} ", room - width(out)), "bright"), *out], room)
    if controller.mode is not None:
        signless = (key for key in controller.keymap.keys.get("help", ()) if len(key) > 1)
        last = tuple((shown(key), "help") for key in signless)[:1]
        own = tuple((controller.key(id_), _word(controller, controller.mode, id_)) for id_ in controller.mode.hints)
        return fitting(own, last, room)
    if not controller.scene.combatants or controller.scene.is_over:
        words = {"figures": "figures, next fight"}
        ids = AFTER if controller.scene.combatants else FIRST
        ways = tuple((controller.key(id_), words.get(id_, BY_ID[id_].label)) for id_ in ids if offered(id_))
        return fitting(ways, help_, room)
    roles = (None, "main", *controller.system.roles)
    useful = [key.id for key in SHOWN if key.role in roles and key.id not in ("next", "help")]
    items = [_in_its_place(controller, id_) for id_ in useful]
    place = sum(BY_ID[id_].show <= OWN_AFTER for id_ in useful)
    items[place:place] = controller.actions.game_keys()
    # What comes and goes, or changes its width, stands at the right edge: the others keep their places.
    comes = {"prompts": "questions"} if questions else {}
    comes |= {} if controller.scene.turn.round else {"add": controller.actions.label("add")}
    comes |= {"next": controller.actions.label("next")} if offered("next") else {}
    least = width(_items(items[:1]))
    for less in (None, "add", "prompts", "next"):
        comes.pop(less or "", None)
        end = fitting((), (*((controller.key(id_), word) for id_, word in comes.items()), *help_), room)
        if least + width(end) <= room:
            break
    return _both_ends(fitting(tuple(items), (), room - width(end) - 1), end, room)


def _in_its_place(controller: Controller, id_: str) -> tuple[str, str]:
    """Return a key and its label, that of the main action no narrower than usual; blanks while it does nothing."""
    usual = len(BY_ID[id_].label) if id_ == "main" else 0
    key, label = controller.key(id_), controller.actions.label(id_).ljust(usual)
    return (key, label) if controller.actions.offered(id_) else (" " * len(key), " " * len(label))


@lru_cache(64)
def clickable(line: Line) -> Line:
    """Return a key line in which each key can be clicked, and its label, which of two keys means the last."""
    bits: list[Bit] = []
    key = ""
    for whole, tone in line:
        for text in (f" {sign}" for sign in whole.split()) if tone == "key" else (whole,):
            key = named(text.strip()) if tone == "key" else key
            bits += link([(text, tone)], f"key:{key}") if key and text.strip() else [(text, tone)]
    return tuple(bits)


def _word(controller: Controller, mode: StripView, id_: str) -> str:
    if id_ == "leave-form" and isinstance(mode, Form) and (mode.bars or mode.options is not None):
        return "back"
    if id_ == "apply" and isinstance(mode, Form) and mode.here is mode.target and mode.unthrown:
        return "go on" if mode.throw(controller) is not None else BY_ID[id_].label
    words = {"bar": "complete", "sheet": "next one", "questions": "next"} if id_ == "next-field" else {}
    words |= {"questions": "answer"} if id_ == "apply" else {}
    return words.get(mode.name, BY_ID[id_].label)


@lru_cache(64)
def fitting(items: tuple[tuple[str, str], ...], last: tuple[tuple[str, str], ...], room: int) -> Line:
    """Return keys with labels, as many as fit without being cut; the ``last`` ones always."""
    bits: list[Bit] = []
    end = _items(last)
    for item in items:
        part = _items([item])
        if width(bits) + width(part) + width(end) - 1 <= room:  # The last blank is nobody's.
            bits += part
    row = [*bits, *end]
    return fit([*row[:-1], *((word[:-1], tone) for word, tone in row[-1:])], room)


def _items(items: Iterable[tuple[str, str]]) -> list[Bit]:
    return [bit for key, word in items for bit in ((f" {key}", "key"), (f" {word} ", "dim"))]
