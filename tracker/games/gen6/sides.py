"""Side initiative: who rolls for a side, what comes on the dice, who comes first (rules page, Turns)."""

from __future__ import annotations

from typing import Final

from tracker.combat.scene import HEROES, Scene
from tracker.games.gen6 import tables as t
from tracker.games.gen6.throw import Part
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver

COUNTS: Final = ("total", "target", "need", "units", "pool")
"""What the numbers of each side count to, so that every side's own add up."""


def roller(scene: Scene) -> str | None:
    """Whose turn it is to roll for the heroes: the next one up in the list after the one who rolled last."""
    heroes = scene.of_side(HEROES)
    last = next((at for at, each in enumerate(heroes) if each.fields.get("rolled")), -1)
    around = (*heroes[last + 1 :], *heroes[: last + 1])
    return next((each.name for each in around if each.out is None), None)


def sides_up(scene: Scene) -> tuple[str, ...]:
    """The sides that still have somebody up; raises InvalidCommand where there is none."""
    found = tuple(side for side in scene.sides() if any(each.out is None for each in scene.of_side(side)))
    if not found:
        raise InvalidCommand("Nobody is here to act; add somebody first.")
    return found


def added(scene: Scene, side: str, chosen: str | None) -> tuple[str, tuple[Part, ...]]:
    """Who rolls for a side, the chosen one or the quickest, and what they bring: quickness, courage."""
    people = [each for each in scene.of_side(side) if each.out is None]
    quickest = max(people, key=lambda each: each.number("quickness"))
    one = next((each for each in people if each.name == chosen), quickest)
    source = "Gen6 S: initiative" if one.name == chosen else "Gen6 G: initiative of the quickest"
    quickness: Part = (f"{one.name}: quickness", one.number("quickness"), source)
    courage: Part = (f"{one.name}: courage", t.COURAGE, "Gen6 S: courage")
    return one.name, (quickness, courage) if one.has("courage") else (quickness,)


def side_total(resolver: Resolver, side: str, chosen: str | None, of: str, typed: int | None) -> tuple[int, int]:
    """A side's number with its reasons, thrown unless typed, and what of it was there before courage.

    The courage of the one who rolls comes on top of it and is used up.
    """
    name, (quickness, *courage) = added(resolver.scene, side, chosen)
    parts: tuple[Part, ...] = ((side, typed or 0, "the table"),)
    if typed is None:
        faces = resolver.throw(t.DICE, t.SIDES, f"initiative {side}")
        parts = ((f"{side}: 3d6 {' '.join(map(str, faces))}", sum(faces), "Gen6 S: initiative"), quickness)
    for part in (*parts, *courage):
        resolver.because(of, *part)
    resolver.unmark(name, "courage")
    before = sum(value for _, value, _ in parts)
    return before + sum(value for _, value, _ in courage), before


def pass_on(resolver: Resolver, name: str | None) -> None:
    """Remember who rolled for the heroes."""
    for each in resolver.scene.of_side(HEROES):
        resolver.set_field(each.name, "rolled", True if each.name == name else None)
