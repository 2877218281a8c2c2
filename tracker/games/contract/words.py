"""Parameter types of The Contract besides results: difficulties, damage, weapons, waiting attacks, shares."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.state import Share
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import CombatantParam, WeaponParam, number
from tracker.rules.system import System


class Adjustment(Model):
    """A whole number (``base``), or modifiers added to the weapon's own."""

    base: int | None = None
    parts: tuple[tuple[str, int], ...] = ()


def modifiers(system: System, scene: Scene) -> Mapping[str, int]:
    """Return the difficulty modifiers to pick from, with those of cover from the settings."""
    listed = system.setting(scene, "cover_difficulty")
    cover = zip(t.COVER[1:], [*(listed if isinstance(listed, list) else ()), 0, 0, 0][1:], strict=False)
    return {**t.MODIFIERS, **{f"{name}-cover": int(value) for name, value in cover}}


_FEW: Final = 100


class PoolParam(ParamType):
    """An attribute and an ability: ``dexterity+alertness``."""

    hint: str = "attribute+ability"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        attribute, plus, ability = text.partition("+")
        if not plus:
            raise InvalidCommand("Write an attribute and an ability: dexterity+alertness.")
        return f"{match(attribute, t.ATTRIBUTES, 'attribute')}+{match(ability, t.ABILITIES, 'ability')}"


class AdjustmentParam(ParamType):
    """A number such as ``7``, a modifier such as ``+1``, or (for difficulties) ``dark,running`` from the list."""

    named: bool = False
    hint: str = "7, or +1 to change the usual"

    def read(self, text: str, context: Context, alias: str = "") -> Adjustment:
        known = modifiers(context.system, context.scene) if self.named else {}
        base, parts = None, list[tuple[str, int]]()
        for part in text.replace("−", "-").split(","):
            word = part.strip()
            if known and word[:1].isalpha():
                name = match(word, tuple(known), "modifier", context.exact)
                parts.append((name, known[name]))
            elif word[:1] in ("+", "-"):
                parts.append(("", number(word, -_FEW, _FEW)))
            else:
                base = number(word, t.EASIEST if self.named else 0, t.HARDEST if self.named else _FEW)
        return Adjustment(base, tuple(parts))

    def write(self, value: Adjustment) -> str:
        parts = [name or f"{change:+d}" for name, change in value.parts]
        return ",".join(([] if value.base is None else [str(value.base)]) + parts)

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(modifiers(context.system, context.scene)) if self.named else ()


class ArmsParam(WeaponParam):
    """A weapon: one carried, bare hands, or any the game knows."""

    others: tuple[str, ...] = tuple(t.WEAPONS)
    hint: str = "a weapon"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        carrier = context.scene.combatants.get(self.carrier(context) or "")
        with suppress(InvalidCommand):
            return match(text, (*(carrier.weapons if carrier else ()), t.BARE), "weapon", context.exact)
        return super().read(text, context, alias)


class AttackParam(CombatantParam):
    """The attacker of a waiting attack, or the number of its question."""

    hint: str = "a name, or a question's number"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Parse the full name or the number; a name made of digits is a name."""
        named = any(name.casefold() == text.casefold() for name in context.scene.combatants)
        return text if text.isdecimal() and not named else CombatantParam.read(self, text, context, alias)


WEAPON: Final = ArmsParam()  # a weapon of the actor

SPLITTABLE: Final = ("attack", "dodge", "parry", "clash", "evade", "act", "power")


class SharesParam(ParamType):
    """Shares of a pool: ``attack@Thug:3,dodge:2``; a share may name its weapon, ``attack@Thug/mace:3``."""

    hint: str = "attack@Thug:3,dodge:2"
    offers = tuple(f"{act}:" for act in SPLITTABLE[:-1])

    def read(self, text: str, context: Context, alias: str = "") -> tuple[Share, ...]:
        """Parse the shares; a bare number is an attack's share. Raises InvalidCommand."""
        return tuple(self._read_share(part.strip(), context) for part in text.split(","))

    def write(self, value: tuple[Share, ...]) -> str:
        return ",".join(map(str, value))

    def _read_share(self, text: str, context: Context) -> Share:
        what, colon, dice = text.rpartition(":")
        if text.isdecimal():
            return Share("attack", None, number(text, 0, t.MOST_DICE), None)
        if not colon:
            raise InvalidCommand(f"“{text}” is not a share; write attack@NAME:3, attack@NAME/WEAPON:3 or dodge:2.")
        what, slash, weapon = what.partition("/")
        act, at, target = what.replace('"', "").partition("@")
        name = match(target, tuple(context.scene.combatants), "combatant here", context.exact) if at else None
        return Share(
            match(act, SPLITTABLE, "act to share", context.exact),
            name,
            number(dice, 0, t.MOST_DICE),
            WEAPON.read(weapon, context) if slash else None,
        )


DIFFICULTY: Final = AdjustmentParam(named=True)  # a difficulty: a number, a modifier, or names from the list
