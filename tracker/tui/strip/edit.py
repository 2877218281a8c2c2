"""Editing the sheet of a combatant: the changes become a single ``set``."""

import re
from typing import ClassVar, Final

from tracker.commands.parser import Draft
from tracker.rules.command import Parameter
from tracker.rules.forms import described
from tracker.rules.grammar import quote
from tracker.rules.params import ChoiceParam, NumberParam
from tracker.rules.sheet import fits
from tracker.tui.look.text import LINK, Bit, Line, cells, fit, link, width, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.fields import LISTED, Field
from tracker.tui.strip.form import Form
from tracker.tui.strip.strip_view import CLOSE, PASS, STAY, Cockpit, Intent, Press, Typed

INDENT: Final = 2  # the indent of lines of fields, and the cells kept free at their end for the ellipsis
NO_FIELD: Final = frozenset("+[]:,/?%")  # characters that begin neither the name of a field nor its value
WEAPON: Final = "weapon"  # the field for another weapon
SIDE: Final = "side"  # the field that stands first


class Edit(Form):
    """A form for ``set``: a field for each value on the sheet, filled with its current value.

    What is prepared first comes first: the side, the main track, what the list has columns for, weapons. The tracks
    that the combatant does not have come last.
    """

    name: ClassVar[str] = "edit"
    tallest: ClassVar[int] = 6

    def __init__(self, cockpit: Cockpit, names: tuple[str, ...]) -> None:
        self.names = names
        kind = cockpit.system.actions["set"]
        super().__init__(cockpit, kind, {})
        self._arm = cockpit.system.actions["arm"]
        combatant = cockpit.scene.combatants[names[0]]
        sheet = cockpit.system.sheet
        of_sheet: list[Field] = []
        lacking: list[Field] = []
        for track in sheet.tracks:
            if fits(combatant.side, track.side):
                now = combatant.tracks.get(track.name)
                part = lacking if now is None else of_sheet
                part.append(_field(track.name, NumberParam(track.low), track.help, str(now.value) if now else ""))
                if track.top is None:
                    top = str(now.max) if now else ""
                    part.append(_field(f"{track.name}.max", NumberParam(track.low), "its maximum", top))
        shown = [spec for spec in sheet.fields if not (spec.internal or spec.kept) and fits(combatant.side, spec.side)]
        declared = {spec.name for spec in sheet.fields}
        own = (sheet.field(name) for name in combatant.fields if name not in declared)
        for spec in filter(None, (*shown, *own)):
            value = combatant.fields.get(spec.name)
            text = spec.type.write(value) if value is not None else ""
            of_sheet.append(_field(spec.name, spec.type, spec.help or spec.label, text))
        sides = (spec for spec in kind.in_order if spec.kind == "option")
        of_sheet += [*lacking, *(_field(SIDE, spec.type, spec.help, combatant.side) for spec in sides)]
        named = ", ".join((*cockpit.system.weapon_names[:1], *list(cockpit.system.lore)[:1], "NAME"))
        example = cockpit.system.weapon_example or " ".join((named, *(f"{spec.name}=" for spec in sheet.weapon)))
        weapon = ChoiceParam(cockpit.system.weapon_names, "weapon", other=True)
        has = f"has {', '.join(combatant.weapons)}; " if combatant.weapons else ""
        more = f"{has}one more with values, or names with commas: {example}"
        self._weapon = _field(WEAPON, weapon, more, "")
        main, columns = cockpit.system.main_track(cockpit.scene), cockpit.system.columns(combatant.side)
        ranked = dict.fromkeys(columns, 2) | {SIDE: 0, main: 1, WEAPON: 3}
        # hp.max stands with hp, armor_i where armor does.
        self.fields = [*of_sheet, self._weapon]
        self.fields.sort(key=lambda field: ranked.get(re.split("[._]", field.spec.name)[0], 4))
        self.was = [field.text for field in self.fields]
        self.at = 1
        self.found = ""
        self.finding = True
        self._sheet = strip.Scroll()
        self._rows = 0

    def parts(self, ruling: str = "", **other: str) -> tuple[Draft, ...]:
        names = {"names": ",".join(self.names)}
        changed = [field for field, was in zip(self.fields, self.was, strict=True) if field.text not in (was, "")]
        values = " ".join(f"{field.spec.name}={quote(field.text)}" for field in changed if field is not self._weapon)
        parts = (Draft(self.kind, names, values, ruling),) if values else ()
        typed = self._weapon.text.strip(" ,")
        arms = [arm for arm in map(str.strip, LISTED.split(typed) if "=" in typed else (typed,)) if arm]
        return (*parts, *(Draft(self._arm, names, _weapon_words(arm), ruling) for arm in arms))

    def submit(self, cockpit: Cockpit, ruling: str = "") -> Intent:
        return super().submit(cockpit, ruling) if self.parts() else CLOSE

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key: letters find a field, unless they can be part of its value; ``enter`` enters the field found.

        Before anything is typed, a character that begins neither leaves the sheet, so that the next newcomer or their
        position is one key away; the key of the help comes back to the sheet.
        """
        self._sheet.follow()
        if press.sign in NO_FIELD and press.id is None and self.finding and not self.found:
            if not self.parts() or press.sign == cockpit.key("help"):
                return PASS
        letters = _spaced((self.found if self.finding else "") + (press.sign or ""))
        joins = self.found and (press.sign in ("_", ".") or (press.sign == "-" and self._places(letters)))
        begins = press.id is None and (self.finding or self._takes_digits())
        sought = self.finding and bool(self.found)
        numbered = self._numbered(press.sign) if sought and press.sign else ""
        if numbered or (press.sign and (joins or (begins and press.sign.isalpha()))):
            self._find(numbered or letters)
            return STAY
        if sought and press.key == "backspace":
            self._find(self.found[:-1])
            return STAY
        self.finding, self.found = False, ""
        enters = sought and (press.id in ("next-field", "apply") or press.sign in ("=", " "))
        return STAY if enters else super().press(cockpit, press)

    def _walk(self, cockpit: Cockpit, field: Field, by: int) -> None:
        if by < 0 or self.at < len(self.fields) - 1:  # What is typed after the last field is never for the first one.
            super()._walk(cockpit, field, by)

    def _takes_digits(self) -> bool:
        return self.fields[self.at].form.kind == "number"

    def _places(self, letters: str) -> list[int]:
        names = [_spaced(field.spec.name) for field in self.fields]
        whole = [at for at, name in enumerate(names) if name.startswith(letters)]
        return whole or [at for at, name in enumerate(names) if any(word.startswith(letters) for word in name.split())]

    def _numbered(self, digit: str) -> str:
        """Return the name that a digit behind its letters makes whole, such as slots 2; "" where it is a value."""
        names = [_spaced(self.fields[at].spec.name) for at in self._places(self.found) if digit.isdecimal()]
        return next((name for name in names if name.endswith(digit) and name != self.found), "")

    def _find(self, letters: str) -> None:
        places = self._places(letters)
        self.finding = True
        if places or not letters:
            self.found, self.at, self.mark = letters, (places or [0])[0], ""
        else:
            self.mark = letters[-1]

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        self.finding, self.found = self.finding and kind != "field", ""
        return super().click(cockpit, kind, what)

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        self._rows = max(self._rows, super().rows(cockpit, room, most))
        return min(most, self._rows)

    def wheel(self, by: int) -> None:
        self._sheet.by(by)

    def help_line(self, cockpit: Cockpit, room: int) -> Line:
        if not self.finding:
            told = "letters find another field" if self._takes_digits() else "what you type goes into it"
            return ((f"{told}   ", "normal"), *super().help_line(cockpit, room - cells(told) - 3))
        field = self.fields[self.at]
        letters = "" if self.found == _spaced(field.spec.name) else f"{self.found or '…'} "
        bits: list[Bit] = [(letters, "bright"), (f"{field.spec.name}: {field.spec.help}", "normal")]
        way = [("   ", "dim"), *strip.key_bits(cockpit, "apply", "enters it")]
        if not self.found:
            way = [("   letters find a field", "dim")]
        return strip.marked_line([*fit(bits, room - width(way)), *way], self.mark, room)

    def _field_lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        whose = self.names[0] + (f" and {len(self.names) - 1} more" if len(self.names) > 1 else "")
        within = room - 2 * INDENT
        lines: list[Line] = []
        row: list[Bit] = [("edit", "verb"), (f"  {whose}", "bright")]
        sought = self._places(self.found) if self.finding and self.found else range(len(self.fields))
        for at, field in ((at, self.fields[at]) for at in sought):
            part = link(self._field(cockpit, field, at == self.at, room), f"field:{at}")
            if at != self.at:
                tone = "changed" if field.text != self.was[at] else "dim"
                part = [(text, f"{tone}{LINK}field:{at}") for text, _ in part]
            bits: list[Bit] = [(" " * INDENT, "dim"), *part]
            if width([*row, *bits]) > within:
                lines += wrap(row, within, indent=INDENT)
                row = []
            row += bits
        return strip.around([*lines, *wrap(row, within, indent=INDENT)], room, most, self._sheet)


def _spaced(name: str) -> str:
    return name.casefold().replace("_", " ").replace("-", " ")


def _weapon_words(text: str) -> str:
    name, *fields = text.split(" ")
    while fields and "=" not in fields[0]:
        name += f" {fields.pop(0)}"
    return " ".join((quote(name), *fields))


def _field(name: str, word: object, help_: str, text: str) -> Field:
    spec = Parameter(name, name, "option", word, False, help_)  # type: ignore[arg-type]
    return Field(described(spec), Typed.of(text, selected=bool(text)))
