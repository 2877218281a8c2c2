"""The numbers of Gen6, each once, and how its tables are read: S as its text says, G a choice where it is silent."""

import re
from typing import Final

SOURCE: Final = "Gen6"

DICE: Final = 3
SIDES: Final = 6
CRITICAL: Final = (6, 6, 6)
FUMBLE: Final = (1, 1, 1)
"""The faces of a critical and a fumble in a test of 3d6 (S)."""

AIM: Final = 1
CHARGE: Final = 1
COURAGE: Final = 3
"""Bonuses of courage to a roll (S)."""

CHARGE_YARDS: Final = 4
CHARGE_SHARE: Final = 2
"""Yards in a straight line that give a charge its bonus; a charge covers the speed divided by this (S)."""

RUN_SPEEDS: Final = 2
POSTURE_SHARE: Final = 2
"""A run covers the speed this many times; each change of posture in a move costs this share of the speed (S)."""

DEFEND: Final = 2
GUARDS: Final = (1, 2)
"""The bonuses to defense from defending and guarding (S)."""

FIRST_AID_TN: Final = 15
FIRST_AID_LEAST: Final = 1
CARE_TN: Final = 13
CARE_HEALS: Final = 5
BREATHER_HEALS: Final = 5
SLEEP_HEALS: Final = 10
SLEEP_HOURS: Final = 6
"""Healing: target numbers, points of health, hours (S)."""

COURAGE_POINTS: Final = 3  # the courage a hero starts with (S)
BLEEDING: Final = 1  # the constitution that the dying lose each round (S: they begin losing it; G: one point)
HALF_HP: Final = 2  # the divisor of health in the more dangerous game (S)

ADJACENT: Final = "adjacent"
POINT_BLANK: Final = "point-blank"
LONG: Final = "long"
EXTENDED: Final = "extended"
BANDS: Final = (
    (ADJACENT, "≤ 2 yards"),
    (POINT_BLANK, "close up"),
    ("short", ""),
    ("medium", ""),
    (LONG, ""),
    (f"{EXTENDED}:1", f"an increment beyond long, then {EXTENDED}:2 and so on"),
)
"""Bands and their sizes (S)."""

DEFAULT_BAND: Final = "short"  # the band in which everybody starts (G)

RANGE: Final = {ADJACENT: -2, POINT_BLANK: -2, "short": 0, "medium": 2, LONG: 4}
INCREMENT: Final = 2
MOST_INCREMENTS: Final = 99
"""TN by range (S; a shot at an adjacent target counts as point-blank, G), and for each further increment (S)."""

PRONE: Final = {"melee": -5, "ranged": 5}
ADVANTAGE: Final = {"attacker": -2, "defender": 2}
OFF_HAND: Final = 4
"""TN for the situation, the same for both kinds of attack except for a prone defender (S)."""

SIZES: Final = {
    "smaller-than-tiny": (9, "below tiny"),
    "tiny": (8, "smaller than a human child"),
    "small": (6, "a human child"),
    "medium": (0, "a human"),
    "large": (-4, "larger than a human"),
    "huge": (-6, "much larger than a human"),
    "gargantuan": (-8, "an enormous creature"),
    "colossal": (-12, "a massive, towering being"),
}
USUAL_SIZE: Final = "medium"
"""TN by the target's size, with examples (S)."""

MOTION: Final = (
    (10, "walking", 2),
    (30, "jogging", 4),
    (45, "running", 6),
    (90, "sprint", 9),
    (121, "121-320", 12),
    (321, "321-460", 15),
    (461, "461+", 20),
)
"""TN by the target's motion, from this many feet a round on (S; between two steps the lower one counts, G)."""

FEET_IN_A_YARD: Final = 3

COVER: Final = ((10, 2), (25, 4), (50, 6), (75, 8))
FULL_COVER: Final = 100
"""TN by degree of cover, from this many percent on (S; between steps the lower one, below the first none, G).

Nobody can be targeted behind full cover (S).
"""

MATERIALS: Final = {
    "thin wooden door": (6, 5),
    "wooden door": (8, 10),
    "thin metal door": (10, 15),
    "reinforced metal door/rocks": (14, 25),
    "armored door": (20, 40),
    "heavily armored door": (24, 50),
}
"""Cover material: damage absorbed from each blow, and damage sustained in all (S)."""

_OWN_MATERIAL: Final = re.compile(r".*?(\d{1,4})/(\d{1,4})")

SOURCES: Final = ("impact", "ballistic", "penetrating")
ARMOR: Final = {"impact": "armor_i", "ballistic": "armor_b", "penetrating": "armor_p"}
TYPES: Final = ("wound", "stun")
"""Sources and types of damage, and which armor applies to each source (S)."""

_GUNS: Final = (
    *("pistol", "revolver", "handgun", "rifle", "shotgun", "carbine", "musket", "smg", "machine-gun", "gun"),
    "derringer",
)
_THROWN: Final = ("bow", "crossbow", "sling", "javelin", "shuriken", "throwing-knife", "throwing-star")
WEAPONS: Final = {**dict.fromkeys(_GUNS, ("ranged", "ballistic")), **dict.fromkeys(_THROWN, ("ranged", "impact"))}
"""Kind and source of weapons, by the last word of their name; all others are for close combat (G)."""

MISHAPS: Final = ("jam", "out of ammo", "tongue-tied", "other")  # the possible meanings of a fumble (S)
TROUBLES: Final = {"jam": "jammed", "out of ammo": "empty"}  # what a fumble makes of the weapon it was rolled with


def motion_at(feet: int) -> tuple[str, int]:
    """Return the motion at this many feet a round, and its TN; standing below the first step."""
    steps = [(motion, tn) for least, motion, tn in MOTION if least <= feet]
    return steps[-1] if steps else ("standing", 0)


def cover_tn(percent: int) -> int:
    """Return the TN of this much cover; 0 below the first step."""
    return max((tn for least, tn in COVER if least <= percent), default=0)


def range_tn(band: str, alone: bool) -> int:
    """Return the TN of a band; ``alone``: increments beyond long count by themselves, not on top of long."""
    if band in RANGE:
        return RANGE[band]
    return increments_of(band) * INCREMENT + (0 if alone else RANGE[LONG])


def increments_of(band: str) -> int:
    """Return how many increments beyond long a band is."""
    name, _, count = band.partition(":")
    return int(count) if name == EXTENDED else 0


def weapon_kind(name: str) -> tuple[str, str] | None:
    """Return the kind and source of a weapon of this name; None if the table does not know it."""
    whole = "-".join(name.casefold().replace("-", " ").split())
    return WEAPONS.get(whole) or next((WEAPONS[known] for known in WEAPONS if whole.endswith(f"-{known}")), None)


def material(name: str | None) -> tuple[int, int] | None:
    """Return what a material absorbs and sustains, by name or with numbers of its own: ``crates 8/20``."""
    wanted = (name or "").casefold().replace("-", " ").strip()
    own = _OWN_MATERIAL.fullmatch(wanted)
    if own:
        return int(own[1]), int(own[2])
    return next((row for known, row in MATERIALS.items() if wanted in (known, *known.split("/"))), None)
