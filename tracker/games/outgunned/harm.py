"""Loss of grit and what it brings: boxes, conditions, the roulette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.combat.scene import HEROES, Plain, Prompt
from tracker.games.outgunned import tables as t
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names
from tracker.rules.params import number
from tracker.rules.resolver import Resolver


def take_grit(
    resolver: Resolver, name: str, hits: int, why: str, said: tuple[str, int] | None = None, by: str = ""
) -> int:
    """Hits on an enemy as loss of grit, with the reasons of their number; gives the grit taken.

    ``said``: the word that asks for another number of hits, and that number; ``by``: where the hits come from.
    """
    left = resolver.combatant(name).value("grit")
    resolver.because("grit", why, -hits, f"{t.SOURCE}: {by or 'attack'}")
    if said is not None and said[1] != hits:
        resolver.because("grit", f"{said[0]}={said[1]}", hits - said[1])
        hits = said[1]
    taken = min(hits, left)
    if taken < hits:
        resolver.because("grit", f"only {left} left", hits - taken)
    resolver.say(f"{name} −{taken} grit ({left} → {left - taken})." if hits else "No hit.")
    resolver.system.lose(resolver, name, hits, "grit")
    return taken


LEFT_FOR_DEAD: Final = "left-for-dead"
DEFEATED: Final = "defeated"
_FACES: Final = (*map(str, range(1, t.SIDES_OF_DIE + 1)), "roll")


def lose_grit(resolver: Resolver, name: str, amount: int) -> None:
    """Fill boxes, no more than are open, with all that follows."""
    one = resolver.combatant(name)
    grit = one.tracks.get("grit")
    if amount <= 0 or grit is None:
        return
    if one.side == HEROES and grit.value == 0:
        if one.out is None:
            resolver.ask("roulette", name, "loses grit at 0: a die against the lethal bullets", _FACES)
        return
    filled = _boxes(grit.max, grit.value, amount)
    resolver.set_track(name, "grit", grit.value - amount)
    if one.side == HEROES:
        if t.BAD_BOX in filled and len(_counted_conditions(resolver, name)) < t.MOST_CONDITIONS:
            choices = [each for each in t.CONDITIONS if not one.has(each) and each != t.BROKEN]
            resolver.ask("bad-box", name, "fills the bad box: which condition?", choices)
        _adrenaline(resolver, name, "the hot box", t.HOT_ADRENALINE if t.HOT_BOX in filled else 0)
        return
    hot = one.fields.get("hot")
    _adrenaline(resolver, name, "a hot box", sum(box in filled for box in hot) if isinstance(hot, list) else 0)
    if resolver.combatant(name).value("grit") == 0 and one.out is None:
        resolver.set_out(name, DEFEATED)
        resolver.say(f"{name} is defeated.")
        note_side_down(resolver, one.side)


def _boxes(top: int, left: int, amount: int) -> range:
    """The boxes that a loss fills, of ``top`` with ``left`` still open."""
    return range(top - left + 1, top - max(0, left - amount) + 1)


def _adrenaline(resolver: Resolver, name: str, why: str, gain: int) -> None:
    if gain:
        resolver.set_track(name, "adrenaline", resolver.combatant(name).value("adrenaline") + gain, t.ADRENALINE[1])
        resolver.say(f"{name}: {why}, adrenaline +{gain}.")


def grit_lacking(attack: str, units: int) -> int:
    """The grit an attack takes that ``units`` do not meet; against an impossible one they help nothing."""
    return t.need(attack) - (0 if t.level(attack) == "impossible" else units)


def suffer_attack(resolver: Resolver, name: str, difficulty: str, units: int, of: str) -> int:
    """A hero's loss of what ``units`` lack of an attack; against an impossible one nothing helps. Gives the loss.

    Reasons for ``grit`` are negative, those for ``damage`` positive.
    """
    left, sign, loss = (
        resolver.combatant(name).value("grit"),
        -1 if of == "grit" else 1,
        grit_lacking(difficulty, units),
    )
    hopeless = t.level(difficulty) == "impossible"
    why = "attack impossible: all grit" if hopeless else f"need {t.need(difficulty)} − units {units}"
    resolver.because(of, why, sign * loss, f"{t.SOURCE}: damage control")
    if loss > left:
        resolver.because(of, f"only {left} left", sign * (left - loss))
    resolver.say(f"{name} −{min(loss, left)} grit ({left} → {max(0, left - loss)}).")
    resolver.system.lose(resolver, name, loss, "grit")
    return loss


def note_side_down(resolver: Resolver, side: str) -> None:
    """Say so when nobody of a side is up any more."""
    if all(each.out is not None for each in resolver.scene.of_side(side)):
        resolver.note(f"All {side} are down; end closes the fight.")


def _counted_conditions(resolver: Resolver, name: str) -> list[str]:
    """The conditions somebody has that count toward the four."""
    return [each.name for each in resolver.combatant(name).conditions if each.name in t.CONDITIONS]


def take_condition(resolver: Resolver, name: str, condition: str, **ends: Any) -> str:
    """Mark a condition; the fourth is written as broken, a fifth is refused. Gives what was written."""
    held = _counted_conditions(resolver, name)
    if condition in t.CONDITIONS and condition not in held:
        if len(held) >= t.MOST_CONDITIONS:
            resolver.objection(f"{name} has {t.MOST_CONDITIONS} conditions already; a fifth is not taken.")
        elif len(held) == t.MOST_CONDITIONS - 1 and t.BROKEN not in held:
            resolver.note(f"The fourth condition is written as {t.BROKEN}.")
            condition = t.BROKEN
    resolver.mark(name, condition, None, **ends)
    return condition


def face_roulette(resolver: Resolver, name: str, fell: int) -> dict[str, Plain]:
    """The die against the bullets: survives with one bullet more, or is left for dead. Gives what came of it."""
    bullets = resolver.combatant(name).value("bullets")
    resolver.because("outcome", f"die {fell} against bullets {bullets}", fell - bullets, f"{t.SOURCE}: roulette")
    if fell > bullets:
        resolver.set_track(name, "bullets", bullets + 1, t.BULLETS[1])
        loaded = resolver.combatant(name).value("bullets")
        resolver.say(f"{name} survives the roulette ({fell} over {bullets}); bullets {loaded}.")
        return {"bullets": loaded - bullets}
    resolver.set_out(name, LEFT_FOR_DEAD)
    resolver.say(f"{name} is left for dead ({fell} against {bullets}).")
    for each in resolver.scene.prompts:
        if (each.kind, each.name) == ("roulette", name):
            resolver.close_prompt(each.id, "out")
    note_side_down(resolver, resolver.combatant(name).side)
    return {"out": LEFT_FOR_DEAD}


def die_or_throw(resolver: Resolver, die: int | None) -> int:
    """The die of the roulette: the one on the table, else thrown now."""
    return resolver.throw(1, t.SIDES_OF_DIE, "roulette")[0] if die is None else die


def pay_for_ones(resolver: Resolver, who: tuple[str, ...], ones: int) -> None:
    """Each one showing costs each of these 1 grit."""
    resolver.because("total", "ones", ones, f"{t.SOURCE}: a danger to others")
    shown = "1 one" if ones == 1 else f"{ones or 'No'} ones"
    resolver.say(f"{shown}{f': {join_names(who, resolver.scene)} −{ones} grit' if ones and who else ''}.")
    for name in who:
        resolver.system.lose(resolver, name, ones, "grit")


def decide(resolver: Resolver, prompt: Prompt, choice: str) -> None:
    """Carry out the answer to one of the game's prompts."""
    if prompt.kind == "bad-box":
        if resolver.combatant(prompt.name).has(choice):
            raise InvalidCommand(f"{prompt.name} is {choice} already; choose another, or skip.")
        taken = take_condition(resolver, prompt.name, choice)
        tie_to_reaction(resolver, prompt, {"condition": taken})
        resolver.say(f"{prompt.name}: {taken}.")
    elif prompt.kind == "roulette":
        fell = die_or_throw(resolver, None if choice == "roll" else number(choice, 1, t.SIDES_OF_DIE))
        resolver.record_as(choice=str(fell))
        tie_to_reaction(resolver, prompt, face_roulette(resolver, prompt.name, fell))
    elif prompt.kind == "ones":
        who = prompt.data.get("who")
        names = tuple(str(each) for each in who) if isinstance(who, list) else ()
        pay_for_ones(
            resolver, tuple(name for name in names if name in resolver.scene.combatants), number(choice, 0, 40)
        )


