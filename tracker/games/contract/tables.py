"""The numbers of The Contract, each once, with where it comes from: S the game's text, G public references."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from tracker.rules.grammar import the

SIDES: Final = 10
STANDARD: Final = 6  # S
TEN: Final = 2  # G
ONE: Final = -1  # G
EASIEST: Final = 2  # G: at 1 a die would hit and miss at once
HARDEST: Final = 10  # G
MOST_DICE: Final = 40

OUTCOMES: Final = (("exceptional", 6), ("complete", 4), ("partial", 1), ("failure", 0))
"""The names of outcomes, each with the least outcome it applies to (G); below all of them is a botch."""

QUICK: Final = 2  # S
LEAST_SHARE: Final = 2  # S
LEAST_SPLIT: Final = 2  # S: shares
DESPERATE: Final = 2  # S
EXERT_INJURY: Final = 1  # G
EXERT_MIND: Final = 1  # G
EXERT_OUTCOME: Final = 1  # G
EASIER_PARRY: Final = 1  # S: a weapon against bare hands
CLASH_NEEDS: Final = 1  # G
EVADE: Final = 7  # S
EVADE_NOW: Final = 6  # G: profile current

BODY: Final = 5  # G
LEAST_BRAWN: Final = 1  # G: counts where the sheet does not say
BODY_TABLE: Final = (4, 3, 2, 1, 1)  # dice lost with 1, 2, 3, ... left; with more left, none (G)

ATTRIBUTES: Final = ("brawn", "charisma", "dexterity", "intellect", "perception", "wits")
ABILITIES: Final = (
    *("alertness", "athletics", "brawl", "crafts", "crime", "dodge", "drive", "firearms", "influence", "investigation"),
    *("medicine", "melee", "occult", "performance", "science", "stealth", "survival", "technology"),
)
DODGE: Final = ("dexterity", "athletics")  # S
INITIATIVE: Final = ("dexterity", "alertness")  # G

ENGAGED: Final = "engaged"
BANDS: Final = ((ENGAGED, "point blank"), ("near", "in range"), ("far", "across the place"), ("distant", "in sight"))
NEAR: Final = "near"
IN_RANGE: Final = (ENGAGED, NEAR)  # the bands at which a friend's attack can be parried (S: in range; G: which bands)
COVER: Final = ("none", "partial", "heavy")
COVER_DIFFICULTY: Final = (0, 1, 2)  # G: proposed, never applied unasked

MODIFIERS: Final[Mapping[str, int]] = {
    "off-hand": 1,
    "aiming": -1,
    "aiming-2": -2,
    "aiming-3": -3,
    "blind": 4,
    "immobile": -3,
    "running": 1,
    "point-blank": -2,
    "long": 2,
    "child": 1,
    "cat": 2,
    "mouse": 3,
    "horse": -1,
    "truck": -2,
    "house": -3,
    "dark": 2,
    "fog": 3,
    "storm": 1,
}
"""Difficulty modifiers to pick from (G). Aiming is a round each; at a moving target at most two of them."""

BAND_HINTS: Final = {"engaged": "point-blank", "distant": "long"}  # the modifier proposed for a shot at a band (G)


class WeaponStats(NamedTuple):
    """What a weapon determines in an attack (S: all of it comes from the weapon)."""

    kind: str
    attribute: str
    ability: str
    difficulty: int
    damage: int = 0
    committed: bool = False


KINDS: Final[Mapping[str, WeaponStats]] = {
    "melee": WeaponStats("melee", "dexterity", "melee", STANDARD),
    "brawl": WeaponStats("brawl", "brawn", "brawl", 5),
    "firearm": WeaponStats("firearm", "dexterity", "firearms", 7),
    "thrown": WeaponStats("thrown", "dexterity", "athletics", STANDARD),
}
"""Stats of a kind of weapon, for weapons that do not set their own (G)."""

_GUNS: Final = ("handgun", "pistol", "revolver", "shotgun-slug")
WEAPONS: Final[Mapping[str, WeaponStats]] = {
    "brawl": KINDS["brawl"],
    "knife": WeaponStats("melee", "dexterity", "melee", 5),
    **dict.fromkeys(("rapier", "sword"), WeaponStats("melee", "dexterity", "melee", 6, 1)),
    "club": WeaponStats("melee", "brawn", "melee", 6),
    "axe": WeaponStats("melee", "brawn", "melee", 6, 1),
    "greatsword": WeaponStats("melee", "brawn", "melee", 7, 2),
    **dict.fromkeys(_GUNS, WeaponStats("firearm", "dexterity", "firearms", 7, 2)),
    "shotgun-shot": WeaponStats("firearm", "dexterity", "firearms", 7, 1),
    "sniper-rifle": WeaponStats("firearm", "dexterity", "firearms", 7, 3, True),
}
"""Weapons by name (G)."""

BARE: Final = "brawl"  # the weapon of somebody who has none


def arms(weapon: str) -> str:
    """Return what somebody fights with, as it stands in a sentence: ``the sword``, ``bare hands``."""
    return "bare hands" if weapon == BARE else the(weapon)


def band(outcome: int) -> str:
    """Return the name of an outcome."""
    return next((name for name, least in OUTCOMES if outcome >= least), "botch")


def counted(faces: tuple[int, ...], difficulty: int) -> int:
    """Return the outcome of faces at a difficulty."""
    return sum(worth(face, difficulty) for face in faces)


def worth(face: int, difficulty: int) -> int:
    """Return what one die adds to the outcome."""
    return TEN if face == SIDES else ONE if face == 1 else int(face >= difficulty)
