"""Every number of Unknown Armies, once, with its source: S is stated in the text, G follows public references."""

from collections.abc import Mapping
from typing import Final

from tracker.combat.model import Model

SOURCE: Final = "Unknown Armies"

CRITICAL: Final = 1  # 01: a success against any number (G)
FUMBLE: Final = 100  # 00: a failure against any number (G)

SIDES: Final = 100

DIE: Final = 10  # one die, 0 to 9

MATCH: Final = 11
"""A match is a multiple of this; one die read as a match is its face times this (S), 0 is a fumble (G)."""

FOCUS: Final = (10, 20, 30)  # the shifts that can be declared (S)
FOCUS_MOST: Final = 30  # the maximum of mutual focus shifts together (S); other combinations too (G, focus_cap)
SPLIT_MOST: Final = 3  # the most attacks in a round, except with a firearm in suppressive fire (S)
SPLIT_LEAST: Final = 2  # the fewest attacks in a split (S)


class BodyPart(Model):
    """A part of the body: the least roll that hits it, and the shift for aiming at it."""

    minimum: int
    shift: int = 0


CALLED: Final[Mapping[str, BodyPart]] = {
    "leg": BodyPart(30),
    "arm": BodyPart(40),
    "hand": BodyPart(40),
    "foot": BodyPart(40),
    "head": BodyPart(50, 10),
}
"""Called shots (S)."""

HOLDS: Final = "hand"  # the part that drops what it holds when hit (S)
BODY: Final = 50  # wound points if the sheet does not say (G)

EDGES: Final = ("sharp", "heavy", "large")
EDGE: Final = 3  # the damage by hand that each of sharp, heavy, large adds (G)

FIST: Final = "fist"
HAND: Final = "hand"
GUN: Final = "gun"
GUNS: Final = ("gun", "pistol", "revolver", "rifle", "shotgun", "smg", "firearm", "handgun")
"""Names of firearms, used if ``kind=`` is left out."""
BY_HAND: Final = {"axe", "bat", "cleaver", "club", "cue", "hammer", "knife", "knives", "sword"}  # none of them fires

SKILLS: Final[Mapping[str, str]] = {HAND: "struggle", GUN: "firearms"}  # the skill of an attack that names none (G)

DODGE: Final = "dodge"

UNCONSCIOUS_AT: Final = 5  # the body left at which a combatant is unconscious (G, unconscious=five)
UNCONSCIOUS_SHARE: Final = (9, 10)  # the share of body lost at which a combatant is unconscious (G, unconscious=tenth)

WOUND_STEPS: Final[Mapping[str, tuple[tuple[int, int, int], ...]]] = {
    "thirds": ((2, 3, -20), (1, 3, -10)),
    "quarters": ((3, 4, -20), (1, 2, -10)),
    "none": (),
}
"""By setting wound_shift: parts lost, out of how many, and the shift; worst first (G)."""

BANDS: Final[Mapping[str, tuple[str, int]]] = {
    "engaged": ("in reach", 0),
    "near": ("the same room", 0),
    "far": ("down the street", -10),
    "distant": ("rifle range", -20),
}
"""Bands from near to far: size in words, and the proposed shift (G, proposed_shifts)."""

REACH: Final = "engaged"  # the band in which weapons used by hand reach (G)

NEAR: Final = "near"

COVERS: Final[Mapping[str, int]] = {"none": 0, "partial": -10, "heavy": -20}
"""Degrees of cover with the proposed shift of shots at somebody behind it (G, proposed_shifts)."""

EDITIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "2e": {
        "order": "initiative",
        "focus_cap": "all",
        "called_miss": "miss",
        "digit_zero": "10",
        "matched_hand": "roll+bonus",
        "wound_shift": "thirds",
        "unconscious": "five",
        "dodge": "on",
        "proposed_shifts": "on",
    },
    "3e": {"order": "skill", "matched_hand": "roll", "wound_shift": "quarters", "unconscious": "tenth", "dodge": "off"},
}
"""The settings of each edition; 3e is as 2e where it differs in nothing (G)."""

INITIATIVE: Final = "1d10"  # the throw for a place in the order (G)
