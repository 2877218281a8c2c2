"""What waits for the Director: open questions, and attacks or held actions that wait for their answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.combat.model import Model
from tracker.rules.quoting import quote
from tracker.tui.cockpit.pending import asked
from tracker.tui.look.text import Bit, Line, fit, wrap
from tracker.tui.strip.fields import begun
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import Press, StripView, Trouble, choices_bits, preview_bits, typed_bits, window

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller


class Question(Model):
    """One thing that waits: ``id`` of a prompt, or None where one of the verbs in ``words`` answers it."""

    who: str
    text: str
    words: tuple[str, ...]
    id: int | None = None
    flags: tuple[str, ...] = ()
    target: str = ""
    against: str = ""


def questions(controller: Controller) -> list[Question]:
    """Everything that waits, open prompts first."""
    prompts, pending = asked(controller.system, controller.scene)
    return [
        *(Question(e.name, e.text, (*e.choices, "skip") if e.choices else (), e.id) for e in prompts),
        *(Question(e.name, e.text, e.verbs, flags=e.flags, target=e.target, against=e.attacker) for e in pending),
    ]


class Prompts(StripView):
    """A letter or a number answers the question at hand, tab goes to the next; of a sole one, arrows mark answers."""

    name: ClassVar[str] = "questions"
    hints: ClassVar[tuple[str, ...]] = ("next-field", "apply", "leave-form")

    def __init__(self) -> None:
        self.at = 0
        self.typed = Typed()
        self.marked: int | None = None
        self.trouble: Trouble | None = None

    def press(self, controller: Controller, press: Press) -> None:
        """Take one key."""
        found = questions(controller)
        self.at = min(self.at, max(0, len(found) - 1))
        if press.id == "leave-form" or not found:
            controller.close()
        elif press.id in ("next-field", "next-choice", "last-field", "last-choice"):
            by = 1 if press.id.startswith("next") else -1
            if len(found) == 1 and found[0].words and press.id.endswith("choice"):
                self._mark(found[0].words, by)
            else:
                self._walk(by, len(found))
        elif press.key in ("right", "left") and found[self.at].words:
            self._mark(found[self.at].words, 1 if press.key == "right" else -1)
        elif press.id == "apply":
            one = found[self.at]
            if self.typed.text:
                self._answer(controller, one, self.typed.text, len(found))
            elif one.words and self.marked is not None:
                self._answer(controller, one, one.words[self.marked], len(found))
            elif one.words:
                self._mark(one.words, 1)
        else:
            self._type(controller, found[self.at], press, len(found))

    def _walk(self, by: int, open_: int) -> None:
        """To another question."""
        if by:
            self.at = (self.at + by) % open_
            self.typed, self.marked, self.trouble = Typed(), None, None

    def _mark(self, words: tuple[str, ...], by: int) -> None:
        """Mark the next answer, which enter takes then; nothing is taken that was not marked."""
        last = len(words) - 1
        self.marked = (0 if by > 0 else last) if self.marked is None else (self.marked + by) % len(words)
        self.typed, self.trouble = Typed(), None

    def _type(self, controller: Controller, one: Question, press: Press, open_: int) -> None:
        typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
        if typed is None:
            return
        found = begun(typed.text, one.words)
        if one.words and not found:
            self._walk({"down": 1, "up": -1}.get(controller.keymap.table.get(press.key, ""), 0), open_)
            return
        self.typed, self.marked, self.trouble = typed, None, None
        if press.sign and len(found) == 1:
            self._answer(controller, one, found[0], open_)

    def _answer(self, controller: Controller, one: Question, word: str, open_: int) -> None:
        self.typed, self.marked = Typed(), None
        if one.id is not None:
            self.trouble = controller.attempt(f"decide {one.id} {quote(word)}", keep=open_ > 1)
            return
        verb = next((each for each in one.words if each.startswith(word)), None)
        if verb is not None:
            controller.select(one.who)
            given = {**{flag: flag for flag in one.flags}, "target": one.target, "against_": one.against}
            known = controller.system.actions[verb].parameters
            controller.open_form(verb, {name: text for name, text in given.items() if text and name in known})

    def _choices(self, words: tuple[str, ...]) -> list[Bit]:
        """The answers, each with the letters that are enough for it."""
        if self.typed.text:
            return choices_bits(words, self.typed.text)
        bits: list[Bit] = []
        for at, word in enumerate(words):
            enough = next((n for n in range(1, len(word)) if begun(word[:n], words) == [word]), len(word))
            tones = ("cursor", "cursor") if at == self.marked else ("key", "normal")
            bits += [(" · " if at else "", "dim"), (word[:enough], tones[0]), (word[enough:], tones[1])]
        return bits

    def rows(self, controller: Controller, room: int, most: int) -> int:
        """A question a line, and the answers to the one at hand."""
        return max(3, min(most, len(questions(controller)) + 2))

    def lines(self, controller: Controller, room: int, most: int) -> list[Line]:
        """The questions, and the answers to the one at hand."""
        found = questions(controller)
        self.at = min(self.at, max(0, len(found) - 1))
        if not found:
            return [fit([("No question is open any more.", "dim")], room)]
        space = max(1, most - 2)
        first = max(0, min(self.at - space + 1, len(found) - space))
        made: list[Line] = []
        for place, each in enumerate(found[first : first + space], first):
            here = place == self.at
            tone = "bright" if here else "dim"
            sign = controller.glyphs.pending if here else " "
            who = "" if each.text.startswith(f"{each.who} ") else f"{each.who}: "
            made.append(fit([(f"{sign} ", "prompt"), (who, tone), (each.text, tone)], room))
        one = found[self.at]
        words = self._choices(one.words) if one.words else typed_bits(window(self.typed, room // 2), controller)
        more = "   skip drops it" if one.id is not None and not one.words else ""
        more += f"   {len(found)} open" if len(found) > 1 else ""
        made.append(fit([("  answer: ", "accent"), *words, (more, "dim")], room))
        if self.trouble is not None:
            made += wrap([(self.trouble.text, "refused")], room, max(1, most - len(made)))
        elif (line := self._decision(one)) and len(made) < most:
            made += wrap(preview_bits(controller.preview(line), ""), room, most - len(made))
        return made

    def _decision(self, one: Question) -> str:
        """The line that enter would carry out, where a question is answered by one."""
        word = self.typed.text or (one.words[self.marked] if self.marked is not None else "")
        return f"decide {one.id} {quote(word)}" if one.id is not None and word else ""
