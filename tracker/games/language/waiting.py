"""Attacks that wait for an answer: kept in the fight as plain data, and carried out once answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tracker.combat.model import Model
from tracker.combat.scene import Plain, Scene
from tracker.games.language.doing import Doing
from tracker.games.language.rules import Rules
from tracker.rules.resolver import Resolver

FIELD: Final = "waiting"


class Waiting(Model):
    """A thrown attack that waits for an answer; ``outcome`` is the typed outcome instead of a roll."""

    verb: str
    me: str
    it: str
    weapon: str
    roll: int
    faces: tuple[int, ...]
    words: Mapping[str, Any]
    outcome: str = ""


def waiting(scene: Scene, rules: Rules) -> tuple[Waiting, ...]:
    """Return the waiting attacks, oldest first; malformed ones from foreign files are left out."""
    kept = scene.fields.get(FIELD)
    attacks = []
    for item in kept if isinstance(kept, list) else ():
        attack = _read(item)
        if attack is not None and attack.verb in rules.actions and {attack.me, attack.it} <= scene.combatants.keys():
            attacks.append(attack)
    return tuple(attacks)


def _read(item: object) -> Waiting | None:
    if not isinstance(item, dict):
        return None
    texts = [item.get(key) for key in ("verb", "me", "it", "weapon", "outcome")]
    roll, faces, words = item.get("roll"), item.get("faces"), item.get("words")
    good = all(isinstance(text, str) for text in texts) and isinstance(roll, int) and isinstance(words, dict)
    if not good or not isinstance(faces, list) or not all(isinstance(face, int) for face in faces):
        return None
    verb, me, it, weapon, outcome = map(str, texts)
    return Waiting(verb, me, it, weapon, int(str(roll)), tuple(faces), dict(words or {}), outcome)


def keep(resolver: Resolver, attacks: Iterable[Waiting]) -> None:
    """Replace the waiting attacks."""
    data: list[Plain] = [
        {
            "verb": attack.verb,
            "me": attack.me,
            "it": attack.it,
            "weapon": attack.weapon,
            "roll": attack.roll,
            "faces": list(attack.faces),
            "words": dict(attack.words),
            "outcome": attack.outcome,
        }
        for attack in attacks
    ]
    resolver.set_scene_field(FIELD, data or None)


def doing_again(resolver: Resolver, rules: Rules, attack: Waiting) -> Doing:
    """Restore the attack as it was thrown."""
    rule = rules.actions[attack.verb]
    given = frozenset(name for name in attack.words if name in rule.numbers)
    doing = Doing(resolver, rules, rule, attack.me, attack.it, attack.weapon, attack.words, attack.roll, attack.faces)
    doing.given = given
    return doing
