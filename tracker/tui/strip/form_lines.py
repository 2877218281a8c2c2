"""The lines of a form: its fields, what may be typed, the throw, the preview and its reasons."""

from __future__ import annotations

from typing import Final, Protocol

from tracker.commands.completion import open_names
from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.rules.parameter_roles import is_who
from tracker.rules.params import ChoiceParam, YesNoParam
from tracker.rules.throw import Throw, percent
from tracker.tui.look.text import Bit, Line, ends, fit, link, width, wrap
from tracker.tui.strip.fields import MOST_LETTERS, Field, begun, letter_bits
from tracker.tui.strip.menu import Options
from tracker.tui.strip.odds import distribution
from tracker.tui.strip.strip_view import (
    Cockpit,
    Trouble,
    around,
    choices_bits,
    marked_line,
    preview_bits,
    remark_bits,
    typed_bits,
    why_bits,
    window,
)

LISTED: Final = 12
"""The height wanted by a list of options or a distribution."""


class Form(Protocol):
    """The parts of a form that its lines are made from."""

    kind: type[Action]
    verb: str
    fields: list[Field]
    at: int
    result: Field | None
    options: Options | None
    bars: bool
    each: tuple[str, ...]
    mark: str
    trouble: Trouble | None

    @property
    def unthrown(self) -> bool:
        """Return whether only the result of the throw is missing."""

    def preview(self, cockpit: Cockpit) -> Preview:
        """Return the preview of the line."""

    def ruling_bits(self, cockpit: Cockpit) -> list[Bit]:
        """Return the keys that carry out a ruling with a cost."""

    def roll_line(self) -> str:
        """Return the command with a throw by the tracker as its result."""

    def roll_line_with(self, field: Field, text: str) -> str:
        """Return the same command with another text in a field."""

    def asked_now(self, cockpit: Cockpit) -> tuple[str, ...]:
        """Return the fields that the typed result makes relevant, by attribute."""

    def kept_in_list(self, field: Field) -> bool:
        """Return whether a field is one of the options in the list."""

    def context(self, cockpit: Cockpit) -> Context:
        """Return the fight, with the values of the fields that can be read."""

    def help_line(self, cockpit: Cockpit, room: int) -> Line:
        """Return help for the selected field."""


def wanted(form: Form, fields: int, most: int) -> int:
    """Return the height wanted by a form whose fields take that many lines."""
    if form.options is not None or form.bars:
        return min(most, LISTED)
    below = 3 if form.result is None else 5
    return min(most, fields + below)


def made(form: Form, fields: list[Line], cockpit: Cockpit, room: int, most: int) -> list[Line]:
    """Return the fields, help for the selected one, the preview and its reasons."""
    lines = fields
    if form.options is not None:
        return lines + form.options.lines(cockpit, room, most - len(lines), lambda field: change(form, cockpit, field))
    lines.append(form.help_line(cockpit, room))
    rest = max(1, most - len(lines))
    if form.trouble is not None:
        way = [(f"  {cockpit.key('rule')} rules it", "key")] if form.trouble.refused else []
        said: list[Bit] = [("refused: " if form.trouble.refused else "", "refused"), (form.trouble.text, "refused")]
        return lines + wrap([*said, *way], room, rest)
    return lines + _outlook(form, cockpit, room, rest)


