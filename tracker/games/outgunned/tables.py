"""The numbers of Outgunned, each once, with where it comes from: S the game's text, G public references."""

from typing import Final

from tracker.combat.scene import Plain

SOURCE: Final = "Outgunned"

LEVELS: Final = {"basic": 1, "critical": 3, "extreme": 9, "impossible": 27, "jackpot": 81}
"""The units of a success by level: three of one level are worth one of the next (G)."""

SET_SIZES: Final = {2: "basic", 3: "critical", 4: "extreme", 5: "impossible"}
"""The number of equal faces in a success; more are a jackpot (G)."""

DIFFICULTIES: Final = ("basic", "2basic", "critical", "2critical", "extreme", "2extreme", "impossible")
"""Every difficulty: a level with a count; there is no double impossible."""

SIDES_OF_DIE: Final = 6
POOL_MIN: Final = 2
POOL_MAX: Final = 9

GRIT: Final = 12
BAD_BOX: Final = 8
HOT_BOX: Final = 12
HOT_ADRENALINE: Final = 2
ADRENALINE: Final = (1, 6)
SPOTLIGHT: Final = (1, 3)
BULLETS: Final = (1, 6)
"""Grit, its bad and hot boxes; for the other tracks the start and the maximum (G). Bullets are never below 1."""

COVER_REACTION: Final = {"partial": 1, "total": 0}
COVER_ACTION: Final = {"partial": -1, "total": -3}
"""Dice for cover (S); behind total cover a reaction passes with no roll."""

FULL_AUTO: Final = 1
COVERING: Final = 1
MAGS_PER_WEAPON: Final = 3
"""The dice for full auto and covering fire, and the spares for each weapon (S)."""

EXTRA_COST: Final = {"quick": 1, "full": 3, "cool": 9}
"""The extra units that buy an action: a basic, critical or extreme success (S)."""

ATTRIBUTES: Final = ("brawn", "nerves", "smooth", "focus", "crime")
SKILLS: Final = (
    *("endure", "fight", "force", "stunt", "cool", "drive", "shoot", "survival", "flirt", "leadership"),
    *("speech", "style", "detect", "fix", "heal", "know", "awareness", "dexterity", "stealth", "streetwise"),
)

MELEE_POOL: Final = "brawn+fight"  # the default pool of an attack in melee (S)
SHOOTING_POOL: Final = "nerves+shoot"  # the default pool of a shot, where the sheet has both (G; setting shooting_pool)
ADRENALINE_DICE: Final = 1  # the dice that a point of adrenaline buys for an attack (G)

CONDITIONS: Final = {
    "hurt": "brawn",
    "nervous": "nerves",
    "like-a-fool": "smooth",
    "distracted": "focus",
    "scared": "crime",
    "tired": None,
    "broken": None,
}
"""Each condition with the attribute whose pools lose a die (G)."""

BROKEN: Final = "broken"
MOST_CONDITIONS: Final = 4
CONDITION_DICE: Final = -1

THREATS: Final = (
    ("fists and metal bars", "brawn+fight"),
    ("shooting", "brawn+stunt"),
    ("crush or choke", "brawn+endure"),
    ("push to the ground", "brawn+force"),
    ("thrown tables and chairs", "nerves+stealth"),
    ("surround", "nerves+awareness"),
)
"""The enemies' actions in a Reaction Turn and the pools to react with, 1 to 6 (S)."""

BANDS: Final = (
    ("melee", "≤ 2 m"),
    ("close", "2–10 m"),
    ("medium", "10–50 m"),
    ("long", "50–300 m"),
    ("out", "> 300 m"),
)
"""Bands and their sizes (S)."""

LONG_TURNS: Final = 3
CANNOT: Final = "x"
OUT_DICE: Final = 0  # the dice of weapons that shoot out of range, unless the setting ``out_modifier`` changes them (G)

RANGES: Final[dict[str, tuple[Plain, ...]]] = {
    "pistol": (0, 0, 0, -2, "x"),
    "revolver": (0, 0, 0, -2, "x"),
    "machine-pistol": (0, 1, 0, "x", "x"),
    "shotgun": (1, 1, -2, "x", "x"),
    "rifle": (-2, 1, 1, 0, "x"),
    "assault-rifle": (0, 1, 1, 1, "x"),
    "precision-rifle": ("x", -1, 0, 2, OUT_DICE),
    "sniper-rifle": ("x", -1, 0, 2, OUT_DICE),
    "smg": (0, 1, 1, 0, "x"),
    "machine-gun": (-2, 0, 2, 1, "x"),
    "bow": (-1, 0, 0, "x", "x"),
    "throwing-knives": (-1, -1, -2, "x", "x"),
    "rocket-launcher": (2, 2, 3, 3, "x"),
    "grenade": (1, 1, 2, 2, "x"),
    "hand": (0, "x", "x", "x", "x"),
}
"""The dice of a kind of weapon at melee, close, medium, long and out of range; x: unusable there (G)."""

REACHES_OUT: Final = ("precision-rifle", "sniper-rifle")
"""The kinds that shoot out of range, with the dice of the setting ``out_modifier`` (S)."""

EXPLOSIVE: Final = "explosive"
EXPLOSIVES: Final = ("rocket-launcher", "grenade")
NO_MAG: Final = "none"
MAGS: Final = {
    "pistol": "handgun",
    "revolver": "handgun",
    "sniper-rifle": "precision-rifle",
    "bow": NO_MAG,
    "throwing-knives": NO_MAG,
    "hand": NO_MAG,
}
"""Mag types that differ from the kind's name (S: handguns share theirs; G the rest)."""

PRESETS: Final = {
    "goons-1": (6, (), "basic", "basic"),
    "goons-2": (6, (), "2basic", "basic"),
    "goons-3": (9, (), "2basic", "basic"),
    "goons-4": (9, (), "critical", "basic"),
    "goons-5": (12, (), "critical", "basic"),
    "bad-guys-1": (6, (3,), "critical", "critical"),
    "bad-guys-2": (9, (3, 7), "critical", "critical"),
    "bad-guys-3": (6, (2, 4), "2critical", "critical"),
    "bad-guys-4": (9, (4, 8), "2critical", "critical"),
    "bad-guys-5": (12, (3, 6, 9), "2critical", "critical"),
    "boss-1": (6, (1, 3, 5), "extreme", "critical"),
    "boss-2": (9, (2, 5, 8), "extreme", "critical"),
    "boss-3": (12, (3, 6, 9), "extreme", "critical"),
    "boss-4": (3, (1, 2, 3), "extreme", "extreme"),
    "boss-5": (6, (2, 4, 6), "extreme", "extreme"),
}
"""Preset enemies: grit, hot boxes, attack, defense (G)."""


def level(difficulty: str) -> str:
    """Return the level of a difficulty without its count."""
    return difficulty.removeprefix("2")


def need(difficulty: str) -> int:
    """Return the units of a difficulty: its count times the units of its level."""
    return LEVELS[level(difficulty)] * (2 if difficulty.startswith("2") else 1)


def modifier(kind: str, band: str) -> Plain:
    """Return the dice of a kind of weapon at a band, or ``x``; 0 for a kind that is not in the table."""
    row = RANGES.get(kind)
    return 0 if row is None else row[[name for name, _ in BANDS].index(band)]
