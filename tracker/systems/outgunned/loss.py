"""Loss of grit and what it brings: boxes, conditions, the roulette (rules page, Grit loss)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.combat.scene import HEROES, Plain, Prompt
from tracker.systems.base import Nonsense, Play
from tracker.systems.outgunned import tables as t
from tracker.systems.people import crowd
from tracker.systems.words import number

OUT: Final = "left-for-dead"
DEFEATED: Final = "defeated"
_FACES: Final = (*map(str, range(1, t.SIDES_OF_DIE + 1)), "roll")


def lose_grit(play: Play, name: str, amount: int) -> None:
    """Fill boxes, no more than are open, with all that follows."""
    one = play.one(name)
    grit = one.tracks.get("grit")
    if amount <= 0 or grit is None:
        return
    if one.side == HEROES and grit.value == 0:
        if one.out is None:
            play.ask("roulette", name, "loses grit at 0: a die against the lethal bullets", _FACES)
        return
    filled = _boxes(grit.max, grit.value, amount)
    play.track(name, "grit", grit.value - amount)
    if one.side == HEROES:
        if t.BAD_BOX in filled and len(_counted(play, name)) < t.MOST_CONDITIONS:
            choices = [each for each in t.CONDITIONS if not one.has(each) and each != t.BROKEN]
            play.ask("bad-box", name, "fills the bad box: which condition?", choices)
        _adrenaline(play, name, "the hot box", t.HOT_ADRENALINE if t.HOT_BOX in filled else 0)
        return
    hot = one.fields.get("hot")
    _adrenaline(play, name, "a hot box", sum(box in filled for box in hot) if isinstance(hot, list) else 0)
    if play.one(name).value("grit") == 0 and one.out is None:
        play.out(name, DEFEATED)
        play.say(f"{name} is defeated.")
        side_down(play, one.side)


def _boxes(top: int, left: int, amount: int) -> range:
    """The boxes that a loss fills, of ``top`` with ``left`` still open."""
    return range(top - left + 1, top - max(0, left - amount) + 1)


def _adrenaline(play: Play, name: str, why: str, gain: int) -> None:
    if gain:
        play.track(name, "adrenaline", play.one(name).value("adrenaline") + gain, t.ADRENALINE[1])
        play.say(f"{name}: {why}, adrenaline +{gain}.")


def lacking(attack: str, units: int) -> int:
    """The grit an attack takes that ``units`` do not meet; against an impossible one they help nothing."""
    return t.need(attack) - (0 if t.level(attack) == "impossible" else units)


def suffer(play: Play, name: str, difficulty: str, units: int, of: str) -> int:
    """A hero's loss of what ``units`` lack of an attack; against an impossible one nothing helps. Gives the loss.

    Reasons for ``grit`` are negative, those for ``damage`` positive.
    """
    left, sign, loss = play.one(name).value("grit"), -1 if of == "grit" else 1, lacking(difficulty, units)
    hopeless = t.level(difficulty) == "impossible"
    why = "attack impossible: all grit" if hopeless else f"need {t.need(difficulty)} − units {units}"
    play.because(of, why, sign * loss, f"{t.SOURCE}: damage control")
    if loss > left:
        play.because(of, f"only {left} left", sign * (left - loss))
    play.say(f"{name} −{min(loss, left)} grit ({left} → {max(0, left - loss)}).")
    play.system.lose(play, name, loss, "grit")
    return loss


def side_down(play: Play, side: str) -> None:
    """Say so when nobody of a side is up any more."""
    if all(each.out is not None for each in play.scene.of_side(side)):
        play.note(f"All {side} are down; end closes the fight.")


def _counted(play: Play, name: str) -> list[str]:
    """The conditions somebody has that count toward the four."""
    return [each.name for each in play.one(name).conditions if each.name in t.CONDITIONS]


def take_condition(play: Play, name: str, condition: str, **ends: Any) -> str:
    """Mark a condition; the fourth is written as broken, a fifth is refused. Gives what was written."""
    held = _counted(play, name)
    if condition in t.CONDITIONS and condition not in held:
        if len(held) >= t.MOST_CONDITIONS:
            play.object_(f"{name} has {t.MOST_CONDITIONS} conditions already; a fifth is not taken.")
        elif len(held) == t.MOST_CONDITIONS - 1 and t.BROKEN not in held:
            play.note(f"The fourth condition is written as {t.BROKEN}.")
            condition = t.BROKEN
    play.mark(name, condition, None, **ends)
    return condition


def face_roulette(play: Play, name: str, fell: int) -> dict[str, Plain]:
    """The die against the bullets: survives with one bullet more, or is left for dead. Gives what came of it."""
    bullets = play.one(name).value("bullets")
    play.because("outcome", f"die {fell} against bullets {bullets}", fell - bullets, f"{t.SOURCE}: roulette")
    if fell > bullets:
        play.track(name, "bullets", bullets + 1, t.BULLETS[1])
        play.say(f"{name} survives the roulette ({fell} over {bullets}); bullets {play.one(name).value('bullets')}.")
        return {"bullets": play.one(name).value("bullets") - bullets}
    play.out(name, OUT)
    play.say(f"{name} is left for dead ({fell} against {bullets}).")
    for each in play.scene.prompts:
        if (each.kind, each.name) == ("roulette", name):
            play.close(each.id, "out")
    side_down(play, play.one(name).side)
    return {"out": OUT}


def thrown_or(play: Play, die: int | None) -> int:
    """The die of the roulette: the one on the table, else thrown now."""
    return play.throw(1, t.SIDES_OF_DIE, "roulette")[0] if die is None else die


def snake_eyes(play: Play, who: tuple[str, ...], ones: int) -> None:
    """Each one showing costs each of these 1 grit."""
    play.because("total", "ones", ones, f"{t.SOURCE}: a danger to others")
    shown = "1 one" if ones == 1 else f"{ones or 'No'} ones"
    play.say(f"{shown}{f': {crowd(who, play.scene)} −{ones} grit' if ones and who else ''}.")
    for name in who:
        play.system.lose(play, name, ones, "grit")


def decide(play: Play, prompt: Prompt, choice: str) -> None:
    """Carry out the answer to one of the game's prompts."""
    if prompt.kind == "bad-box":
        if play.one(prompt.name).has(choice):
            raise Nonsense(f"{prompt.name} is {choice} already; choose another, or skip.")
        taken = take_condition(play, prompt.name, choice)
        remember(play, prompt, {"condition": taken})
        play.say(f"{prompt.name}: {taken}.")
    elif prompt.kind == "roulette":
        fell = thrown_or(play, None if choice == "roll" else number(choice, 1, t.SIDES_OF_DIE))
        play.means(choice=str(fell))
        remember(play, prompt, face_roulette(play, prompt.name, fell))
    elif prompt.kind == "ones":
        who = prompt.data.get("who")
        names = tuple(str(each) for each in who) if isinstance(who, list) else ()
        snake_eyes(play, tuple(name for name in names if name in play.scene.combatants), number(choice, 0, 40))