def _outlook(form: Form, cockpit: Cockpit, room: int, rest: int) -> list[Line]:
    """Return the throw or the preview, its reasons, and remarks."""
    preview = form.preview(cockpit)
    throw = cockpit.throw(form.roll_line()) if form.unthrown and not preview.error else None
    odds = cockpit.odds(form.roll_line()) if throw is not None and throw.dice else None
    if throw is not None and not preview.objections:
        lines = wrap(
            [(throw.in_words(odds.success if odds else None), "bright"), *form.ruling_bits(cockpit)], room, min(2, rest)
        )
        why = _against_bits(throw) or ([(throw.lacking, "dim")] if throw.lacking else [])
    elif form.unthrown:
        kept_off = Preview(preview.text.rstrip(":"), objections=preview.objections)
        untold = not (preview.text or preview.objections or preview.error)
        lacking = cockpit.preview(form.roll_line()).error if untold else ""
        said = [(lacking, "dim")] if lacking else preview_bits(kept_off, cockpit.key("rule"))
        lines = wrap(said, room, rest)
        why = why_bits(preview, cockpit.system.reason_names)
    else:
        bits = [*preview_bits(preview, cockpit.key("rule"), remarks=False), *form.ruling_bits(cockpit)]
        lines = wrap(bits, room, rest)
        why = why_bits(preview, cockpit.system.reason_names)
        why = [("why: ", "dim"), *why] if why else []
    if form.bars and odds is not None:
        return lines + distribution(odds, room, rest - len(lines), cockpit.glyphs)
    remarks = remark_bits(preview)
    kept = 1 if remarks and rest - len(lines) > 0 else 0
    if why and len(lines) + kept < rest:
        lines += wrap(why, room, rest - len(lines) - kept, 5)
    if remarks and len(lines) < rest:
        lines += wrap(remarks, room, rest - len(lines), 5)
    return lines


def _against_bits(throw: Throw) -> list[Bit]:
    """Return the parts of the number to reach."""
    parts = [part for part in throw.against_parts if part.value]
    if len(parts) < 2:
        return []
    first, *others = parts
    sums = "".join(f" {'−' if (part.value or 0) < 0 else '+'} {part.label} {abs(part.value or 0)}" for part in others)
    return [(throw.against, "normal"), (f" = {first.label} {first.value}{sums}", "dim")]


def field_lines(form: Form, cockpit: Cockpit, room: int, most: int) -> list[Line]:
    """Return the fields that are filled, required or selected, and the names of the others."""
    bits: list[Bit] = [(form.verb, "verb")]
    place = 0
    later: list[str] = []
    listed: list[str] = []
    asked = form.asked_now(cockpit)
    names = [field for field in form.fields if is_who(field.spec)]
    names.sort(key=lambda field: field.spec.attr != "actor")
    for field in (*names, *(field for field in form.fields if field not in names)):
        here = form.fields.index(field) == form.at and form.options is None
        open_ = field.spec.required or field.spec.attr in asked
        if not here and not field.text and not open_ and field is not form.result:
            if field.spec.attr not in form.kind.after_result:
                (listed if form.kept_in_list(field) else later).append(field.spec.name)
            continue
        who = is_who(field.spec)
        bits.append((f" {cockpit.glyphs.leads_to} " if who and place else "  ", "dim"))
        place += who
        bits += link(field_bits(form, cockpit, field, here, room), f"field:{form.fields.index(field)}")
    lines = around(wrap(bits, room, indent=2), room, most)
    more: list[Bit] = [("   ", "dim"), (" · ".join(later), "dim")] if later else []
    more += [("   + ", "key"), (" · ".join(listed), "dim")] if listed else []
    if more and room - width(lines[-1]) > 12:
        lines[-1] = fit([*lines[-1], *more], room)
    return lines


