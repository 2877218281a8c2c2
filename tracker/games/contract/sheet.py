"""The sheet of The Contract: tracks, fields, weapons, bands, cover, settings and reference tables."""

from collections.abc import Callable
from typing import Any, Final

from tracker.games.contract import tables as t
from tracker.games.contract.words import PoolParam
from tracker.rules import declarations as d
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import minus, quantity
from tracker.rules.params import ChoiceParam, NumberParam, NumbersParam, YesNoParam, choice_setting


class GameOwned(d.ParamType):
    """A field that the game keeps itself; the sheet shows it, and ``verb`` changes it."""

    verb: str
    said: Callable[[Any], str]
    hint: str = "kept by the game"

    def read(self, text: str, context: d.Context, alias: str = "") -> Any:
        raise InvalidCommand(f"This comes from actions; {self.verb} changes it.")

    def write(self, value: Any) -> str:
        return " and ".join(map(self.said, value)) if isinstance(value, list) else self.said(value)


def _share(kept: Any) -> str:
    to = f" {kept['target']}" if kept["target"] else ""
    return f"{quantity(kept['dice'], 'die', 'dice')} to {kept['act']}{to}"


def _waiting(blow: Any) -> str:
    return f"{blow['by']} with {t.arms(blow['weapon'])}, outcome {minus(blow['outcome'])}"


_of_moment = d.FieldSpec.of_moment
_HELD: Final = "{action}, when {when}"
_MEETS: Final = "dodge, parry, clash or take"
_STEPS: Final = ", ".join(f"{left}: −{dice}" for left, dice in enumerate(t.BODY_TABLE, 1))

SHEET: Final = d.Sheet(
    tracks=(
        d.TrackSpec("body", "Body", f"{t.BODY} + half of brawn, rounded up; left after the injuries ({_STEPS} dice)"),
        d.TrackSpec("mind", "Mind", f"the same steps as body ({_STEPS} dice)"),
    ),
    fields=(
        *(d.FieldSpec(name, name.title(), NumberParam(0, 20), "attribute") for name in t.ATTRIBUTES),
        *(d.FieldSpec(name, name.title(), NumberParam(0, 20), "ability") for name in t.ABILITIES),
        d.FieldSpec("armor", "Armor", NumberParam(0, 100), "comes off the severity of every hit", 0),
        d.FieldSpec("firearm_power", "Firearm power", YesNoParam(), "a power that lets them react to firearms", False),
        d.FieldSpec("injuries", "Injuries", NumbersParam(1, 1000), "severities", [], passing=True),
        _of_moment("quick", "Quick actions", NumberParam(0, 20), "this round, two dice each", 0),
        _of_moment("shares", "Shares", GameOwned("split", _share), "dice of a split Action not used yet", []),
        _of_moment("held", "Held", GameOwned("hold", _HELD.format_map), "the held action and what sets it off"),
        _of_moment("evade", "Evade", NumberParam(0, 100), "outcome left to spend on attacks", 0),
        _of_moment("next_penalty", "Next penalty", NumberParam(0, 20), "dice off the next Action", 0),
        _of_moment("pending", "Pending", GameOwned(_MEETS, _waiting), "attacks that wait for a reaction", []),
        d.FieldSpec(
            "initiative", "Initiative", NumberParam(-40, 80), "place in the order", internal=True, visible=True
        ),
        d.FieldSpec("ended", "Last turn ended", NumberParam(), internal=True),
        d.FieldSpec("boost", "Boost", NumberParam(), "exerted: outcome on the next roll", internal=True),
        d.FieldSpec("eased", "Eased", YesNoParam(), "exerted: no penalties this round", internal=True),
    ),
    weapon=(
        d.FieldSpec("kind", "Kind", ChoiceParam(tuple(t.KINDS), "kind of weapon"), "how it hits and what stops it"),
        d.FieldSpec("attribute", "Attribute", ChoiceParam(t.ATTRIBUTES, "attribute"), "rolled with it"),
        d.FieldSpec("ability", "Ability", ChoiceParam(t.ABILITIES, "ability"), "rolled with it"),
        d.FieldSpec("difficulty", "Difficulty", NumberParam(t.EASIEST, t.HARDEST), "of attacks and parries"),
        d.FieldSpec("damage", "Damage", NumberParam(-20, 100, signed=True), "added to a hit"),
        d.FieldSpec("committed", "Committed", YesNoParam(), "takes the whole pool"),
    ),
)

