"""What a weapon determines in an attack, and which weapon is used if none is named."""

from collections.abc import Mapping
from typing import Any

from tracker.combat.scene import Combatant, Plain, Scene
from tracker.games.contract import tables as t
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import a_or_an, quote, spaced
from tracker.rules.own_state import NOTHING, once
from tracker.rules.resolver import Resolver

SHOT = "firearm"
FLYING = (SHOT, "thrown")


def weapon_stats(combatant: Combatant, name: str) -> t.WeaponStats:
    """Return a weapon's stats, its own fields before those of its name and kind; raises InvalidCommand if unknown."""
    carried = combatant.weapons.get(name)
    if carried is None and name not in t.WEAPONS:
        raise InvalidCommand(f"{combatant.name} carries no {name}. Give it: arm {quote(combatant.name)} {quote(name)}.")
    return _stats(name, NOTHING if carried is None else carried)


@once
def _stats(name: str, own: Mapping[str, Plain]) -> t.WeaponStats:
    return t.WeaponStats(**completed(name, own))


def completed(name: str, own: Any) -> dict[str, Any]:
    """Return a weapon's fields: its own, else those of its name, else those of its kind."""
    named = t.WEAPONS.get(name.casefold())
    if named is None or own.get("kind", named.kind) != named.kind:
        named = t.KINDS[own.get("kind", "melee")]
    return {key: own.get(key) if own.get(key) is not None else value for key, value in named._asdict().items()}


def attack_weapon(scene: Scene, actor: str, target: str | None) -> str:
    """Return the weapon of an attack that names none: the only suitable one, the first for melee, or bare hands.

    If no melee weapon reaches, it is the ranged weapon with the most damage, then the lowest difficulty.
    """
    combatant = scene[actor]
    stats = {name: weapon_stats(combatant, name) for name in combatant.weapons}
    fitting = [name for name in stats if reaches(scene, actor, target, stats[name].kind)]
    if len(fitting) > 1 and all(stats[name].kind in FLYING for name in fitting):
        return max(fitting, key=lambda name: (stats[name].damage, -stats[name].difficulty))
    for names in (fitting, list(combatant.weapons)):
        if len(names) == 1:
            return names[0]
    return parry_weapon(combatant)


def reaches(scene: Scene, actor: str, target: str | None, kind: str) -> bool:
    """Return whether a kind of weapon reaches somebody: all do if they are engaged, shots and throws always."""
    return target is None or kind in FLYING or scene.band(actor, target) == t.ENGAGED


def parry_weapon(combatant: Combatant) -> str:
    """Return the first melee weapon carried, else bare hands."""
    return next((name for name in combatant.weapons if weapon_stats(combatant, name).kind == "melee"), t.BARE)


def note_uncarried(resolver: Resolver, who: str, weapon: str) -> None:
    """Note that a weapon is used that is not on the sheet, only in the table."""
    carried = resolver.combatant(who).weapons
    if weapon != t.BARE and weapon not in carried:
        has = comma_list([*map(a_or_an, carried)]) or "no weapon"
        way = f"arm {quote(who)} {quote(weapon)}"
        carries = f"{resolver.clause(who, 'carries')} {has}"
        resolver.note(f"{carries}; {a_or_an(weapon)} of the table is used. To give it to them: {way}.")


def committed_objection(weapon: str) -> str:
    """Return the objection to a share for a committed weapon."""
    return f"A {spaced(weapon)} takes the whole pool and cannot be part of a split Action."
