"""The sheet of Unknown Armies: wounds, skills, weapons, settings, presets and reference tables."""

from typing import Final

from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.result import digits
from tracker.games.unknown_armies.state import CombatantState
from tracker.rules import declarations as d
from tracker.rules.params import ChoiceParam, NumberParam, WordsParam, YesNoParam

_SKILL: Final = NumberParam(0, 200, "percent")

SHEET: Final = d.Sheet(
    tracks=(d.TrackSpec("body", "Body", "wound points; kept from the players", t.BODY, secret=True),),
    fields=(
        d.FieldSpec("struggle", "Struggle", _SKILL, "the skill of attacks by hand"),
        d.FieldSpec("firearms", "Firearms", _SKILL, "the skill of attacks with a gun"),
        d.FieldSpec(t.DODGE, "Dodge", _SKILL, "the skill against attacks"),
        *CombatantState.specs(),
    ),
    weapon=(
        d.FieldSpec("kind", "Kind", ChoiceParam((t.HAND, t.GUN), "kind of weapon"), "by hand or a gun"),
        d.FieldSpec("bonus", "Bonus", NumberParam(0, 100), f"damage by hand: {t.EDGE} each for {', '.join(t.EDGES)}"),
        d.FieldSpec("maximum", "Maximum", NumberParam(1, 1000), "the most a gun's roll hurts"),
        d.FieldSpec("ready", "Ready", YesNoParam(), "in hand; no is holstered", True),
        d.FieldSpec("dropped", "Dropped", YesNoParam(), "on the ground; draw picks it up"),
        d.FieldSpec("tags", "Tags", WordsParam(), f"{', '.join(t.EDGES)} count, others are reminders"),
    ),
    other=d.FieldSpec("skill", "Skill", _SKILL, "any other skill"),
)

_GLYPHS: Final = {"none": ("·", "."), "partial": ("◧", "["), "heavy": ("■", "#")}
DEGREES: Final = tuple(
    d.CoverDegree(name, *_GLYPHS[name], (f"optional {shift:+d}".replace("-", "−"),) if shift else ())
    for name, shift in t.COVERS.items()
)

CONDITIONS: Final = (
    d.ConditionSpec(
        "focus", "a shift on attacks at one target, and on all attacks against the actor; one round", "the focus ends"
    ),
    d.ConditionSpec(
        "sucker",
        "fooled somebody: next round an attack on them is one die, read as a match",
        "the chance of the feint is over",
    ),
    d.ConditionSpec("drawing", "a weapon on its way into the hand, ready from the next round", "the weapon is in hand"),
)


def _setting(name: str, choices: tuple[str, ...], help: str, **short: str) -> d.Setting:
    default = "2e" if name == "edition" else t.EDITIONS["2e"][name]
    aliases = {f"{number[-1]}e": value for number, value in short.items()}
    return d.Setting(name, default, ChoiceParam(choices, "choice", aliases=aliases), help, "G")


SETTINGS: Final = (
    _setting("edition", tuple(t.EDITIONS), "the defaults of the other settings"),
    _setting("order", ("initiative", "skill"), "who comes first: a number, or the better fighting skill"),
    _setting(
        "focus_cap",
        ("all", "mutual", "none"),
        f"which focus shifts together are capped at {t.FOCUS_MOST}: all that meet, only mutual ones, none",
    ),
    _setting("called_miss", ("miss", "body"), "a success under a called shot's minimum misses, or hits the body"),
    _setting("digit_zero", ("10", "0"), "what the digit 0 counts in damage by hand"),
    _setting("matched_hand", ("roll+bonus", "roll"), "damage of a matched success by hand", e2="roll+bonus", e3="roll"),
    _setting(
        "wound_shift",
        tuple(t.WOUND_STEPS),
        "−10 and −20 at a third and two thirds lost, at half and three quarters, or never",
        e2="thirds",
        e3="quarters",
    ),
    _setting("unconscious", ("five", "tenth"), "out with body 5 or less, or with nine tenths lost"),
    _setting("dodge", ("on", "off"), "whether attacks can be dodged"),
    _setting(
        "proposed_shifts", ("on", "off"), "whether distance and cover propose a shift; it is never applied unasked"
    ),
)

PRESETS: Final = (
    d.Preset(
        "thug",
        "somebody with a blackjack",
        tracks={"body": 50},
        fields={"struggle": 35, "dodge": 20},
        weapons={"blackjack": {"kind": t.HAND, "bonus": t.EDGE, "ready": True}},
    ),
    d.Preset(
        "gunman",
        "somebody with a pistol",
        tracks={"body": 50},
        fields={"struggle": 30, "firearms": 40, "dodge": 20},
        weapons={"pistol": {"kind": t.GUN, "maximum": 50, "ready": False}},
    ),
    d.Preset("burning-man", "somebody who does not stop", tracks={"body": 70}, fields={"struggle": 60, "dodge": 35}),
)

TABLES: Final = (
    d.RulesTable(
        "Rolls",
        ("roll", "what it is"),
        (
            ("every check in combat", "a major check (S)"),
            (digits(t.CRITICAL), "a critical"),
            ("11 to 99", "a match, if both digits are the same"),
            (digits(t.FUMBLE), "a fumble"),
        ),
        "S; G for criticals, matches and fumbles",
    ),
    d.RulesTable(
        "Called shots",
        ("part", "least roll", "shift"),
        tuple((name, str(part.minimum), f"{part.shift:+d}" if part.shift else "") for name, part in t.CALLED.items()),
        "S",
    ),
    d.RulesTable(
        "Wound shift",
        ("setting", "lost", "shift"),
        tuple((way, f"{n}/{of}", str(shift)) for way, steps in t.WOUND_STEPS.items() for n, of, shift in steps),
        "G",
    ),
    d.RulesTable(
        "Editions",
        ("setting", *t.EDITIONS),
        tuple((name, old, t.EDITIONS["3e"].get(name, old)) for name, old in t.EDITIONS["2e"].items()),
        "G",
    ),
)
