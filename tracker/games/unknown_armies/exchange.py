"""What every attack shares: who may make it, with what, against which number, and what the roll leaves open."""

from __future__ import annotations

from tracker.combat.scene import Combatant
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.roll import Grade, Roll, grade, shown, thrown
from tracker.games.unknown_armies.shifts import focus, propose, skill_of, typed, wounds
from tracker.games.unknown_armies.turns import ACT, shares_left, split_of
from tracker.games.unknown_armies.wounds import kind_of
from tracker.rules.errors import InvalidCommand
from tracker.rules.positions import only_other
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn


def the_target(resolver: Resolver, actor: str, target: str | None) -> str:
    """Whom the actor means; raises InvalidCommand for the actor alone or where several are possible."""
    found = target or only_other(resolver, actor)
    if found == actor:
        raise InvalidCommand(f"{actor} cannot mean {actor}; name somebody else.")
    return found


def note_out(resolver: Resolver, target: str) -> None:
    """Aiming at one who is out is allowed, and said."""
    out = resolver.combatant(target).out
    if out is not None:
        resolver.note(f"{target} is out already ({out}).")


def the_weapon(one: Combatant, given: str | None) -> str:
    """The weapon named, else the only ready one, else the fist."""
    ready = ready_weapons(one)
    return given or (ready[0] if len(ready) == 1 else t.FIST)


def ready_weapons(one: Combatant) -> list[str]:
    """The weapons somebody has in hand."""
    return [name for name, weapon in one.weapons.items() if weapon.get("ready", True)]


def the_skill(resolver: Resolver, name: str, weapon: str, given: str | int | None) -> str | int:
    """The skill named, else the one that goes with the weapon."""
    return given if given is not None else t.SKILLS[kind_of(resolver, name, weapon)]


def must_be_ready(resolver: Resolver, name: str, weapon: str) -> None:
    """Object to a weapon that is not in hand (S)."""
    if weapon in resolver.combatant(name).weapons and weapon not in ready_weapons(resolver.combatant(name)):
        draw = f"draw {quote(name)} {quote(weapon)} takes this turn"
        resolver.objection(f"{name}'s {weapon} is not ready; {draw}, and it is ready the next.")


def may_act(resolver: Resolver, name: str, with_share: bool = False) -> None:
    """Object to a second action in a round; note one out of turn."""
    one = resolver.combatant(name)
    if "action" in one.spent and not (with_share and shares_left(one)):
        left = shares_left(one)
        if left:
            resolver.objection(f"{name} has split this round's attacks; left: share {', '.join(map(str, left))}.")
        elif split_of(one):
            resolver.objection(f"{name} has used all shares of the split; next goes on.")
        else:
            resolver.objection(
                f"{name} has acted this round; split before the first attack makes several, next goes on."
            )
    if resolver.scene.turn.phase == ACT:
        note_out_of_turn(resolver, name)


def fooled(resolver: Resolver, actor: str, target: str) -> bool:
    """Whether a sucker attack of the last round worked on this target."""
    found = resolver.combatant(actor).condition("sucker")
    return found is not None and found.of == target and found.since < resolver.scene.turn.round


def end_sucker(resolver: Resolver, actor: str) -> None:
    """Any attack of the next round ends what the feint won."""
    found = resolver.combatant(actor).condition("sucker")
    if found is not None and found.since < resolver.scene.turn.round:
        resolver.unmark(actor, "sucker")


def under(resolver: Resolver, actor: str, target: str, skill: str | int, shift: int | None) -> int:
    """The number an attack with the whole skill rolls under, before what a called shot adds."""
    number = skill_of(resolver, actor, skill) + wounds(resolver, actor) + typed(resolver, shift)
    propose(resolver, actor, target, shift)
    return number + focus(resolver, actor, target)


def rolled(resolver: Resolver, given: Roll, number: int, die: bool = False) -> tuple[Roll, Grade]:
    """The roll on the table and what it comes to."""
    roll = thrown(resolver, given, die)
    value = resolver.because("total", "one die, a match" if roll.die else "roll", roll.value or 0)
    return roll, grade(value, number)


def told(value: int, what: str) -> str:
    """A roll and what it comes to in words."""
    return f"{shown(value)}, {what}."


def ask_more(resolver: Resolver, actor: str, what: Grade, value: int, attack: bool = False) -> None:
    """A match or a fumble asks what more happens, and a critical; that of an ``attack`` is asked with its hit."""
    if what == "critical" and not attack:
        resolver.ask("critical", actor, f"{actor} rolled {shown(value)}: what more?")
    elif what.startswith("matched"):
        resolver.ask("match", actor, f"{actor} rolled {shown(value)}, a {what}: what more?")
    elif what == "fumble":
        resolver.ask("fumble", actor, f"{actor} fumbled: what goes wrong?")
