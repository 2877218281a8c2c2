"""A form of one action, made from its fields alone: it builds a command line and has it carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tracker.commands.completion import open_names
from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.rules.declarations import Context
from tracker.tui.look.text import Bit, Line, ends, fit, width, wrap
from tracker.tui.strip.fields import Field, begun, completed, fields_of, is_closed, is_who, read_values, stands, written
from tracker.tui.strip.strip_view import (
    Press,
    StripView,
    Trouble,
    around,
    choices_bits,
    preview_bits,
    typed_bits,
    why_bits,
    window,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracker.tui.cockpit.controller import Controller


class Form(StripView):
    """One action being filled in.

    ``each`` repeats the line for several actors, where the action itself takes only one.
    """

    name: ClassVar[str] = "form"
    hints: ClassVar[tuple[str, ...]] = ("apply", "rule", "leave-form", "next-field")

    def __init__(
        self, controller: Controller, kind: type[Action], filled: Mapping[str, str], each: tuple[str, ...] = ()
    ) -> None:
        self.kind = kind
        self.verb = kind.verb
        self.fields = fields_of(kind, filled)
        self._fill_sole(controller)
        self.each = each if len(each) > 1 else ()
        self.at = self._first()
        self.only = self._only_choice(controller)
        self.trouble: Trouble | None = None

    def _fill_sole(self, controller: Controller) -> None:
        """Fill in what leaves no choice."""
        look = self._look(controller)
        for field in self.fields:
            if field.spec.required and not field.text and not field.is_result and not field.is_text:
                words = field.choices(look)
                if len(words) == 1 and stands(field.spec, words[0], look):
                    field.put(words[0])

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
        """Whether it has a place left to be filled."""
        return any(self._asked(field) and not field.text for field in self.fields)

    def _asked(self, field: Field) -> bool:
        return field.spec.kind in ("argument", "open") or field.spec.attr in self.kind.asks

    def preview(self, controller: Controller) -> Preview:
        """What the line would do; without a result yet, what is known before the throw, or what is against it."""
        missing = [field for field in self.fields if field.spec.required and not field.text]
        if not missing:
            return controller.preview(self.line())
        if len(missing) == 1 and missing[0].is_result:
            missing[0].put("roll")
            found = controller.preview(self.line())
            missing[0].put("")
            if not found.error:
                return replace(found, text=found.text.rstrip(":"), throws="")
        actor = next((field.text for field in self.fields if field.spec.attr == "actor"), "")
        known = actor in controller.scene.combatants
        against = controller.system.objection_to(controller.scene, self.kind, actor) if known else ""
        return Preview(objections=(against,) if against else ())

    # ------------------------------------------------------------------ keys

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key."""
        field = self.fields[self.at] if self.fields else None
        rules = press.id == "rule" and not (field and field.is_text and self._fine(controller))
        if press.id == "leave-form":
            controller.close()
        elif press.id == "apply":
            self.submit(controller)
        elif rules:
            self.submit(controller, ruled=True)
        elif field is None:
            return
        elif press.id in ("next-field", "last-field"):
            self._leave(controller, field)
            self.at = (self.at + (1 if press.id == "next-field" else -1)) % len(self.fields)
        elif press.id in ("next-choice", "last-choice"):
            self._step(controller, field, 1 if press.id == "next-choice" else -1)
        else:
            self._edit(controller, field, press)

    def goes_on(self, controller: Controller, text: str) -> bool | None:
        """Whether the field at hand, still empty, takes this or has a choice that begins so; None for any text."""
        field = self.fields[self.at] if self.fields else None
        if field is None or field.text:
            return False
        look = self._look(controller)
        if begun(text, field.choices(look)):
            return True
        return None if field.is_text else stands(field.spec, text, look)

    def submit(self, controller: Controller, ruled: bool = False) -> None:
        """Have the line carried out; what is wrong with it is shown and the form stays."""
        self.trouble = controller.attempt(self.line(ruled))

    def _fine(self, controller: Controller) -> bool:
        return self.trouble is None and self.preview(controller).fine

    def _edit(self, controller: Controller, field: Field, press: Press) -> None:
        if field.spec.kind == "flag":
            if press.sign or press.key in ("space", "backspace", "delete"):
                field.put("" if field.text else "yes")
            return
        typed = field.typed.type(press.sign) if press.sign else field.typed.press(press.key)
        if typed is None:
            return
        field.typed, field.touched = typed, True
        self.trouble = None
        if press.sign and field is self.only:
            look = self._look(controller)
            found = begun(field.text, field.choices(look))
            if len(found) == 1 and stands(field.spec, found[0], look, field.text):
                whole = len(field.text) == len(found[0]) > 1
                field.put(found[0])
                self.submit(controller)
                controller.spelled = whole

    def _step(self, controller: Controller, field: Field, step: int) -> None:
        words = field.choices(self._look(controller))
        if not words:
            return
        self.trouble = None
        if field.text in words:
            field.put(words[(words.index(field.text) + step) % len(words)])
        else:
            action = begun(field.text, words) or words
            field.put(action[0 if step > 0 else -1])
        field.touched = True

    def _leave(self, controller: Controller, field: Field) -> None:
        """Leaving a field writes its word out, and a form left and come back to no longer takes a letter at once."""
        self.only = None
        text = completed(field.text, field.choices(self._look(controller)))
        if text != field.text:
            field.typed = type(field.typed).of(text)
        if field.text:
            field.put(field.text)

    def _look(self, controller: Controller) -> Context:
        look = Context(controller.system, controller.scene)
        return Context(controller.system, controller.scene, read_values(self.fields, look))

    def _first(self) -> int:
        """Where typing begins: the first empty place that must be filled, else the result, else any empty one."""
        ranks = [
            (1 if field.is_result else 0 if field.spec.required else 2 if self._asked(field) else 3)
            + (10 if field.text else 0)
            for field in self.fields
        ]
        return ranks.index(min(ranks)) if ranks else 0

    def _only_choice(self, controller: Controller) -> Field | None:
        """The one field still needed, where a word of its list says it all."""
        empty = [field for field in self.fields if field.spec.required and not field.text]
        if len(empty) != 1 or not is_closed(empty[0].spec):
            return None
        look = self._look(controller)
        return empty[0] if any(stands(empty[0].spec, each, look) for each in empty[0].choices(look)) else None

    # ------------------------------------------------------------------ what it shows

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """Its fields in one line or two, the help of a field, what will happen and why: a throw has more to tell."""
        told = 4 if any(field.is_result for field in self.fields) else 3
        return min(most, len(self._field_lines(controller, room, 3)) + told)

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """The fields, help for the one at hand, and what will happen and why."""
        made = self._field_lines(controller, room, 3)
        made.append(self._help(controller, room))
        rest = max(1, most - len(made))
        if self.trouble is not None:
            way = [(f"  {controller.key('rule')} rules it", "key")] if self.trouble.refused else []
            said: list[Bit] = [("refused: " if self.trouble.refused else "", "refused"), (self.trouble.text, "refused")]
            return made + wrap([*said, *way], room, rest)
        preview = self.preview(controller)
        will = wrap(preview_bits(preview, controller.key("rule")), room, rest)
        why = why_bits(preview, controller.system.reason_names)
        if why and len(will) < rest:
            will += wrap([("why: ", "dim"), *why], room, rest - len(will), 5)
        return made + will

    def _field_lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        bits: list[Bit] = [(self.verb, "verb")]
        place = 0
        later: list[Bit] = []
        for at, field in enumerate(self.fields):
            here = at == self.at
            if not here and not field.text and not field.spec.required:
                later += [(" ", "dim"), (field.spec.name, "dim")]
                continue
            who = is_who(field.spec)
            bits.append((f" {controller.glyphs.leads_to} " if who and place else "  ", "dim"))
            place += who
            bits += self._field(controller, field, here, room)
        made = around(wrap(bits, room, indent=2), room, most)
        left = room - width(made[-1])
        if later and left > 12:
            made[-1] = fit([*made[-1], ("   ", "dim"), *later], room)
        return made

    def _field(self, controller: Controller, field: Field, here: bool, room: int) -> list[Bit]:
        name = field.spec.name
        plain_who = is_who(field.spec) and field.text and not here
        label: list[Bit] = [] if plain_who else [(f"{name} ", "accent" if here else "dim")]
        if field.spec.kind == "flag":
            mark = ("x" if field.text else " ") if not controller.glyphs.fancy else ("✓" if field.text else "·")
            return [(f"{mark} {name}", "cursor" if here else "normal")]
        if here:
            return label + typed_bits(window(field.typed, room // 2), controller)
        more = f" and {len(self.each) - 1} more" if self.each and is_who(field.spec) and field.text else ""
        return [*label, ((field.text or "—") + more, "bright" if field.text else "warn")]

    def _help(self, controller: Controller, room: int) -> Line:
        if not self.fields:
            return ((self.kind.help, "dim"),)
        field = self.fields[self.at]
        words = field.choices(self._look(controller))
        hint = controller.system.result_help if field.is_result and controller.system.result_help else ""
        if field.is_result:
            return fit([(hint or field.spec.help, "dim")], room)
        text = field.spec.help or (field.spec.type.hint if field.spec.type else "")
        said: list[Bit] = [(text, "dim")]
        if field.spec.kind == "open":
            names = list(open_names(self.kind, Context(controller.system, controller.scene)))
            typed = field.text.rpartition(" ")[2] if field.touched else ""
            said.append((": " + " · ".join(f"{each}=" for each in begun(typed, names) or names), "dim"))
        if words:
            shown = begun(field.text, words) if field.touched else list(words)
            said += [(": ", "dim"), *choices_bits(shown or list(words), field.text if field.touched else "")]
            others = [each.spec.name for each in self.fields if each is not field and not each.text]
            if field is self.only and others:
                said.append((f"   at once; {controller.key('next-field')} first for {', '.join(others)}", "dim"))
        return ends(said, [], room)
