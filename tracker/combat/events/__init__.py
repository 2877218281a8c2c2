"""Events: facts in the past tense. Each event applies itself: scene -> scene.

The set is closed: games keep their own state in ``fields``, so old sessions replay without any rules. An event names
everybody it affects, so that a change of a whole crowd stays one short fact.
"""

from __future__ import annotations

from typing import TypeAlias

from tracker.combat.events.fight import (
    BandBecame,
    DefaultBandBecame,
    EncounterBegan,
    OrderBecame,
    PromptCame,
    PromptWent,
    SceneFieldBecame,
    SettingBecame,
    TitleBecame,
    TurnCame,
)
from tracker.combat.events.people import (
    ConditionCame,
    ConditionWent,
    CounterBecame,
    CoverBecame,
    FieldBecame,
    HiddenBecame,
    Joined,
    Left,
    NotesBecame,
    OutBecame,
    RoundsWent,
    SparesBecame,
    SpentBecame,
    TrackBecame,
    WeaponBecame,
)
from tracker.combat.scene import Scene

__all__ = [
    "BandBecame",
    "ConditionCame",
    "ConditionWent",
    "CounterBecame",
    "CoverBecame",
    "DefaultBandBecame",
    "EncounterBegan",
    "Event",
    "FieldBecame",
    "HiddenBecame",
    "Joined",
    "Left",
    "NotesBecame",
    "OrderBecame",
    "OutBecame",
    "PromptCame",
    "PromptWent",
    "RoundsWent",
    "SceneFieldBecame",
    "SettingBecame",
    "SparesBecame",
    "SpentBecame",
    "TitleBecame",
    "TrackBecame",
    "TurnCame",
    "WeaponBecame",
    "fold",
]

Event: TypeAlias = (
    Joined
    | Left
    | TrackBecame
    | FieldBecame
    | ConditionCame
    | ConditionWent
    | RoundsWent
    | CoverBecame
    | SpentBecame
    | OutBecame
    | HiddenBecame
    | WeaponBecame
    | SparesBecame
    | NotesBecame
    | CounterBecame
    | BandBecame
    | DefaultBandBecame
    | OrderBecame
    | TurnCame
    | SceneFieldBecame
    | SettingBecame
    | TitleBecame
    | EncounterBegan
    | PromptCame
    | PromptWent
)
"""The closed set of events; the field ``t`` tells them apart in a save."""


def fold(scene: Scene, events: tuple[Event, ...]) -> Scene:
    """Return the scene after these events."""
    for event in events:
        scene = event.apply(scene)
    return scene
