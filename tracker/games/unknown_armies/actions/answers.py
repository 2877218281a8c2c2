"""The effects of answers to this game's questions."""

from __future__ import annotations

import msgspec

from tracker.combat.scene import Prompt
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.health import DEAD, UNCONSCIOUS, drop, go_down, set_body, take_damage
from tracker.games.unknown_armies.state import HitPrompt, hit_prompt, set_state, state_of
from tracker.games.unknown_armies.target import cite
from tracker.rules.resolver import Resolver


def carry_out_answer(resolver: Resolver, prompt: Prompt, choice: str) -> None:
    """Apply an answer; words other than those offered are only reported."""
    asked = hit_prompt(prompt)
    if prompt.kind == "drops":
        drop(resolver, prompt.name, choice)
    elif prompt.kind == "critical" and asked.target in resolver.scene.combatants:
        _critical(resolver, prompt.name, asked, choice)
    elif asked.target:
        resolver.say(f"{asked.target} is not in the fight any more.")
    else:
        resolver.say(f"{prompt.name}, {prompt.kind}: {choice}.")


def _critical(resolver: Resolver, attacker: str, asked: HitPrompt, choice: str) -> None:
    target = asked.target
    resolver.say(f"{attacker}'s critical on {target}: {choice}.")
    if choice == "maximum" and asked.dealt is not None and asked.maximum is not None and asked.maximum > asked.dealt:
        resolver.because("damage", "the maximum", asked.maximum, cite(resolver, "critical"))
        resolver.because("damage", "already done", -asked.dealt, t.SOURCE)
        take_damage(resolver, target, asked.maximum - asked.dealt)
        _correct_hit(resolver, attacker, target, asked.maximum)
    elif choice == "out" and resolver.combatant(target).out != DEAD:
        go_down(resolver, target, UNCONSCIOUS)
    elif choice == DEAD:
        if "body" in resolver.combatant(target).tracks:
            set_body(resolver, target, 0)
        go_down(resolver, target, DEAD)


def _correct_hit(resolver: Resolver, attacker: str, target: str, damage: int) -> None:
    """Correct the damage of a hit; a later dodge applies to the maximum, too."""
    hits = list(state_of(resolver.combatant(target)).hits)
    places = [place for place, hit in enumerate(hits) if hit.by == attacker and hit.roll == t.CRITICAL]
    if places:
        hit = hits[places[-1]]
        felled = hit.felled or resolver.combatant(target).out is not None
        hits[places[-1]] = msgspec.structs.replace(hit, damage=damage, felled=felled)
        set_state(resolver, target, hits=tuple(hits))
