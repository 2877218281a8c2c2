"""Loss of grit and its consequences: boxes, conditions, the roulette."""

from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from tracker.combat.scene import HEROES, Combatant
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import Reaction, add_to_reaction, set_state
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Toll

LEFT_FOR_DEAD: Final = "left-for-dead"
DEFEATED: Final = "defeated"
_FACES: Final = (*map(str, range(1, t.SIDES_OF_DIE + 1)), "roll")


def take_grit(
    resolver: Resolver, name: str, hits: int, why: str, wanted: tuple[str, int] | None = None, source: str = "attack"
) -> int:
    """Take grit for hits, with the reasons for their number; returns the grit taken.

    ``wanted``: the field that changes the number of hits, and that number; ``source``: where the hits come from.
    """
    left = resolver.combatant(name).value("grit")
    resolver.because("grit", why, -hits, f"{t.SOURCE}: {source}")
    if wanted is not None and wanted[1] != hits:
        resolver.because("grit", f"{wanted[0]}={wanted[1]}", hits - wanted[1])
        hits = wanted[1]
    taken = min(hits, left)
    if taken < hits:
        resolver.because("grit", f"only {left} left", hits - taken)
    resolver.say(_loss_in_words(resolver, name, hits, left) if hits else "No hit.")
    resolver.system.lose(resolver, name, hits, "grit")
    return taken


def lose_grit(resolver: Resolver, name: str, amount: int) -> None:
    """Fill boxes, no more than are open, with all consequences."""
    combatant = resolver.combatant(name)
    grit = combatant.tracks.get("grit")
    if amount <= 0 or grit is None:
        return
    if combatant.side == HEROES and grit.value == 0:
        if combatant.out is None:
            resolver.ask("roulette", name, "no grit was left to lose: throw a die against the lethal bullets", _FACES)
        return
    filled = _boxes(grit.max, grit.value, amount)
    resolver.set_track(name, "grit", grit.value - amount)
    hero, gain = combatant.side == HEROES, _adrenaline_of(combatant, filled)
    if hero and t.BAD_BOX in filled and len(_counted_conditions(combatant)) < t.MOST_CONDITIONS:
        choices = [name for name in t.CONDITIONS if not combatant.has(name) and name != t.BROKEN]
        resolver.ask("bad-box", name, "the bad box is filled: which condition?", choices)
    if gain:
        resolver.set_track(name, "adrenaline", combatant.value("adrenaline") + gain, t.ADRENALINE[1])
        why = "the hot box is filled" if hero else "a hot box is filled for the Director"
        resolver.say(f"{name}: {why}, adrenaline +{gain}.")
    if not hero and resolver.combatant(name).value("grit") == 0 and combatant.out is None:
        resolver.set_out(name, DEFEATED)
        resolver.say_of(name, "is defeated")


def toll_of(combatant: Combatant, *losses: int) -> tuple[Toll, ...]:
    """Return what losses of grit take, one after the other: a hero without grit faces the roulette at each instead."""
    grit, hero, lives = combatant.tracks.get("grit"), combatant.side == HEROES, Fraction(1)
    if sum(losses) <= 0 or grit is None:
        return ()
    left, bullets = grit.value, combatant.value("bullets")
    for loss in losses:
        if loss and not left:
            lives, bullets = lives * max(Fraction(0), 1 - Fraction(bullets, t.SIDES_OF_DIE)), bullets + 1
        left -= min(loss, left)
    out = combatant.out is None and (1 - lives if hero else not left)
    lost = Toll(combatant.name, "grit", grit.value - left, out)
    gain = _adrenaline_of(combatant, _boxes(grit.max, grit.value, grit.value - left))
    more = min(gain, t.ADRENALINE[1] - combatant.value("adrenaline"))
    return (lost, Toll(combatant.name, "adrenaline", -more)) if more else (lost,)


def _boxes(top: int, left: int, amount: int) -> range:
    return range(top - left + 1, top - max(0, left - amount) + 1)


def _adrenaline_of(combatant: Combatant, filled: range) -> int:
    """Return the adrenaline that the hot boxes among these bring, those of an enemy to the Director."""
    if combatant.side == HEROES:
        return t.HOT_ADRENALINE if t.HOT_BOX in filled else 0
    hot = combatant.fields.get("hot")
    return sum(box in filled for box in hot) if isinstance(hot, list) else 0


def _loss_in_words(resolver: Resolver, name: str, loss: int, left: int) -> str:
    if not left:
        return f"{resolver.clause(name, 'has')} no grit left to lose."
    return f"{name} −{min(loss, left)} grit ({left} → {max(0, left - loss)})."


def grit_lacking(attack: str, units: int) -> int:
    """Return the grit that an attack takes if ``units`` do not meet it; an impossible attack is not softened."""
    return t.need(attack) - (0 if t.level(attack) == "impossible" else units)


