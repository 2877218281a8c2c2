"""The form of an action, made from its fields alone: it drafts the action, shows its throw, and has it done."""

from collections.abc import Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from tracker.commands.parser import Draft, Part, Ruled
from tracker.commands.resolve import Preview
from tracker.rules.action import Action
from tracker.rules.command import is_aim
from tracker.rules.declarations import Context
from tracker.rules.forms import form_fields
from tracker.rules.matching import beginning, with_prefix
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, YesNoParam
from tracker.rules.throw import Throw, percent
from tracker.rules.view import Odds
from tracker.tui.look.text import CUT, Bit, Line, cut, ends, fit, link, unlinked, width, wrap
from tracker.tui.strip import fields
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.menu import RareOptions
from tracker.tui.strip.odds import MOST_APART, apart_in_words, distribution
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, StripView, Typed

LISTED: Final = 12  # the height wanted by a list of options or a distribution
LEAVES: Final = "leaves it to the dice"
GAP: Final = ("   ", "dim")  # between the parts of a hint
OPENS_OPTIONS: Final = "+"  # the key that opens the list of options, if no text begins with it


class Form(StripView):
    """An action being filled in: typing goes into the selected field, ``enter`` carries out what the fields say.

    A field with a few declared words takes exactly one letter, which fills it and, if nothing else is needed, carries
    it out. Every other field is typed into; a field with a list refuses a text matching none of its words. ``enter`` on
    an empty result makes the tracker throw. ``actors`` repeats the action for several actors, if it takes only one. If
    the action declares the order of its fields, the form uses it, and other options are in a list at the end.
    """

    name: ClassVar[str] = "form"
    hints: ClassVar[tuple[str, ...]] = ("apply", "rule", "leave-form", "next-field")
    tallest: ClassVar[int] = 3  # the most lines for the fields

    def __init__(
        self, cockpit: Cockpit, kind: type[Action], filled: Mapping[str, str], actors: tuple[str, ...] = ()
    ) -> None:
        self.kind = kind
        self.verb = kind.verb
        self.fields = [fields.Field(field, Typed()) for field in form_fields(kind)]
        for field in self.fields:
            field.put(filled.get(field.spec.attr, ""))
        declared = [spec.attr for spec in kind.in_order]
        self._declared = sorted(self.fields, key=lambda field: declared.index(field.spec.attr))
        self.result = next((field for field in self.fields if field.is_result), None)
        self.target = next((field for field in self.fields if is_aim(field.spec)), None)
        self.listed = [field for field in self.fields if field.form.rare]  # what the order of the table does not name
        self.options: RareOptions | None = None
        self.bars = False
        self.line = ""  # the folded group of which one acts
        self.reader = fields.Reader()
        self._context: tuple[object, Context] | None = None
        context = self.context(cockpit)
        for field in self._declared:
            if field.spec.required and not (field.text or field.is_text or field.is_result):
                words = field.form.words(context)
                if len(words) == 1 and words[0] != fields.ROLL:
                    field.put(words[0])
        self.each = actors if len(actors) > 1 else ()
        self._follow(cockpit)
        self.at = self._first()
        self.proposed: Mapping[str, str] = {}
        self._aiming: Typed | None = None  # the target as proposed or clicked, while it is asked for first
        if (idle := self._idle_result(cockpit)) is not None and self.here is idle:
            self.at = self.fields.index(self._after_aim(cockpit) or self.target or idle)
        self._led_on = False

    def ask_whom(self, cockpit: Cockpit) -> None:
        """Begin with a target that nobody chose, unless it is the only one and marked as such on the screen."""
        acts = next((field.text for field in self.fields if field.spec.attr == "actor"), "")
        aim = self.target
        if aim is not None and acts and (aim.is_several or aim.text != cockpit.target_of(acts)):
            sole = cockpit.system.likely_targets(cockpit.scene, acts) == (aim.text,)
            if not sole and all(field in (aim, self.result) for field in self._missing()):
                self.at, self._aiming = self.fields.index(aim), aim.typed

    def _go_on(self, cockpit: Cockpit, number: str = "") -> bool:
        """Go on from a target that is asked for or named first, with a number typed there; returns whether it was done.

        It goes to what is thrown, where hands that know the form type it first, unless somebody's name begins with it.
        """
        field, aim, context = self.here, self.target, self.context(cockpit)
        if aim and field and field is self.result and field.begun and not fields.read_values((field,), context):
            if not self._rolls(cockpit, field) and (name := fields.completed(field.begun, aim.form.words(context))):
                aim.put(name)
                field.typed = Typed.of(number)
                self._follow(cockpit)
                return True
        if field is None or not is_aim(field.spec) or (self._aiming is None and (number or not self.unthrown)):
            return False
        self._aiming = field.typed if self._aiming is None or not field.begun else self._aiming
        if number:
            number = number if field.typed is self._aiming else field.begun + number
            if not number.isdecimal() or with_prefix(number, field.form.words(self.context(cockpit))):
                return False
            field.typed = self._aiming
        self._leave(cockpit, field)
        self._aiming, after = None, self._after_aim(cockpit)
        if after is not None:
            self.at, after.typed = self.fields.index(after), Typed.of(number)
        return after is not None

    def _after_aim(self, cockpit: Cockpit) -> fields.Field | None:
        asked, idle = self.asked_now(cockpit), self._idle_result(cockpit)
        thrown = (each for each in self.fields if each.spec.attr in asked or (each is self.result and each is not idle))
        return next((each for each in thrown if not each.text), None)

    def _follow(self, cockpit: Cockpit) -> None:
        self.reader.follow(cockpit, self.kind, self._declared, self.each)

    def _first(self) -> int:
        empty = [field for field in self._declared if not field.text]
        needed = [field for field in empty if field.spec.required]
        other = [field for field in needed if not field.is_result]
        proposed = [field for field in self._declared if field.spec.attr in self.kind.asks]
        asked = [field for field in empty if field.form.asked]
        wanted = (*other, *needed, *proposed, *asked, *empty, *self.fields)
        return self.fields.index(wanted[0]) if wanted else 0

    @property
    def here(self) -> fields.Field | None:
        """Return the selected field."""
        return self.fields[self.at] if self.fields else None

    def draft(self, ruling: str = "", **other: str) -> Draft:
        """Return the action as far as it is filled in, for the first actor; ``other`` words stand in some fields."""
        return fields.drafted(self.kind, self._declared, ruling, other)

    def parts(self, ruling: str = "", **other: str) -> tuple[Draft, ...]:
        """Return what is filled in: a command, for several actors with the list of them."""
        return (self.draft(ruling, **{**other, **({"actor": ",".join(self.each)} if self.each else {})}),)

    def handed_over(self, cockpit: Cockpit, ruling: str = "", **other: str) -> tuple[Part, ...]:
        """Return what is carried out: the action; for several actors, what is read when the turn of each comes."""
        return tuple(self.reader.complete(cockpit, part) for part in self.parts(ruling, **other))

    def rolled(self, cockpit: Cockpit, **other: str) -> Part | None:
        """Return the action with a throw by the tracker as its result, for the first actor; None without a result."""
        if self.result is None:
            return None
        return self.reader.complete(cockpit, self.draft(self.ruling, **{self.result.spec.attr: fields.ROLL, **other}))

    def throw(self, cockpit: Cockpit, **other: str) -> Throw | None:
        """Return the throw before its result; None if nothing is thrown, or too little is filled in."""
        part = self.rolled(cockpit, **other)
        return cockpit.throw(part.action) if isinstance(part, Ruled) else None

    def _apart(self, cockpit: Cockpit) -> list[Action]:
        names = self.each if len(self.each) <= MOST_APART else ()
        parts = [self.rolled(cockpit, actor=name) for name in names] or [self.rolled(cockpit)]
        return [action for part in parts if isinstance(part, Ruled) for action, _ in part.action.apart()]

    def odds(self, cockpit: Cockpit, **other: str) -> Odds | None:
        """Return the chances of the throw, once they are known."""
        part = self.rolled(cockpit, **other)
        return cockpit.odds(part.action) if isinstance(part, Ruled) else None

    def _missing(self) -> list[fields.Field]:
        return [field for field in self.fields if field.spec.required and not field.text]

    @property
    def unthrown(self) -> bool:
        """Return whether only the result of the throw is missing."""
        result = self.result
        return result is not None and not result.text and all(field is result for field in self._missing())

    def preview(self, cockpit: Cockpit) -> Preview:
        """Return the preview of the action; without a result, what is known before the throw, or the objections."""
        if wrong := self._unfit(cockpit):
            return Preview(error=wrong)
        if not self._missing():
            return cockpit.preview(self.handed_over(cockpit, self.ruling))
        if self.unthrown and not (preview := self._before_throw(cockpit)).error:
            return preview
        actor = next((field.text for field in self.fields if field.spec.attr == "actor"), "")
        known = actor in cockpit.scene.combatants
        against = cockpit.system.objection_to(cockpit.scene, self.kind, actor) if known else ""
        return Preview(objections=(against,) if against else ())

    def _before_throw(self, cockpit: Cockpit) -> Preview:
        part = self.rolled(cockpit)
        return cockpit.preview((part,)) if part is not None else Preview()

    def asked_now(self, cockpit: Cockpit) -> tuple[str, ...]:
        """Return the fields that the typed result makes relevant, by attribute."""
        result = self.result if self.kind.after_result and not self._missing() else None
        if result is None or (not result.text and self.throw(cockpit) is not None):
            return ()
        return self.reader.asked(cockpit, fields.of_each(self.kind, self._declared, self.each, result))

    def _stops(self, cockpit: Cockpit) -> list[int]:
        later = set(self.kind.after_result) - set(self.asked_now(cockpit))
        idle = self._idle_result(cockpit)
        hidden = [field for field in self.fields if field in self.listed or field.spec.attr in later or field is idle]
        return [at for at, field in enumerate(self.fields) if field.text or field not in hidden]

    def _idle_result(self, cockpit: Cockpit) -> fields.Field | None:
        field = self.result
        if field is None or field.spec.required or field.text or self._missing() or self.throw(cockpit) is not None:
            return None
        return field if not self._before_throw(cockpit).error else None  # Nothing is thrown, such as for a cure.

    def _unfit(self, cockpit: Cockpit) -> str:
        context = self.context(cockpit)
        wrong = (fields.unfit(field, context) for field in self.fields if field.text and field.form.closed)
        alone = [fields.for_one(cockpit, self.draft(), self.line)] if self.line and not self.each else []
        return next(filter(None, (*wrong, *alone)), "")

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        self.scroll.follow()
        if self.options is not None:
            self._look_at_options(cockpit, self.options, self.options.press(cockpit, press))
            return STAY
        field = self.here
        led_on, self._led_on = self._led_on, False
        if led_on and press.id == "next-field":
            return STAY  # The choice went on by itself; hands that go on too mean the same field.
        if field is not None and (field.begun or not field.form.short) and self.marked(press):
            return STAY
        self.mark = ""
        digit = press.sign if press.sign and press.sign.isdecimal() else ""
        if (digit or press.id == "apply") and self._go_on(cockpit, digit):
            return STAY
        if press.id == "leave-form":
            was, self.bars = self.bars, False
            return STAY if was else CLOSE
        into_text = field is not None and field.is_text
        if press.id == "rule" and not (into_text and self.trouble is None and self.preview(cockpit).fine):
            ruling = self.rule(cockpit)
            return self.submit(cockpit, ruling) if ruling else STAY
        if press.id == "apply":
            return self.submit(cockpit, self.ruling)
        self.ruling = ""
        if field is None:
            return STAY
        if press.id in ("next-field", "last-field"):
            self._walk(cockpit, field, press.by)
        elif press.by:
            self._step(cockpit, field, press.by)
        elif press.sign == OPENS_OPTIONS and self.listed and field.takes_no_sign:
            self.options = RareOptions(self.listed, self._change)
        elif press.sign and press.sign == cockpit.key("odds") and field is self.result and not field.text:
            self.bars = not self.bars
        else:
            return self._edit(cockpit, field, press)
        return STAY

    def _walk(self, cockpit: Cockpit, field: fields.Field, by: int) -> None:
        self._leave(cockpit, field)
        self._aiming = None
        stops = self._stops(cockpit)
        if by > 0 and self.result and self.result.text and self.kind.after_result and self.target is not None:
            if not self.asked_now(cockpit) and self.preview(cockpit).fine:  # Nothing comes of a miss: whom next?
                aim, thrown = self.fields.index(self.target), self.fields.index(self.result)
                stops.sort(key=lambda at: (thrown, 1) if at == aim else (at, 0))
        place = stops.index(self.at) + by if self.at in stops else sum(stop < self.at for stop in stops)
        if place == len(stops) and self.listed:
            self.options = RareOptions(self.listed, self._change)
        self.at = stops[place % len(stops)]

    def _look_at_options(self, cockpit: Cockpit, options: RareOptions, intent: Intent) -> None:
        if isinstance(intent, strip.Close):
            self.options = self.trouble = None
            if options.taken is not None:
                self._take(cockpit, options.taken)

    def _take(self, cockpit: Cockpit, field: fields.Field) -> None:
        """Toggle a flag; any other field is typed into next."""
        if field.is_flag:
            field.toggle()
            self.trouble = None
            self._follow(cockpit)
        else:
            self._leave(cockpit, self.fields[self.at])
            self.at = self.fields.index(field)

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        field = self.here
        self.mark = ""
        if kind == "options" and self.listed:
            self.options = RareOptions(self.listed, self._change)
        elif kind in ("item", strip.TAKE) and self.options is not None:
            self._look_at_options(cockpit, self.options, self.options.click(cockpit, kind, what))
        elif kind == "verb":
            return strip.Open(what)
        elif kind in ("who", strip.JOIN) and field is not None:
            self._take_combatant(cockpit, field, what, adds=kind == strip.JOIN)
            self._follow(cockpit)
        elif kind == "field" and field is not None and int(what) < len(self.fields):
            self.options = None
            self._take(cockpit, self.fields[int(what)])
        elif kind == "word" and field is not None and (field is self.result or field.form.kind == "values"):
            self._put(cockpit, field, Typed.of(what), "")
        elif kind == "word" and field is not None:
            return self._take_word(cockpit, field, what)
        return super().click(cockpit, kind, what)

    def _take_word(self, cockpit: Cockpit, field: fields.Field, word: str) -> Intent:
        (field.join if field.is_several else field.put)(word)
        self._aiming = field.typed if self._aiming is not None and is_aim(field.spec) else self._aiming
        self._aim(cockpit, field)
        self.trouble = None
        if (missing := self._missing()) or not field.form.short:
            after = missing[0] if missing else self._after_aim(cockpit)
            if after is not None and not field.is_several:
                self.at, self._led_on = self.fields.index(after), field.form.short
            return STAY
        return self.submit(cockpit)

    def _take_combatant(self, cockpit: Cockpit, here: fields.Field, name: str, adds: bool) -> None:
        named = [field for field in self.fields if isinstance(field.spec.type, CombatantParam | CombatantsParam)]
        people = [field for field in named if field is here or field.is_who or is_aim(field.spec)]
        aims = sorted((field for field in people if is_aim(field.spec)), key=lambda field: field.spec.kind == "option")
        order = [field for field in (here, *aims, *reversed(people)) if field in people]  # who acts is the last
        field = next((field for field in order if field.is_several or not adds), next(iter(order), None))
        acts = next((each.text for each in people if each.spec.attr == "actor"), "")
        if field is None or (field is not here and field in aims and name == acts):
            return  # Nobody aims at themselves by a click on their row, unless it is asked whom.
        self.options = self.trouble = None
        if field.is_several and (adds or field is here):
            field.join(fields.line_at(cockpit, self.kind, field, self.context(cockpit), name), adds)
            self._aiming = field.typed if self._aiming is not None else None
            return
        field.put(fields.line_at(cockpit, self.kind, field, self.context(cockpit), name))
        if field.spec.attr == "actor":
            self.each = ()
        if field is here:
            self.at = self._first()

    def wheel(self, by: int) -> None:
        (self.options or self).scroll.by(by)

    def paste(self, cockpit: Cockpit, text: str) -> Intent:
        first = text.strip()[:1]
        if first.isdecimal() and self.options is None and not self.mark and self._go_on(cockpit, first):
            text = text.strip()[1:]
        field = self.here
        if field is not None and not field.is_flag and self.options is None:
            self._put(cockpit, field, field.typed.type(text), text.strip()[:1])
        return STAY

    def submit(self, cockpit: Cockpit, ruling: str = "") -> Intent:
        """Return the intent to carry it out; the form stays open while a field holds an unknown word, and names it."""
        if wrong := self._unfit(cockpit):
            self.trouble = strip.Trouble(wrong)
            return STAY
        empty = next((field for field in self._missing() if field is not self.result), None)
        if empty is not None:
            self.at = self.fields.index(empty)
            self.trouble = strip.Trouble(f"{empty.spec.name} is still empty: {empty.spec.help}.")
            return STAY
        # Each of several has a result of their own, as in a save, and none is typed for all.
        each_throws = self.each and self.unthrown and not any(is_aim(field.spec) for field in self.fields)
        if each_throws and not ruling:
            return strip.OpenSheet(fields.for_each(self.verb, self.each, self.fields))
        result = self.result
        rolled = {result.spec.attr: fields.ROLL} if result is not None and self._rolls(cockpit, result) else {}
        return strip.Run(self.handed_over(cockpit, ruling, **rolled))

    def _rolls(self, cockpit: Cockpit, result: fields.Field) -> bool:
        if result.text:
            return fields.ROLL.startswith(result.text.casefold())
        return self.unthrown and (result.spec.required or self.throw(cockpit) is not None)

    def _edit(self, cockpit: Cockpit, field: fields.Field, press: Press) -> Intent:
        if field.is_flag:
            if press.sign == " " or press.key in ("space", "backspace", "delete"):
                self._take(cockpit, field)
            elif press.sign:
                self.mark = press.sign
            return STAY
        known = {} if field.begun else field.letters(self.context(cockpit), cockpit.key_of(self.verb))
        if word := known.get((press.sign or "").casefold()):
            return self._take_word(cockpit, field, word)
        if known and press.sign == strip.LINE:
            return strip.Write("")
        if (typed := field.typed.after(press)) is not None:
            self._put(cockpit, field, typed, press.sign or "")
        return STAY

    def _put(self, cockpit: Cockpit, field: fields.Field, typed: Typed, sign: str) -> None:
        """Put a typed text into a field, unless it matches none of the field's words.

        If the action takes values by any name, they may be typed in every field: ``heroes=16``.
        """
        open_ = any(each.form.kind == "values" for each in self.fields)
        wrong = fields.own_by_number(field, typed, self.context(cockpit), self.proposed.get(field.spec.attr, ""))
        if not wrong and (not sign or open_ or field.takes(typed, self.context(cockpit))):
            field.typed, self.trouble = typed, None
            self._aim(cockpit, field)
        elif typed.text.isdecimal() and not (field.begun or is_aim(field.spec)) and (after := self._after_aim(cockpit)):
            self.at, self.trouble, after.typed = self.fields.index(after), None, Typed.of(typed.text)
        else:
            self.mark, self.trouble = sign, strip.Trouble(wrong) if wrong else None

    def _step(self, cockpit: Cockpit, field: fields.Field, step: int) -> None:
        words = field.form.words(self.context(cockpit))
        if not words:
            return
        self.trouble = None
        if field.text in words:
            field.put(words[(words.index(field.text) + step) % len(words)])
        else:
            field.put((beginning(field.text, words) or words)[0 if step > 0 else -1])
        self._aim(cockpit, field)

    def _leave(self, cockpit: Cockpit, field: fields.Field) -> None:
        field.put(fields.completed(field.text, field.form.words(self.context(cockpit))) or field.text)
        self._aim(cockpit, field)

    def _aim(self, cockpit: Cockpit, changed: fields.Field) -> None:
        aim = self.target or changed
        if changed.spec.attr == "weapon" and self.proposed and aim.text == self.proposed.get(aim.spec.attr, ""):
            self.proposed = cockpit.meant(self.kind, self.context(cockpit).values.get("weapon", ""))
            aim.put(self.proposed.get(aim.spec.attr, ""))
        self._follow(cockpit)

    def context(self, cockpit: Cockpit) -> Context:
        """Return the fight, with the values of the fields that can be read."""
        key = [cockpit.scene, *[field.text for field in self._declared]]
        if self._context is None or self._context[0] != key:
            values = fields.read_values(self._declared, Context(cockpit.system, cockpit.scene))
            self._context = key, Context(cockpit.system, cockpit.scene, values, kept=cockpit.kept_names)
        return self._context[1]

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        if self.options is not None or self.bars:
            return min(most, LISTED)
        return min(most, len(self._field_lines(cockpit, room, self.tallest)) + (3 if self.result is None else 5))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        lines = self._field_lines(cockpit, room, max(1, min(self.tallest, most - 2)))
        if self.options is not None:
            return lines + self.options.lines(cockpit, room, most - len(lines))
        whole = wrap(self.help_line(cockpit, 2 * room), room, 2)
        # Before the throw the keys that throw come before the end of a remark.
        below = self._below(cockpit, room, max(1, most - len(lines) - (len(whole) if self.unthrown else 1)))
        fits = not self.mark and len(lines) + len(whole) + len(below) <= most
        return [*lines, *(whole if fits else [self.help_line(cockpit, room)]), *below]

    def _below(self, cockpit: Cockpit, room: int, rest: int) -> list[Line]:
        if self.trouble is not None:
            return strip.trouble_lines(cockpit, self.trouble, room, rest)
        preview = self.preview(cockpit)
        throw = self.throw(cockpit) if self.unthrown and not preview.error else None
        odds = self.odds(cockpit) if throw is not None and throw.dice else None
        why = strip.why_bits(preview, cockpit.system.reason_names)
        if throw is not None and not preview.objections:
            words = throw.in_words(odds.success if odds else None, scene=cockpit.scene)
            each = self._apart(cockpit) if throw.dice else []
            notes = [note for one in each[1:] for note in cockpit.preview((Ruled(one),)).notes]
            told = [note for note in preview.notes if each[1:] or note not in throw.remarks]
            preview = replace(preview, notes=tuple(dict.fromkeys((*told, *notes))))
            words = apart_in_words(cockpit, each, 2 * room) if len(each) > 1 else words
            words = f"{len(self.each)} throw: {words}" if self.each and len(each) < 2 else words
            words = " · ".join((words, *map(" ".join, throw.after)))
            lines = wrap([(words, "bright"), *self.ruling_bits(cockpit)], room, min(2, rest))
            why = fields.against_bits(throw) or ([(throw.lacking, "dim")] if throw.lacking else [])
        else:
            takes = not self.unthrown and (self.result is None or len(preview.spends) > 1)  # A throw's one is known.
            lacking = self._before_throw(cockpit).error if self.unthrown and preview == Preview() else preview.error
            throws = fields.throws_of_each(cockpit, self.each, self.parts()) if self.result is None else ""
            shown = replace(preview, text=preview.text.rstrip(":"), error=lacking, throws=throws or preview.throws)
            bits = strip.preview_bits(shown, cockpit.key("rule"), remarks=False, takes=takes)
            lines = wrap([*bits, *self.ruling_bits(cockpit)], room, rest)
            why = [("why: ", "dim"), *why] if why else []
        if self.bars and odds is not None:
            return lines + distribution(odds, room, rest - len(lines), cockpit.glyphs)
        remarks, left = strip.remark_bits(preview), rest - len(lines)
        said = wrap(remarks, room, left, 5) if remarks and left > 0 else []
        if why and len(said) < left:
            lines += wrap(why, room, left - len(said), 5)
        return lines + said

    def _field_lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        bits: list[Bit] = [(self.verb, "verb")]
        place = 0
        later: list[Bit] = []
        listed: list[Bit] = []
        asked, idle = self.asked_now(cockpit), self._idle_result(cockpit)
        selected = self.here if self.options is None else None
        for field in self.fields:
            here = field is selected
            open_ = field.spec.required or field.spec.attr in asked
            if not here and not field.text and not open_ and (field is not self.result or field is idle):
                if field is not idle and field.spec.attr not in self.kind.after_result:
                    names_of = listed if field in self.listed else later
                    names_of += [(" · ", "dim")] if names_of else []
                    names_of += link([(field.spec.name, "dim")], f"field:{self.fields.index(field)}")
                continue
            who = field.is_who
            bits.append((f" {cockpit.glyphs.leads_to} " if who and place else "  ", "dim"))
            place += who
            bits += link(self._field(cockpit, field, here, room), f"field:{self.fields.index(field)}")
        lines = strip.around(wrap(bits, room, indent=2), room, most)
        if later:
            lines[-1:] = wrap([*lines[-1], ("   ", "dim"), *later], room, max(1, most - len(lines) + 1), indent=2)
        if listed and room - width(lines[-1]) > 12:
            more = [("   ", "dim"), *link([(f"{OPENS_OPTIONS} ", "key")], "options:"), *listed]
            lines[-1] = fit([*lines[-1], *more], room)
        return lines

    def _field(self, cockpit: Cockpit, field: fields.Field, here: bool, room: int) -> list[Bit]:
        name = field.spec.name
        plain_who = field.is_who and field.text and not here
        label: list[Bit] = [] if plain_who else [(f"{name} ", "accent" if here else "dim")]
        if field.is_flag:
            mark = ("x" if field.text else " ") if not cockpit.glyphs.fancy else ("✓" if field.text else "·")
            some = field.text.removeprefix("yes")
            return [(f"{mark} {name} {some}".rstrip(), "cursor" if here else "normal")]
        if here and not field.begun and field.letters(self.context(cockpit), ""):
            return [*label, (field.text or CUT, "cursor")]
        more = f" and {len(self.each) - 1} more" if self.each and field.spec.attr == "actor" else ""
        if here:
            typed = self.typing(cockpit, field.typed, room // 2)
            return [*label, *(unlinked(typed) if field.is_who else typed), (more, "bright")]
        text = field.text.removesuffix("-") if len(field.text) == 1 else field.text  # "-" is an empty list.
        return [*label, ((text or "—") + more, "bright" if text else "warn")]

    def help_line(self, cockpit: Cockpit, room: int) -> Line:
        """Return help for the selected field, with the words it offers."""
        if not self.fields:
            return ((self.kind.help, "dim"),)
        field = self.fields[self.at]
        if field is self.result:
            return strip.marked_line(self._result_bits(cockpit, self.context(cockpit)), self.mark, room)
        hint = field.spec.help or (field.spec.type.hint if field.spec.type else "")
        hint += " (several: a comma, or clicks)" if field.is_several else ""
        hint = fields.list_hint(self.kind, field, self.each, hint) if self.each else hint
        offered = fields.offered_bits(cockpit, self.kind, field, self.context(cockpit), self.scroll)
        if not any(word.isdecimal() for word in field.form.words(self.context(cockpit))):  # A hint explains numbers.
            hint = cut(hint, max(room // 2, room - 1 - width(offered)))
        bits: list[Bit] = [(hint, "dim")]
        if self._aiming is not None and (after := self._after_aim(cockpit)) is not None:
            goes_on = strip.key_bits(cockpit, "apply", f"or a number goes on to the {after.spec.name}")
            bits = [*goes_on, GAP, *bits]
        if field.spec.attr in self.kind.after_result and self.preview(cockpit).throws:
            bits += [GAP, *strip.key_bits(cockpit, "apply", LEAVES)]
        bits += link(offered, f"field:{self.at}") if field.is_flag else offered
        refused = f"{field.begun}{self.mark}" if self.mark and self.trouble is None else ""
        return ends(strip.marked_line(bits, refused, room - 1), [], room)

    def _result_bits(self, cockpit: Cockpit, context: Context) -> list[Bit]:
        throw = self.throw(cockpit)
        field = self.fields[self.at]
        more_come = self.each and field.text.count(",") + 1 < len(self.each)
        empty = [each.spec.attr for each in self.fields if not each.text]
        if not more_come and (asked := [attr for attr in self.asked_now(cockpit) if attr in empty]):
            preview = self.preview(cockpit)
            sure = preview.fine and not self.each and (not preview.throws or preview.asks in self.kind.after_result)
            own = sure and throw is not None and throw.actor in cockpit.actors()
            told = [*strip.key_bits(cockpit, "next-field", f"types the {' and '.join(asked)}"), (", ", "dim")]
            told += strip.key_bits(cockpit, "apply", LEAVES)
            return [("it hits", "good"), (": ", "dim"), *told] if own else told
        hint = throw.typed if throw is not None and throw.typed else cockpit.system.result_hint(self.kind.verb, context)
        result = field.spec.type if not self.kind.once_for_a_group else None
        split = self.each and result is not None and len(result.for_each("1,2")) > 1
        apart = [] if self.each else self._apart(cockpit)
        throwing = self.each if split else [name for one in apart[1:] and apart for name in getattr(one, "target", ())]
        if throwing:
            whose = dict(enumerate(throwing)).get(field.text.partition(" ")[0].count(","))
            hint = f"commas: one for each, now {whose}'s; {hint}" if whose else "one result too many"
        rolls = throw is not None and bool(throw.dice) and not field.text
        keys = {"apply": "rolls", "odds": "odds"} if rolls else {}
        end = [bit for key, does in keys.items() for bit in (GAP, *strip.key_bits(cockpit, key, does))]
        if self.listed:
            opens = [GAP, *link([(OPENS_OPTIONS, "key"), (" options", "dim")], "options:")]
            end += fields.behind_bits(field.text, self.listed) if field.text else opens
        return [*fields.hint_bits(hint or field.spec.help, field, self.kind, context, len(throwing) or 1), *end]

    def _change(self, cockpit: Cockpit, field: fields.Field) -> str:
        if (before := self.throw(cockpit)) is None:
            return ""
        words: tuple[str, ...] = ()
        if field.is_flag:
            words = ("" if field.text else "yes",)
        elif field.spec.bare is not None:
            words = (field.spec.bare,)
        elif isinstance(field.spec.type, ChoiceParam | YesNoParam) or field.spec.attr == "motion":
            words = field.form.words(self.context(cockpit))
        texts = []
        for word in words if len(words) <= fields.MOST_LETTERS else ():
            after = self.throw(cockpit, **{field.spec.attr: word})
            if after is not None and (step := after.change_from(before)):
                now, then = self.odds(cockpit), self.odds(cockpit, **{field.spec.attr: word})
                shift = f", {percent(now.success)} to {percent(then.success)}" if now and then else ""
                texts.append(f"{word} {step}" if len(words) > 1 else f"{step}{shift}")
        return " · ".join(texts)
