"""Titles, notes, free throws, answers to open questions, settings."""

from __future__ import annotations

from tracker.combat import dice as dice_words
from tracker.combat.dice import Throw
from tracker.combat.events import EncounterBegan, SettingBecame, TitleBecame
from tracker.combat.frozen import frozen
from tracker.combat.scene import HEROES
from tracker.systems import ending
from tracker.systems.action import Action, named, open_fields, place
from tracker.systems.errors import Nonsense, nearest
from tracker.systems.people import crowd
from tracker.systems.play import Play
from tracker.systems.words import DiceText, Look, Number, Numbers, Text, Word

SKIP = "skip"
"""The answer that drops a question."""


class Title(Action):
    """Names the session."""

    by_hand = True

    title: str = place(Text("text", 200), "the name", required=True, rest=True)

    def resolve(self, play: Play) -> None:
        """Name it."""
        play.do(TitleBecame(self.title))
        play.say(f"This is “{self.title}”.")


class Encounter(Action):
    """A new fight: heroes stay as they are, the rest leaves."""

    by_hand = True

    title: str = place(Text("text", 200), "the fight's name", required=True, rest=True)

    def resolve(self, play: Play) -> None:
        """Clear the table but for the heroes."""
        stay = tuple(each.name for each in play.scene.combatants.values() if each.side == HEROES)
        ending.gone(play, [name for name in play.scene.combatants if name not in stay])
        play.do(EncounterBegan(self.title, stay, play.system.default_band))
        play.system.encounter(play)
        play.say(f"A new fight: {self.title}.{f' {crowd(stay, play.scene)} stay.' if stay else ''}")


class Roll(Action):
    """Throws dice for anything: 3d6+2, 6d10>=6."""

    by_hand = True

    expression: str = place(DiceText("dice"), "the dice", required=True)
    what: str | None = place(Text(), "what for", rest=True)
    dice: tuple[int, ...] | None = named(
        Numbers(1, dice_words.MOST_SIDES, most=dice_words.MOST_DICE), "the faces on the table"
    )

    def resolve(self, play: Play) -> None:
        """Throw them."""
        read = dice_words.parse(self.expression)
        if self.dice is not None:
            play.dice.recorded[:] = _as_thrown(read, self.dice)
        rolled = read.roll(play.dice, "roll")
        faces = " ".join(map(str, rolled.faces))
        play.means(dice=rolled.faces or None)
        play.because("total", self.expression, rolled.total)
        play.say(f"{self.what + ': ' if self.what else ''}{self.expression} gives {rolled.total} ({faces}).")


def _as_thrown(read: dice_words.Expression, faces: tuple[int, ...]) -> list[Throw]:
    """Typed faces as the throws the expression asks for; raises Nonsense if they do not fit."""
    left, found = list(faces), []
    for term in read.terms:
        if term.sides > 1:
            mine, left = left[: term.count], left[term.count :]
            if len(mine) != term.count or any(face > term.sides for face in mine):
                raise Nonsense("The faces do not fit the dice; type as many as are thrown.")
            found.append(Throw("roll", term.sides, tuple(mine)))
    if left:
        raise Nonsense("There are more faces than dice; type as many as are thrown.")
    return found


class Note(Action):
    """Writes a line into the log."""

    by_hand = True

    text: str = place(Text(), "the line", required=True, rest=True)

    def resolve(self, play: Play) -> None:
        """Write it."""
        play.say(self.text)


@frozen
class Answer(Word):
    """An answer to the prompt named before it: one of its choices by unique beginning, or skip."""

    hint: str = "the answer"

    def read(self, text: str, look: Look, alias: str = "") -> str:
        """The whole answer."""
        prompt = look.scene.prompt(look.values.get("number") or 0)
        return look.system.read_answer(prompt, text, look) if prompt else text

    def complete(self, look: Look) -> tuple[str, ...]:
        """The choices."""
        prompt = look.scene.prompt(look.values.get("number") or 0)
        return (*look.system.asked_now(look.scene, prompt).choices, SKIP) if prompt else ()


class Decide(Action):
    """Answers an open question; skip drops it."""

    by_hand = True

    number: int = place(Number(1), "which question", required=True)
    choice: str = place(Answer(), "the answer", required=True, rest=True)

    def resolve(self, play: Play) -> None:
        """Carry it out."""
        prompt = play.scene.prompt(self.number)
        if prompt is None:
            open_ = ", ".join(str(each.id) for each in play.scene.prompts) or "none"
            raise Nonsense(f"Question {self.number} is not open; open: {open_}.")
        play.close(prompt.id, self.choice)
        if self.choice == SKIP:
            play.system.dropped(play, prompt)
            play.say(f"{prompt.name}: no answer to “{prompt.text}”.")
        else:
            play.system.decide(play, prompt, self.choice)


class Settings(Action):
    """The game's settings; name=value changes one, name=default takes it back."""

    by_hand = True

    values: tuple[tuple[str, str], ...] = open_fields("a setting")

    def resolve(self, play: Play) -> None:
        """Change them."""
        known = {each.name: each for each in play.system.settings}
        look, changed = Look(play.system, play.scene), list[str]()
        for name, text in self.values:
            if name not in known:
                raise Nonsense(f"“{name}” is no setting of {play.system.title}.{nearest(name, tuple(known))}")
            setting = known[name]
            try:
                value = None if text == "default" else setting.word.read(text, look)
            except Nonsense as bad:
                raise Nonsense(f"{name}: {bad}") from None
            was = play.setting(name)
            play.do(SettingBecame(name, list(value) if isinstance(value, tuple) else value, was))
            changed.append(f"{name} {setting.said(was)} → {setting.said(play.setting(name))}")
        play.system.settings_changed(play, [name for name, _ in self.values])
        play.say(f"Settings: {', '.join(changed)}." if changed else "Settings as they are.")
