"""The base of all views of the strip: what they answer, the text typed into them, and the cockpit as they see it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Prompt, Scene
from tracker.combat.text import clean_typed
from tracker.commands.parser import FREE, RULED, CommandLine
from tracker.commands.resolve import Preview, preview, previews
from tracker.rules.action import Action
from tracker.rules.params import PAID, RULINGS
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import GroupAction, Odds, Pending
from tracker.tui.keys.keymap import Keymap
from tracker.tui.keys.registry import named
from tracker.tui.look.glyphs import Glyphs
from tracker.tui.look.text import CHARACTER, CUT, LINK, Bit, Line, cells, fit, grouped, in_cells, link, pad, width, wrap

if TYPE_CHECKING:
    # The table of the phones would delay the first frame.
    from tracker.players.table import Proposal


class Intent(Model):
    """What a view answers a key with."""


class Stay(Intent):
    """Nothing: the view keeps the keys."""


class Close(Intent):
    """Close the view without doing anything; ``back`` is who was selected, and who was picked, before it opened."""

    back: tuple[str | None, frozenset[str]] | None = None


class Pass(Intent):
    """Close the view and handle the key as if the view had not been open."""


class Run(Intent):
    """Carry out a line; the view closes if that works, unless ``keep``; ``edit`` opens the sheets of newcomers."""

    line: CommandLine
    keep: bool = False
    edit: bool = False


class Rule(Intent):
    """Close the view and carry out a line over all objections."""

    line: CommandLine


class Open(Intent):
    """Open the form of a verb: ``given`` are fields that are filled in, ``who`` is selected while it is open."""

    verb: str
    given: Mapping[str, str] = field(default_factory=dict)
    who: str | None = None


class OpenSheet(Intent):
    """Open a sheet with a row for each of those who do the same."""

    group: GroupAction


class Write(Intent):
    """Open the command bar with a line to be finished."""

    text: str


class Act(Intent):
    """Close the view and perform the action of a key, by its id in the registry of keys."""

    id: str


class Dress(Intent):
    """Close the view and show the screen in the colours of this theme."""

    theme: str


class Aim(Intent):
    """Close the view and aim at this combatant, ``by_name`` without the others of a folded group."""

    name: str
    by_name: bool = False


class Narrow(Intent):
    """Filter by this text, and close the view if ``done``."""

    text: str
    done: bool = False


class MoveSelection(Intent):
    """Move the selection down by this many lines."""

    by: int


class Show(Intent):
    """Close the view and show another screen, with ``about`` as its argument."""

    screen: str
    about: str


class SaveCopy(Intent):
    """Save a copy of the session under this name and continue in it."""

    name: str


class Settle(Intent):
    """``take`` what a phone proposed, ``decline`` it, or open its form, filled in, to ``edit`` it."""

    proposal: Proposal
    how: str = "take"


class Admit(Intent):
    """Let a phone speak for a hero, or not."""

    phone: str
    hero: str
    yes: bool = True


STAY = Stay()
CLOSE = Close()
PASS = Pass()

LONGEST: Final = 4000  # the greatest length of a line in characters
TAKE: Final = "take"  # the second click on the same item of a list
PICK: Final = "pick"  # a click with ctrl on an item of a list
SPAN: Final = "span"  # a click with shift on an item of a list
JOIN: Final = "join"  # a click with ctrl on a combatant, in a form
LINE: Final = ":"  # what begins a typed line even where a letter is an answer


class Press(Model):
    """A key press: the action it means in forms, its name, and its character."""

    id: str | None
    key: str
    sign: str | None = None

    @property
    def by(self) -> int:
        """Return 1 for a key that goes on to the next, -1 for one that goes back, 0 for any other."""
        return {"next": 1, "last": -1}.get((self.id or "").partition("-")[0], 0)


class Typed(Model):
    """A text with a cursor. ``selected``: the whole text is selected, so that typing or deleting replaces it."""

    text: str = ""
    at: int = 0
    selected: bool = False

    @classmethod
    def of(cls, text: str, selected: bool = False) -> Typed:
        """Return a text with the cursor at its end."""
        return cls(text, len(text), selected)

    def type(self, added: str) -> Typed:
        """Return the line with a text inserted at the cursor; control characters are dropped."""
        added = clean_typed(added[: LONGEST * 2])
        base = Typed() if self.selected else self
        text = (base.text[: base.at] + added + base.text[base.at :])[:LONGEST]
        return Typed(text, min(base.at + len(added), len(text)))

    def after(self, press: Press) -> Typed | None:
        """Return the line after a character or an editing key; None for other keys."""
        return self.type(press.sign) if press.sign else self.press(press.key)

    def press(self, key: str) -> Typed | None:
        """Return the line after an editing key; None for other keys."""
        if key.startswith(CHARACTER):
            return Typed(self.text, int(key.removeprefix(CHARACTER)))
        edit = _EDITS.get(key)
        if edit is None:
            return None
        return Typed() if self.selected and key in _DELETES else edit(replace(self, selected=False))

    def _cut(self, start: int, end: int) -> Typed:
        return Typed(self.text[:start] + self.text[end:], start)

    def _word_start(self) -> int:
        left = self.text[: self.at].rstrip()
        return max(left.rfind(" "), left.rfind("=")) + 1

    def _word_end(self) -> int:
        skipped = len(self.text) - len(self.text[self.at :].lstrip())
        end = self.text.find(" ", skipped)
        return len(self.text) if end < 0 else end


_EDITS: Final[Mapping[str, Callable[[Typed], Typed]]] = {
    "left": lambda typed: replace(typed, at=max(0, typed.at - 1)),
    "right": lambda typed: replace(typed, at=min(len(typed.text), typed.at + 1)),
    **dict.fromkeys(("home", "ctrl+a"), lambda typed: replace(typed, at=0)),
    **dict.fromkeys(("end", "ctrl+e"), lambda typed: replace(typed, at=len(typed.text))),
    "ctrl+left": lambda typed: replace(typed, at=typed._word_start()),
    "ctrl+right": lambda typed: replace(typed, at=typed._word_end()),
    **dict.fromkeys(("backspace", "ctrl+h"), lambda typed: typed._cut(max(0, typed.at - 1), typed.at)),
    "delete": lambda typed: typed._cut(typed.at, typed.at + 1),
    **dict.fromkeys(("ctrl+w", "ctrl+backspace"), lambda typed: typed._cut(typed._word_start(), typed.at)),
    "ctrl+u": lambda typed: typed._cut(0, typed.at),
    "ctrl+k": lambda typed: typed._cut(typed.at, len(typed.text)),
}

_DELETES: Final = frozenset(("backspace", "ctrl+h", "delete", "ctrl+w", "ctrl+backspace", "ctrl+u", "ctrl+k"))
"""The keys that delete; with a selection, all of the text."""


class Cockpit(ABC):
    """The fight and the selection as a strip view sees them, read only.

    Where nobody is selected and nothing is thrown, as in the past, what is not overridden says so.
    """

    system: System
    glyphs: Glyphs
    keymap: Keymap

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """Return the current scene."""

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""
        return self.keymap.read(id_, not self.glyphs.fancy)

    def key_of(self, verb: str) -> str:
        """Return the key of a verb as people read it; "" if it has none."""
        return ""

    @abstractmethod
    def kept_names(self) -> tuple[tuple[str, str], ...]:
        """Return the kinds and names of what is in the library, for completion."""

    def preview(self, line: CommandLine) -> Preview:
        """Return the preview of a line."""
        return preview(self.system, self.scene, line)

    def previews(self, lines: Sequence[CommandLine]) -> tuple[Preview, ...]:
        """Return the previews of lines carried out in order."""
        return previews(self.system, self.scene, lines)

    def throw(self, action: Action) -> Throw | None:
        """Return the throw of an action before its result; None if it throws nothing."""
        return None

    def odds(self, action: Action, then: Scene | None = None) -> Odds | None:
        """Return the odds of an action; None until they are computed, or if there are none."""
        return None

    def actors(self) -> tuple[str, ...]:
        """Return the actors: everybody picked, else the selected one."""
        return ()

    def aims(self, kind: type[Action], actor: str) -> dict[str, str]:
        """Return the chosen target, by the field of the action that it goes into."""
        return {}

    def meant(self, kind: type[Action], weapon: str) -> Mapping[str, str]:
        """Return whom an action would be on with this weapon, as a form fills that in."""
        return {}

    def target_of(self, actor: str) -> str | None:
        """Return an actor's target: chosen by hand, fought last, or likely."""
        return None

    def line_at(self, name: str, most: int = 0) -> str:
        """Return the names in the line of a combatant: in a folded group all who are up, or ``most`` of them."""
        return name


