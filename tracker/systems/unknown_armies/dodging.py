"""How a dodge counts against a hit, and what it takes back (G)."""

from __future__ import annotations

from tracker.systems.base import Play
from tracker.systems.unknown_armies import tables as t
from tracker.systems.unknown_armies.exchange import ask_more
from tracker.systems.unknown_armies.roll import Roll, grade, shown, thrown
from tracker.systems.unknown_armies.shifts import cite, skill_of, wounds
from tracker.systems.unknown_armies.wounds import body_becomes, dodged, hits, hold


def dodge_number(play: Play, name: str, body: int | None = None) -> int:
    """The number somebody's dodge rolls under, with the wounds of the moment before the hit (``body`` then)."""
    return skill_of(play, name, t.DODGE, "tn") + wounds(play, name, "tn", body)


def may_dodge(play: Play, name: str) -> None:
    """Object to a dodge where there is none, or by one who has acted: it is the only action of the round (G)."""
    if play.setting("dodge") == "off":
        play.object_("Nobody dodges under setting dodge=off; settings dodge=on allows it.")
    if "action" in play.one(name).spent:
        play.object_(f"{name} has acted this round; a dodge is the only action of the round.")


def defend(play: Play, name: str, given: Roll, hit_roll: int, damage: int, body: int | None = None) -> tuple[int, Roll]:
    """A dodge roll against a hit; gives the damage left and the roll on the table."""
    may_dodge(play, name)
    if play.one(name).out is not None and not felled(play, name):
        play.object_(f"{name} is out ({play.one(name).out}) and cannot dodge.")
    number = dodge_number(play, name, body)
    play.say(f"{name} dodges under {number}:")
    roll = thrown(play, given)
    value = play.because("outcome", "dodge roll", roll.value or 0)
    left = dodged(hit_roll, damage, value, number)
    if left != damage:
        play.because("damage", "dodged" if not left else "dodged in part", left - damage, cite(play, "dodge", "dodge"))
    result = "no damage" if not left else "half damage" if left < damage else "all the damage"
    what = grade(value, number)
    play.say(f"{shown(value)}, {what}, {result}.")
    ask_more(play, name, what, value)
    play.spend(name, "action")
    return left, roll


def felled(play: Play, name: str) -> bool:
    """Whether somebody is out by a hit of this round, which a dodge may still undo."""
    return any(each["fell"] for each in hits(play, name))


def give_back(play: Play, name: str, back: int, fell: bool) -> None:
    """The body as if the dodged damage had never been."""
    was = play.one(name)
    if fell and was.out is not None:
        play.out(name, None)
    body_becomes(play, name, was.value("body") + back)
    now = play.one(name)
    up = f", {now.out or 'up again'}" if now.out != was.out else ""
    play.say(f"{name} {back:+d} body ({was.value('body')} → {now.value('body')}){up}.")


def forget(play: Play, name: str, by: str, dropped: str | None) -> None:
    """A hit that was dodged whole made nobody drop anything, and leaves nothing to ask."""
    if dropped in play.one(name).weapons:
        hold(play, name, str(dropped), True)
    for prompt in play.scene.prompts:
        if prompt.data.get("target") == name and prompt.data.get("by") == by:
            play.close(prompt.id, "skip")
