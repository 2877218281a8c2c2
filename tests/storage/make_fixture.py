"""Makes the fixture of the current version, with every kind of event: ``python -m tests.storage.make_fixture``.

Run once for each version of the file; a fixture that is there is never made again.
"""

from __future__ import annotations

from pathlib import Path

from tests.storage.sample_records import GAME, Story, clock
from tracker.combat.events import (
    BandBecame,
    ConditionCame,
    ConditionWent,
    CoverBecame,
    DefaultBandBecame,
    EncounterBegan,
    FieldBecame,
    HiddenBecame,
    Joined,
    Left,
    OrderBecame,
    OutBecame,
    PromptCame,
    PromptWent,
    RoundsWent,
    SceneFieldBecame,
    SettingBecame,
    SparesBecame,
    SpentBecame,
    TitleBecame,
    TrackBecame,
    TurnCame,
    WeaponBecame,
)
from tracker.combat.scene import Combatant, Condition, Cover, Track, Turn
from tracker.storage.format import VERSION
from tracker.storage.journal import Journal

FOLDER = Path(__file__).parent / "fixtures"

SAVAR = Combatant(
    "",
    "heroes",
    tracks={"grit": Track(12, 12)},
    fields={"pool": 6, "notes": ["a", {"b": None}]},
    conditions=(Condition("hurt", 2, "end", "Goon 1", 3, 1),),
    cover=Cover("partial", "upturned table", 2, 9),
    spent=("action",),
    weapons={"pistol": {"loaded": True}},
    spares={"handgun": 3},
)
GOON = Combatant("", "enemies", "Goons", True, tracks={"grit": Track(6, 6)})


def story() -> Story:
    """Everything that can happen, once, with undo, redo, going and a rebase."""
    told, one, gang = Story(), ("Savar",), ("Goon 1", "Goon 2")
    told.entry(TitleBecame("Rauch & Ränge"), text="The session is called Rauch & Ränge.")
    told.entry(SettingBecame("gritty", True, None))
    told.entry(Joined(one, SAVAR), DefaultBandBecame("medium"))
    told.entry(Joined(gang, GOON))
    told.entry(OrderBecame(("Savar", "Goon 1", "Goon 2")), TurnCame(Turn(1, "action", "heroes", "Savar")))
    told.entry(TrackBecame(gang, "grit", 3, 6, 6), SpentBecame(one, ("action", "quick")))
    told.move(5, "undo")
    told.move(6, "redo")
    told.entry(FieldBecame(gang, "wounds", [{"where": "arm", "deep": 2}]), ConditionCame(gang, Condition("scared", 1)))
    told.entry(RoundsWent(gang, "scared", 0), ConditionWent(gang, "scared"))
    told.entry(CoverBecame(one, Cover("total", "corner")), OutBecame(("Goon 2",), "dead"), HiddenBecame(gang, False))
    told.entry(WeaponBecame(one, "pistol", {"loaded": False}), SparesBecame(one, "handgun", 2))
    told.entry(BandBecame("Savar", gang, "close"), SceneFieldBecame("pending", [{"from": "Savar"}]))
    told.entry(PromptCame(1, one, "bad-box", "Which condition?", ("hurt", "nervous"), {"why": "box"}))
    told.entry(PromptWent(1, "hurt"))
    told.rebase(6)
    told.entry(Left(("Goon 2",)))
    here = told.history.head
    told.move(0, "goto")
    told.move(here, "goto")
    told.entry(EncounterBegan("The Dock", one, "far", {"shares": 1}))
    return told


if __name__ == "__main__":
    with Journal.create(str(FOLDER / f"version-{VERSION}.json"), GAME, clock, "0123456789abcdef") as save:
        save.append(story().records)
