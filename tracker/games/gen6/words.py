"""Parameter types of Gen6: damage, motion, postures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.combat.expressions import parse
from tracker.games.gen6 import tables as t
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, DiceParam, number


class DamageParam(DiceParam):
    """Damage as a number, 0 or more, or dice that add up."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        expression = parse(DiceParam.read(self, text, context, alias))
        if expression.counted:
            raise InvalidCommand(f"Damage adds up, and “{text}” counts dice. Write it like 2d6+3.")
        if not expression.thrown and expression.most < 0:
            raise InvalidCommand("Damage is 0 or more. To give health back: heal NAME N.")
        return text


class MotionParam(ParamType):
    """The target's speed: a word of the table, or feet a round."""

    hint: str = "walking, running or feet a round"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        return str(number(text, 0, 100_000)) if text.isdecimal() else match(text, self.complete(context), "motion")

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(name for _, name, _ in t.MOTION)


class OngoingParam(ParamType):
    """Ongoing effects, separated by bars."""

    hint: str = "effects with | between"

    def read(self, text: str, context: Context, alias: str = "") -> tuple[str, ...]:
        return tuple(effect.strip() for effect in text.split("|") if effect.strip())

    def write(self, value: Sequence[str]) -> str:
        return " | ".join(value)


POSTURE: Final = ChoiceParam(("prone", "stand", "mount", "climb"), "posture")


class PosturesParam(ParamType):
    """Postures to combine with a move, separated by commas."""

    hint: str = POSTURE.hint

    def read(self, text: str, context: Context, alias: str = "") -> tuple[str, ...]:
        return tuple(POSTURE.read(word.strip(), context) for word in text.split(","))

    def write(self, value: tuple[str, ...]) -> str:
        return ",".join(value)

    def complete(self, context: Context) -> tuple[str, ...]:
        return POSTURE.complete(context)
