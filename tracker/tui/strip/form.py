"""The form of an action, made from its fields alone: it builds a command line and asks for it to be run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Final

from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.rules.parameter_roles import is_who
from tracker.tui.look.text import Bit, Line
from tracker.tui.strip.fields import (
    Field,
    begun,
    completed,
    fields_of,
    in_order,
    is_short_choice,
    read_values,
    unfit,
    written,
)
from tracker.tui.strip.form_lines import field_bits, field_lines, help_line, made, wanted
from tracker.tui.strip.menu import Options
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, Run, StripView, Trouble, Typed

ROLL: Final = "roll"
"""The result that makes the tracker throw."""

OPENS_OPTIONS: Final = "+"
"""The key that opens the list of options, if no text begins with it."""


class Form(StripView):
    """An action being filled in: typing goes into the selected field, ``enter`` runs the line made from the fields.

    A field with a few declared words takes exactly one letter, which fills it and, if nothing else is needed, runs the
    line. Every other field is typed into; a field with a list refuses a text matching none of its words. ``enter`` on
    an empty result makes the tracker throw. ``actors`` repeats the line for several actors, if the action itself takes
    only one. If the action declares the order of its fields, the form uses it, and other options are in a list at the
    end.
    """

    name: ClassVar[str] = "form"
    hints: ClassVar[tuple[str, ...]] = ("apply", "rule", "leave-form", "next-field")

    def __init__(
        self, cockpit: Cockpit, kind: type[Action], filled: Mapping[str, str], actors: tuple[str, ...] = ()
    ) -> None:
        self.kind = kind
        self.verb = kind.verb
        self._declared = fields_of(kind, filled)
        self.fields = in_order(self._declared, kind.order)
        self.result = next((field for field in self.fields if field.is_result), None)
        self.options: Options | None = None
        self.bars = False
        self._fill_sole(cockpit)
        self.each = actors if len(actors) > 1 else ()
        self.at = self._first()

    def _fill_sole(self, cockpit: Cockpit) -> None:
        """Fill in fields with a single possible value."""
        context = self.context(cockpit)
        for field in self._declared:
            if field.spec.required and not (field.text or field.is_text or field.is_result):
                words = field.choices(context)
                if len(words) == 1:
                    field.put(words[0])

    def _first(self) -> int:
        """Return the initial field: the first empty required one, else an empty one that is asked for, else any."""
        empty = [field for field in self._declared if not field.text]
        needed = [field for field in empty if field.spec.required]
        other = [field for field in needed if not field.is_result]
        proposed = [field for field in self._declared if field.spec.attr in self.kind.asks]
        asked = [field for field in empty if self._asked(field)]
        return (
            self.fields.index(next(iter((*other, *needed, *proposed, *asked, *empty, *self.fields))))
            if self.fields
            else 0
        )

    # ------------------------------------------------------------------ the command line

    def line(self, ruling: str = "") -> str:
        """Return the command line."""
        if not self.each:
            return written(self.verb, self._declared, ruling)
        actor = next(field for field in self._declared if is_who(field.spec))
        lines = []
        for name in self.each:
            actor.put(name)
            lines.append(written(self.verb, self._declared, ruling))
        actor.put(self.each[0])
        return " ; ".join(lines)

    def roll_line(self) -> str:
        """Return the command with a throw by the tracker as its result, for the first actor."""
        if self.result is None:
            return ""
        with self._set(self.result, ROLL):
            return written(self.verb, self._declared, self.ruling)

    def roll_line_with(self, field: Field, text: str) -> str:
        """Return the same command with another text in a field."""
        with self._set(field, text):
            return self.roll_line()

    @staticmethod
    @contextmanager
    def _set(field: Field, text: str) -> Iterator[None]:
        typed = field.typed
        field.typed = Typed.of(text)
        try:
            yield
        finally:
            field.typed = typed

    @property
    def open(self) -> bool:
        """Return whether a field that is asked for is empty, or only filled with a proposal."""
        return any(
            self._asked(field) and (not field.text or field.spec.attr in self.kind.asks) for field in self.fields
        )

    def _asked(self, field: Field) -> bool:
        sigil = field.spec.type.sigil if field.spec.type is not None else ""
        return (field.spec.kind in ("argument", "open") and not sigil) or field.spec.attr in self.kind.asks

    def _missing(self) -> list[Field]:
        return [field for field in self.fields if field.spec.required and not field.text]

    @property
    def unthrown(self) -> bool:
        """Return whether only the result of the throw is missing."""
        return (
            self.result is not None and not self.result.text and all(field is self.result for field in self._missing())
        )

    def preview(self, cockpit: Cockpit) -> Preview:
        """Return the preview of the line; without a result, what is known before the throw, or the objections."""
        wrong = self._unfit(cockpit)
        if wrong:
            return Preview(error=wrong)
        missing = self._missing()
        if not missing:
            return cockpit.preview(self.line(self.ruling))
        if self.unthrown:
            preview = cockpit.preview(self.roll_line())
            if not preview.error:
                return preview
        actor = next((field.text for field in self.fields if field.spec.attr == "actor"), "")
        known = actor in cockpit.scene.combatants
        against = cockpit.system.objection_to(cockpit.scene, self.kind, actor) if known else ""
        return Preview(objections=(against,) if against else ())

    def asked_now(self, cockpit: Cockpit) -> tuple[str, ...]:
        """Return the fields that the typed result makes relevant, by attribute."""
        if not self.kind.after_result or self.result is None or not self.result.text or self._missing():
            return ()
        return cockpit.asked_next(written(self.verb, self._declared))

    def kept_in_list(self, field: Field) -> bool:
        """Return whether a field is one of the options in the list."""
        named = field.spec.attr in (*self.kind.order, *self.kind.asks)
        return bool(self.kind.order) and field.spec.kind in ("option", "flag") and not named and not field.spec.required

    def _stops(self, cockpit: Cockpit) -> list[int]:
        """Return the fields that tab visits; after the last, the list of options opens."""
        later = set(self.kind.after_result) - set(self.asked_now(cockpit))
        return [
            place
            for place, field in enumerate(self.fields)
            if field.text or not (self.kept_in_list(field) or field.spec.attr in later)
        ]

    def _unfit(self, cockpit: Cockpit) -> str:
        """Return an error for a field of a list whose text is not one of its words; "" if there is none."""
        context = self.context(cockpit)
        return next((wrong for field in self.fields if (wrong := unfit(field, context))), "")

    # ------------------------------------------------------------------ keys

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Handle a key."""
        if self.options is not None:
            return self._choose_option(self.options, press)
        field = self.fields[self.at] if self.fields else None
        if field is not None and not is_short_choice(field.spec) and self.marked(press):
            return STAY
        self.mark = ""
        rules = press.id == "rule" and not (field and field.is_text and self._fine(cockpit))
        if press.id == "leave-form":
            return CLOSE
        if rules:
            ruling = self.rule(cockpit)
            return self.submit(cockpit, ruling) if ruling else STAY
        if press.id == "apply":
            return self.submit(cockpit, self.ruling)
        self.ruling = ""
        if field is None:
            return STAY
        if press.id in ("next-field", "last-field"):
            self._walk(cockpit, field, 1 if press.id == "next-field" else -1)
        elif press.id in ("next-choice", "last-choice"):
            self._step(cockpit, field, 1 if press.id == "next-choice" else -1)
        elif press.sign == OPENS_OPTIONS and self._listed() and self._takes_no_sign(field):
            self.options = Options(self._listed())
        elif press.sign and press.sign == cockpit.key("odds") and field is self.result and not field.text:
            self.bars = not self.bars
        else:
            return self._edit(cockpit, field, press)
        return STAY

    def _listed(self) -> list[Field]:
        """Return the options in the list."""
        return [field for field in self.fields if self.kept_in_list(field)]

    @staticmethod
    def _takes_no_sign(field: Field) -> bool:
        """Return whether no value of a field can begin with a plus."""
        return (field.is_result or field.spec.kind == "flag" or is_who(field.spec)) and not field.begun

    def _walk(self, cockpit: Cockpit, field: Field, by: int) -> None:
        """Go to the next field; after the last, to the list of options, if there is one."""
        self._leave(cockpit, field)
        stops = self._stops(cockpit)
        place = stops.index(self.at) + by if self.at in stops else 0
        if place == len(stops) and self._listed():
            self.options = Options(self._listed())
        self.at = stops[place % len(stops)]

    def _choose_option(self, options: Options, press: Press) -> Intent:
        """Handle a key in the list: an option with a value is typed into next, others are toggled."""
        if press.id == "leave-form":
            self.options = None
            return STAY
        field = options.press(press)
        if field is not None:
            self.options = self.trouble = None
            if field.spec.kind == "flag":
                field.put("" if field.text else "yes")
            else:
                self.at = self.fields.index(field)
        return STAY

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        """Handle a click: a field is selected, a flag toggled, a word goes into the selected field."""
        field = self.fields[self.at] if self.fields else None
        self.mark = ""
        if kind == "field" and field is not None and int(what) < len(self.fields):
            self._leave(cockpit, field)
            self.at = int(what)
            clicked = self.fields[self.at]
            if clicked.spec.kind == "flag":
                clicked.put("" if clicked.text else "yes")
                self.trouble = None
        elif kind == "word" and field is not None:
            field.put(what)
            self.trouble = None
            if is_short_choice(field.spec) and not self._missing():
                return self.submit(cockpit)
        return STAY

    def paste(self, cockpit: Cockpit, text: str) -> Intent:
        """Insert a pasted text into the field without running anything."""
        field = self.fields[self.at] if self.fields else None
        if field is not None and field.spec.kind != "flag" and self.options is None:
            self._put(cockpit, field, field.typed.type(text), text.strip()[:1])
        return STAY

    def submit(self, cockpit: Cockpit, ruling: str = "") -> Intent:
        """Return the intent to run the line; the form stays open while a field holds an unknown word, and names it."""
        wrong = self._unfit(cockpit)
        if wrong:
            self.trouble = Trouble(wrong)
            return STAY
        empty = next((field for field in self._missing() if field is not self.result), None)
        if empty is not None:
            self.at, self.trouble = (
                self.fields.index(empty),
                Trouble(f"{empty.spec.name} is still empty: {empty.spec.help}."),
            )
            return STAY
        if self.result is not None and self._rolls(cockpit, self.result):
            with self._set(self.result, ROLL):
                return Run(self.line(ruling))
        return Run(self.line(ruling))

    def _rolls(self, cockpit: Cockpit, result: Field) -> bool:
        """Return whether the tracker throws: the result is empty or begins its word, and there are dice to throw."""
        if result.text:
            return ROLL.startswith(result.text.casefold())
        return self.unthrown and (result.spec.required or cockpit.throw(self.roll_line()) is not None)

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
        word = "" if field.begun or not press.sign else field.letters(self.context(cockpit)).get(press.sign.casefold())
        if word:
            field.put(word)
            self.trouble = None
            return STAY if self._missing() else self.submit(cockpit)
        typed = field.typed.type(press.sign) if press.sign else field.typed.press(press.key)
        if typed is not None:
            self._put(cockpit, field, typed, press.sign or "")
        return STAY

    def _put(self, cockpit: Cockpit, field: Field, typed: Typed, sign: str) -> None:
        """Put a typed text into a field, unless it matches none of the field's words.

        If the action takes values by any name, they may be typed in every field: ``heroes=16``.
        """
        if not sign or self._takes_values() or field.takes(typed, self.context(cockpit)):
            field.typed, self.trouble = typed, None
        else:
            self.mark = sign

    def _takes_values(self) -> bool:
        return any(field.spec.kind == "open" for field in self.fields)

    def _step(self, cockpit: Cockpit, field: Field, step: int) -> None:
        words = field.choices(self.context(cockpit))
        if not words:
            return
        self.trouble = None
        if field.text in words:
            field.put(words[(words.index(field.text) + step) % len(words)])
        else:
            left = begun(field.text, words) or words
            field.put(left[0 if step > 0 else -1])

    def _leave(self, cockpit: Cockpit, field: Field) -> None:
        """Complete the word in a field that is left."""
        field.put(completed(field.text, field.choices(self.context(cockpit))) or field.text)

    def context(self, cockpit: Cockpit) -> Context:
        """Return the fight, with the values of the fields that can be read."""
        context = Context(cockpit.system, cockpit.scene)
        return Context(cockpit.system, cockpit.scene, read_values(self._declared, context))

    # ------------------------------------------------------------------ drawing

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height; a throw needs more lines, a list still more."""
        return wanted(self, len(self._field_lines(cockpit, room, 3)), most)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return the fields, help for the selected one, the preview and its reasons."""
        return made(self, self._field_lines(cockpit, room, 3), cockpit, room, most)

    def _field_lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        return field_lines(self, cockpit, room, most)

    def _field(self, cockpit: Cockpit, field: Field, here: bool, room: int) -> list[Bit]:
        return field_bits(self, cockpit, field, here, room)

    def help_line(self, cockpit: Cockpit, room: int) -> Line:
        """Return help for the selected field."""
        return help_line(self, cockpit, room)