def suffer_attack(resolver: Resolver, name: str, attack: str, units: int, of: str) -> int:
    """Take the grit that ``units`` lack; returns the loss. Reasons for "grit" are negative, for "damage" positive."""
    left, loss = resolver.combatant(name).value("grit"), grit_lacking(attack, units)
    sign = -1 if of == "grit" else 1
    hopeless = t.level(attack) == "impossible"
    why = "attack impossible: all grit" if hopeless else f"need {t.need(attack)} − units {units}"
    resolver.because(of, why, sign * loss, f"{t.SOURCE}: damage control")
    if loss > left:
        resolver.because(of, f"only {left} left", sign * (left - loss))
    resolver.say(_loss_in_words(resolver, name, loss, left))
    resolver.system.lose(resolver, name, loss, "grit")
    return loss


def _counted_conditions(combatant: Combatant) -> list[str]:
    return [condition.name for condition in combatant.conditions if condition.name in t.CONDITIONS]


def take_condition(resolver: Resolver, name: str, condition: str, **ends: Any) -> str:
    """Mark a condition; the fourth becomes broken, a fifth is refused. Returns the condition marked."""
    held = _counted_conditions(resolver.combatant(name))
    if condition in t.CONDITIONS and condition not in held:
        if len(held) >= t.MOST_CONDITIONS:
            has = resolver.clause(name, "has")
            resolver.objection(f"{has} {t.MOST_CONDITIONS} conditions already; a fifth is not taken.")
        elif len(held) == t.MOST_CONDITIONS - 1 and t.BROKEN not in held:
            resolver.note(f"The fourth condition is written as {t.BROKEN}.")
            condition = t.BROKEN
    resolver.mark(name, condition, None, **ends)
    return condition


def face_roulette(resolver: Resolver, name: str, die: int, prompt: int = 0) -> None:
    """Throw the die against the bullets: survive with an extra bullet, or be left for dead.

    The consequences belong to the failed reaction that raised ``prompt``, so that protection can undo them.
    """
    bullets = resolver.combatant(name).value("bullets")
    resolver.because("outcome", f"die {die} against bullets {bullets}", die - bullets, f"{t.SOURCE}: roulette")
    if die > bullets:
        resolver.set_track(name, "bullets", bullets + 1, t.BULLETS[1])
        loaded = resolver.combatant(name).value("bullets")
        resolver.say(f"{resolver.clause(name, 'survives')} the roulette ({die} over {bullets}); bullets {loaded}.")
        add_to_reaction(resolver, name, prompt, bullets=loaded - bullets)
        return
    resolver.set_out(name, LEFT_FOR_DEAD)
    resolver.say(f"{resolver.clause(name, 'is')} left for dead ({die} against {bullets}).")
    for asked in resolver.scene.prompts:
        if (asked.kind, asked.name) == ("roulette", name):
            resolver.close_prompt(asked.id, "out")
    add_to_reaction(resolver, name, prompt, out=LEFT_FOR_DEAD)


def die_or_throw(resolver: Resolver, die: int | None) -> int:
    """Return the die of the roulette: the typed one, else one thrown now."""
    return resolver.throw(1, t.SIDES_OF_DIE, "roulette")[0] if die is None else die


def pay_for_ones(resolver: Resolver, endangered: tuple[str, ...], ones: int) -> None:
    """Take 1 grit for each one shown from each of those ``endangered``."""
    resolver.because("total", "ones", ones, f"{t.SOURCE}: a danger to others")
    shown = "No die shows 1" if not ones else "1 die shows 1" if ones == 1 else f"{ones} dice show 1"
    resolver.say(f"{shown}: nobody is hit." if endangered and not ones else f"{shown}.")
    for name in endangered if ones else ():
        resolver.say(_loss_in_words(resolver, name, ones, resolver.combatant(name).value("grit")))
        resolver.system.lose(resolver, name, ones, "grit")


def take_back_loss(resolver: Resolver, name: str, failed: Reaction, left: int) -> int:
    """Reduce the loss of a failed reaction to ``left``, and undo its consequences; returns the grit given back."""
    combatant = resolver.combatant(name)
    top = combatant.tracks["grit"].max
    still = _boxes(top, failed.had, left)
    freed = [box for box in _boxes(top, failed.had, failed.loss) if box not in still]
    resolver.set_track(name, "grit", combatant.value("grit") + len(freed))
    if t.HOT_BOX in freed:
        resolver.set_track(name, "adrenaline", combatant.value("adrenaline") - failed.gained)
    if t.BAD_BOX in freed if failed.had else not left:
        for prompt in failed.prompts:
            if resolver.scene.prompt(prompt):
                resolver.close_prompt(prompt, "protected")
        resolver.unmark(name, failed.condition or "")
        resolver.set_track(name, "bullets", combatant.value("bullets") - failed.bullets)
        if combatant.out is not None and combatant.out == failed.out:
            resolver.set_out(name, None)
    set_state(resolver, name, reaction=replace(failed, loss=left))
    return len(freed)