DEGREES: Final = (d.CoverDegree("none", "·", "."), d.CoverDegree("partial", "◧", "["), d.CoverDegree("heavy", "■", "#"))

CONDITIONS: Final = (
    d.ConditionSpec("prone", "on the ground: a dodge may be harder"),
    d.ConditionSpec("blind", f"difficulty {t.MODIFIERS['blind']:+d} if you say so"),
    d.ConditionSpec("running", f"difficulty {t.MODIFIERS['running']:+d} to hit if you say so"),
    d.ConditionSpec("grappled", "held fast"),
)

SETTINGS: Final = (
    choice_setting(
        "profile",
        ("classic", "current"),
        "profile",
        "current: exerting is mind only and gives both, evading is easier, "
        "one engaged with the shooter may parry a firearm",
        "G",
    ),
    d.Setting(
        "dodge_ability", t.DODGE[1], ChoiceParam(("athletics", "dodge"), "ability"), "rolled to dodge and evade", "S"
    ),
    d.Setting(
        "initiative_pool",
        "+".join(t.INITIATIVE),
        PoolParam(),
        "attribute and ability that initiative is rolled with",
        "G",
    ),
    d.Setting("clash_literal", False, YesNoParam(), "a clash is won by any higher outcome, even below 1", "S/G"),
    d.Setting("desperate_clash", True, YesNoParam(), "a desperate reaction may be a clash", "S"),
    d.Setting("evade_difficulty", t.EVADE, NumberParam(t.EASIEST, t.HARDEST), "difficulty to evade", "S"),
    choice_setting("evade_until", ("turn", "round"), "moment", "evading lasts to one's turn or the round", "G"),
    choice_setting(
        "evade_divided",
        ("needed", "asked"),
        "way",
        "evading meets each attack as far as it needs, or each attack's question asks how much",
        "S",
    ),
    d.Setting("evade_firearms", True, YesNoParam(), "evading counts against firearms too", "G"),
    d.Setting(
        "cover_difficulty",
        list(t.COVER_DIFFICULTY),
        NumbersParam(0, 9),
        "difficulty proposed against none, partial and heavy cover",
        "G",
    ),
    d.Setting(
        "body_table", list(t.BODY_TABLE), NumbersParam(0, 40), "dice lost with 1, 2, 3, ... left of body or mind", "G"
    ),
)

TABLES: Final = (
    d.RulesTable(
        "Outcomes", ("outcome", "is"), (*((f"{least}+", name) for name, least in t.OUTCOMES), ("below 0", "botch")), "G"
    ),
    d.RulesTable(
        "Weapons",
        ("weapon", "kind", "pool", "difficulty", "damage", "committed"),
        tuple(
            (name, w.kind, f"{w.attribute}+{w.ability}", str(w.difficulty), f"{w.damage:+d}", "yes" * w.committed)
            for name, w in t.WEAPONS.items()
        ),
        "G",
    ),
    d.RulesTable(
        "Body and mind",
        ("left", "dice"),
        (
            *((str(left), f"−{dice}") for left, dice in enumerate(t.BODY_TABLE, 1)),
            ("0", "incapacitated"),
            ("below 0", "dead"),
        ),
        "G",
    ),
    d.RulesTable(
        "Difficulty modifiers", ("what", "difficulty"), tuple((n, f"{v:+d}") for n, v in t.MODIFIERS.items()), "G"
    ),
    d.RulesTable("Cover", ("degree", "proposed"), tuple(zip(t.COVER, map(str, t.COVER_DIFFICULTY), strict=True)), "G"),
)
