"""The lines that frame the panes: the status line, the strip that forms are shown in, the key line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Protocol

from tracker.rules.ending import is_over
from tracker.rules.grammar import join_names
from tracker.tui.cockpit.view import View
from tracker.tui.keys.registry import BY_ID, KEYS, named, shown
from tracker.tui.look.text import Bit, Line, ends, fit, link, width
from tracker.tui.panes.line_widget import LineWidget
from tracker.tui.strip.strip_view import Cockpit, StripView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracker.combat.scene import Scene
    from tracker.tui.keys.keymap import Keymap


FIRST = ("add", "command", "settings", "undo", "leave")
"""The keys that matter while nobody is there."""

AFTER = (("figures", "figures, next fight"), ("command", ""), ("undo", ""), ("history", ""), ("add", ""), ("leave", ""))
"""The keys that matter once the fight is over, with another word where they have one then."""

CLOCK_ROOM = 100
"""The width from which the status line has room for the clock."""

OWN_AFTER = 7
"""The game's own keys come after those of this rank."""


class Keys(Cockpit, Protocol):
    """The controller, as strip and key line see it."""

    @property
    def mode(self) -> StripView | None:
        """The view in the strip, None while the keys go to the panes."""

    @property
    def keymap(self) -> Keymap:
        """The keys in use."""

    def offered(self, id_: str) -> bool:
        """Whether a key means something at this moment."""

    def label(self, id_: str) -> str:
        """The word for a key."""

    def game_keys(self) -> list[tuple[str, str]]:
        """The game's own keys worth showing now, each with its word."""


class Status(LineWidget):
    """Game, title, the moment, who still has to act; saving and open questions at the right."""

    ground: ClassVar[str] = "panel"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._told: tuple[Scene, list[list[Bit]]] | None = None

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """One line; the longest form that fits."""
        if self._told is None or self._told[0] is not view.scene:
            self._told = view.scene, status_forms(view)
        return [(status_line(view, room, self._told[1]), False)]


def status_line(view: View, room: int, forms: list[list[Bit]] | None = None) -> Line:
    """The status in that many cells: parts are left out or shortened to their sense, words are never cut.

    ``forms`` is what it may say, where that is known already.
    """
    forms = forms or status_forms(view)
    tail = _tail(view)
    space = room - width(tail) - 2
    fitting = [form for form in forms if width(form) <= space] or [forms[-1]]
    if view.clock:
        # The long clock beside all there is to say, else the short one, for which a title goes but nothing else.
        alike = [form for form in fitting if form[-1] == fitting[0][-1]]
        for form, clock in [(fitting[0], view.clock[0]), *((form, view.clock[-1]) for form in alike)]:
            if width(form) + len(clock) + 2 <= space:
                return ends(form, [(clock, "dim"), ("  ", "normal"), *tail], room)
    return ends(fitting[0], tail, room)


def status_forms(view: View) -> list[list[Bit]]:
    """What the line may say, from the most to the least."""
    scene, status = view.scene, view.system.turn_status(view.scene)
    game: Bit = (f" {view.system.title}", "dim")
    name = scene.encounter or scene.title
    title: list[Bit] = [(" · ", "dim"), (name, "normal")] if name else []
    alone: list[Bit] = [(f" {name}", "normal")] if name else [game]
    gap: Bit = ("     ", "normal")
    moment: list[Bit] = [(status.moment.upper(), "title")] if status.moment else [("not begun", "dim")]
    on: list[Bit] = [(" · ", "dim"), (status.active, "accent")] if status.active else []
    still = [name for name in status.to_act if name != status.active]
    long = [(" · ", "dim"), (f"{join_names(still, scene, len(still))} still to act", "bright")] if still else []
    few = (
        [(" · ", "dim"), (f"{', '.join(still[:3])} and {len(still) - 3} more to act", "bright")]
        if len(still) > 3
        else long
    )
    short: list[Bit] = [(" · ", "dim"), (f"{len(still)} to act", "bright")] if still else []
    down = _side_down(scene)
    if down:
        command: Bit = (f"{view.key('command')}end", "key")
        long = few = short = [(" · ", "dim"), (f"all {down} are down", "bright"), (" · ", "dim"), command]
    if view.openings:
        steps = [((" · ", "dim"), (f"{key} ", "key"), (word, "bright")) for key, word in view.openings]
        long = few = [bit for step in steps for bit in step]
        on = []
    if view.openings:
        return [[game, *title, gap, *moment, *few], [(" ", "normal"), *moment, *few], [(" ", "normal"), *few[1:]]]
    return [
        [game, *title, gap, *moment, *on, *(long if len(still) <= 4 else few)],
        [game, *title, gap, *moment, *on, *few],
        [*alone, gap, *moment, *on, *few],
        [game, *title, gap, *moment, *on, *short],
        [*alone, gap, *moment, *on, *short],
        [(" ", "normal"), *moment, *on, *few],
        [(" ", "normal"), *moment, *on, *short],
        [(" ", "normal"), *moment],
    ]


