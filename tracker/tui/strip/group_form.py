"""What is asked of several at once: a row for each, carried out as one line."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Final

from tracker.commands.parser import CommandLine, Draft, Part, tokens
from tracker.commands.resolve import Preview
from tracker.players.table import Proposal
from tracker.rules.command import Parameter, is_aim, is_who
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.forms import described
from tracker.rules.grammar import quote
from tracker.rules.matching import beginning
from tracker.rules.params import NumberParam
from tracker.rules.throw import Throw, percent
from tracker.rules.view import GroupAction
from tracker.tui.look.text import Bit, Line, cells, ends, fit, link, pad, width, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.fields import ROLL, Field, Reader, drafted, hint_bits
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, StripView, Typed

NUMBER: Final = Parameter("number", "number", "argument", NumberParam(), False, "")  # of a side, by its name


def _filled(specs: Sequence[Parameter], texts: Mapping[str, str]) -> list[Field]:
    return [Field(described(spec), Typed.of(texts[spec.attr])) for spec in specs if spec.attr in texts]


def _as_typed(spec: Parameter) -> str:
    return f"{spec.name}=" if spec.kind == "option" else spec.name


def _only_options(text: str) -> bool:
    try:
        return all(token.name is not None for token in tokens(text))
    except InvalidCommand:
        return False


def _outcome(name: str, preview: Preview) -> list[Bit]:
    """Return the preview of somebody's row without what the row says already: who does what, and who loses it."""
    deed, colon, outcome = preview.text.partition(": ")
    if not (preview.fine and colon and deed.startswith(name)) or preview.throws:
        return []
    return [
        (re.sub(rf"(?<=\. ){re.escape(name)} (?=[−+\d])", "", f"{outcome} "), "bright"),
        *strip.remark_bits(preview),
    ]


