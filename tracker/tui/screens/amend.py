"""Amending a past line in the moment before it."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.commands.parser import RULED, CommandLine, Draft, Phrase, dealt, find_verb, phrases, read
from tracker.commands.resolve import Preview, preview, spread
from tracker.commands.writer import write
from tracker.rules.action import Action
from tracker.rules.command import arguments, is_result, is_who
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.rules.params import CombatantsParam
from tracker.rules.verbs.session import AnswerParam
from tracker.rules.view import GroupAction
from tracker.tui.look.text import Bit, Line, fit, link, width, wrap
from tracker.tui.strip.command_bar import CommandBar
from tracker.tui.strip.form import Form
from tracker.tui.strip.group_form import GroupForm
from tracker.tui.strip.strip_view import Cockpit, Intent, Press, StripView, Trouble, Typed, preview_bits


class Amend(CommandBar):
    """The command of a past line being amended; its preview is that of the moment before it."""

    name: ClassVar[str] = "amend"

    def __init__(self, entry: Entry, before: Scene, line: str) -> None:
        """``line`` is its command as it would be typed."""
        super().__init__(line)
        self.entry = entry
        self.was = line
        self._before = before

    @property
    def text(self) -> str:
        """Return the current text."""
        return self.typed.text.strip()

    def ruled(self) -> str:
        """Return the line with its command ruled."""
        verb, blank, rest = self.text.partition(" ")
        return self.text if verb.endswith("!") else f"{verb}!{blank}{rest}"

    def scene(self, cockpit: Cockpit) -> Scene:
        return self._before

    def preview(self, cockpit: Cockpit) -> Preview:
        return preview(cockpit.system, self._before, self.typed.text)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        trouble, self.trouble = self.trouble, None
        lines = super().lines(cockpit, room, most - 1)[: None if trouble is None else 2]
        self.trouble = trouble
        told = refusal_lines(cockpit, trouble, room, max(1, most - 3)) if trouble is not None else []
        return [fit(_head(self.entry), room), *lines, *told]

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        if self.trouble is not None:
            return min(most, 3 + len(refusal_lines(cockpit, self.trouble, room, most - 3)))
        return min(most, 5)


def _head(entry: Entry) -> list[Bit]:
    return [(f"line {entry.id}", "verb"), ("  was: ", "dim"), (entry.text, "dim")]


def refusal_lines(cockpit: Cockpit, trouble: Trouble, room: int, most: int) -> list[Line]:
    """Return why a change of the past is refused, and the way around it."""
    way = f"  {cockpit.key('rule')} does it all the same" if trouble.refused else ""
    return wrap([(trouble.text, "refused"), (way, "key")], room, most)


class CockpitBefore(Cockpit):
    """The cockpit in the moment before a line: previews are computed there, and nobody has a target."""

    def __init__(self, cockpit: Cockpit, scene: Scene) -> None:
        self.system, self.glyphs, self.keymap = cockpit.system, cockpit.glyphs, cockpit.keymap
        self._cockpit, self._scene = cockpit, scene

    @property
    def scene(self) -> Scene:
        return self._scene

    def kept_names(self) -> tuple[tuple[str, str], ...]:
        return self._cockpit.kept_names()


class _PastForm(StripView):
    """What both forms of a past line share: they are used in the moment before it, and keep how it was ruled."""

    name: ClassVar[str] = "amend"
    was_ruled: str
    _before_line: CockpitBefore

    @abstractmethod
    def _line(self, ruling: str) -> str:
        """Return the line of the form, ruled like this; "" while it makes no sense."""

    @property
    def text(self) -> str:
        """Return the current text; "" while it makes no sense."""
        return self._line(self.was_ruled)

    def ruled(self) -> str:
        """Return the line with every command ruled."""
        return self._line(RULED)

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        return super().press(self._before_line, press)

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        return super().click(self._before_line, kind, what)

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return min(most, super().rows(self._before_line, room, most - 1) + 1)


class AmendSheet(_PastForm, GroupForm):
    """The rows of a past line, each with the words it was entered with."""

    def __init__(
        self, before: CockpitBefore, entry: Entry, many: GroupAction, words: tuple[str, ...], ruling: str = ""
    ) -> None:
        """``ruling`` is how the whole line was ruled when it was entered."""
        super().__init__(before, many)
        self.was_ruled = ruling
        self.entry = entry
        self._before_line = before
        for row, text in zip(self.cells, words, strict=True):
            row[0].typed = Typed.of(text, selected=" " not in text)  # Typing replaces a lone result.
        self.was = self.text

    def preview(self, cockpit: Cockpit) -> Preview:
        """Return the preview of the line in that moment."""
        return self._before_line.preview(self.text)

    def _line(self, ruling: str) -> str:
        return " ; ".join(filter(None, (self._command(row, ruling) for row in range(len(self.cells)))))

    def _command(self, row: int, ruling: str) -> str:
        words = self.cells[row][0].text
        return f"{self.verb}{ruling} {quote(self.many.actors[row])} {words}" if words else ""

    def row_line(self, row: int) -> CommandLine:
        return self._command(row, self.was_ruled)

    def whole(self, cockpit: Cockpit, ruling: str = "") -> CommandLine:
        return self._line(ruling or self.was_ruled)

    def if_empty(self, cockpit: Cockpit) -> CommandLine:
        return ()

    def outlook(self, cockpit: Cockpit, row: int, preview: Preview) -> list[Bit]:
        return preview_bits(preview, "") if self.cells[row][0].text else [("left out", "dim")]

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        return [fit(_head(self.entry), room), *super().lines(self._before_line, room, most - 1)]


def _filled(action: Action) -> dict[str, str]:
    filled = {}
    for spec in type(action).in_order:
        value = getattr(action, spec.attr)
        if spec.kind == "flag":
            filled[spec.attr] = spec.some.write(value) if spec.some and value not in (True, False) else "yes" * value
        elif spec.kind == "open":
            filled[spec.attr] = " ".join(f"{name}={quote(text)}" for name, text in value)
        elif value is not None and spec.type is not None:
            filled[spec.attr] = spec.type.write(value)
    return {attr: text for attr, text in filled.items() if text}


class AmendForm(_PastForm, Form):
    """The form of a past line with a command, or with that of several actors, filled in with what was entered."""

    def __init__(self, before: CockpitBefore, entry: Entry, actions: Sequence[Action], ruling: str) -> None:
        self._before_line = before
        self.entry, self.was_ruled = entry, ruling
        kind, filled = type(actions[0]), _filled(actions[0])
        for spec in kind.in_order:
            texts = [_filled(action).get(spec.attr, "-") for action in actions]
            if len(set(texts)) > 1 and (is_result(spec) or spec.attr in kind.after_result):
                filled[spec.attr] = ",".join(texts)
        super().__init__(before, kind, filled, tuple(str(getattr(action, "actor", "")) for action in actions))
        said = {at: field for at, field in enumerate(self.fields) if field.text and not field.is_who}
        meant = (at for at, field in said.items() if field is self.result or isinstance(field.spec.type, AnswerParam))
        self.at = next(meant, next(iter(said), self.at))
        self.was = self.text

    def _follow(self, cockpit: Cockpit) -> None:
        """Leave everything as it was entered."""

    def _written(self, ruling: str) -> str:
        system, scene = self._before_line.system, self._before_line.scene
        parts = spread(system.silent(scene), self.parts()[:1])
        return " ; ".join(write(part.read(system, scene), ruling) for part in parts if isinstance(part, Draft))

    def _line(self, ruling: str) -> str:
        with suppress(InvalidCommand):
            return self._written(ruling)
        return ""

    def preview(self, cockpit: Cockpit) -> Preview:
        wrong = self._unfit(self._before_line)
        try:
            return Preview(error=wrong) if wrong else self._before_line.preview(self._written(self.was_ruled))
        except InvalidCommand as bad:
            return Preview(error=str(bad))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        way: list[Bit] = [("   ", "dim"), *link([(cockpit.key("command"), "key"), (" as text", "dim")], "do:command")]
        return [(*fit(_head(self.entry), room - width(way)), *way), *super().lines(self._before_line, room, most - 1)]


def form_of(cockpit: Cockpit, entry: Entry, scene: Scene, line: str) -> AmendForm | AmendSheet | None:
    """Return the form of a ``line`` with one command, for one or several; None if no fields or rows say the same."""
    before = CockpitBefore(cockpit, scene)
    try:
        parts = phrases(line)
        if len({(part.verb, part.ruling) for part in parts}) != 1:
            return None
        kind = before.system.actions[find_verb(parts[0].verb, before.system)]
        words = [tuple(word.text for word in part.words[1:] if word.name is None) for part in parts]
        # Where each has a result and no other word is said of all, the sheet has a row for each.
        if len(set(words)) > 1 and all(len(own) == 1 for own in words):
            return _sheet_of(before, entry, parts, kind)
        form = AmendForm(before, entry, [read(part, before.system, scene) for part in parts], parts[0].ruling)
        return form if form.fields and form.text == line else _sheet_of(before, entry, parts, kind)
    except InvalidCommand:
        return None


def _sheet_of(before: CockpitBefore, entry: Entry, parts: Sequence[Phrase], kind: type[Action]) -> AmendSheet | None:
    """Return the rows of a line that repeats an action for several actors; None for any other line."""
    places = arguments(kind)
    asked = next(filter(is_result, places), None) or next(iter(places[1:]), None)
    actors = tuple(part.words[0].text for part in parts if part.words and part.words[0].name is None)
    if asked is None or not is_who(places[0]) or isinstance(places[0].type, CombatantsParam):
        return None
    if not len(actors) == len(parts) > 1 or not before.scene.combatants.keys() >= {*actors}:
        return None
    words = tuple(part.rest(1) if len(part.words) > 1 else "" for part in parts)
    named = (spec.name for spec, _ in dealt(parts[0], before.system, before.scene) if spec.kind == "argument")
    many = GroupAction(kind.verb, f"line {entry.id}: {' '.join(named)}", actors, (asked.name,))
    return AmendSheet(before, entry, many, words, parts[0].ruling)
