"""A form of one action, made from its fields alone: it builds a command line and asks for it to be run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from tracker.commands.completion import open_names
from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.tui.look.text import Bit, Line, ends, fit, width, wrap
from tracker.tui.strip.fields import (
    Field,
    begun,
    completed,
    fields_of,
    is_short_choice,
    is_who,
    read_values,
    unfit,
    written,
)
from tracker.tui.strip.intents import CLOSE, STAY, Intent, Run
from tracker.tui.strip.letters import letter_bits
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import (
    Cockpit,
    Press,
    StripView,
    Trouble,
    around,
    choices_bits,
    mark_bits,
    preview_bits,
    typed_bits,
    why_bits,
    window,
)


class Form(StripView):
    """One action being filled in: typing goes into the selected field, ``enter`` runs the line that the fields make.

    A field for one of a few words that the game declares takes exactly one letter, which fills it and, when nothing
    else is needed, runs the line. Every other field is typed into; one with a list refuses what fits none of its words.
    ``actors`` repeats the line for several actors, where the action itself takes only one.
    """

    name: ClassVar[str] = "form"
    hints: ClassVar[tuple[str, ...]] = ("apply", "rule", "leave-form", "next-field")

    def __init__(
        self, cockpit: Cockpit, kind: type[Action], filled: Mapping[str, str], actors: tuple[str, ...] = ()
    ) -> None:
        self.kind = kind
        self.verb = kind.verb
        self.fields = fields_of(kind, filled)
        self._fill_sole(cockpit)
        self.each = actors if len(actors) > 1 else ()
        self.at = self._first()

    def _fill_sole(self, cockpit: Cockpit) -> None:
        """Fill in what leaves no choice."""
        context = self._context(cockpit)
        for field in self.fields:
            if field.spec.required and not (field.text or field.is_text or field.is_result):
                words = field.choices(context)
                if len(words) == 1:
                    field.put(words[0])

    def _first(self) -> int:
        """Where typing begins: the first empty field that is needed, else one that is asked for, else any."""
        empty = [field for field in self.fields if not field.text]
        needed = [field for field in empty if field.spec.required]
        other = [field for field in needed if not field.is_result]
        asked = [field for field in empty if self._asked(field)]
        return self.fields.index(next(iter((*other, *needed, *asked, *empty, *self.fields)))) if self.fields else 0

    # ------------------------------------------------------------------ what it says

    def line(self, ruled: bool = False) -> str:
        """The command as it stands."""
        if not self.each:
            return written(self.verb, self.fields, ruled)
        actor = next(field for field in self.fields if is_who(field.spec))
        lines = []
        for name in self.each:
            actor.put(name)
            lines.append(written(self.verb, self.fields, ruled))
        actor.put(self.each[0])
        return " ; ".join(lines)

    @property
    def open(self) -> bool:
        """Whether a field that is asked for is still empty."""
        return any(self._asked(field) and not field.text for field in self.fields)

    def _asked(self, field: Field) -> bool:
        sigil = field.spec.type.sigil if field.spec.type is not None else ""
        return (field.spec.kind in ("argument", "open") and not sigil) or field.spec.attr in self.kind.asks

    def _missing(self) -> list[Field]:
        return [field for field in self.fields if field.spec.required and not field.text]

    def preview(self, cockpit: Cockpit) -> Preview:
        """What the line would do; without a result yet, what is known before the throw, or what is against it."""
        wrong = self._unfit(cockpit)
        if wrong:
            return Preview(error=wrong)
        missing = self._missing()
        if not missing:
            return cockpit.preview(self.line())
        if len(missing) == 1 and missing[0].is_result:
            missing[0].put("roll")
            preview = cockpit.preview(self.line())
            missing[0].put("")
            if not preview.error:
                return replace(preview, text=preview.text.rstrip(":"), throws="")
        actor = next((field.text for field in self.fields if field.spec.attr == "actor"), "")
        known = actor in cockpit.scene.combatants
        against = cockpit.system.objection_to(cockpit.scene, self.kind, actor) if known else ""
        return Preview(objections=(against,) if against else ())

    def _unfit(self, cockpit: Cockpit) -> str:
        """What stands in a list's field without being one of its words, as a sentence; "" where nothing does."""
        context = self._context(cockpit)
        return next((wrong for field in self.fields if (wrong := unfit(field, context))), "")

    # ------------------------------------------------------------------ keys

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Take one key."""
        field = self.fields[self.at] if self.fields else None
        if field is not None and not is_short_choice(field.spec) and self.marked(press):
            return STAY
        self.mark = ""
        rules = press.id == "rule" and not (field and field.is_text and self._fine(cockpit))
        if press.id == "leave-form":
            return CLOSE
        if press.id == "apply" or rules:
            return self.submit(cockpit, ruled=rules)
        if field is None:
            return STAY
        if press.id in ("next-field", "last-field"):
            self._leave(cockpit, field)
            self.at = (self.at + (1 if press.id == "next-field" else -1)) % len(self.fields)
        elif press.id in ("next-choice", "last-choice"):
            self._step(cockpit, field, 1 if press.id == "next-choice" else -1)
        else:
            return self._edit(cockpit, field, press)
        return STAY

    def paste(self, cockpit: Cockpit, text: str) -> Intent:
        """Put a pasted text into the field; nothing is run by it."""
        field = self.fields[self.at] if self.fields else None
        if field is not None and field.spec.kind != "flag":
            self._put(cockpit, field, field.typed.type(text), text.strip()[:1])
        return STAY

    def submit(self, cockpit: Cockpit, ruled: bool = False) -> Intent:
        """Ask for the line to be run; while a field holds none of its words, the form stays and names them."""
        wrong = self._unfit(cockpit)
        if wrong:
            self.trouble = Trouble(wrong)
            return STAY
        return Run(self.line(ruled))

    def _fine(self, cockpit: Cockpit) -> bool:
        return self.trouble is None and self.preview(cockpit).fine

    def _edit(self, cockpit: Cockpit, field: Field, press: Press) -> Intent:
        if field.spec.kind == "flag":
            if press.sign == " " or press.key in ("space", "backspace", "delete"):
                field.put("" if field.text else "yes")
                self.trouble = None
            elif press.sign:
                self.mark = press.sign
            return STAY
        word = "" if field.begun or not press.sign else field.letters(self._context(cockpit)).get(press.sign.casefold())
        if word:
            field.put(word)
            self.trouble = None
            return STAY if self._missing() else self.submit(cockpit)
        typed = field.typed.type(press.sign) if press.sign else field.typed.press(press.key)
        if typed is not None:
            self._put(cockpit, field, typed, press.sign or "")
        return STAY

    def _put(self, cockpit: Cockpit, field: Field, typed: Typed, sign: str) -> None:
        """Put what was typed into a field, unless it fits none of the field's words.

        Where the action takes values by any name, these may be typed in every field: ``heroes=16``.
        """
        if not sign or self._takes_values() or field.takes(typed, self._context(cockpit)):
            field.typed, self.trouble = typed, None
        else:
            self.mark = sign

    def _takes_values(self) -> bool:
        return any(field.spec.kind == "open" for field in self.fields)

    def _step(self, cockpit: Cockpit, field: Field, step: int) -> None:
        words = field.choices(self._context(cockpit))
        if not words:
            return
        self.trouble = None
        if field.text in words:
            field.put(words[(words.index(field.text) + step) % len(words)])
        else:
            left = begun(field.text, words) or words
            field.put(left[0 if step > 0 else -1])

    def _leave(self, cockpit: Cockpit, field: Field) -> None:
        """A field that is left has its word written out."""
        field.put(completed(field.text, field.choices(self._context(cockpit))) or field.text)

    def _context(self, cockpit: Cockpit) -> Context:
        context = Context(cockpit.system, cockpit.scene)
        return Context(cockpit.system, cockpit.scene, read_values(self.fields, context))

    # ------------------------------------------------------------------ what it shows

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Its fields in one line or two, the help of a field, what will happen and why: a throw has more to tell."""
        below = 4 if any(field.is_result for field in self.fields) else 3
        return min(most, len(self._field_lines(cockpit, room, 3)) + below)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """The fields, help for the selected one, and what will happen and why."""
        made = self._field_lines(cockpit, room, 3)
        made.append(self._help(cockpit, room))
        rest = max(1, most - len(made))
        if self.trouble is not None:
            way = [(f"  {cockpit.key('rule')} rules it", "key")] if self.trouble.refused else []
            said: list[Bit] = [("refused: " if self.trouble.refused else "", "refused"), (self.trouble.text, "refused")]
            return made + wrap([*said, *way], room, rest)
        preview = self.preview(cockpit)
        will = wrap(preview_bits(preview, cockpit.key("rule")), room, rest)
        why = why_bits(preview, cockpit.system.reason_names)
        if why and len(will) < rest:
            will += wrap([("why: ", "dim"), *why], room, rest - len(will), 5)
        return made + will

    def _field_lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        bits: list[Bit] = [(self.verb, "verb")]
        place = 0
        later: list[Bit] = []
        for at, field in enumerate(self.fields):
            here = at == self.at
            if not here and not field.text and not field.spec.required:
                later += [(" ", "dim"), (field.spec.name, "dim")]
                continue
            who = is_who(field.spec)
            bits.append((f" {cockpit.glyphs.leads_to} " if who and place else "  ", "dim"))
            place += who
            bits += self._field(cockpit, field, here, room)
        made = around(wrap(bits, room, indent=2), room, most)
        left = room - width(made[-1])
        if later and left > 12:
            made[-1] = fit([*made[-1], ("   ", "dim"), *later], room)
        return made

    def _field(self, cockpit: Cockpit, field: Field, here: bool, room: int) -> list[Bit]:
        name = field.spec.name
        plain_who = is_who(field.spec) and field.text and not here
        label: list[Bit] = [] if plain_who else [(f"{name} ", "accent" if here else "dim")]
        if field.spec.kind == "flag":
            mark = ("x" if field.text else " ") if not cockpit.glyphs.fancy else ("✓" if field.text else "·")
            return [(f"{mark} {name}", "cursor" if here else "normal")]
        if here:
            return label + typed_bits(window(field.typed, room // 2), cockpit)
        more = f" and {len(self.each) - 1} more" if self.each and is_who(field.spec) and field.text else ""
        return [*label, ((field.text or "—") + more, "bright" if field.text else "warn")]

    def _help(self, cockpit: Cockpit, room: int) -> Line:
        if not self.fields:
            return ((self.kind.help, "dim"),)
        field = self.fields[self.at]
        if field.is_result:
            hint = cockpit.system.result_hint(self.kind.verb, self._context(cockpit)) or field.spec.help
            return fit([(hint, "dim"), *mark_bits(self.mark)], room)
        context = self._context(cockpit)
        words = field.choices(context)
        bits: list[Bit] = [(field.spec.help or (field.spec.type.hint if field.spec.type else ""), "dim")]
        if field.spec.kind == "open":
            names = list(open_names(self.kind, Context(cockpit.system, cockpit.scene)))
            shown = begun(field.begun.rpartition(" ")[2], names) or names
            bits.append((": " + " · ".join(f"{name}=" for name in shown), "dim"))
        elif field.letters(context) and not field.begun:
            bits += [(": ", "dim"), *letter_bits(words, field.text)]
        elif words:
            bits += [(": ", "dim"), *choices_bits(begun(field.begun, words) or list(words), field.begun)]
        return ends([*bits, *mark_bits(self.mark)], [], room)