class Trouble(Model):
    """Why a line was not carried out; ``refused`` if a ruling can override it."""

    text: str
    refused: bool = False


class StripView:
    """A view in the strip: it takes keys, answers with an intent, and returns lines to paint.

    ``hints`` are the actions worth showing in the key line, ``trouble`` is the error of the line that it last asked to
    run, ``mark`` the typed text that matches nothing.
    """

    name: ClassVar[str] = ""
    verb: str = ""  # the verb of the view, or ""
    hints: ClassVar[tuple[str, ...]] = ("apply", "leave-form")
    trouble: Trouble | None = None
    mark: str = ""
    ruling: str = ""  # the kind of ruling so far: if a ruling has a cost, the first ! only shows it
    marks_several: ClassVar[bool] = False  # whether clicks with ctrl and shift are of the kinds PICK and SPAN
    yields: ClassVar[bool] = False  # whether a click beside the view closes it: nothing that was typed would be lost
    asked: GroupAction | None = None  # what it asks of several at once, so of their phones as well

    def about(self, cockpit: Cockpit) -> str:
        """Return the verb that the help describes first; "" if there is none."""
        return self.verb

    @cached_property
    def scroll(self) -> Scroll:
        """Return where its list begins."""
        return Scroll()

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key."""
        return CLOSE if press.id == "leave-form" else STAY

    def rule(self, cockpit: Cockpit) -> str:
        """Return the suffix of the verb after ``!`` was pressed; "" if the cost of the ruling has to be shown first."""
        if cockpit.system.setting(cockpit.scene, RULINGS.name) != PAID:
            return RULED
        if self.ruling:
            return FREE
        self.ruling, self.trouble = RULED, None
        return ""

    def ruling_bits(self, cockpit: Cockpit) -> list[Bit]:
        """Return the keys that carry out a ruling, once its cost is shown."""
        if not self.ruling:
            return []
        ways = (key_bits(cockpit, "apply", "rules it"), key_bits(cockpit, "rule", "without the costs"))
        return [bit for way in ways for bit in [("  ", "dim"), *way]]

    def marked(self, press: Press) -> bool:
        """Return whether a key is refused because the typed text matches nothing.

        Further characters of the word are refused too, and ``enter`` takes nothing, until they are deleted or left.
        """
        if not self.mark:
            return False
        if press.sign and press.id is None:
            self.mark += press.sign
            return True
        if press.id == "apply":
            return True
        self.mark = self.mark[:-1] if press.key in ("backspace", "ctrl+h") else ""
        return press.id is None and press.key != "ctrl+u"

    def typing(self, cockpit: Cockpit, typed: Typed, room: int) -> list[Bit]:
        """Return a text being typed with what is refused of it, which is deleted first; a proposal stays as it is."""
        whole = typed.type(self.mark) if self.mark and not typed.selected else typed
        return typed_bits(whole, cockpit.glyphs, room)

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        """Handle a click on something clickable in the view: its kind, and which one.

        A combatant clicked beside it is of the kind ``who``. One on a character being typed is a key that goes there.
        """
        place = f"{kind}:{what}"
        return self.press(cockpit, Press(None, place)) if place.startswith(CHARACTER) else STAY

    def wheel(self, by: int) -> None:
        """Scroll its list down by that many lines; no choice changes."""
        self.scroll.by(by)

    def paste(self, cockpit: Cockpit, text: str) -> Intent:
        """Handle a pasted text as if it were typed, while the view stays open."""
        for sign in clean_typed(text[:LONGEST]):
            intent = self.press(cockpit, Press(None, sign, sign))
            if not isinstance(intent, Stay):
                return intent
        return STAY

    def take_in(self, waiting: Iterable[Proposal]) -> None:
        """Fill in what waits from phones, if it asks for that; what the GM typed stays."""

    def answers(self) -> tuple[Proposal, ...]:
        """Return the phones' proposals that still stand in it as they came."""
        return ()

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return its picture: at most ``most`` lines of at most ``room`` cells."""
        return []

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height it wants; the strip keeps that height so that nothing jumps."""
        return min(most, 4)


