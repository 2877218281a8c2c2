"""How a dodge counts against a hit, and what it takes back (G)."""

from __future__ import annotations

from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.exchange import ask_more
from tracker.games.unknown_armies.roll import Roll, grade, shown, thrown
from tracker.games.unknown_armies.shifts import cite, skill_of, wounds
from tracker.games.unknown_armies.wounds import body_becomes, dodged, hits, hold
from tracker.rules.resolver import Resolver


def dodge_number(resolver: Resolver, name: str, body: int | None = None) -> int:
    """The number somebody's dodge rolls under, with the wounds of the moment before the hit (``body`` then)."""
    return skill_of(resolver, name, t.DODGE, "tn") + wounds(resolver, name, "tn", body)


def may_dodge(resolver: Resolver, name: str) -> None:
    """Object to a dodge where there is none, or by one who has acted: it is the only action of the round (G)."""
    if resolver.setting("dodge") == "off":
        resolver.objection("Nobody dodges under setting dodge=off; settings dodge=on allows it.")
    if "action" in resolver.combatant(name).spent:
        resolver.objection(f"{name} has acted this round; a dodge is the only action of the round.")


def defend(
    resolver: Resolver, name: str, given: Roll, hit_roll: int, damage: int, body: int | None = None
) -> tuple[int, Roll]:
    """A dodge roll against a hit; gives the damage left and the roll on the table."""
    may_dodge(resolver, name)
    if resolver.combatant(name).out is not None and not felled(resolver, name):
        resolver.objection(f"{name} is out ({resolver.combatant(name).out}) and cannot dodge.")
    number = dodge_number(resolver, name, body)
    resolver.say(f"{name} dodges under {number}:")
    roll = thrown(resolver, given)
    value = resolver.because("outcome", "dodge roll", roll.value or 0)
    left = dodged(hit_roll, damage, value, number)
    if left != damage:
        resolver.because(
            "damage", "dodged" if not left else "dodged in part", left - damage, cite(resolver, "dodge", "dodge")
        )
    result = "no damage" if not left else "half damage" if left < damage else "all the damage"
    what = grade(value, number)
    resolver.say(f"{shown(value)}, {what}, {result}.")
    ask_more(resolver, name, what, value)
    resolver.spend(name, "action")
    return left, roll


def felled(resolver: Resolver, name: str) -> bool:
    """Whether somebody is out by a hit of this round, which a dodge may still undo."""
    return any(each["fell"] for each in hits(resolver, name))


def give_back(resolver: Resolver, name: str, back: int, fell: bool) -> None:
    """The body as if the dodged damage had never been."""
    was = resolver.combatant(name)
    if fell and was.out is not None:
        resolver.set_out(name, None)
    body_becomes(resolver, name, was.value("body") + back)
    now = resolver.combatant(name)
    up = f", {now.out or 'up again'}" if now.out != was.out else ""
    resolver.say(f"{name} {back:+d} body ({was.value('body')} → {now.value('body')}){up}.")


def forget(resolver: Resolver, name: str, by: str, dropped: str | None) -> None:
    """A hit that was dodged whole made nobody drop anything, and leaves nothing to ask."""
    if dropped in resolver.combatant(name).weapons:
        hold(resolver, name, str(dropped), True)
    for prompt in resolver.scene.prompts:
        if prompt.data.get("target") == name and prompt.data.get("by") == by:
            resolver.close_prompt(prompt.id, "skip")
