"""The rare options of an action as a list, with what each would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.rules.params import ChoiceParam
from tracker.tui.look.text import Bit, Line, cells, fit, pad
from tracker.tui.strip.fields import Field
from tracker.tui.strip.strip_view import Cockpit, Press, Typed, mark_bits, typed_bits


class Options:
    """A list narrowed by typing the beginnings of words; the option taken goes back to the form."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(sorted(fields, key=_rank))
        self.typed = Typed()
        self.at = 0
        self.mark = ""

    def fitting(self, text: str | None = None) -> list[Field]:
        """Return the fields with a word beginning with the text; those whose name does come first."""
        wanted = (self.typed.text if text is None else text).casefold().strip()
        named = [field for field in self.fields if field.spec.name.startswith(wanted)]
        words = [field for field in self.fields if any(word.startswith(wanted) for word in _words(field))]
        return [*named, *(field for field in words if field not in named)]

    def press(self, press: Press) -> Field | None:
        """Handle a key; returns the field that was taken."""
        self.mark = ""
        fields = self.fitting()
        if press.id == "apply":
            return fields[min(self.at, len(fields) - 1)]
        if press.id in ("next-choice", "next-field", "last-choice", "last-field"):
            self.at = (self.at + (1 if press.id.startswith("next") else -1)) % len(fields)
            return None
        typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
        if typed is not None and self.fitting(typed.text):
            self.typed, self.at = typed, 0
        elif typed is not None:
            self.mark = press.sign or ""
        return None

    def lines(self, cockpit: Cockpit, room: int, most: int, change: Callable[[Field], str]) -> list[Line]:
        """Return the typed text, and the options around the selected one; ``change`` describes the effect of each."""
        fields, space = self.fitting(), max(1, most - 1)
        first = max(0, min(self.at - space + 1 + space // 4, len(fields) - space))
        left = len(fields) - first - space
        more = f"   {cockpit.glyphs.more_down} {left} more" if left > 0 else ""
        head: list[Bit] = [
            ("options ", "accent"),
            *typed_bits(self.typed, cockpit),
            *mark_bits(self.mark),
            (more, "warn"),
        ]
        shown = [fit(head, room)]
        wide = max((cells(field.spec.name) for field in fields), default=0)
        for place, field in enumerate(fields[first : first + space], first):
            here = place == self.at
            set_to = f"{field.text} · " if field.text and field.spec.kind != "flag" else ""
            mark = cockpit.glyphs.cursor if here else " "
            bits: list[Bit] = [(mark, "accent"), (f" {pad(field.spec.name, wide)}  ", "bright" if here else "normal")]
            effect = change(field)
            bits += [(set_to, "bright"), (effect, "good" if here else "normal"), ("  " if effect else "", "dim")]
            bits.append((field.spec.help, "dim"))
            shown.append(fit(bits, room))
        return shown


def _rank(field: Field) -> int:
    """Rank flags that change the throw first, then short choices, then typed options."""
    if field.spec.kind == "flag" or field.spec.bare is not None:
        return 0
    return 1 if isinstance(field.spec.type, ChoiceParam) else 2


def _words(field: Field) -> list[str]:
    return f"{field.spec.name} {field.spec.help}".casefold().replace("-", " ").split()
