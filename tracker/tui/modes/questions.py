"""What waits for the Director: open questions, and attacks or held actions that wait for their answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tracker.combat.frozen import frozen
from tracker.commands.grammar import quote
from tracker.tui.asked import asked
from tracker.tui.modes.fields import begun
from tracker.tui.modes.mode import Mode, Press, Trouble, choices_bits, typed_bits, window
from tracker.tui.text import Line, fit, wrap
from tracker.tui.typing_line import Typed

if TYPE_CHECKING:
    from tracker.tui.desk import Desk


@frozen
class Question:
    """One thing that waits: ``id`` of a prompt, or None where one of the verbs in ``words`` answers it."""

    who: str
    text: str
    words: tuple[str, ...]
    id: int | None = None


def questions(desk: Desk) -> list[Question]:
    """Everything that waits, open prompts first."""
    prompts, waiting = asked(desk.system, desk.scene)
    return [
        *(Question(e.name, e.text, (*e.choices, "skip") if e.choices else (), e.id) for e in prompts),
        *(Question(each.who, each.text, each.verbs) for each in waiting),
    ]


class Questions(Mode):
    """A letter or a number answers the question at hand, tab goes to the next one."""

    name: ClassVar[str] = "questions"
    hints: ClassVar[tuple[str, ...]] = ("next-field", "apply", "leave-form")

    def __init__(self) -> None:
        self.at = 0
        self.typed = Typed()
        self.trouble: Trouble | None = None

    def press(self, desk: Desk, press: Press) -> None:
        """Take one key."""
        found = questions(desk)
        self.at = min(self.at, max(0, len(found) - 1))
        if press.id == "leave-form" or not found:
            desk.close()
        elif press.id in ("next-field", "next-choice", "last-field", "last-choice"):
            self.at = (self.at + (1 if press.id.startswith("next") else -1)) % len(found)
            self.typed, self.trouble = Typed(), None
        elif press.id == "apply":
            if self.typed.text:
                self._answer(desk, found[self.at], self.typed.text, len(found))
        else:
            self._type(desk, found[self.at], press, len(found))

    def _type(self, desk: Desk, one: Question, press: Press, open_: int) -> None:
        typed = self.typed.type(press.sign) if press.sign else self.typed.press(press.key)
        if typed is None:
            return
        found = begun(typed.text, one.words)
        if one.words and not found:
            return
        self.typed, self.trouble = typed, None
        if press.sign and len(found) == 1:
            self._answer(desk, one, found[0], open_)

    def _answer(self, desk: Desk, one: Question, word: str, open_: int) -> None:
        self.typed = Typed()
        if one.id is not None:
            self.trouble = desk.attempt(f"decide {one.id} {quote(word)}", keep=open_ > 1)
            return
        verb = next((each for each in one.words if each.startswith(word)), None)
        if verb is not None:
            desk.select(one.who)
            desk.open_form(verb)

    def rows(self, desk: Desk, room: int, most: int) -> int:
        """A question a line, and the answers to the one at hand."""
        return max(3, min(most, len(questions(desk)) + 2))

    def lines(self, desk: Desk, room: int, most: int) -> list[Line]:
        """The questions, and the answers to the one at hand."""
        found = questions(desk)
        self.at = min(self.at, max(0, len(found) - 1))
        if not found:
            return [fit([("No question is open any more.", "dim")], room)]
        space = max(1, most - 2)
        first = max(0, min(self.at - space + 1, len(found) - space))
        made: list[Line] = []
        for place, each in enumerate(found[first : first + space], first):
            here = place == self.at
            tone = "bright" if here else "dim"
            sign = desk.glyphs.waiting if here else " "
            made.append(fit([(f"{sign} ", "prompt"), (f"{each.who}: ", tone), (each.text, tone)], room))
        one = found[self.at]
        words = (
            choices_bits(one.words, self.typed.text) if one.words else typed_bits(window(self.typed, room // 2), desk)
        )
        more = f"   {len(found)} open" if len(found) > 1 else ""
        made.append(fit([("  answer: ", "accent"), *words, (more, "dim")], room))
        if self.trouble is not None:
            made += wrap([(self.trouble.text, "refused")], room, max(1, most - len(made)))
        return made
