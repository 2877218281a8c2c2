"""The sheet of one combatant being written on: what was changed becomes one ``set``."""

from __future__ import annotations

from typing import ClassVar

from tracker.rules.command import Parameter
from tracker.rules.params import NumberParam
from tracker.rules.quoting import quote
from tracker.rules.sheet import fits
from tracker.tui.look.text import Bit, Line, wrap
from tracker.tui.strip.fields import Field
from tracker.tui.strip.form import Form
from tracker.tui.strip.intents import CLOSE, Intent
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import Cockpit, around


class Edit(Form):
    """A form on ``set``: a field for each value on the sheet, filled with what stands there now."""

    name: ClassVar[str] = "edit"

    def __init__(self, cockpit: Cockpit, names: tuple[str, ...]) -> None:
        self.names = names
        kind = cockpit.system.actions["set"]
        super().__init__(cockpit, kind, {})
        combatant = cockpit.scene.combatants[names[0]]
        sheet = cockpit.system.sheet
        look_fields: list[Field] = []
        for track in sheet.tracks:
            if fits(combatant.side, track.side):
                now = combatant.tracks.get(track.name)
                look_fields.append(
                    _field(track.name, NumberParam(track.low), track.help, str(now.value) if now else "")
                )
                if track.top is None:
                    top = str(now.max) if now else ""
                    look_fields.append(_field(f"{track.name}.max", NumberParam(track.low), "its maximum", top))
        for each in sheet.fields:
            if not each.internal and fits(combatant.side, each.side):
                value = combatant.fields.get(each.name)
                text = each.type.write(value) if value is not None else ""
                look_fields.append(_field(each.name, each.type, each.help or each.label, text))
        self.fields = look_fields
        self.was = [field.text for field in look_fields]
        self.at = 0

    def line(self, ruled: bool = False) -> str:
        """What was changed, as one ``set``."""
        values = [
            f"{field.spec.name}={quote(field.text)}"
            for field, was in zip(self.fields, self.was, strict=True)
            if field.text != was and field.text
        ]
        return " ".join((f"set{'!' if ruled else ''}", quote(",".join(self.names)), *values)) if values else ""

    def submit(self, cockpit: Cockpit, ruled: bool = False) -> Intent:
        """Ask for what was changed to be written; without a change there is nothing to do."""
        return super().submit(cockpit, ruled) if self.line() else CLOSE

    def _field_lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        whose = self.names[0] + (f" and {len(self.names) - 1} more" if len(self.names) > 1 else "")
        bits: list[Bit] = [("edit", "verb"), (f"  {whose}", "bright")]
        for at, field in enumerate(self.fields):
            bits.append(("  ", "dim"))
            part = self._field(cockpit, field, at == self.at, room)
            changed = field.text != self.was[at]
            bits += [(text, tone if at == self.at else "dim" if not changed else "changed") for text, tone in part]
        return around(wrap(bits, room, indent=2), room, most)


def _field(name: str, word: object, help_: str, text: str) -> Field:
    spec = Parameter(name, name, "option", word, False, help_)  # type: ignore[arg-type]
    return Field(spec, Typed.of(text, selected=bool(text)))
