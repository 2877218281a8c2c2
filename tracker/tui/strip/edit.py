"""Editing the sheet of a combatant: the changes become a single ``set``."""

from __future__ import annotations

from typing import ClassVar, Final

from tracker.combat.scene import Combatant
from tracker.commands.parser import Draft
from tracker.rules.command import Parameter, parameters
from tracker.rules.declarations import FieldSpec
from tracker.rules.forms import described
from tracker.rules.matching import quote
from tracker.rules.params import ChoiceParam, NumberParam
from tracker.rules.sheet import fits
from tracker.tui.look.text import LINK, Bit, Line, fit, link, width, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.fields import Field
from tracker.tui.strip.form import Form
from tracker.tui.strip.strip_view import CLOSE, PASS, STAY, Cockpit, Intent, Press, Typed

INDENT: Final = 2  # the indent of lines of fields, and the cells kept free at their end for the ellipsis
NO_FIELD: Final = frozenset("+[]:,/?%")  # characters that begin neither the name of a field nor its value
WEAPON: Final = "weapon"  # the last field of a sheet: another weapon


class Edit(Form):
    """A form for ``set``: a field for each value on the sheet, filled with its current value.

    The tracks that the combatant does not have come last.
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
        of_sheet += [_sheet_field(spec, combatant) for spec in (*shown, *own) if spec is not None]
        sides = (spec for spec in parameters(kind) if spec.kind == "option")
        of_sheet += [*lacking, *(_field(spec.name, spec.type, spec.help, combatant.side) for spec in sides)]
        example = cockpit.system.weapon_example or " ".join(("NAME", *(f"{spec.name}=" for spec in sheet.weapon)))
        weapon = ChoiceParam(cockpit.system.weapon_names, "weapon", other=True)
        self.fields = [*of_sheet, _field(WEAPON, weapon, f"one more with values, or names with commas: {example}", "")]
        self.was = [field.text for field in self.fields]
        self.at = 0
        self.found = ""
        self.finding = True
        self._sheet = strip.Scroll()

    def parts(self, ruling: str = "", **other: str) -> tuple[Draft, ...]:
        names = {"names": ",".join(self.names)}
        *fields, weapon = self.fields
        values = " ".join(
            f"{field.spec.name}={quote(field.text)}"
            for field, was in zip(fields, self.was, strict=False)
            if field.text != was and field.text
        )
        parts = (Draft(self.kind, names, values, ruling),) if values else ()
        arms = [weapon.text] if "=" in weapon.text else [arm for arm in map(str.strip, weapon.text.split(",")) if arm]
        return (*parts, *(Draft(self._arm, names, _weapon_words(arm), ruling) for arm in arms))

    def submit(self, cockpit: Cockpit, ruling: str = "") -> Intent:
        return super().submit(cockpit, ruling) if self.parts() else CLOSE

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key: letters find a field, unless they can be part of its value.

        Letters that no field begins with go into the field found before them, where only one reading is possible.
        Before anything is typed, a character that begins neither leaves the sheet, so that the next newcomer or their
        position is one key away; the key of the help comes back to the sheet. ``enter`` enters the field found.
        """
        self._sheet.follow()
        if press.sign in NO_FIELD and press.id is None and self.finding and not self.found:
            if not self.parts() or press.sign == cockpit.key("help"):
                return PASS
        letters = _spaced((self.found if self.finding else "") + (press.sign or ""))
        joins = self.found and (press.sign in ("_", ".") or (press.sign == "-" and self._places(letters)))
        begins = press.id is None and (self.finding or self._takes_digits())
        if press.sign and (joins or (begins and press.sign.isalpha())):
            value = self._value(cockpit, letters)
            if not value:
                self._find(letters)
                return STAY
            self.finding, self.found = False, ""
            for sign in value:
                super().press(cockpit, Press(None, sign, sign))
            return STAY
        if self.finding and press.key == "backspace" and self.found:
            self._find(self.found[:-1])
            return STAY
        if self.finding and self.found and (press.id in ("next-field", "apply") or press.sign in ("=", " ")):
            self.finding, self.found = False, ""
            return STAY
        self.finding, self.found = False, ""
        return super().press(cockpit, press)

    def _walk(self, cockpit: Cockpit, field: Field, by: int) -> None:
        if by < 0 or self.at < len(self.fields) - 1:  # What is typed after the last field is never for the first one.
            super()._walk(cockpit, field, by)

    def _takes_digits(self) -> bool:
        return self.fields[self.at].form.kind == "number"

    def _places(self, letters: str) -> list[int]:
        names = [_spaced(field.spec.name) for field in self.fields]
        whole = [at for at, name in enumerate(names) if name.startswith(letters)]
        return whole or [at for at, name in enumerate(names) if any(word.startswith(letters) for word in name.split())]

    def _value(self, cockpit: Cockpit, letters: str) -> str:
        """Return the end of the letters that is the value of the field before them; "" unless it is clear."""
        field = self.fields[self.at]
        if not self.found or self._takes_digits() or self._places(letters):
            return ""
        parts = [(letters[:at], letters[at:]) for at in range(1, len(letters))]
        values = [value for name, value in parts if self._places(name) == [self.at]]
        if words := field.form.words(self.context(cockpit)):
            values = [value for value in values if any(word.casefold().startswith(value) for word in words)]
        return values[0] if len(values) == 1 else ""

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

    def wheel(self, by: int) -> None:
        self._sheet.by(by)

    def help_line(self, cockpit: Cockpit, room: int) -> Line:
        if not self.finding:
            line = super().help_line(cockpit, room)
            other: list[Bit] = [("   letters find another field", "dim")] if self._takes_digits() else []
            return (*line, *other) if width(line) + width(other) <= room else line
        field = self.fields[self.at]
        letters = "" if self.found == _spaced(field.spec.name) else f"{self.found or '…'} "
        bits: list[Bit] = [(letters, "bright"), (f"{field.spec.name}: {field.spec.help}", "normal")]
        way: list[Bit] = [("   ", "dim"), (cockpit.key("apply"), "key"), (" enters it", "dim")]
        if not self.found:
            way = [("   letters find a field", "dim")]
        return strip.marked_line([*fit(bits, room - width(way)), *way], self.mark, room)

    def _field_lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        whose = self.names[0] + (f" and {len(self.names) - 1} more" if len(self.names) > 1 else "")
        within = room - 2 * INDENT
        lines: list[Line] = []
        row: list[Bit] = [("edit", "verb"), (f"  {whose}", "bright")]
        for at, field in enumerate(self.fields):
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


def _sheet_field(spec: FieldSpec, combatant: Combatant) -> Field:
    value = combatant.fields.get(spec.name)
    return _field(spec.name, spec.type, spec.help or spec.label, spec.type.write(value) if value is not None else "")


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
