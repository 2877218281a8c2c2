"""Lost body: unconscious, dead, a dropped weapon, and the way back."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import ConditionCame
from tracker.combat.scene import Combatant, Track
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.state import ready_weapons, set_ready, set_state
from tracker.rules.check import Toll
from tracker.rules.grammar import clause
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver

DEAD: Final = "dead"
UNCONSCIOUS: Final = "unconscious"


def fate_of(body: Track, rule: str) -> str | None:
    """Return what this much body left means: dead, unconscious or None; ``rule`` is the setting unconscious."""
    if body.value <= 0:
        return DEAD
    part, whole = t.UNCONSCIOUS_SHARE
    lost_share = (body.max - body.value) * whole >= body.max * part
    low = body.value <= t.UNCONSCIOUS_AT if rule == "five" else lost_share
    return UNCONSCIOUS if low and body.value < body.max else None


def set_body(resolver: Resolver, name: str, value: int) -> None:
    """Set the body, with all consequences; healed wounds wake the unconscious, never the dead."""
    combatant, rule = resolver.combatant(name), str(resolver.setting("unconscious"))
    before = fate_of(combatant.tracks["body"], rule) if "body" in combatant.tracks else None
    resolver.set_track(name, "body", value)
    after = fate_of(resolver.combatant(name).tracks["body"], rule)
    if after is not None and (after != before or combatant.out is None) and combatant.out != DEAD:
        go_down(resolver, name, after)
    elif after is None and before == UNCONSCIOUS and combatant.out == UNCONSCIOUS:
        resolver.set_out(name, None)


def go_down(resolver: Resolver, name: str, word: str) -> None:
    """Take somebody out: their own focus and a half-drawn weapon are lost, the shift for attackers stays."""
    resolver.set_out(name, word)
    focus = resolver.combatant(name).condition("focus")
    if focus is not None and focus.of is not None:
        resolver.emit(ConditionCame((name,), replace(focus, of=None)))
    resolver.unmark(name, "drawing")
    set_state(resolver, name, drawing=None)


def take_damage(resolver: Resolver, name: str, amount: int) -> None:
    """Take damage from the body, and report it."""
    before = resolver.combatant(name)
    if "body" not in before.tracks:
        resolver.note(
            f"{clause(name, resolver.scene, 'has', 'have')} no body on the sheet. Give it: set {quote(name)} body=N."
        )
        return
    set_body(resolver, name, before.value("body") - amount)
    now = resolver.combatant(name)
    down = f", {now.out}" if now.out != before.out else ""
    resolver.say(f"{name} −{amount} body ({before.value('body')} → {now.value('body')}){down}.")


def toll_of(resolver: Resolver, victim: Combatant, damage: int) -> tuple[Toll, ...]:
    """Return what damage would take from somebody; nothing without a body on the sheet."""
    body = victim.tracks.get("body")
    if body is None or not damage:
        return ()
    left = replace(body, value=max(0, body.value - damage))
    down = victim.out is None and fate_of(left, str(resolver.setting("unconscious"))) is not None
    return (Toll(victim.name, "body", body.value - left.value, down),)


def drop_from_hand(resolver: Resolver, by: str, name: str) -> str | None:
    """Drop what a hit hand holds (S); returns the dropped weapon, or None if a question has to decide."""
    held = ready_weapons(resolver.combatant(name))
    if len(held) == 1:
        drop(resolver, name, held[0])
        return held[0]
    if held:
        resolver.ask("drops", name, f"{name}'s hand was hit: what falls?", held, by=by, target=name)
    return None


def drop(resolver: Resolver, name: str, weapon: str) -> None:
    """Drop a weapon; draw picks it up."""
    if weapon in resolver.combatant(name).weapons:
        set_ready(resolver, name, weapon, ready=False, dropped=True)
        resolver.say(f"{clause(name, resolver.scene, 'drops', 'drop')} the {weapon}.")
