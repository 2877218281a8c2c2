"""What the Director's answers to this game's questions do."""

from __future__ import annotations

from tracker.combat.scene import Prompt
from tracker.systems.base import Play
from tracker.systems.unknown_armies import tables as t
from tracker.systems.unknown_armies.hit import drop
from tracker.systems.unknown_armies.shifts import cite
from tracker.systems.unknown_armies.wounds import DEAD, UNCONSCIOUS, body_becomes, goes_down, hits, take


def decide(play: Play, prompt: Prompt, choice: str) -> None:
    """Carry out an answer; words that are none of the offered ones are only told."""
    target = str(prompt.data.get("target", ""))
    if prompt.kind == "drops":
        drop(play, prompt.name, choice)
    elif prompt.kind == "critical" and target in play.scene.combatants:
        _critical(play, prompt, target, choice)
    elif target:
        play.say(f"{target} is not in the fight any more.")
    else:
        play.say(f"{prompt.name}, {prompt.kind}: {choice}.")


def _critical(play: Play, prompt: Prompt, target: str, choice: str) -> None:
    dealt, most = prompt.data.get("dealt"), prompt.data.get("maximum")
    play.say(f"{prompt.name}'s critical on {target}: {choice}.")
    if choice == "maximum" and isinstance(dealt, int) and isinstance(most, int) and most > dealt:
        play.because("damage", "the maximum", most, cite(play, "critical"))
        play.because("damage", "done already", -dealt, t.SOURCE)
        play.say(take(play, target, most - dealt).strip())
        known = hits(play, target)
        mine = [n for n, hit in enumerate(known) if hit["by"] == prompt.name and hit["roll"] == t.CRITICAL]
        if mine:
            fell = known[mine[-1]]["fell"] or play.one(target).out is not None
            known[mine[-1]] = {**known[mine[-1]], "damage": most, "fell": fell}
            play.put(target, "hits", known)
    elif choice == "out" and play.one(target).out != DEAD:
        goes_down(play, target, UNCONSCIOUS)
    elif choice == DEAD:
        if "body" in play.one(target).tracks:
            body_becomes(play, target, 0)
        goes_down(play, target, DEAD)