def field_bits(form: Form, cockpit: Cockpit, field: Field, here: bool, room: int) -> list[Bit]:
    """Return a field: its name and text."""
    name = field.spec.name
    plain_who = is_who(field.spec) and field.text and not here
    label: list[Bit] = [] if plain_who else [(f"{name} ", "accent" if here else "dim")]
    if field.spec.kind == "flag":
        mark = ("x" if field.text else " ") if not cockpit.glyphs.fancy else ("✓" if field.text else "·")
        return [(f"{mark} {name}", "cursor" if here else "normal")]
    if here:
        return label + typed_bits(window(field.typed, room // 2), cockpit.glyphs)
    more = f" and {len(form.each) - 1} more" if form.each and field.spec.attr == "actor" else ""
    return [*label, ((field.text or "—") + more, "bright" if field.text else "warn")]


def help_line(form: Form, cockpit: Cockpit, room: int) -> Line:
    """Return help for the selected field, with the words it offers."""
    if not form.fields:
        return ((form.kind.help, "dim"),)
    field, context = form.fields[form.at], form.context(cockpit)
    if field is form.result:
        return marked_line(_result_bits(form, cockpit, context), form.mark, room)
    words = field.choices(context)
    hint = field.spec.help or (field.spec.type.hint if field.spec.type else "")
    bits: list[Bit] = [(hint, "dim")]
    if field.spec.attr in form.kind.after_result:
        bits.append((f"   {cockpit.key('apply')} leaves it to the dice", "dim"))
    if field.spec.kind == "open":
        names = list(open_names(form.kind, Context(cockpit.system, cockpit.scene)))
        shown = begun(field.begun.rpartition(" ")[2], names) or names
        bits.append((": " + " · ".join(f"{name}=" for name in shown), "dim"))
    elif field.letters(context) and not field.begun:
        bits += [(": ", "dim"), *letter_bits(words, field.text)]
    elif words:
        fitting = begun(field.begun, words) or list(words)
        bits += [(": ", "dim"), *choices_bits([_with_meaning(field, word, context) for word in fitting], field.begun)]
    return ends(marked_line(bits, form.mark, room - 1), [], room)


def _with_meaning(field: Field, word: str, context: Context) -> str:
    meaning = field.spec.type.meaning(word, context) if field.spec.type is not None else ""
    return f"{word} {meaning}" if meaning else word


def _result_bits(form: Form, cockpit: Cockpit, context: Context) -> list[Bit]:
    """Return what may be typed as the result and what enter does; after it, the next question."""
    if form.asked_now(cockpit):
        names = " and ".join(form.asked_now(cockpit))
        return [
            ("it hits", "good"),
            (f": {cockpit.key('next-field')} types the {names}, {cockpit.key('apply')} leaves it to the dice", "dim"),
        ]
    throw = cockpit.throw(form.roll_line())
    hint = throw.typed if throw is not None and throw.typed else cockpit.system.result_hint(form.kind.verb, context)
    field = form.fields[form.at]
    rolls = throw is not None and bool(throw.dice) and not field.text
    end: list[Bit] = [("   ", "dim"), (cockpit.key("apply"), "key"), (" rolls", "dim")] if rolls else []
    if rolls and cockpit.key("odds"):
        end += [("   ", "dim"), (cockpit.key("odds"), "key"), (" odds", "dim")]
    return [(hint or field.spec.help, "dim"), *end]


def change(form: Form, cockpit: Cockpit, field: Field) -> str:
    """Return how an option would change the throw: a flag itself, a short choice by each of its words."""
    before = cockpit.throw(form.roll_line())
    if before is None:
        return ""
    if field.spec.kind == "flag":
        words: tuple[str, ...] = ("" if field.text else "yes",)
    elif field.spec.bare is not None:
        words = (field.spec.bare,)
    elif isinstance(field.spec.type, ChoiceParam | YesNoParam) or field.spec.attr == "motion":
        words = field.choices(form.context(cockpit))
    else:
        return ""
    texts = []
    for word in words if len(words) <= MOST_LETTERS else ():
        after = cockpit.throw(form.roll_line_with(field, word))
        step = after.change_from(before) if after is not None else ""
        if step:
            texts.append(f"{word} {step}" if len(words) > 1 else f"{step}{_chances(form, cockpit, field, word)}")
    return " · ".join(texts)


def _chances(form: Form, cockpit: Cockpit, field: Field, word: str) -> str:
    """Return the chance without an option and with it."""
    before, after = cockpit.odds(form.roll_line()), cockpit.odds(form.roll_line_with(field, word))
    if before is None or after is None:
        return ""
    return f", {percent(before.success)} to {percent(after.success)}"
