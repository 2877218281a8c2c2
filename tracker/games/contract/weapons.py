"""What a weapon says of an attack with it, and which weapon is meant when none is named."""

from __future__ import annotations

from typing import Any

from tracker.combat.scene import Combatant, Scene
from tracker.games.contract import tables as t
from tracker.games.contract.tables import WeaponStats
from tracker.rules.errors import InvalidCommand
from tracker.rules.quoting import quote

SHOT = "firearm"
FLYING = (SHOT, "thrown")


def weapon_stats(one: Combatant, name: str) -> WeaponStats:
    """What a weapon says, its own fields before those of its name and kind; raises InvalidCommand for others."""
    carried = one.weapons.get(name)
    if carried is None and name not in t.WEAPONS:
        raise InvalidCommand(f"{one.name} carries no {name}; arm {quote(one.name)} {quote(name)} gives it.")
    return WeaponStats(**complete_weapon(name, carried or {}))


def complete_weapon(name: str, own: Any) -> dict[str, Any]:
    """A weapon's fields: its own, else those of its name, else those of its kind."""
    named = t.WEAPONS.get(name.casefold())
    if named is None or own.get("kind", named.kind) != named.kind:
        named = t.KINDS[own.get("kind", "melee")]
    return {**named._asdict(), **{key: value for key, value in own.items() if value is not None}}


def attack_weapon(scene: Scene, actor: str, target: str | None) -> str:
    """The weapon of an attack that names none: the only one that fits, the first for melee, bare hands."""
    one = scene[actor]
    near = target is None or scene.band(actor, target) == t.ENGAGED
    fit = [name for name in one.weapons if near or weapon_stats(one, name).kind in FLYING]
    for names in (fit, list(one.weapons)):
        if len(names) == 1:
            return names[0]
    return parry_weapon(one)


def parry_weapon(one: Combatant) -> str:
    """The first melee weapon carried, else bare hands."""
    return next((name for name in one.weapons if weapon_stats(one, name).kind == "melee"), t.BARE)


def committed_objection(weapon: str) -> str:
    """The objection to a share for a committed weapon."""
    return f"A {weapon} takes the whole pool and cannot be part of a split Action."