class GroupForm(StripView):
    """A row of fields for each name, carried out as one line; empty rows are left out, or rolled (``rest``).

    If all rows are empty, ``enter`` makes the tracker throw for everybody whose dice are known.
    """

    name: ClassVar[str] = "sheet"
    hints: ClassVar[tuple[str, ...]] = ("apply", "next-field", "rule", "leave-form")
    otherwise: str = ""  # the verb that begins the fight, where this is the step before it

    def __init__(self, cockpit: Cockpit, many: GroupAction) -> None:
        self.many, self.asked = many, many.asked or many
        self.verb = many.verb
        self.kind = kind = cockpit.system.actions[many.verb]
        specs = kind.in_order
        asked = [next(spec for spec in specs if name in (spec.name, spec.attr)) for name in many.asks] or [NUMBER]
        self.cells = [[Field(described(spec), Typed()) for spec in asked] for _ in many.actors]
        first = (name in cockpit.actors() if many.at_will else name not in many.given for name in many.actors)
        self.row, self.column = next((row for row, begins in enumerate(first) if begins), 0), 0
        self._cut = False
        self._answers: dict[str, tuple[Proposal, str]] = {}  # what phones filled in, by its row, and what that says
        behind = [spec for spec in specs if spec.kind in ("option", "flag") and spec not in asked and many.asks]
        common = kind.after_result if many.on else {spec.attr for spec in behind} - many.shared.keys()
        self.extra = [spec for spec in behind if spec.attr in common]
        """The parameters that may be typed behind a result."""
        self.reader = Reader()
        self.shared = _filled(specs, many.shared)
        self.aims: list[list[Field]] = [[] for _ in many.actors]
        """The options of each row that are filled in with the target chosen by hand."""
        self.free: list[list[Parameter]] = [[] for _ in many.actors]
        """The options for the target of each row that neither the game nor the GM has filled in."""
        self.pointed = False  # whether an enemy was clicked: the first one is for all rows without one
        aims = [spec for spec in specs if spec.kind == "option" and is_aim(spec)]
        for place, name in enumerate(many.actors if many.asks and not many.on else ()):
            aimed, target = cockpit.aims(kind, name), cockpit.target_of(name) or ""
            known = {*cockpit.system.form_defaults(cockpit.scene, kind.verb, {"actor": name}), *aimed}
            self.aims[place] = _filled(specs, aimed)
            self.free[place] = [spec for spec in aims if spec.attr not in known]
            for field in self.cells[place][1:]:
                if is_aim(field.spec):
                    field.put(target)
            self.cells[place][0].put(many.given.get(name, ""))

    def take_in(self, waiting: Iterable[Proposal]) -> None:
        verb = (self.many.asked or self.many).verb
        for proposal in waiting:
            row = next((name for name in self.many.actors if name in (proposal.hero, *proposal.fields)), "")
            if proposal.form == verb and row not in self._answers and (said := self._fill(row, proposal.fields)):
                self._answers[row] = proposal, said

    def answers(self) -> tuple[Proposal, ...]:
        return tuple(proposal for row, (proposal, said) in self._answers.items() if self._said(row) == said)

    def _fill(self, name: str, given: Mapping[str, str]) -> str:
        """Fill in the row of a name, if nothing stands there; returns what it says then, "" if it was left alone."""
        if name not in self.many.actors or any(field.text for field in self._of(name) if not is_aim(field.spec)):
            return ""
        left, first = dict(given), self._of(name)[0]
        first.put(left.pop(name, ""))  # The number of a side goes by its name.
        for field in self._of(name):
            if text := left.pop(field.spec.name, ""):
                field.put(text)
        flags = {spec.name for spec in self.extra if spec.kind == "flag"}
        more = [word if word in flags else f"{word}={quote(text)}" for word, text in left.items() if text]
        first.put(" ".join(filter(None, (first.text, *more))))
        return self._said(name)

    def _said(self, name: str) -> str:
        return " ".join(field.text for field in self._of(name))

    def _of(self, name: str) -> list[Field]:
        return self.cells[self.many.actors.index(name)]

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        self.scroll.follow()
        if self.marked(press):
            return STAY
        if press.id == "leave-form":
            return CLOSE
        if press.id in ("apply", "rule"):
            ruling = self.rule(cockpit) if press.id == "rule" else self.ruling
            if press.id == "rule" and not ruling:
                return STAY
            line = self.whole(cockpit, ruling) or (self.if_empty(cockpit) if press.id == "apply" else ())
            if line and not ruling:
                previews = enumerate(self._previews(cockpit))
                self.row = next((row for row, one in previews if one.error or one.objections), self.row)
            if self.otherwise and line and not cockpit.system.opens_fight.startswith(self.verb):
                return strip.Run((*line, Draft(cockpit.system.actions[self.otherwise], {})))
            if line or self.otherwise:
                return strip.Run(line or self.otherwise)
            nothing = f"Nothing is filled in, so nothing was done; {cockpit.key('leave-form')} leaves."
            self.trouble = strip.Trouble(self.lacking(cockpit) or nothing)
            return STAY
        self.ruling = ""
        if press.by:
            self.row, self.column = (self.row + press.by) % len(self.cells), 0
        else:
            self._edit(cockpit, press)
        return STAY

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        row, _, column = what.partition(".")
        begun, actors = self._begun(), self.many.actors
        if kind == "cell" and row.isdecimal() and int(row) < len(self.cells):
            self.row, self.column, self.mark = int(row), int(column or 0), ""
            field = self.cells[self.row][self.column]
            if column and field.is_flag:
                field.toggle()
        elif kind == "word" and begun is not None:
            self._say(begun[0], quote(what))
        elif kind == "word" and (option := next((spec for spec in self.extra if spec.name == what), None)):
            self._say(option, "")
        elif kind == "word":
            self.cells[self.row][self.column].put(what)
            self.row, self.column = (self.row + 1) % len(self.cells), 0
        elif kind == "who":
            self.mark = ""
            aim = next((field for field in self.cells[self.row] if is_aim(field.spec)), None)
            option = next((spec for spec in self.extra if is_aim(spec)), None)
            if aim is not None and what != actors[self.row]:
                aim.put(what)
            elif what in actors:
                self.row, self.column = actors.index(what), 0
            elif option is not None:
                for place, free in enumerate(self.free if not self.pointed else ()):
                    if self.aims[place] or (option in free and not self._said_above(place, option)):
                        self.aims[place] = _filled([option], {option.attr: what})
                        self.free[place] = [spec for spec in free if spec is not option]
                self.pointed = True
                self._say(option, quote(what))
        return super().click(cockpit, kind, what)

    def _edit(self, cockpit: Cockpit, press: Press) -> None:
        field = self.cells[self.row][self.column]
        if press.key == "right" and field.typed.at == len(field.typed.text) and self.column + 1 < len(self.many.asks):
            self.column += 1
        elif press.key == "left" and field.typed.at == 0 and self.column:
            self.column -= 1
        elif field.is_flag and press.sign == " ":
            field.toggle()
        elif field.is_flag and press.sign:
            self.mark = press.sign
        else:
            typed = field.typed.after(press)
            if typed is not None and press.sign and not field.takes(typed, Context(cockpit.system, cockpit.scene)):
                self.mark = press.sign
            elif typed is not None:
                field.typed, self.trouble = typed, None

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return max(5, min(most, len(self.cells) + 3))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        result = self.hint(cockpit)
        behind: list[Bit] = [("   then ", "dim")] if result and self.extra else []
        for spec in self.extra if result else ():
            gap = " · " if len(behind) > 1 else ""
            behind += [(gap, "dim"), *link([(_as_typed(spec), "dim")], f"word:{spec.name}")]
        if len(self.many.asks) > 1:
            goes_on = f"{'   ' if result else ''}{cockpit.glyphs.leads_to} goes on to {self.many.asks[1]}"
            behind.append((goes_on, "dim"))
        opens = cockpit.system.opens_fight.startswith(self.verb) and not cockpit.scene.turn.round
        then: list[Bit] = [("then the fight begins", "dim")] if opens or self.otherwise else []
        lines = [ends([(self.many.verb, "verb"), (f"  {self.many.title}", "normal")], then, room)]
        space = max(1, most - 3)
        first = self.scroll.first(self.row, len(self.cells), space)
        size = min(24, max((cells(name) for name in self.many.actors), default=0))
        previews = self._previews(cockpit)
        self._cut = False
        shown = range(first, min(len(self.cells), first + space))
        # The hints about enemies and throws have a third of the row at most; what the title says they leave out.
        known, *others = {hint: hint.partition(" ")[2] for hint in map(self.hint_of, range(len(self.cells)))}.items()
        told = not others and known[1] and known[1] in self.many.title
        sizes = (cells(hint) + 1 for hint in map(self.hint_of, () if told else shown) if hint)
        hints = min(max(24, room // 3), max(sizes, default=0))
        lines += [self._row(cockpit, row, previews[row], size, hints, room) for row in shown]
        more = len(self.cells) - space
        gap = " · " if more > 0 and (result or behind) else ""
        context = Context(cockpit.system, cockpit.scene, {"actor": self.many.actors[self.row]})
        hint = hint_bits(result, self.cells[self.row][self.column], self.kind, context)
        said = self.offered(cockpit) or [*hint, *behind]
        lines.append(fit([(f"{more} more{gap}" if more > 0 else "", "warn"), *said, *strip.mark_bits(self.mark)], room))
        return lines + self._verdict(cockpit, previews[self.row], room)

    def _previews(self, cockpit: Cockpit) -> list[Preview]:
        """Return the preview of each row: one after the other, except those of one act on all of them."""
        drafts = [self.row_line(row) for row in range(len(self.cells))]
        apart = [(draft,) for draft in drafts] if self.many.on else [drafts]
        return [preview for part in apart for preview in cockpit.previews(part)]

    def _row(self, cockpit: Cockpit, row: int, preview: Preview, size: int, hints: int, room: int) -> Line:
        here, filled = row == self.row, bool(self.row_line(row))
        bits = strip.row_bits(here, self.many.actors[row], size, cockpit.glyphs)
        bits.append((pad(self.hint_of(row), hints) + " ", "dim"))
        for column, field in enumerate(self.cells[row]):
            if len(self.many.asks) > 1:
                bits.append((f"{field.spec.name} ", "dim"))
            if here and column == self.column:
                part = self.typing(cockpit, field.typed, room)
            else:
                part = [(field.text or "—", "bright" if field.text and filled else "dim")]
            used = sum(cells(text) for text, _ in part)
            bits += link([*part, (" " * max(2, 10 - used), "normal")], f"cell:{row}.{column}")
        outlook = self.outlook(cockpit, row, preview)
        self._cut |= here and width([*bits, *outlook]) > room
        return tuple(link(fit([*bits, *outlook], room), f"cell:{row}"))

    def _verdict(self, cockpit: Cockpit, here: Preview, room: int) -> list[Line]:
        if self.trouble is not None:
            return strip.trouble_lines(cockpit, self.trouble, room, 1)
        line = self.whole(cockpit, self.ruling)
        if not line and self.if_empty(cockpit):
            return [fit(strip.key_bits(cockpit, "apply", "rolls for all whose dice are known"), room)]
        preview = cockpit.preview(line) if line else None
        if preview is None or preview.fine:
            if self._cut and self.row_line(self.row):
                return wrap([*self.ruling_bits(cockpit), *self.outlook(cockpit, self.row, here)], room, 1)
            notes = (self.about_empty(cockpit), *preview.notes) if preview is not None else (self.lacking(cockpit),)
            return [fit([*self.ruling_bits(cockpit), (" ".join(filter(None, notes)), "warn")], room)]
        return wrap(strip.preview_bits(preview, cockpit.key("rule")), room, 1)

    def parts(self, ruling: str = "") -> tuple[Part, ...]:
        """Return the commands of the rows that are filled in."""
        return tuple(self._draft(row, ruling) for row in range(len(self.cells)) if self._is_filled(row))

    def whole(self, cockpit: Cockpit, ruling: str = "") -> CommandLine:
        """Return the commands of all rows: those filled in, and those rolled because they are empty."""
        parts = self.parts(ruling)
        rolls = self._roll_empty(cockpit) if parts and self.many.rest and self.many.asks else {}
        return self._as_one((*parts, *rolls.values()), ruling)

    def if_empty(self, cockpit: Cockpit) -> CommandLine:
        """Return the command that throws for each actor whose row is empty and whose dice are known."""
        return self._as_one(tuple(self._roll_empty(cockpit).values()))

    def _as_one(self, rows: CommandLine, ruling: str = "") -> CommandLine:
        if not self.many.on or not rows:
            return rows
        filled = [row[0].text if self._is_filled(at) else f"{ROLL} {row[0].text}" for at, row in enumerate(self.cells)]
        results, _, options = zip(*(text.partition(" ") for text in filled), strict=True)
        result = ROLL if {*results} == {ROLL} else ",".join(results)
        texts = {**self.many.shared, self.many.on: ",".join(self.many.actors), self.many.asks[0]: result}
        return (Draft(self.kind, texts, " ".join(options).strip(), ruling),)

    def row_line(self, row: int) -> CommandLine:
        """Return the command of a row alone; nothing while it is empty."""
        return (self._draft(row),) if self._is_filled(row) else ()

    def _is_filled(self, row: int) -> bool:
        texts = (field.text for field in self.cells[row] if not is_aim(field.spec))
        left = self.many.given.get(self.many.actors[row]) if self.many.at_will else None
        return any(text and text != left and not _only_options(text) for text in texts)

    def _begun(self) -> tuple[Parameter, str] | None:
        """Return the option whose value is being typed in the selected row, and its text so far; None if none is."""
        name, is_value, text = self.cells[self.row][0].typed.text.rpartition(" ")[2].partition("=")
        spec = next((spec for spec in self.extra if spec.name == name), None)
        return (spec, text) if is_value and spec is not None else None

    def offered(self, cockpit: Cockpit) -> list[Bit]:
        """Return the words that can follow in the option being typed; nothing where there is none."""
        begun = self._begun()
        if begun is None or begun[0].type is None:
            return []
        spec, text = begun
        values = {"actor": self.many.actors[self.row]}
        words = begun[0].type.complete(Context(cockpit.system, cockpit.scene, values))
        shown = strip.choices_bits(beginning(text, words) or words, text)
        return [(f"{spec.name}: {spec.help}: ", "dim"), *shown] if words else []

    def hint_of(self, row: int) -> str:
        """Return what stands grey behind a row: its target, and what else is said of it."""
        typed = self.cells[row][0].text
        aims = [(field.spec.name, field.text) for field in self.aims[row]]
        aims += [(spec.name, self._said_above(row, spec)) for spec in self.free[row] if not aims]
        said = (f"{name} {text}" for name, text in aims if text and f"{name}=" not in typed)
        return self.many.hints.get(self.many.actors[row], "") or " ".join(said)

    def _say(self, spec: Parameter, value: str) -> None:
        field = self.cells[self.row][0]
        kept = re.sub(rf'(^| ){spec.name}(=("[^"]*"?|\S*)|(?= |$))', "", field.text)
        said = f"{kept} {_as_typed(spec)}{value}".lstrip()
        field.typed, self.trouble = Typed.of(f"{said} " if value else said), None

    def _draft(self, row: int, ruling: str = "", **other: str) -> Draft:
        said = " ".join(other.get(field.spec.attr, field.text) for field in self.cells[row])
        above = [Field(described(spec), Typed.of(self._said_above(row, spec))) for spec in self.free[row]]
        aims = [field for field in (*self.shared, *self.aims[row], *above) if f"{field.spec.name}=" not in said]
        who = next(one for one in self.kind.in_order if (one.attr == self.many.on if self.many.on else is_who(one)))
        actor = Field(described(who), Typed.of(self.many.actors[row]))
        return drafted(self.kind, [actor, *self.cells[row], *aims], ruling, other)

    def _said_above(self, row: int, spec: Parameter) -> str:
        """Return the value of this option in the nearest row above that has one; it applies to the rows below."""
        for fields in reversed(self.cells[:row]):
            for field in fields:
                with suppress(InvalidCommand):
                    if named := [token.text for token in tokens(field.text) if token.name == spec.name]:
                        return named[-1]
        return ""

    def _rolled(self, row: int) -> Draft | None:
        result = self.cells[row][0]
        options = f" {result.text}" if _only_options(result.text) else ""
        throws = result.is_result and not self.many.at_will
        return self._draft(row, **{result.spec.attr: f"{ROLL}{options}"}) if throws else None

    def _throw(self, cockpit: Cockpit, draft: Draft | None) -> Throw | None:
        action = self.reader.action(cockpit, draft) if draft is not None else None
        return cockpit.throw(action) if action is not None else None

    def _thrown(self, cockpit: Cockpit, draft: Draft) -> list[Bit]:
        throw, action = self._throw(cockpit, draft), self.reader.action(cockpit, draft)
        if throw is None or action is None:
            return []
        odds = cockpit.odds(action) if throw.dice else None
        chance = f"{percent(odds.success):>6} {throw.comes}".rstrip() + "  " if odds else ""
        return [(chance, "normal"), (throw.in_words(named=False), "dim")]

    def _roll_empty(self, cockpit: Cockpit) -> dict[str, Draft]:
        empty = ((name, self._rolled(row)) for row, name in enumerate(self.many.actors) if not self._is_filled(row))
        drafts = {name: draft for name, draft in empty if draft is not None}
        throws = {name: self._throw(cockpit, draft) for name, draft in drafts.items()}
        return {name: drafts[name] for name, throw in throws.items() if throw is not None and throw.dice}

    def about_empty(self, cockpit: Cockpit) -> str:
        """Return who is left out while their rows are empty, and for whom is rolled; nothing where nobody is."""
        if not self.many.rest or not self.many.asks:
            return ""
        rolled = self._roll_empty(cockpit)
        empty = [name for row, name in enumerate(self.many.actors) if not self._is_filled(row)]
        out = ", ".join(name for name in empty if name not in rolled)
        also = f"{cockpit.key('apply')} also rolls for {', '.join(rolled)}." if rolled else ""
        return " ".join(filter(None, (f"Left out: {out}." if out else "", also)))

    def lacking(self, cockpit: Cockpit) -> str:
        """Return why the dice of the selected row are unknown, in a sentence; nothing where they are known."""
        draft = self._rolled(self.row)
        throw = self._throw(cockpit, draft)
        if throw is not None:
            return throw.lacking
        wrong = cockpit.preview((draft,)).error if draft is not None else ""
        # A result that no dice give is nothing that is missing.
        return "" if wrong.startswith(f"{self.cells[self.row][0].spec.name}:") else wrong

    def hint(self, cockpit: Cockpit) -> str:
        """Return what can be typed in the selected field."""
        draft = self._rolled(self.row)
        if draft is None:
            kind = self.cells[self.row][self.column].spec.type
            return kind.hint if kind is not None else ""
        throw = self._throw(cockpit, draft)
        return throw.typed if throw is not None else cockpit.system.result_help

    def outlook(self, cockpit: Cockpit, row: int, preview: Preview) -> list[Bit]:
        """Return what a row comes to, or what its dice may come to while it is empty."""
        if self._is_filled(row):
            asks_it = preview.asks in ("", self.cells[row][0].spec.attr)
            thrown = self._thrown(cockpit, self._draft(row)) if preview.throws and preview.fine and asks_it else []
            return thrown or _outcome(self.many.actors[row], preview) or strip.preview_bits(preview, "", takes=False)
        draft = self._rolled(row)
        if draft is None:
            return []
        return self._thrown(cockpit, draft) or strip.why_bits(cockpit.preview((draft,)), cockpit.system.reason_names)


class SideForm(GroupForm):
    """A number for each name in one command, ``initiative heroes=14 enemies=11``, or its word for the rest."""

    def parts(self, ruling: str = "") -> tuple[Part, ...]:
        rows = zip(self.many.actors, self.cells, strict=True)
        numbers = [f"{name}={quote(cell.text)}" for name, (cell,) in rows if cell.text]
        rest = [self.many.rest] if self.many.rest and len(numbers) < len(self.cells) else []
        return (Draft(self.kind, {}, " ".join((*rest, *numbers)), ruling),)

    def row_line(self, row: int) -> CommandLine:
        return ()

    def _rolled(self, row: int) -> Draft | None:
        return None

    def outlook(self, cockpit: Cockpit, row: int, preview: Preview) -> list[Bit]:
        return [("rolled" if self.many.rest and not self.cells[row][0].text else "", "dim")]
