"""The state that Outgunned keeps for itself, as typed models.

In a scene it is plain data, in fields of the combatants and of the fight. It is read from there and written there by
the functions of this module alone. Data that does not fit its model, from a file edited by hand, counts as absent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.rules.resolver import Resolver

Kind = TypeVar("Kind", bound=Model)


class Threat(Model):
    """What a Reaction Turn asks: the enemies' action in words, the pool it asks for, and whose action it is."""

    text: str = ""
    pool: str | None = None
    by: str | None = None


class Reaction(Model, omit_defaults=True):
    """What came of a Reaction Roll: whom it met, the grit it cost, and the successes ``left`` of it.

    Of a failed one, what protection takes back: the grit there was before (``had``), the adrenaline ``gained``, the
    prompts it raised, and what their answers brought (``condition``, ``bullets``, ``out``).
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
    """A throw that may still be changed: of which verb, the ``faces`` showing, the successes they stand for.

    ``again``: dice were thrown again; ``better``: and that was better. ``all_in`` and ``gamble`` were said of it.
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
        """How many dice stand in no set."""
        return sum(self.faces.count(face) == 1 for face in self.faces)


class Journey(Model):
    """A way over several turns: to or from whom (``step`` −1 or 1), the band it leads to, and the turns left."""

    target: str
    to: str
    left: int
    step: int


class Fight(Model):
    """What holds for the whole fight: its rules, those of the next turn, its first kind of turn."""

    mode: str = "combat"
    next_mode: str | None = None
    opening: str | None = None


def reaction_of(combatant: Combatant) -> Reaction | None:
    """What came of somebody's reaction this turn; None where they have not reacted."""
    return _read(combatant.fields.get("reacted"), Reaction)


def set_reaction(resolver: Resolver, name: str, reaction: Reaction | None) -> None:
    """Keep what came of somebody's reaction, until the turn ends."""
    resolver.set_field(name, "reacted", _plain(reaction))


def thrown_by(combatant: Combatant) -> Thrown | None:
    """The throw somebody may still change; None where there is none."""
    return _read(combatant.fields.get("thrown"), Thrown)


def set_thrown(resolver: Resolver, name: str, thrown: Thrown | None) -> None:
    """Keep a throw until it is answered or the turn ends."""
    resolver.set_field(name, "thrown", _plain(thrown))


def journey_of(combatant: Combatant) -> Journey | None:
    """The long way somebody has begun."""
    return _read(combatant.fields.get("way"), Journey)


def set_journey(resolver: Resolver, name: str, journey: Journey | None) -> None:
    """Keep a long way, or end it."""
    resolver.set_field(name, "way", _plain(journey))


def bought_actions(combatant: Combatant) -> tuple[str, ...]:
    """The extra actions somebody has bought and not yet used: quick, full, cool."""
    kept = combatant.fields.get("bought")
    return tuple(map(str, kept)) if isinstance(kept, list) else ()


def set_bought(resolver: Resolver, name: str, kinds: Sequence[str]) -> None:
    """Keep the extra actions somebody may still use."""
    resolver.set_field(name, "bought", [*kinds] or None)


def covering_fire_for(combatant: Combatant) -> int:
    """How many times friends lay covering fire for somebody's next Reaction Roll."""
    kept = combatant.fields.get("covered")
    return int(kept) if isinstance(kept, int) else 0


def lay_covering_fire(resolver: Resolver, friend: Combatant, adds_up: bool) -> None:
    """Give a friend covering fire for the next Reaction Roll; a second one counts only where it ``adds_up``."""
    before = covering_fire_for(friend)
    resolver.set_field(friend.name, "covered", before + 1 if adds_up and before else True)


def fight_of(scene: Scene) -> Fight:
    """What holds for the whole fight."""
    kept = {field: scene.fields[field] for field in Fight.__struct_fields__ if scene.fields.get(field) is not None}
    return _read(kept, Fight) or Fight()


def set_fight(resolver: Resolver, **changes: str | None) -> None:
    """Change what holds for the whole fight; a change names fields of Fight."""
    for field, value in changes.items():
        resolver.set_scene_field(field, value)


def threat_to(scene: Scene, name: str) -> Threat:
    """What this Reaction Turn asks of somebody: their own threat first, what it leaves open from the common one."""
    common = _read(scene.fields.get("threat"), Threat) or Threat()
    own = _read(_own_threats(scene).get(name), Threat) or Threat()
    return Threat(own.text or common.text, own.pool or common.pool, own.by or common.by)


def common_threat(scene: Scene) -> Threat | None:
    """What this Reaction Turn asks of everybody; None where nothing was said."""
    return _read(scene.fields.get("threat"), Threat)


def set_threat(resolver: Resolver, threat: Threat, hero: str | None = None) -> None:
    """Keep what this Reaction Turn asks, of everybody or of one ``hero``."""
    if hero is None:
        resolver.set_scene_field("threat", _plain(threat))
    else:
        resolver.set_scene_field("threat_for", {**_own_threats(resolver.scene), hero: _plain(threat)})


def clear_threats(resolver: Resolver) -> None:
    """The Reaction Turn is over, and with it what it asked."""
    resolver.set_scene_field("threat", None)
    resolver.set_scene_field("threat_for", None)


def clear_turn(resolver: Resolver, name: str) -> None:
    """What somebody keeps only for a turn goes: extra, bought actions, the outcome of the reaction."""
    if resolver.combatant(name).fields.get("extra"):
        resolver.set_field(name, "extra", 0)
    set_bought(resolver, name, ())
    set_reaction(resolver, name, None)
    set_thrown(resolver, name, None)


def add_to_reaction(resolver: Resolver, name: str, prompt: int, **brought: str | int | None) -> None:
    """Tie the answer to a prompt to the failed reaction that raised it; ``brought`` names fields of Reaction."""
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
    """The model as a scene keeps it: lists for tuples, dictionaries for models."""
    plain: Plain = msgspec.json.decode(msgspec.json.encode(model))
    return plain
