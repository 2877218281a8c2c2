"""What the Director's answers to this game's questions do."""

from __future__ import annotations

from tracker.combat.scene import Prompt
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.hit import drop
from tracker.games.unknown_armies.shifts import cite
from tracker.games.unknown_armies.wounds import DEAD, UNCONSCIOUS, body_becomes, goes_down, hits, take
from tracker.rules.resolver import Resolver


def decide(resolver: Resolver, prompt: Prompt, choice: str) -> None:
    """Carry out an answer; words that are none of the offered ones are only told."""
    target = str(prompt.data.get("target", ""))
    if prompt.kind == "drops":
        drop(resolver, prompt.name, choice)
    elif prompt.kind == "critical" and target in resolver.scene.combatants:
        _critical(resolver, prompt, target, choice)
    elif target:
        resolver.say(f"{target} is not in the fight any more.")
    else:
        resolver.say(f"{prompt.name}, {prompt.kind}: {choice}.")


def _critical(resolver: Resolver, prompt: Prompt, target: str, choice: str) -> None:
    dealt, most = prompt.data.get("dealt"), prompt.data.get("maximum")
    resolver.say(f"{prompt.name}'s critical on {target}: {choice}.")
    if choice == "maximum" and isinstance(dealt, int) and isinstance(most, int) and most > dealt:
        resolver.because("damage", "the maximum", most, cite(resolver, "critical"))
        resolver.because("damage", "done already", -dealt, t.SOURCE)
        resolver.say(take(resolver, target, most - dealt).strip())
        known = hits(resolver, target)
        mine = [n for n, hit in enumerate(known) if hit["by"] == prompt.name and hit["roll"] == t.CRITICAL]
        if mine:
            fell = known[mine[-1]]["fell"] or resolver.combatant(target).out is not None
            known[mine[-1]] = {**known[mine[-1]], "damage": most, "fell": fell}
            resolver.set_field(target, "hits", known)
    elif choice == "out" and resolver.combatant(target).out != DEAD:
        goes_down(resolver, target, UNCONSCIOUS)
    elif choice == DEAD:
        if "body" in resolver.combatant(target).tracks:
            body_becomes(resolver, target, 0)
        goes_down(resolver, target, DEAD)
