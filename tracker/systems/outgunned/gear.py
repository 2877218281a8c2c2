"""Mags: reloading, covering fire, spares (rules page, Mags)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from tracker.combat.events import FieldBecame, SparesBecame, WeaponBecame
from tracker.combat.scene import Combatant, Plain
from tracker.systems.base import Action, Nonsense, Play, flag, listed, place
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.attack import empty
from tracker.systems.outgunned.pool import has_mag
from tracker.systems.outgunned.turns import open_if_new, pay
from tracker.systems.people import crowd
from tracker.systems.words import Carried, Choice, Number, Who


def most_spares(one: Combatant, mag: str) -> int:
    """How many spares of a mag type somebody may carry: three for each weapon of that type."""
    return t.MAGS_PER_WEAPON * sum(1 for each in one.weapons.values() if each.get("mag") == mag)


def armed(play: Play, name: str, weapon: str, given: Mapping[str, Plain], first: bool) -> dict[str, Plain]:
    """A weapon's whole fields: its kind from its name, mags and tags from its kind; a new one brings spares."""
    one = play.one(name)
    old = dict(one.weapons.get(weapon, {}))
    kind = str(given.get("kind") or old.get("kind") or (weapon.casefold() if weapon.casefold() in t.RANGES else "hand"))
    tags = [t.EXPLOSIVE] if kind in t.EXPLOSIVES else []
    made: dict[str, Plain] = {"kind": kind, "mag": t.MAGS.get(kind, kind), "loaded": True, "tags": tags}
    if "kind" in given:
        old = {key: value for key, value in old.items() if key not in ("kind", "mag", "tags")}
    made |= {**old, **given}
    mag = str(made["mag"])
    if first and mag != t.NO_MAG:
        held = one.spares.get(mag, 0)
        play.do(SparesBecame((name,), mag, min(held + t.MAGS_PER_WEAPON, most_spares(one, mag) + t.MAGS_PER_WEAPON)))
    return made


def _only(play: Play, actor: str, loaded: bool) -> str:
    """The only weapon of an actor that is loaded, or empty, else Nonsense with the list."""
    weapons = play.one(actor).weapons
    fit = [name for name, each in weapons.items() if has_mag(each) and bool(each.get("loaded")) == loaded]
    fit = fit or [name for name, each in weapons.items() if has_mag(each)]
    if len(fit) == 1:
        return fit[0]
    raise Nonsense(f"Which weapon? {listed(fit)}." if fit else f"{actor} carries nothing with a mag; arm gives it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reload(Action):
    """A fresh mag."""

    verb: ClassVar[str] = "reload"
    help: ClassVar[str] = "a fresh mag from the spares"
    cost: ClassVar[str] = "quick"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    weapon: str | None = place(Carried(), "which weapon")
    extra: bool = flag("pay with extra units")

    def filled(self, play: Play) -> Self:
        """With the only empty weapon."""
        return self if self.weapon else self.but(weapon=_only(play, self.actor, loaded=False))

    def resolve(self, play: Play) -> None:
        """Change the mag."""
        open_if_new(play)
        weapon, one = self.weapon or "", play.one(self.actor)
        fields = dict(one.weapons[weapon])
        mag = str(fields.get("mag"))
        if fields.get("loaded"):
            play.object_(f"The {weapon} is loaded already.")
        held = one.spares.get(mag, 0)
        if held < 1 and has_mag(fields):
            play.object_(f"No {mag} mag is left: buy or steal one, then mags {self.actor} {mag} +1.")
        pay(play, self.actor, "quick", self.extra)
        if held and not play.ruled:
            play.do(SparesBecame((self.actor,), mag, held - 1))
        play.do(WeaponBecame((self.actor,), weapon, {**fields, "loaded": True}))
        play.say(f"{self.actor} reloads the {weapon}; {play.one(self.actor).spares.get(mag, 0)} spare.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Covering(Action):
    """Covering fire for the friends."""

    verb: ClassVar[str] = "covering"
    help: ClassVar[str] = "covering fire: friends have +1 on the next reaction, the mag is gone"
    cost: ClassVar[str] = "whole"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    weapon: str | None = place(Carried(), "with what")

    def filled(self, play: Play) -> Self:
        """With the only loaded weapon."""
        return self if self.weapon else self.but(weapon=_only(play, self.actor, loaded=True))

    def resolve(self, play: Play) -> None:
        """Empty the mag for them."""
        open_if_new(play)
        weapon = self.weapon or ""
        fields = play.one(self.actor).weapons[weapon]
        if not has_mag(fields) or not fields.get("loaded"):
            play.object_(f"Covering fire needs a loaded mag; the {weapon} has none.")
        pay(play, self.actor, "whole", payable=False)
        side = play.one(self.actor).side
        friends = [e for e in play.scene.of_side(side) if e.name != self.actor and e.out is None]
        for each in friends:
            have = each.fields.get("covered")
            more: Plain = int(have) + 1 if have and play.setting("covering_stacks") and isinstance(have, int) else True
            play.do(FieldBecame((each.name,), "covered", more, have))
        play.say(
            f"{self.actor} lays down covering fire for {crowd([e.name for e in friends], play.scene) or 'nobody'}."
        )
        if not play.ruled:
            empty(play, self.actor, weapon)


_TYPES = Choice(
    lambda look: tuple(
        dict.fromkeys(
            str(weapon.get("mag"))
            for name in ([look.values["actor"]] if "actor" in look.values else look.scene.combatants)
            for weapon in look.scene.combatants[name].weapons.values()
            if has_mag(weapon)
        )
    ),
    "mag type",
    other=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mags(Action):
    """Mags bought, stolen or lost."""

    verb: ClassVar[str] = "mags"
    help: ClassVar[str] = "spares won or lost: +2, -1"
    by_hand: ClassVar[bool] = True
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    type: str = place(_TYPES, "mag type", required=True)
    change: int = place(Number(-100, 100, "+2, -1", signed=True), "how many", required=True)

    def resolve(self, play: Play) -> None:
        """Count them; a loss takes spares first, then what is loaded."""
        one = play.one(self.actor)
        held, most = one.spares.get(self.type, 0), most_spares(one, self.type)
        now = held + self.change
        if self.change > 0 and now > most:
            play.object_(f"{self.actor} can carry {most} spare {self.type} mags (3 for each weapon), not {now}.")
        if now < 0:
            loaded = [n for n, each in one.weapons.items() if each.get("mag") == self.type and each.get("loaded")]
            for weapon in loaded[:-now]:
                empty(play, self.actor, weapon)
        play.do(SparesBecame((self.actor,), self.type, max(0, now)))
        play.say(f"{self.actor}: {self.type} mags {held} → {max(0, now)}.")
