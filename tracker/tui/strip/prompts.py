"""What waits: open questions, attacks and held actions to answer, and what the players' phones ask or propose."""

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec import field

from tracker.combat.model import Model
from tracker.commands.parser import CommandLine, Draft
from tracker.players.table import Proposal, Table
from tracker.rules.command import thrown_by
from tracker.rules.matching import beginning
from tracker.rules.reminders import THROW
from tracker.rules.resolver import SKIP
from tracker.rules.system import System
from tracker.rules.view import Answer
from tracker.tui.look.text import Bit, Line, cells, fit, link, width, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.fields import ONE_KEY, completed, letter_bits, letters
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, StripView, Typed


class Question(Model):
    """A question: the ``id`` of a prompt; or None, and ``answers`` that each stand for a line or a form."""

    who: str
    text: str
    words: tuple[str, ...]
    id: int | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def free(self) -> bool:
        """Return whether any text answers it."""
        return self.id is not None and not self.words


def questions(cockpit: Cockpit) -> list[Question]:
    """Return all questions, open prompts first."""
    prompts, pending = strip.asked(cockpit.system, cockpit.scene)
    asked = [Question(each.name, each.text, (*each.choices, SKIP) if each.choices else (), each.id) for each in prompts]
    for wait in pending:
        given = {"target": wait.target, "against_": wait.attacker} | {flag: flag for flag in wait.flags}
        given = {attr: text for attr, text in given.items() if text}
        verbs = (Answer(verb, verb=verb, who=wait.name, given=given) for verb in wait.verbs)
        answers = {answer.word: answer for answer in (*verbs, *wait.answers)}
        asked.append(Question(wait.name, wait.text, tuple(answers), None, answers))
    return asked


