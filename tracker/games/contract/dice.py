"""A roll: its dice, its difficulty and its outcome, each number with its reason."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant
from tracker.games.contract import tables as t
from tracker.games.contract.harm import penalties
from tracker.games.contract.result import Result
from tracker.games.contract.tables import WeaponStats
from tracker.games.contract.turns import Payment
from tracker.games.contract.words import Change
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

DICE = "The Contract: dice (G)"
DODGE = "dodge"
"""The kind of roll for dodging and evading."""


class ReasonNames(NamedTuple):
    """The names that the reasons of a roll count to: its dice, its difficulty, its outcome."""

    dice: str
    difficulty: str
    outcome: str


ACT = ReasonNames("pool", "target", "outcome")
REACTION = ReasonNames("total", "tn", "need")
"""A reaction's roll, which may be in the same line as the attack's."""


class Roll(Model):
    """A roll before it is thrown: whose, for what, its dice (None: not on the sheet) and difficulty.

    ``boost`` is added to the outcome for exerting. ``attribute`` and ``ability`` make up the pool, if it has any.
    """

    actor: str
    what: str
    dice: int | None
    difficulty: int
    boost: int
    of: ReasonNames
    attribute: str = ""
    ability: str = ""

    @property
    def unknown(self) -> str:
        """Return the sentence for an unknown number of dice."""
        sheet = (
            f", or give the sheet its {self.attribute}: set {quote(self.actor)} {self.attribute}=N"
            if self.attribute
            else ""
        )
        return f"How many dice has {self.actor} for this? Type 5d for five{sheet}."

    def thrown(self, resolver: Resolver, result: Result) -> tuple[int, Result]:
        """Return the outcome, and the result with its faces; raises InvalidCommand if dice are missing."""
        if result.rolls:
            if self.dice is None:
                raise InvalidCommand(self.unknown)
            faces = resolver.throw(self.dice, t.SIDES, self.what) if self.dice else ()
            result = replace(result, faces=faces, pool=None)
        if result.faces is None:
            self._note_impossible(resolver, result.outcome or 0)
            outcome = resolver.because(self.of.outcome, self.what, result.outcome or 0)
        else:
            if self.dice not in (None, len(result.faces)):
                word = "die" if self.dice == 1 else "dice"
                resolver.note(f"{self.actor} has {self.dice} {word} for this; {len(result.faces)} are counted.")
            label = f"{self.what}: {' '.join(map(str, result.faces)) or 'no dice'} at {self.difficulty}"
            outcome = resolver.because(self.of.outcome, label, t.counted(result.faces, self.difficulty), DICE)
        if self.boost:
            outcome += resolver.because(
                self.of.outcome, "exerted", self.boost, "The Contract: exert (G; setting profile)"
            )
            resolver.set_field(self.actor, "boost", None)
        return outcome, result

    def _note_impossible(self, resolver: Resolver, outcome: int) -> None:
        """Note a typed outcome that this many dice cannot produce."""
        if self.dice is not None and not self.dice * t.ONE <= outcome <= self.dice * t.TEN:
            dice = "one die" if self.dice == 1 else f"{self.dice} dice"
            most, least = t.signed(self.dice * t.TEN), t.signed(self.dice * t.ONE)
            resolver.note(f"No throw of {dice} makes {t.signed(outcome)}: it makes {least} to {most}.")


def pool_of(combatant: Combatant, attribute: str, ability: str) -> int | None:
    """Return attribute + ability from the sheet; None if the attribute is missing."""
    return combatant.number(attribute) + combatant.number(ability) if attribute in combatant.fields else None


def prepare_roll(
    resolver: Resolver,
    name: str,
    what: str,
    arms: WeaponStats,
    change: Change | None,
    paid: Payment,
    result: Result | None,
    of: ReasonNames = ACT,
    pool: int | None = None,
) -> Roll:
    """Return a roll with its numbers: exactly the dice of its result, else ``pool``, share or sheet less penalties."""
    if result is not None and result.pool is not None:
        dice: int | None = resolver.because(of.dice, "said", result.pool)
    else:
        dice = _pool(resolver, name, arms, paid, pool, of.dice)
    difficulty = _difficulty(resolver, what, arms.difficulty, change or Change(), of.difficulty)
    return Roll(
        name, what, dice, difficulty, resolver.combatant(name).number("boost"), of, arms.attribute, arms.ability
    )


def _pool(resolver: Resolver, name: str, arms: WeaponStats, paid: Payment, given: int | None, of: str) -> int | None:
    combatant = resolver.combatant(name)
    if given is None and paid.share is None and arms.attribute not in combatant.fields:
        return None
    if given is not None:
        dice = resolver.because(of, "pool said", given)
    elif paid.share is not None:
        dice = resolver.because(of, "share", paid.share, "The Contract: splitting (S)")
    else:
        source = "The Contract: dodging (S; setting dodge_ability)" if arms.kind == DODGE else DICE
        dice = resolver.because(of, arms.attribute, combatant.number(arms.attribute), source)
        dice += resolver.because(of, arms.ability, combatant.number(arms.ability), source)
    quick = min(dice, t.QUICK * combatant.number("quick")) if paid.own and paid.share is None else 0
    if quick:
        dice += resolver.because(of, "quick actions", -quick, "The Contract: quick actions (S)")
    strain = (
        ()
        if combatant.fields.get("eased") or not paid.strain
        else (("desperate", paid.strain, "The Contract: desperate (S)"),)
    )
    for label, lost, source in (*penalties(resolver, name), *strain):
        if dice > 1:
            dice += resolver.because(of, label, -min(lost, dice - 1), source)
    return dice


def _difficulty(resolver: Resolver, what: str, own: int, change: Change, of: str) -> int:
    number = resolver.because(of, what, own if change.base is None else change.base, "The Contract: difficulty")
    for name, step in change.parts:
        more = "; setting cover_difficulty" if name.endswith("-cover") else ""
        number += resolver.because(of, name or "changed", step, f"The Contract: difficulty modifiers (G{more})")
    kept = min(max(number, t.EASIEST), t.HARDEST)
    if kept != number:
        resolver.because(of, f"{t.EASIEST} to {t.HARDEST} only", kept - number, "The Contract: difficulty (G)")
    return kept
