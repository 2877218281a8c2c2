"""What every attack shares: who may make it, with what, against which number, and what the roll leaves open."""

from __future__ import annotations

from tracker.combat.scene import Combatant
from tracker.systems.base import Nonsense, Play
from tracker.systems.common.place import only_other
from tracker.systems.order import in_turn
from tracker.systems.quoting import quote
from tracker.systems.unknown_armies import tables as t
from tracker.systems.unknown_armies.roll import Grade, Roll, grade, shown, thrown
from tracker.systems.unknown_armies.shifts import focus, propose, skill_of, typed, wounds
from tracker.systems.unknown_armies.turns import ACT, shares_left, split_of
from tracker.systems.unknown_armies.wounds import kind_of


def the_target(play: Play, actor: str, target: str | None) -> str:
    """Whom the actor means; raises Nonsense for the actor alone or where several are possible."""
    found = target or only_other(play, actor)
    if found == actor:
        raise Nonsense(f"{actor} cannot mean {actor}; name somebody else.")
    return found


def note_out(play: Play, target: str) -> None:
    """Aiming at one who is out is allowed, and said."""
    out = play.one(target).out
    if out is not None:
        play.note(f"{target} is out already ({out}).")


def the_weapon(one: Combatant, given: str | None) -> str:
    """The weapon named, else the only ready one, else the fist."""
    ready = ready_weapons(one)
    return given or (ready[0] if len(ready) == 1 else t.FIST)


def ready_weapons(one: Combatant) -> list[str]:
    """The weapons somebody has in hand."""
    return [name for name, weapon in one.weapons.items() if weapon.get("ready", True)]


def the_skill(play: Play, name: str, weapon: str, given: str | int | None) -> str | int:
    """The skill named, else the one that goes with the weapon."""
    return given if given is not None else t.SKILLS[kind_of(play, name, weapon)]


def must_be_ready(play: Play, name: str, weapon: str) -> None:
    """Object to a weapon that is not in hand (S)."""
    if weapon in play.one(name).weapons and weapon not in ready_weapons(play.one(name)):
        draw = f"draw {quote(name)} {quote(weapon)} takes this turn"
        play.object_(f"{name}'s {weapon} is not ready; {draw}, and it is ready the next.")


def may_act(play: Play, name: str, with_share: bool = False) -> None:
    """Object to a second action in a round; note one out of turn."""
    one = play.one(name)
    if "action" in one.spent and not (with_share and shares_left(one)):
        left = shares_left(one)
        if left:
            play.object_(f"{name} has split this round's attacks; left: share {', '.join(map(str, left))}.")
        elif split_of(one):
            play.object_(f"{name} has used all shares of the split; next goes on.")
        else:
            play.object_(f"{name} has acted this round; split before the first attack makes several, next goes on.")
    if play.scene.turn.phase == ACT:
        in_turn(play, name)


def fooled(play: Play, actor: str, target: str) -> bool:
    """Whether a sucker attack of the last round worked on this target."""
    found = play.one(actor).condition("sucker")
    return found is not None and found.of == target and found.since < play.scene.turn.round


def end_sucker(play: Play, actor: str) -> None:
    """Any attack of the next round ends what the feint won."""
    found = play.one(actor).condition("sucker")
    if found is not None and found.since < play.scene.turn.round:
        play.unmark(actor, "sucker")


def under(play: Play, actor: str, target: str, skill: str | int, shift: int | None) -> int:
    """The number an attack with the whole skill rolls under, before what a called shot adds."""
    number = skill_of(play, actor, skill) + wounds(play, actor) + typed(play, shift)
    propose(play, actor, target, shift)
    return number + focus(play, actor, target)


def rolled(play: Play, given: Roll, number: int, die: bool = False) -> tuple[Roll, Grade]:
    """The roll on the table and what it comes to."""
    roll = thrown(play, given, die)
    value = play.because("total", "one die, a match" if roll.die else "roll", roll.value or 0)
    return roll, grade(value, number)


def told(value: int, what: str) -> str:
    """A roll and what it comes to in words."""
    return f"{shown(value)}, {what}."


def ask_more(play: Play, actor: str, what: Grade, value: int, attack: bool = False) -> None:
    """A match or a fumble asks what more happens, and a critical; that of an ``attack`` is asked with its hit."""
    if what == "critical" and not attack:
        play.ask("critical", actor, f"{actor} rolled {shown(value)}: what more?")
    elif what.startswith("matched"):
        play.ask("match", actor, f"{actor} rolled {shown(value)}, a {what}: what more?")
    elif what == "fumble":
        play.ask("fumble", actor, f"{actor} fumbled: what goes wrong?")