class Prompts(StripView):
    """The open questions: an exact letter gives an answer, longer lists are typed into; tab goes to the next.

    The key enter gives the marked answer, which is to throw, else the first one, until arrows mark another.
    """

    name: ClassVar[str] = "questions"
    hints: ClassVar[tuple[str, ...]] = ("next-field", "apply", "leave-form")

    def __init__(self, at: int = 0, opened: str = "prompts") -> None:
        """``opened`` is the id of the key that asks for them, whose letter answers nothing."""
        self.at, self.opened = at, opened
        self.typed = Typed()
        self.chosen: int | None = None

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        self.mark = ""
        waiting = questions(cockpit)
        self.at = min(self.at, max(0, len(waiting) - 1))
        if press.id == "leave-form" or not waiting:
            return CLOSE
        question, left = waiting[self.at], len(waiting) > 1
        if press.by and not left and question.words and press.id in ("next-choice", "last-choice"):
            self._mark(question.words, press.by)
        elif press.by:
            self._go((self.at + press.by) % len(waiting))
        elif press.key in ("right", "left") and question.words and not self.typed.text:
            self._mark(question.words, 1 if press.key == "right" else -1)
        elif press.id == "apply":
            word = self._word(question)
            return self._answer(cockpit, question, word, left) if word else STAY
        elif press.key == "delete" and question.free and not self.typed.text:
            return self._answer(cockpit, question, SKIP, left)
        else:
            return self._type(cockpit, question, press, left)
        return STAY

    def _go(self, at: int) -> None:
        self.at, self.typed, self.chosen, self.trouble = at, Typed(), None, None

    def _marked(self, words: tuple[str, ...]) -> int:
        """Return the place of the marked answer: until arrows mark one, to throw, as in forms, else the first."""
        return self.chosen if self.chosen is not None else words.index(THROW) if THROW in words else 0

    def _mark(self, words: tuple[str, ...], by: int) -> None:
        self.chosen = (self._marked(words) + by) % len(words)
        self.typed, self.trouble = Typed(), None

    def _word(self, question: Question) -> str:
        typed, words = self.typed.text, question.words
        return completed(typed, words) or typed if typed or not words else words[self._marked(words)]

    def _type(self, cockpit: Cockpit, question: Question, press: Press, left: bool) -> Intent:
        if press.sign and not self.typed.text:
            if question.words and press.sign == strip.LINE:
                return strip.Write("")
            if word := letters(question.words, cockpit.key(self.opened)).get(press.sign.casefold()):
                return self._answer(cockpit, question, word, left)
        typed = self.typed.after(press)
        if typed is None:
            return STAY
        # What the dice show, in place of a throw.
        shown = typed.text.isdecimal() and bool(THROW in question.words or self._anew(question, typed.text))
        if question.words and not shown and not beginning(typed.text, question.words):
            self.mark = press.sign or ""
        else:
            self.typed, self.chosen, self.trouble = typed, self.chosen if shown else None, None
        return STAY

    def _anew(self, question: Question, faces: str) -> str:
        """Return the line of the marked answer that throws dice anew, or the first, with their faces; "" if none."""
        answers = [each for each in question.answers.values() if each.throws]
        marked = [each for each in answers if self.chosen is not None and each.word == question.words[self.chosen]]
        return f"{(marked or answers)[0].line} dice={faces}" if answers and faces.isdecimal() else ""

    def _answer(self, cockpit: Cockpit, question: Question, word: str, left: bool) -> Intent:
        anew = self._anew(question, word)
        self.typed, self.chosen = Typed(), None
        if anew:
            return strip.Run(anew, keep=left)
        if question.id is not None:
            return strip.Run(_decision(cockpit, question.id, word), keep=left)
        if (answer := question.answers.get(word)) is None:
            self.mark = word
            return STAY
        form = strip.Open(answer.verb, answer.given, answer.who or None)
        return strip.Run(answer.line, keep=left) if answer.line else form

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        waiting = questions(cockpit)
        if kind == "question" and int(what) < len(waiting):
            self._go(int(what))
        elif kind == "word" and self.at < len(waiting) and what in (waiting[self.at].words or (SKIP,)):
            return self._answer(cockpit, waiting[self.at], what, len(waiting) > 1)
        return STAY

    def wheel(self, by: int) -> None:
        """Go to the question before or after."""
        self._go(max(0, self.at + (1 if by > 0 else -1)))

    def _choices(self, cockpit: Cockpit, words: tuple[str, ...]) -> list[Bit]:
        if self.typed.text:
            return strip.choices_bits(beginning(self.typed.text, words) or [self.typed.text], self.typed.text)
        return letter_bits(words, words[self._marked(words)], cockpit.key(self.opened))

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        waiting = questions(cockpit)
        longest = max((len(wrap(_shown(question, cockpit, ""), room)) for question in waiting), default=1)
        return max(3, min(most, len(waiting) + longest + 1), len(self.lines(cockpit, room, most)))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        waiting = questions(cockpit)
        self.at = min(self.at, max(0, len(waiting) - 1))
        if not waiting:
            return [fit([("No question is open any more.", "dim")], room)]
        whole = len(wrap(_shown(waiting[self.at], cockpit, ""), room))
        space = max(1, most - 1 - whole)
        first = max(0, min(self.at - space + 1, len(waiting) - space))
        lines: list[Line] = []
        for place, question in enumerate(waiting[first : first + space], first):
            said = _shown(question, cockpit, "bright" if place == self.at else "dim")
            shown = link(_with_answers(said, question) if place == self.at else said, f"question:{place}")
            lines += wrap(shown, room, max(1, most - 1 - len(lines)), 3) if place == self.at else [fit(shown, room)]
        selected = waiting[self.at]
        typed = self.typing(cockpit, self.typed, room // 2)
        words = self._choices(cockpit, selected.words) if selected.words else typed
        skips = link([("   delete", "key"), (f" {SKIP}", "dim")], f"word:{SKIP}") if selected.free else []
        more = f"   {len(waiting)} open" if len(waiting) > 1 else ""
        mark = strip.mark_bits(self.typed.text + self.mark if self.mark else "")
        anew = ", or the dice thrown anew" if self._anew(selected, "1") else ""
        number = ", or a number" if THROW in selected.words else anew
        way = f"   {ONE_KEY}{number}" * bool(selected.words and not self.typed.text)
        answer: list[Bit] = [("  answer: ", "accent"), *words]
        rest: list[Bit] = [*skips, (more, "dim"), *mark]
        answer += [(way, "dim")] if width([*answer, *rest]) + cells(way) <= room else []
        lines += wrap([*answer, *rest], room, max(1, most - len(lines)), 3)
        verb, line = self._foreseen(cockpit, selected)
        if self.trouble is not None:
            lines += wrap([(self.trouble.text, "refused")], room, max(1, most - len(lines)))
        elif line and len(lines) < most:
            lines += wrap([(verb, "bright"), *strip.preview_bits(cockpit.preview(line), "")], room, most - len(lines))
        return lines

    def _foreseen(self, cockpit: Cockpit, question: Question) -> tuple[str, CommandLine]:
        """Return the line of the marked answer; of verbs that of the first that needs no result, and this verb."""
        word = self._word(question)
        if question.id is not None:
            return "", _decision(cockpit, question.id, word) if word else ""
        line = question.answers[word].line if word in question.answers else self._anew(question, word)
        for answer in sorted(question.answers.values(), key=lambda each: each.word != word) if not line else ():
            kind = cockpit.system.actions.get(answer.verb)
            needs = [spec.attr for spec in kind.in_order if spec.required or spec == thrown_by(kind)] if kind else []
            if kind is not None and needs == ["actor"]:
                given = {attr: text for attr, text in answer.given.items() if attr in kind.parameters}
                return f"{answer.word} ", (Draft(kind, {"actor": answer.who, **given}),)
        return "", line


def _decision(cockpit: Cockpit, question: int, word: str) -> CommandLine:
    return (Draft(cockpit.system.actions["decide"], {"number": str(question), "choice": word}),)


def _with_answers(bits: Iterable[Bit], question: Question) -> list[Bit]:
    """Return what is asked, in which a click on an answer and what it does, ``2 shooting``, gives the answer."""
    words = {f"{each.word} {each.help}": each.word for each in question.answers.values() if each.help}
    between = re.compile("|".join(f"({re.escape(said)})" for said in words) or "$^")
    parts = ((part, tone) for text, tone in bits for part in between.split(text) if part)
    return [bit for part in parts for bit in (link([part], f"word:{words[part[0]]}") if part[0] in words else [part])]


def _shown(question: Question, cockpit: Cockpit, tone: str) -> list[Bit]:
    flag = cockpit.glyphs.pending if tone == "bright" else " "
    who = "" if not question.who or question.text.startswith(f"{question.who} ") else f"{question.who}: "
    return [(f"{flag} ", "prompt"), (who, tone), (question.text, tone)]


class Proposals(StripView):
    """The wishes and proposals, oldest first: ``enter`` takes the marked one, ``e`` opens it as a form."""

    name: ClassVar[str] = "proposals"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = 0

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        asking, waiting = self.table.asking, self.table.waiting
        if press.id == "leave-form" or not (asking or waiting):
            return CLOSE
        self.at = min(self.at, len(asking) + len(waiting) - 1)
        if press.by:
            self.at = (self.at + press.by) % (len(asking) + len(waiting))
            self.trouble = None
        elif press.sign == strip.LINE:
            return strip.Write("")
        elif self.at < len(asking):
            if press.sign in ("y", "n") or press.key == "delete":
                return strip.Admit(*asking[self.at], press.sign == "y")
        elif press.id == "apply" or press.key == "delete" or press.sign == "e":
            how = "take" if press.id == "apply" else "edit" if press.sign == "e" else "decline"
            return strip.Settle(waiting[self.at - len(asking)], how)
        return STAY

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        if kind in ("item", strip.TAKE) and what.isdecimal():
            self.at = int(what)
            waiting = self.at - len(self.table.asking)
            if kind == strip.TAKE and 0 <= waiting < len(self.table.waiting):
                return strip.Settle(self.table.waiting[waiting])
        elif kind == "word" and self.at < len(self.table.asking):
            return strip.Admit(*self.table.asking[self.at], what == "y")
        return STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return max(3, min(most, len(self.table.asking) + len(self.table.waiting) + 2))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        asking, waiting = self.table.asking, self.table.waiting
        total = len(asking) + len(waiting)
        if not total:
            return [fit([("Nothing is proposed any more.", "dim")], room)]
        self.at = min(self.at, total - 1)
        space = max(1, most - 2)
        first = max(0, min(self.at - space + 1, total - space))
        lines: list[Line] = []
        for place in range(first, min(total, first + space)):
            tone = "bright" if place == self.at else "dim"
            flag = cockpit.glyphs.pending if place == self.at else " "
            own = place < len(asking)
            text = wish(asking[place][1]) if own else proposed(cockpit.system, waiting[place - len(asking)])
            lines.append(fit(link([(f"{flag} ", "prompt"), (text, tone)], f"item:{place}"), room))
        keys: list[Bit] = []
        if self.at < len(asking):
            keys = [*link([("  y", "key"), (" lets it in", "dim")], "word:y"), ("  ", "dim")]
            keys += link([("n", "key"), (" does not", "dim")], "word:n")
        else:
            marked = waiting[self.at - len(asking)]
            lines += wrap([("  ", "dim"), *strip.preview_bits(cockpit.preview(marked.line), "")], room, 1)
            form = " as a line" if marked.program else " as a form"
            keys += [("  ", "dim"), *strip.key_bits(cockpit, "apply", "take")]
            for sign, what in (("e", form), ("delete", " decline")):
                keys += [("  ", "dim"), *link([(sign, "key"), (what, "dim")], f"key:{sign}")]
        lines.append(fit(keys, room))
        if self.trouble is not None:
            lines[-1] = fit([(self.trouble.text, "refused")], room)
        return lines[:most]


def wish(hero: str) -> str:
    """Return a phone's wish as a sentence."""
    return f"A phone wants to be {hero}."


def proposed(system: System, proposal: Proposal) -> str:
    """Return a proposal in short: the hero, the verb, and what was filled in, as it would be typed."""
    if proposal.program:
        return f"{proposal.program}: {proposal.line}"
    verb = proposal.line.partition(" ")[0]
    kind = system.actions.get(verb)
    placed = {parameter.name for parameter in kind.in_order if parameter.kind == "argument"} if kind else set()
    words = [text if name in placed else f"{name}={text}" for name, text in proposal.fields.items() if text]
    return f"{proposal.hero}: {' '.join((verb, *words))}"