def _side_down(scene: Scene) -> str:
    """The side of whom nobody is up any more while the fight goes on; "" where there is none."""
    if not scene.turn.round or is_over(scene):
        return ""
    sides = (side for side in scene.sides() if all(member.out is not None for member in scene.of_side(side)))
    return next(sides, "")


def _tail(view: View) -> list[Bit]:
    bits: list[Bit] = []
    if view.questions:
        bits += [*link([(f"{view.glyphs.pending} {view.questions}", "prompt")], "do:prompts"), ("  ", "normal")]
    return [*bits, *saving_bits(view), (" ", "normal")]


def saving_bits(view: View) -> list[Bit]:
    """How the record stands; why it does not, the banner says."""
    glyphs, saving = view.glyphs, view.saving
    bits: list[Bit] = []
    if saving.kind == "not saved":
        bits.append(("NOT SAVED", "unsaved"))
    elif saving.kind == "read only":
        bits.append(("READ ONLY", "unsaved"))
    elif saving.kind == "saving":
        bits.append((f"{glyphs.saving} saving", "dim"))
    elif saving.kind == "saved":
        bits.append((f"{glyphs.saved} saved", "good"))
    else:
        bits.append(("not kept", "warn"))
    return bits


class Strip(LineWidget):
    """What the strip view shows, above the key line; it keeps the height that the view asked for when it opened."""

    ground: ClassVar[str] = "panel"

    def __init__(self, controller: Keys, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.controller = controller

    def wanted(self, room: int, most: int) -> int:
        """The number of lines it needs, including the rule above it; 0 while it is empty."""
        mode = self.controller.mode
        return 0 if mode is None else mode.rows(self.controller, room - 2, most - 1) + 1

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """A rule, and the lines of the mode."""
        mode = self.controller.mode
        if mode is None:
            return ()
        lines = mode.lines(self.controller, room - 2, most - 1)
        rule: Line = ((view.glyphs.rule * room, "accent"),)
        return [(rule, False), *((((" ", "normal"), *line), False) for line in lines)]


class KeyLine(LineWidget):
    """The keys that matter now, as many as fit whole; help is always one of them."""

    ground: ClassVar[str] = "panel"

    def __init__(self, controller: Keys, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.controller = controller

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """One line."""
        return [(clickable(key_line(self.controller, room, view.questions)), False)]


def key_line(controller: Keys, room: int, questions: int = 0) -> Line:
    """The key line of the moment; ``questions`` is how many are open."""
    if controller.mode is not None:
        signless = (key for key in controller.keymap.keys.get("help", ()) if len(key) > 1)
        last = [(shown(key), "help") for key in signless][:1]
        return fitting([(controller.key(id_), _word(controller, id_)) for id_ in controller.mode.hints], last, room)
    if not controller.scene.combatants:
        begin = [(controller.key(id_), BY_ID[id_].label) for id_ in FIRST if controller.offered(id_)]
        return fitting(begin, [(controller.key("help"), "help")] if controller.offered("help") else [], room)
    if is_over(controller.scene):
        ways = [(controller.key(id_), word or BY_ID[id_].label) for id_, word in AFTER if controller.offered(id_)]
        return fitting(ways, [(controller.key("help"), "help")] if controller.offered("help") else [], room)
    known = sorted((key for key in KEYS if key.show and key.group != "form"), key=lambda key: key.show)
    items = [
        (controller.key(key.id), controller.label(key.id))
        for key in known
        if key.id != "help" and controller.offered(key.id)
    ]
    place = sum(1 for key in known if key.show <= OWN_AFTER and controller.offered(key.id))
    items[place:place] = controller.game_keys()
    if questions:
        items.insert(0, (controller.key("prompts"), "questions"))
    last = [(controller.key("help"), "help")] if controller.offered("help") else []
    return fitting(items, last, room)


@lru_cache(64)
def clickable(line: Line) -> Line:
    """A key line in which each key and its word can be clicked."""
    bits: list[Bit] = []
    key = ""
    for text, tone in line:
        key = named(text.strip()) if tone == "key" else key
        bits += link([(text, tone)], f"key:{key}") if key and text.strip() else [(text, tone)]
    return tuple(bits)


def _word(controller: Keys, id_: str) -> str:
    if controller.mode is not None and controller.mode.name == "questions" and id_ == "apply":
        return "answer"
    if controller.mode is not None and id_ == "next-field":
        return {"bar": "complete", "sheet": "next one", "questions": "next"}.get(controller.mode.name, BY_ID[id_].label)
    return BY_ID[id_].label


def fitting(items: list[tuple[str, str]], last: list[tuple[str, str]], room: int) -> Line:
    """Keys with their words, as many as fit whole; the ``last`` ones always."""
    return _fitting(tuple(items), tuple(last), room)


@lru_cache(64)
def _fitting(items: tuple[tuple[str, str], ...], last: tuple[tuple[str, str], ...], room: int) -> Line:
    bits: list[Bit] = []
    end = _items(last)
    for item in items:
        part = _items([item])
        if width(bits) + width(part) + width(end) <= room:
            bits += part
    return fit([*bits, *end], room)


def _items(items: Iterable[tuple[str, str]]) -> list[Bit]:
    return [bit for key, word in items for bit in ((f" {key}", "key"), (f" {word} ", "dim"))]
