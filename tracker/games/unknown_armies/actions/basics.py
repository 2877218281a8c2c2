"""The parts shared by all attacks: actor, target, weapon, skill, and the effect of a feint."""

from __future__ import annotations

from tracker.combat.scene import Combatant, Scene
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.health import weapon_damage
from tracker.games.unknown_armies.result import is_success
from tracker.games.unknown_armies.state import ready_weapons, state_of, weapon_of
from tracker.games.unknown_armies.turns import ACT, ACTION
from tracker.rules.errors import InvalidCommand
from tracker.rules.positions import only_other
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn


def default_target(resolver: Resolver, actor: str, target: str | None) -> str:
    """Return the default target; raises InvalidCommand if there are none or several."""
    chosen = target or only_other(resolver, actor)
    if chosen == actor:
        raise InvalidCommand(f"{actor} cannot target {actor}. Name somebody else.")
    return chosen


def default_weapon(resolver: Resolver, actor: str, target: str | None) -> str:
    """Return the ready weapon that reaches the target and does the most damage; the fist if nothing is ready.

    A weapon used by hand reaches only in the nearest band; without a target all of them reach.
    """
    combatant = resolver.combatant(actor)
    ready = ready_weapons(combatant)
    far = target is not None and resolver.scene.band(actor, target) != t.REACH
    guns = [name for name in ready if weapon_of(combatant, name).kind == t.GUN]
    return max(
        guns if far and guns else ready, key=lambda name: _expected_damage(resolver, actor, name), default=t.FIST
    )


def _expected_damage(resolver: Resolver, actor: str, weapon: str) -> int:
    """Return the total damage over all hundred rolls."""
    combatant = resolver.combatant(actor)
    skill, damage = (
        combatant.number(str(default_skill(combatant, weapon, None))),
        weapon_damage(resolver, actor, weapon),
    )
    return sum(damage.of(roll) for roll in range(t.CRITICAL, t.FUMBLE) if is_success(roll, skill))


def default_skill(combatant: Combatant, weapon: str, skill: str | int | None) -> str | int:
    """Return the named skill, else the one for the weapon."""
    return skill if skill is not None else t.SKILLS[weapon_of(combatant, weapon).kind]


def check_ready(resolver: Resolver, name: str, weapon: str) -> None:
    """Object to a weapon that is not in hand (S)."""
    combatant = resolver.combatant(name)
    if weapon in combatant.weapons and weapon not in ready_weapons(combatant):
        draw = f"draw {quote(name)} {quote(weapon)}"
        resolver.objection(f"{name}'s {weapon} is not ready. Draw it first, ready from the next round: {draw}.")


def check_may_act(resolver: Resolver, name: str, with_share: bool = False) -> None:
    """Object to a second action in a round; note an action out of turn."""
    combatant, state = resolver.combatant(name), state_of(resolver.combatant(name))
    if ACTION in combatant.spent and not (with_share and state.shares_left):
        if state.shares_left:
            left = ", ".join(map(str, state.shares_left))
            resolver.objection(f"{resolver.clause(name, 'has')} split this round's attacks; left: share {left}.")
        elif state.split:
            resolver.objection(f"{resolver.clause(name, 'has')} used all shares of the split.")
        else:
            split = f" For several attacks, before the first: split {quote(name)} 40,15." if with_share else ""
            resolver.objection(f"{resolver.clause(name, 'has')} acted this round.{split}")
    if resolver.scene.turn.phase == ACT:
        note_out_of_turn(resolver, name)


def fooled(scene: Scene, actor: str, target: str) -> bool:
    """Return whether a sucker attack of the last round worked on this target."""
    sucker = scene[actor].condition("sucker")
    return sucker is not None and sucker.of == target and sucker.since < scene.turn.round


def end_sucker(resolver: Resolver, actor: str) -> None:
    """End the advantage of a feint: any attack of the next round uses it up."""
    sucker = resolver.combatant(actor).condition("sucker")
    if sucker is not None and sucker.since < resolver.scene.turn.round:
        resolver.unmark(actor, "sucker")