class Scroll:
    """Where a list begins: so that its selected line is visible, until the wheel moves it."""

    def __init__(self) -> None:
        self._top = 0
        self._free = False

    def by(self, lines: int) -> None:
        """Scroll down by that many lines; by none, a list stays where it is when another line is selected."""
        self._top, self._free = self._top + lines, True

    def follow(self) -> None:
        """Follow the selected line again, after a key."""
        self._free = False

    def first(self, at: int, count: int, space: int) -> int:
        """Return the first line that is shown of ``count``, with line ``at`` selected and ``space`` for them.

        Unless the wheel moved them, some of the lines below the selected one are shown.
        """
        top = self._top if self._free else max(0, min(at - space + 1 + space // 4, count - space))
        self._top = max(0, min(top, count - space))
        return self._top


def more_below(left: int, glyphs: Glyphs, gap: str = "  ") -> Bit:
    """Return how many lines are left below a list that is cut; a click shows them."""
    return (f"{gap}{glyphs.more_down} {left} more" if left > 0 else "", f"warn{LINK}more:")


def row_bits(here: bool, name: str, size: int, glyphs: Glyphs, tone: str = "normal") -> list[Bit]:
    """Return the beginning of a row of a list: the cursor where it is selected, and its name in that many cells."""
    return [(glyphs.cursor if here else " ", "accent"), (f" {pad(name, size)}  ", "bright" if here else tone)]


def key_bits(cockpit: Cockpit, id_: str, label: str) -> list[Bit]:
    """Return a key of the cockpit with its label; a click presses it."""
    key = cockpit.key(id_)
    return link([(key, "key"), (f" {label}", "dim")], f"key:{named(key)}") if key else []


def typed_bits(typed: Typed, glyphs: Glyphs, room: int = LONGEST) -> list[Bit]:
    """Return a text being typed with its cursor, or what of it fits into that many cells with the cuts marked."""
    text, at = typed.text, typed.at
    start, stop = 0, len(text)
    end = "▁" if glyphs.fancy else "_"
    under = (text[at : at + 1] or end).replace(" ", end)
    if cells(text) >= room:
        start = at - in_cells(text[:at][::-1], room - 2 - cells(under))
        stop = start + in_cells(text[start:], room - 2)
    parts = [(text[start:at], "field", start), (under, "cursor", at), (text[at + 1 : stop], "field", at + 1)]
    if typed.selected:
        parts = [(text[start:stop] or end, "cursor", start)]
    bits = [(part, f"{tone}{LINK}{CHARACTER}{place}") for part, tone, place in parts if part]
    return [*[(CUT, parts[0][1])] * (start > 0), *bits, *[(CUT, parts[-1][1])] * (stop < len(text))]


def mark_bits(refused: str) -> list[Bit]:
    """Return the mark of a text that matches nothing."""
    return [(f"   × nothing is called “{refused}”", "warn")] if refused else []


def marked_line(bits: Sequence[Bit], refused: str, room: int) -> Line:
    """Return a line followed by the mark of unmatched text; if both do not fit, the line is cut, not the mark."""
    mark = mark_bits(refused)
    return fit([*fit(bits, max(0, room - width(mark))), *mark], room)


def why_bits(preview: Preview, words: Mapping[str, str]) -> list[Bit]:
    """Return the reasons, grouped by the number they add up to; the last total comes first."""
    bits: list[Bit] = []
    commands = dict.fromkeys(reason.part for reason in preview.why)
    groups = [reversed(grouped((reason for reason in preview.why if reason.part == part), words)) for part in commands]
    for of, total, parts in chain.from_iterable(groups):
        bits += [("   ", "dim")] if bits else []
        bits += [(f"{of} {total}", "normal"), *([(f" {parts}", "dim")] if parts else [])]
    return bits


def preview_bits(preview: Preview, rule_key: str, remarks: bool = True, takes: bool = True) -> list[Bit]:
    """Return the preview of a line with ``remarks`` and what it ``takes``, or its refusal and the way around it."""
    if preview.error:
        return [(preview.error, "warn")]
    if preview.objections:
        rules = link([(f"  {rule_key} rules it" if rule_key else "", "key")], f"key:{rule_key}")
        return [("refused: ", "refused"), (" ".join(preview.objections), "refused"), *rules]
    bits: list[Bit] = []
    if preview.text:
        bits += [("will: ", "dim"), (preview.text, "bright")]
    if preview.spends and takes:
        bits.append((f" Takes: {' and '.join(preview.spends)}.", "normal"))
    if preview.throws:
        way = f"; type {preview.asks}=N, all told, if you threw it" if preview.asks and preview.asks != "result" else ""
        bits.append((f"{' ' if bits else ''}The tracker throws {preview.throws}{way}.", "dim"))
    if remarks and preview.notes:
        bits += [(" " if bits else "", "normal"), *remark_bits(preview)]
    return bits


def remark_bits(preview: Preview) -> list[Bit]:
    """Return remarks, which change nothing, apart from the preview."""
    return [("but: ", "dim"), (" ".join(preview.notes), "warn")] if preview.notes and preview.fine else []


def trouble_lines(cockpit: Cockpit, trouble: Trouble, room: int, most: int) -> list[Line]:
    """Return why a line was not carried out, and the way around a refusal."""
    rule = cockpit.key("rule")
    way = link([(f"  {rule} rules it", "key")], f"key:{rule}") if trouble.refused else []
    return wrap([(f"{'refused: ' if trouble.refused else ''}{trouble.text}", "refused"), *way], room, most)


def choices_bits(words: Sequence[str], typed: str) -> list[Bit]:
    """Return words to choose from; those that begin with the typed text are highlighted."""
    bits: list[Bit] = []
    wanted = typed.casefold()
    for word in words:
        fits = word.casefold().startswith(wanted)
        bits += [(" · ", "dim")] if bits else []
        bits += link([(word, "bright" if fits and wanted else "normal" if fits else "dim")], f"word:{word}")
    return bits


def around(lines: list[Line], room: int, most: int, scroll: Scroll | None = None) -> list[Line]:
    """Return at most that many of the lines, with that of the cursor unless the wheel moved them, and show the cuts."""
    if len(lines) <= most:
        return lines
    at = next((place for place, line in enumerate(lines) if any(tone.startswith("cursor") for _, tone in line)), 0)
    first = (scroll or Scroll()).first(at + most // 2, len(lines), most)
    part = lines[first : first + most]
    if first:
        part[0] = fit([(f"{CUT} ", "dim"), *part[0]], room)
    if first + most < len(lines):
        part[-1] = (*fit(part[-1], room - 2), (f" {CUT}", "dim"))
    return part


def asked(system: System, scene: Scene) -> tuple[list[Prompt], list[Pending]]:
    """Return open questions, and whatever waits together with the verbs that answer it.

    A question whose answers are verbs of a waiting action is merged with it: it is asked once, and its verb opens a
    form, since the result is rolled at the table.
    """
    pending = [waiting for waiting in system.pending(scene) if waiting.verbs or waiting.answers]
    verbs = {
        (waiting.name, word.split(" ")[0])
        for waiting in pending
        for word in (*waiting.verbs, *(answer.word for answer in waiting.answers))
    }

    def stands(prompt: Prompt) -> bool:
        return not prompt.choices or any((prompt.name, word.split(" ")[0]) not in verbs for word in prompt.choices)

    return [now for prompt in scene.prompts if stands(now := system.refresh_prompt(scene, prompt))], pending