def tie_to_reaction(resolver: Resolver, prompt: Prompt, brought: Mapping[str, Plain]) -> None:
    """Tie what a prompt brought to the failed reaction it came from, so that protection takes it back."""
    failed = resolver.combatant(prompt.name).fields.get("reacted")
    if isinstance(failed, dict) and prompt.id in failed.get("prompts", ()):
        resolver.set_field(prompt.name, "reacted", {**failed, **brought})


def take_back_loss(resolver: Resolver, name: str, failed: Mapping[str, Any], left: int) -> int:
    """Lessen the loss of a failed reaction to ``left``, and take back all that came of the rest; gives the grit."""
    one, had, top = resolver.combatant(name), int(failed["had"]), resolver.combatant(name).tracks["grit"].max
    still = _boxes(top, had, left)
    freed = [box for box in _boxes(top, had, failed["loss"]) if box not in still]
    resolver.set_track(name, "grit", one.value("grit") + len(freed))
    if t.HOT_BOX in freed:
        resolver.set_track(name, "adrenaline", one.value("adrenaline") - int(failed["gained"]))
    if t.BAD_BOX in freed if had else not left:
        for each in failed["prompts"]:
            if resolver.scene.prompt(each):
                resolver.close_prompt(each, "protected")
        resolver.unmark(name, str(failed.get("condition") or ""))
        resolver.set_track(name, "bullets", one.value("bullets") - int(failed.get("bullets") or 0))
        if one.out is not None and one.out == failed.get("out"):
            resolver.set_out(name, None)
    return len(freed)
