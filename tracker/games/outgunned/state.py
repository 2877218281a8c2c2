"""The state that Outgunned keeps for itself, as typed models.

A scene holds it as plain data in fields of the combatants and of the fight, read and written only by the functions of
this module. Data that does not fit its model, from a file edited by hand, counts as absent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.rules.resolver import Resolver

Kind = TypeVar("Kind", bound=Model)


class Threat(Model):
    """The enemies' action in a Reaction Turn: its words, the pool to react with, and the enemy."""

    text: str = ""
    pool: str | None = None
    by: str | None = None


class Reaction(Model, omit_defaults=True):
    """The result of a Reaction Roll: whom it met, the grit it cost, and the successes ``left`` of it.

    For a failed one, what protection takes back: the grit before it (``had``), the adrenaline ``gained``, its
    questions, and the consequences of their answers (``condition``, ``bullets``, ``out``).
    """

    vs: str | None
    loss: int
    left: tuple[str, ...] = ()
    attack: str = "basic"
    had: int = 0
    gained: int = 0
    prompts: tuple[int, ...] = ()
    condition: str | None = None
    bullets: int = 0
    out: str | None = None


class Thrown(Model, omit_defaults=True):
    """A throw that may still be changed: its verb, the ``faces`` shown, and their successes.

    ``again``: dice were re-rolled; ``better``: with a better result. ``all_in`` and ``gamble`` were declared for it.
    """

    verb: str
    faces: tuple[int, ...]
    successes: tuple[str, ...] = ()
    again: bool = False
    better: bool = False
    all_in: bool = False
    gamble: bool = False

    @property
    def loose(self) -> int:
        """Return how many dice belong to no set."""
        return sum(self.faces.count(face) == 1 for face in self.faces)


class Journey(Model):
    """A move over several turns: to or from whom (``step`` −1 or 1), the band it leads to, and the turns left."""

    target: str
    to: str
    left: int
    step: int


class Fight(Model):
    """The state of the whole fight: its mode, that of the next turn, its first kind of turn."""

    mode: str = "combat"
    next_mode: str | None = None
    opening: str | None = None


def reaction_of(combatant: Combatant) -> Reaction | None:
    """Return the result of somebody's reaction this turn; None if they have not reacted."""
    return _read(combatant.fields.get("reacted"), Reaction)


def set_reaction(resolver: Resolver, name: str, reaction: Reaction | None) -> None:
    """Store the result of somebody's reaction until the turn ends."""
    resolver.set_field(name, "reacted", _plain(reaction))


def thrown_by(combatant: Combatant) -> Thrown | None:
    """Return the throw that somebody may still change; None if there is none."""
    return _read(combatant.fields.get("thrown"), Thrown)


def set_thrown(resolver: Resolver, name: str, thrown: Thrown | None) -> None:
    """Store a throw until it is answered or the turn ends."""
    resolver.set_field(name, "thrown", _plain(thrown))


def journey_of(combatant: Combatant) -> Journey | None:
    """Return the long move somebody has begun."""
    return _read(combatant.fields.get("way"), Journey)


def set_journey(resolver: Resolver, name: str, journey: Journey | None) -> None:
    """Store a long move, or end it."""
    resolver.set_field(name, "way", _plain(journey))


def bought_actions(combatant: Combatant) -> tuple[str, ...]:
    """Return the unused extra actions that somebody has bought: quick, full, cool."""
    kept = combatant.fields.get("bought")
    return tuple(map(str, kept)) if isinstance(kept, list) else ()


def set_bought(resolver: Resolver, name: str, kinds: Sequence[str]) -> None:
    """Store the extra actions that somebody may still use."""
    resolver.set_field(name, "bought", [*kinds] or None)


def covering_fire_for(combatant: Combatant) -> int:
    """Return how many friends laid covering fire for somebody's next Reaction Roll."""
    kept = combatant.fields.get("covered")
    return int(kept) if isinstance(kept, int) else 0


def lay_covering_fire(resolver: Resolver, friend: Combatant, adds_up: bool) -> None:
    """Give a friend covering fire for the next Reaction Roll; a second counts only if it ``adds_up``."""
    before = covering_fire_for(friend)
    resolver.set_field(friend.name, "covered", before + 1 if adds_up and before else True)


def fight_of(scene: Scene) -> Fight:
    """Return the state of the whole fight."""
    kept = {field: scene.fields[field] for field in Fight.__struct_fields__ if scene.fields.get(field) is not None}
    return _read(kept, Fight) or Fight()


def set_fight(resolver: Resolver, **changes: str | None) -> None:
    """Update the state of the whole fight, by the fields of Fight."""
    for field, value in changes.items():
        resolver.set_scene_field(field, value)


def threat_to(scene: Scene, name: str) -> Threat:
    """Return the threat to somebody in this Reaction Turn: their own first, completed from the common one."""
    common = _read(scene.fields.get("threat"), Threat) or Threat()
    own = _read(_own_threats(scene).get(name), Threat) or Threat()
    return Threat(own.text or common.text, own.pool or common.pool, own.by or common.by)


def common_threat(scene: Scene) -> Threat | None:
    """Return the threat to everybody in this Reaction Turn; None if none was set."""
    return _read(scene.fields.get("threat"), Threat)


def set_threat(resolver: Resolver, threat: Threat, hero: str | None = None) -> None:
    """Store the threat of this Reaction Turn, to everybody or to one ``hero``."""
    if hero is None:
        resolver.set_scene_field("threat", _plain(threat))
    else:
        resolver.set_scene_field("threat_for", {**_own_threats(resolver.scene), hero: _plain(threat)})


def clear_threats(resolver: Resolver) -> None:
    """Clear the threats at the end of a Reaction Turn."""
    resolver.set_scene_field("threat", None)
    resolver.set_scene_field("threat_for", None)


_OF_A_TURN: Final = frozenset({"extra", "bought", "reacted", "thrown"})
"""The fields of a combatant that go with a turn."""


def clear_turn(resolver: Resolver, name: str) -> None:
    """Clear what somebody keeps for a turn: extra, bought actions, the result of the reaction."""
    fields = resolver.combatant(name).fields
    if _OF_A_TURN.isdisjoint(fields):
        return
    if fields.get("extra"):
        resolver.set_field(name, "extra", 0)
    set_bought(resolver, name, ())
    set_reaction(resolver, name, None)
    set_thrown(resolver, name, None)


def add_to_reaction(resolver: Resolver, name: str, prompt: int, **brought: str | int | None) -> None:
    """Attach the answer to a prompt to the failed reaction that raised it; ``brought`` sets fields of Reaction."""
    failed = reaction_of(resolver.combatant(name))
    if failed is not None and prompt in failed.prompts:
        set_reaction(resolver, name, replace(failed, **brought))


def _own_threats(scene: Scene) -> Mapping[str, Plain]:
    kept = scene.fields.get("threat_for")
    return kept if isinstance(kept, dict) else {}


def _read(kept: Plain, kind: type[Kind]) -> Kind | None:
    if kept is None:
        return None
    try:
        return msgspec.convert(kept, kind)
    except msgspec.ValidationError:
        return None


def _plain(model: Model | None) -> Plain:
    """Return a model as plain data: lists for tuples, dictionaries for models."""
    plain: Plain = msgspec.json.decode(msgspec.json.encode(model))
    return plain
