"""What The Contract shows on the screen: columns, badges, notes on bands, and what waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tracker.combat.scene import OPEN, Combatant, Plain, Scene
from tracker.games.contract import tables as t
from tracker.games.contract.actions.defence import EVADE, PARRY_BY, evading_left, friends_who_parry, open_reactions
from tracker.games.contract.harm import body_left, dice_lost, injuries_of, whole_numbers
from tracker.games.contract.state import Blow, pending_label, pending_on, shares_of
from tracker.games.contract.turns import can_act
from tracker.games.contract.weapons import FLYING, weapon_stats
from tracker.games.contract.words import modifiers
from tracker.rules.system import System
from tracker.rules.turns import full_order
from tracker.rules.view import Answer, Badge, Opening, Pending, Place

COLUMNS = ("dice", "armor", "injuries")


def cells(system: System, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
    """Return dice lost to body and mind, armor, and injuries; empty texts if there are none."""
    table = whole_numbers(system.setting(scene, "body_table"))
    lost = dice_lost(table, body_left(combatant)) + (
        dice_lost(table, combatant.value("mind")) if "mind" in combatant.tracks else 0
    )
    injuries = " ".join(map(str, injuries_of(combatant)))
    return (f"−{lost}" if lost else "", str(combatant.number("armor") or ""), injuries)


def ticks(system: System, scene: Scene, combatant: Combatant) -> tuple[int, ...]:
    """Return what is left of the body where it begins to cost more dice."""
    table = whole_numbers(system.setting(scene, "body_table"))
    return tuple(left for left in range(1, len(table) + 1) if dice_lost(table, left) != dice_lost(table, left + 1))


def act_marks(combatant: Combatant, plain: tuple[Badge, ...]) -> tuple[Badge, ...]:
    """Return badges for Action and exertion; a split Action by its shares, quick actions by their count."""
    shares, quick = shares_of(combatant), combatant.number("quick")
    if shares:
        plain = (Badge("·", ".", "act " + "+".join(str(share.dice) for share in shares), "normal"), *plain[1:])
    return (*plain, Badge("−", "-", f"quick {quick}", "dim")) if quick and "action" not in combatant.spent else plain


def state_marks(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for what somebody waits for, holds, and evades with."""
    badges = [Badge("⚑", "*", f"attacked ×{len(pending_on(combatant))}", "bad")] if pending_on(combatant) else []
    if combatant.fields.get("held"):
        badges.append(Badge("◷", "o", "holds", "accent"))
    if combatant.number("evade"):
        badges.append(Badge("↝", "~", f"evade {combatant.number('evade')}", "good"))
    if combatant.number("next_penalty"):
        badges.append(Badge("−", "-", f"next −{combatant.number('next_penalty')}", "warn"))
    mind = combatant.tracks.get("mind")
    if mind is not None:
        badges.append(Badge("◇", "m", f"mind {mind.value}/{mind.max}", "normal" if mind.value == mind.max else "warn"))
    return tuple(badges)


def openings(scene: Scene) -> tuple[Opening, ...]:
    """Return the steps before the fight: positions, then everybody's initiative."""
    missing = any(
        combatant.out is None and "initiative" not in combatant.fields for combatant in scene.combatants.values()
    )
    return (Opening("positions", "nearer"), Opening("initiative", "initiative", due=missing))


def places(scene: Scene) -> tuple[Place, ...]:
    """Return everybody who is up, by initiative."""
    up = (scene[name] for name in full_order(scene) if scene[name].out is None)
    return tuple(
        Place(combatant.name, combatant.side, str(combatant.fields.get("initiative", "")), not can_act(combatant))
        for combatant in up
    )


def board_notes(scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """Return each weapon's difficulty and damage at each band, with the band's proposal in brackets."""
    combatant = scene.combatants.get(origin)
    if combatant is None:
        return (), {}
    weapons = tuple(combatant.weapons) or (t.BARE,)
    return weapons, {band: tuple(_note(combatant, weapon, band) for weapon in weapons) for band, _ in t.BANDS}


def _note(combatant: Combatant, weapon: str, band: str) -> str:
    arms = weapon_stats(combatant, weapon)
    if arms.kind not in FLYING and band != t.ENGAGED:
        return "×"
    hint = t.BAND_HINTS.get(band) if arms.kind in FLYING else None
    note = f"D{arms.difficulty} {arms.damage:+d}" + (f" ({t.MODIFIERS[hint]:+d})" if hint else "")
    return note.replace("-", "−")


def cover_effects(system: System, scene: Scene, degree: str) -> tuple[str, ...]:
    """Return the modifiers that a degree of cover proposes."""
    step = 0 if degree == OPEN else modifiers(system, scene).get(f"{degree}-cover", 0)
    return (f"difficulty {step:+d} proposed",) if step else ()


HELD: Final = ("attack", "power", "act", "trigger")
"""The verbs a held action may be carried out by: with a roll, or simply done."""


def _more_answers(system: System, scene: Scene, blow: Blow, label: str) -> tuple[Answer, ...]:
    """Return other answers to a waiting attack: some of the evading, or a friend's parry, which opens its form."""
    evades = (
        Answer(f"{EVADE} {much}", f"decide {blow.prompt} {EVADE} {much}", f"takes {much} off")
        for much in range(evading_left(system, scene, blow), 0, -1)
    )
    friends = (
        Answer(f"{PARRY_BY}{name}", "", "uses their Action", "parry", name, {"for_": blow.target, "against_": label})
        for name in friends_who_parry(system, scene, blow)
    )
    return (*evades, *friends)


def pending(system: System, scene: Scene) -> tuple[Pending, ...]:
    """Return attacks that wait for a reaction, then held actions."""
    attacks, held = list[Pending](), list[Pending]()
    for combatant in scene.listed():
        for blow in pending_on(combatant):
            open_ = open_reactions(system, scene, blow)
            verbs = tuple(dict.fromkeys(verb.split()[0] for verb in (*open_, "take")))
            text = f"{blow.by} attacks with {blow.weapon}, outcome {blow.outcome}"
            label = pending_label(scene, blow)
            attacks.append(
                Pending(combatant.name, text, verbs, attacker=label, answers=_more_answers(system, scene, blow, label))
            )
        kept: Plain = combatant.fields.get("held")
        if isinstance(kept, dict) and combatant.out is None:
            when = f", when {kept['when']}" if kept.get("when") else ""
            held.append(Pending(combatant.name, f"holds: {kept['action']}{when}", HELD, ("held",)))
    return (*attacks, *held)