def remember(play: Play, prompt: Prompt, brought: Mapping[str, Plain]) -> None:
    """Tie what a prompt brought to the failed reaction it came from, so that protection takes it back."""
    failed = play.one(prompt.name).fields.get("reacted")
    if isinstance(failed, dict) and prompt.id in failed.get("prompts", ()):
        play.put(prompt.name, "reacted", {**failed, **brought})


def take_back(play: Play, name: str, failed: Mapping[str, Any], left: int) -> int:
    """Lessen the loss of a failed reaction to ``left``, and take back all that came of the rest; gives the grit."""
    one, had, top = play.one(name), int(failed["had"]), play.one(name).tracks["grit"].max
    still = _boxes(top, had, left)
    freed = [box for box in _boxes(top, had, failed["loss"]) if box not in still]
    play.track(name, "grit", one.value("grit") + len(freed))
    if t.HOT_BOX in freed:
        play.track(name, "adrenaline", one.value("adrenaline") - int(failed["gained"]))
    if t.BAD_BOX in freed if had else not left:
        for each in failed["prompts"]:
            if play.scene.prompt(each):
                play.close(each, "protected")
        play.unmark(name, str(failed.get("condition") or ""))
        play.track(name, "bullets", one.value("bullets") - int(failed.get("bullets") or 0))
        if one.out is not None and one.out == failed.get("out"):
            play.out(name, None)
    return len(freed)
